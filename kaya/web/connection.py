"""One page that is connected: its messages are dispatched and messages are sent to it, neither faster than is good."""

import asyncio
import contextlib
import json
import logging
from pathlib import Path
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from . import messages as m
from .dispatch import Dispatcher
from .lobby import Lobby
from .security import RateLimit

BURST, RATE = 40.0, 20.0  # messages at once, and a second
MOST_UNSENT = 200  # messages that may wait to be sent: a page that reads none is let go
QUESTIONS = ("chances", "estimate", "hint")
MOST_QUESTIONS = 4  # that are answered at a time; further ones are passed over
SILENCE = 90.0  # seconds for the first word

log = logging.getLogger("kaya.web")


def is_question(message: m.Message) -> bool:
    """Whether a message asks for something and changes nothing."""
    return isinstance(message, m.Card | m.Estimate | m.Moment) or (
        isinstance(message, m.Act) and message.what in QUESTIONS
    )


class Connection:
    def __init__(self, socket: WebSocket, lobby: Lobby, store: Path | None = None):
        self.socket, self.dispatcher = socket, Dispatcher(self, lobby, store)
        self._unsent: dict[str, dict[str, Any]] = {}  # by name, or by a number of their own
        self._count, self._news = 0, asyncio.Event()
        self._aside: set[asyncio.Task[None]] = set()  # questions that are being answered

    def send(self, message: dict[str, Any], name: str = "") -> None:
        """Send a message soon. It takes the place of one with the same name that was not sent yet."""
        self._count += 1
        self._unsent.pop(name, None)
        self._unsent[name or str(self._count)] = message
        self._news.set()

    async def run(self) -> None:
        await self.socket.accept()
        sender, bucket = asyncio.create_task(self._send_all()), RateLimit(BURST, RATE)
        try:
            while not sender.done():
                said = await asyncio.wait_for(self._hear(), None if self.dispatcher.greeted else SILENCE)
                if not bucket.take():
                    self.send({"say": "error", "text": "Too many messages: wait a second."}, "error")
                    await asyncio.sleep(1 / RATE)
                    continue
                await self._do(said)
        except (WebSocketDisconnect, TimeoutError, RuntimeError):
            pass
        finally:
            self.dispatcher.leave()
            sender.cancel()
            with contextlib.suppress(Exception):
                await self.socket.close()

    async def _hear(self) -> str:
        """The next message; `""` for one that is no text."""
        said = await self.socket.receive()
        if said["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(said.get("code", 1000))
        return said.get("text") or ""

    async def _send_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while len(self._unsent) < MOST_UNSENT:
                await self._news.wait()
                self._news.clear()
                while self._unsent:
                    message = self._unsent.pop(next(iter(self._unsent)))
                    await self.socket.send_text(json.dumps(message, separators=(",", ":")))
        with contextlib.suppress(Exception):
            await self.socket.close(1008)

    async def _do(self, said: str) -> None:
        """Do what a message asks for; whatever goes wrong is said in one sentence."""
        try:
            message = m.read(said)
            if not self.dispatcher.greeted and not isinstance(message, m.Hello):
                raise ValueError("Say hello first.")
        except ValueError as error:
            self.send({"say": "error", "text": str(error)})
            return
        if is_question(message):  # its answer may take a while, and changes nothing
            self._aside = {task for task in self._aside if not task.done()}
            if len(self._aside) < MOST_QUESTIONS:
                self._aside.add(asyncio.create_task(self._dispatch(message)))
        else:
            await self._dispatch(message)

    async def _dispatch(self, message: m.Message) -> None:
        try:
            await self.dispatcher.dispatch(message)
        except ValueError as error:
            self.send({"say": "error", "text": str(error)})
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception:
            log.exception("A message could not be answered.")
            self.send({"say": "error", "text": "That went wrong here; the game is as it was."})
