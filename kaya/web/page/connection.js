// @ts-check
// The socket to the server: it comes back by itself, and says hello again.

import { memory, remember } from "./dom.js";

function ownName() {
  let name = memory("browser", "");
  if (!name) {
    name = Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    remember("browser", name);
  }
  return name;
}

export class Connection {
  constructor(hear, online) {
    this.hear = hear;
    this.online = online;
    this.tries = 0;
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.socket.addEventListener("open", () => {
      this.tries = 0;
      this.say("hello", { browser: ownName() });
      this.online(true);
    });
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => {
      this.online(false);
      this.tries += 1;
      setTimeout(() => this.open(), Math.min(250 * 1.6 ** this.tries, 5000));
    });
  }

  /** Whether it could be said. */
  say(what, fields = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify({ do: what, ...fields }));
    return true;
  }
}
