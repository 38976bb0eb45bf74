"""A server for tests, and a page without a browser: what it says, and all that it was told."""

import json
import socket
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import connect

from kaya.web.app import make_app
from kaya.web.messages import LARGEST_FILE

HANGS = 900.0  # seconds after which a test is taken to hang: no test waits for a clock


def fetch(address: str, **options: Any) -> httpx.Response:
    return httpx.get(address, timeout=HANGS, **options)


class Served:
    """A server in a thread of this process."""

    def __init__(self, folder: Path, port: int = 0, **options: Any):
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        self.port = listening.getsockname()[1]
        self.app = make_app(folder, **options)
        config = uvicorn.Config(
            self.app,
            log_level="error",
            ws_max_size=4 * LARGEST_FILE,
            ws="websockets-sansio",
            ws_ping_interval=None,
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [listening]}, daemon=True)
        self.thread.start()
        while not self.server.started and self.thread.is_alive():
            time.sleep(0.01)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def lobby(self) -> Any:
        return self.app.app.state.lobby

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(HANGS)


class Page:
    """Somebody at the other end of the socket."""

    def __init__(self, port: int, **options: Any):
        self.open(port, **options)
        self.say("hello")
        self.wait("lobby")

    def open(self, port: int, **options: Any) -> None:
        self._opened = connect(
            f"ws://127.0.0.1:{port}/socket", max_size=None, open_timeout=HANGS, ping_interval=None, **options
        )
        self.socket = self._opened.__enter__()
        self.heard: list[dict[str, Any]] = []
        self.game: dict[str, Any] = {}

    def say(self, do: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"do": do, **fields}))

    def of(self, do: str, **fields: Any) -> None:
        """Something about the game that is shown."""
        self.say(do, id=self.game["id"], **fields)

    def hear(self) -> dict[str, Any]:
        message = json.loads(self.socket.recv(timeout=HANGS))
        self.heard.append(message)
        if message["say"] == "game":
            self.game = message
        return message

    def wait(self, say: str, **fields: Any) -> dict[str, Any]:
        """The next message of this kind with these fields."""
        while True:
            message = self.hear()
            assert message["say"] != "error" or say == "error", message["text"]
            if message["say"] == say and all(message.get(name) == value for name, value in fields.items()):
                return message

    def new(self, **wanted: Any) -> dict[str, Any]:
        self.say("new", **wanted)
        return self.wait("game")

    def close(self) -> None:
        self.socket.close()


@contextmanager
def served(folder: Path, **options: Any):
    server = Served(folder, **options)
    try:
        yield server
    finally:
        server.stop()
