"""One page that is connected: what it says is done, what there is to say is sent, neither faster than is good."""

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from .. import __version__
from . import clinic, laboratory, shown
from . import messages as m
from .lobby import Lobby
from .looking import Looking
from .reviewing import Reviewing
from .session import Session

BURST, RATE = 40.0, 20.0  # messages at once, and a second
NEW_BURST, NEW_RATE = 6.0, 0.5  # the same for new games
MOST_UNSENT = 200  # messages that may wait to be sent: a page that reads none is let go
MOST_QUESTIONS = 4  # that are answered at a time; further ones are passed over
SILENCE = 90.0  # seconds for the first word

log = logging.getLogger("kaya.web")


def is_question(message: m.Message) -> bool:
    """Does it ask for something that changes nothing?"""
    return isinstance(message, m.Card) or (isinstance(message, m.Act) and message.what in ("chances", "estimate"))


class Bucket:
    """How often somebody may do something: `burst` times at once, `rate` times a second."""

    def __init__(self, burst: float, rate: float):
        self.burst, self.rate, self.left, self.at = burst, rate, burst, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


class Connection:
    """A page and the game that it shows."""

    def __init__(self, socket: WebSocket, lobby: Lobby, store: Path | None = None):
        self.socket, self.lobby, self.store = socket, lobby, store
        self._task: asyncio.Task[None] | None = None  # what goes on for this page alone
        self.owner = ""
        self.session: Session | None = None
        self._unsent: dict[str, dict[str, Any]] = {}  # by name, or by a number of their own
        self._count, self._news = 0, asyncio.Event()
        self._new_games = Bucket(NEW_BURST, NEW_RATE)
        self._aside: set[asyncio.Task[None]] = set()  # questions that are being answered

    def send(self, message: dict[str, Any], name: str = "") -> None:
        """Send it soon. Of messages with the same name only the last that is not sent yet is."""
        self._count += 1
        self._unsent.pop(name, None)
        self._unsent[name or str(self._count)] = message
        self._news.set()

    async def run(self) -> None:
        await self.socket.accept()
        sender, bucket = asyncio.create_task(self._send_all()), Bucket(BURST, RATE)
        try:
            while not sender.done():
                said = await asyncio.wait_for(self._hear(), None if self.owner else SILENCE)
                if not bucket.take():
                    self.send({"say": "error", "text": "Too many messages: wait a second."}, "error")
                    await asyncio.sleep(1 / RATE)
                    continue
                await self._do(said)
        except (WebSocketDisconnect, TimeoutError, RuntimeError):
            pass
        finally:
            self._leave()
            sender.cancel()
            with contextlib.suppress(Exception):
                await self.socket.close()

    async def _hear(self) -> str:
        """The next message; what is no text is read as one that means nothing."""
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
            if not self.owner and not isinstance(message, m.Hello):
                raise ValueError("Say hello first.")
        except ValueError as error:
            self.send({"say": "error", "text": str(error)})
            return
        if is_question(message):  # its answer may take a while, and changes nothing
            self._aside = {task for task in self._aside if not task.done()}
            if len(self._aside) < MOST_QUESTIONS:
                self._aside.add(asyncio.create_task(self._obeyed(message)))
        else:
            await self._obeyed(message)

    async def _obeyed(self, message: m.Message) -> None:
        try:
            await self._obey(message)
        except ValueError as error:
            self.send({"say": "error", "text": str(error)})
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception:
            log.exception("A message could not be answered.")
            self.send({"say": "error", "text": "That went wrong here; the game is as it was."})

    async def _obey(self, message: m.Message) -> None:
        again = isinstance(message, m.Act) and message.what == "again"
        if (again or isinstance(message, m.New | m.Load)) and not self._new_games.take():
            raise ValueError("That are many new games: wait a little.")
        match message:
            case m.Hello(browser=browser):
                if len(browser) < 16:
                    raise ValueError("browser must be a text of at least 16 letters.")
                self.owner = browser
                self._greet()
            case m.New():
                if not self.lobby.is_ready(message.player, message.game):
                    self.send({"say": "note", "text": "Getting the player ready. The first time this takes a while."})
                self._show(await self.lobby.new(self.owner, message))
            case m.Load():
                self._show(await self.lobby.load(self.owner, message))
            case m.Join(id=name):
                self._show(await self.lobby.find(self.owner, name))
            case m.Leave():
                self._leave()
                self._greet()
            case m.Lab(elo0=elo0, elo1=elo1):
                self._leave()
                if self.store is None:
                    raise ValueError("This server shows no results store: start it with --store.")
                if not elo0 < elo1:
                    raise ValueError("elo0 must be below elo1.")
                self._begin(partial(laboratory.watch, self.store, self, elo0, elo1))
            case m.Clinic():
                self._leave()
                self.send(clinic.listed())
            case m.Problem(number=number):
                self._leave()
                self.send(clinic.problem(number), "problem")
            case m.Examine(number=number, players=players, simulations=simulations):
                self._leave()
                clinic.chosen(number)
                self._begin(partial(clinic.examine, number, players, simulations, self.lobby.searches, self))
            case m.Drop(id=name):
                await self.lobby.drop(self.owner, name)
                self._greet()
            case m.OfGame(id=name):
                await self._in_game(await self.lobby.find(self.owner, name), message)

    async def _in_game(self, session: Session, message: m.OfGame) -> None:
        match message:
            case m.Play(move=move):
                await session.play(move)
            case m.Act(what="again"):
                await self._again(session)
            case m.Act(what=what):
                await session.act(what)
            case m.Dead(point=point):
                await session.turn_dead(point)
            case m.Level(level=level):
                await session.set_level(level)
            case m.Review(on=on, simulations=simulations):
                looking = self._looking(session)
                await looking.stop()
                await (Reviewing.of(session).start(simulations) if on else Reviewing.of(session).stop())
            case m.Look(on=on, player=player, ply=ply):
                looking = self._looking(session)
                await (looking.start(player, ply) if on else looking.stop())
            case m.Set(name=name, value=value):
                await self._looking(session).set(name, value)
            case m.Children(path=path):
                self.send(self._looking(session).children(path))
            case m.Card(path=path, move=move):
                self.send(await self._looking(session).card(path, move), "card")

    @staticmethod
    def _looking(session: Session) -> Looking:
        if session.looking is None:
            session.looking = Looking(session)
        return session.looking

    async def _again(self, session: Session) -> None:
        """The same once more, with colours swapped."""
        kept = session.kept
        if not kept.human:
            raise ValueError("Begin another game in the lobby.")
        clock = kept.clocks.get("1", {})
        program = str(3 - kept.human)
        conditions = session.face.conditions(session.position)
        wanted = m.New(game=kept.game, player=kept.players[program], level=kept.levels[program], conditions=conditions,
                       side=session.face.sides[3 - kept.human], main=clock.get("main", 0.0),
                       period=clock.get("period", 0.0), periods=clock.get("periods", 3))  # fmt: skip
        self._show(await self.lobby.new(self.owner, wanted))

    def _greet(self) -> None:
        self.send({"say": "lobby", "version": __version__, "lab": self.store is not None, "offers": self.lobby.offers(),
                   "games": self.lobby.games_of(self.owner)})  # fmt: skip

    def _show(self, session: Session) -> None:
        self._leave()
        self.session = session
        session.pages.add(self)
        self.send(shown.game(session), "game")

    def _begin(self, work: Callable[[], Awaitable[None]]) -> None:
        """Something that goes on until the page goes elsewhere."""

        async def told() -> None:
            try:
                await work()
            except ValueError as error:
                self.send({"say": "error", "text": str(error)})

        self._task = asyncio.create_task(told())

    def _leave(self) -> None:
        if self._task:
            self._task.cancel()
            self._task = None
        if self.session:
            self.session.pages.discard(self)
            self.session.idle_since = time.monotonic()
            self.session = None
