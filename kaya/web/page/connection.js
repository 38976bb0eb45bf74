// @ts-check
// The socket to the server: it comes back by itself, and says hello again.

/** Why the server turns this page away; "" if it does not, or does not answer. */
async function refusal() {
  try {
    const answer = await fetch("/", { cache: "no-store" });
    return answer.status === 403 ? (await answer.text()).trim() : "";
  } catch {
    return "";
  }
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
      this.say("hello");
      this.online(true);
    });
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", async () => {
      this.tries += 1;
      setTimeout(() => this.open(), Math.min(250 * 1.6 ** this.tries, 5000));
      this.online(false);
      if (this.tries > 1) this.online(false, await refusal());
    });
  }

  /** Whether it could be said. */
  say(what, fields = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify({ do: what, ...fields }));
    return true;
  }
}
