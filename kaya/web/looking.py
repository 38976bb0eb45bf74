"""A search that somebody looks into: of any position of an open game, or of what the person knows of a hidden one.

It is one of its own, by any player with any parameters, so looking changes nothing in the game. While it runs, what it
has found is sent several times a second; its tree can be walked, and every score in it be taken apart.
"""

import asyncio
import contextlib
import threading
import time
from dataclasses import replace
from typing import Any

from ..knowledge.go.outlook import Outlook
from ..players import default_player, make_player, players_of
from ..players.player import Levelled
from ..search import Budget, Report, explain
from ..search.tree import NODE_BYTES
from . import shown
from .faces.face import fresh_view
from .programs import EVERY
from .searches import LOOK_MEMORY
from .session import Session
from .trees import Walk, card_of

LONGEST = 600.0  # seconds of one look
HIDDEN_LOOK = 10.0  # of one into a game with an umpire
REFINED = 24  # batches of playouts for who will own what


class Looking:
    """The looks of one game."""

    def __init__(self, session: Session):
        self.session = session
        self.name, self.ply = "", -1  # -1: follows the game
        self.player: Any = None
        self.wanted = False  # whether somebody looks
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._epoch = 0
        self._root: Any = None  # what is searched, or was last
        self._at: int | None = None  # how far the game was then; None while nothing is to be searched
        self._explained = False  # whether this player has taken a score apart

    @property
    def running(self) -> bool:
        return self._task is not None and not self._task.done()

    # What a page asks for

    async def start(self, name: str, ply: int) -> None:
        """Begin to look, or go on; ValueError if there is no such player."""
        game = self.session.kept.game
        name = name or self.name or default_player(game)
        if name not in players_of(game):
            raise ValueError(f"{name} does not play {game}.")
        if ply > self.session.number or (ply >= 0 and self.session.face.hidden):
            raise ValueError(f"There are {self.session.number} moves.")
        await self.stop()
        if name != self.name:
            self.name, self.player, self._explained = name, None, False
        self.ply, self.wanted = ply, True
        self._begin()

    async def stop(self) -> None:
        self.wanted = False
        await self._end()

    async def set(self, name: str, value: str) -> None:
        """Change a parameter or a strategy, and search anew; ValueError says what is accepted. No file can be named."""
        if self.player is None:
            raise ValueError("Nothing is looked at: begin to look first.")
        known, roles = self.player.parameters(), self.player.choices()
        if name not in known and name not in roles:
            raise ValueError(f"There is no parameter {name!r}; there are: {', '.join([*known, *roles])}.")
        if name in known and known[name].is_file:
            raise ValueError(f"{name} is a file, which a page cannot set.")
        await self._end()
        before = roles[name][0] if name in roles else known[name].value
        self.player.set(name, value)
        try:
            self.player.check()
        except ValueError:
            self.player.set(name, before)
            raise
        finally:
            self._begin()
        self._tell_parameters()

    def follow(self) -> None:
        """The game has gone on: so does the look, if it follows the game. While a program thinks of its move, that is
        the search to be seen."""
        if not self.wanted or self.ply >= 0:
            return
        session = self.session
        at = self._now() if session.persons_turn or session.table.over or not session.human else None
        if at != self._at:
            self._at = at
            self._epoch += 1
            self._stop.set()
            self._task = asyncio.create_task(self._after(self._task))

    async def _after(self, old: "asyncio.Task[None] | None") -> None:
        epoch = self._epoch
        if old:
            await asyncio.wait([old])
        if self.wanted and epoch == self._epoch and self._at is not None:
            await self._run(epoch)

    # The search

    def _now(self) -> int:
        session = self.session
        return len(session.view.log) if session.face.hidden else session.number

    def _begin(self) -> None:
        self._epoch += 1
        self._at = self._now()
        self._task = asyncio.create_task(self._run(self._epoch))

    async def _end(self) -> None:
        self._epoch += 1
        self._stop.set()
        if self._task and not self._task.done():
            await asyncio.wait([self._task])
        self._task = None

    async def _run(self, epoch: int) -> None:
        session = self.session
        try:
            async with session.searches.turn(give_way=self._stop.set, waits=self._wait):
                self._stop.clear()
                if epoch != self._epoch:
                    return
                if self.player is None:
                    self.player = await asyncio.to_thread(self._make)
                    self._tell_parameters()
                if session.face.hidden:
                    await self._look_at_view(epoch)
                else:
                    await self._look_at_position(epoch)
        except ValueError as error:
            session.tell({"say": "error", "text": str(error)})

    def _make(self) -> Any:
        player = make_player(self.name, game=self.session.kept.game, seed=1)
        if isinstance(player, Levelled):
            player.set("level", 10)
        return player

    def _wait(self, ahead: int) -> None:
        self.session.tell(
            {"say": "search", "id": self.session.id, "who": "look", "waits": ahead + 1, "moves": []}, "search"
        )

    async def _look_at_position(self, epoch: int) -> None:
        session, player = self.session, self.player
        position = session.position.copy()
        number = session.number if self.ply < 0 else self.ply
        while len(position.played) > number:
            position.undo()
        self._root = position
        if position.over:
            session.tell({"say": "search", "id": session.id, "who": "look", "over": True, "moves": []}, "search")
            return
        thinking = await asyncio.to_thread(player.start, position, Budget(memory=LOOK_MEMORY, seconds=LONGEST))
        outlook = Outlook(position, player.judge) if session.kept.game == "go" else None
        while not thinking.done and epoch == self._epoch and not self._stop.is_set():
            await asyncio.sleep(EVERY)
            if outlook and not outlook.settled and outlook.batches < REFINED:
                await asyncio.to_thread(outlook.refine)
            if epoch == self._epoch:
                self._say(thinking.report(), position, number, outlook)
        thinking.stop()
        await asyncio.to_thread(thinking.wait)
        if epoch == self._epoch:
            self._say(thinking.report(), position, number, outlook, done=True)

    async def _look_at_view(self, epoch: int) -> None:
        """A player in the person's place, which is told what the person was told and nothing else."""
        session, player, loop = self.session, self.player, asyncio.get_running_loop()
        if not session.human:
            raise ValueError("In a game with an umpire only the person's own side can be looked at.")
        view = fresh_view(session.position, session.human)
        self._root = view
        if not view.my_turn:
            return

        def progress(report: Report) -> None:
            loop.call_soon_threadsafe(self._say, report, view, view.ply, None, False, epoch)

        began = time.monotonic()
        decision = await asyncio.to_thread(player.choose, view, Budget(seconds=HIDDEN_LOOK, memory=LOOK_MEMORY),
                                           stop=self._stop.is_set, progress=progress, every=EVERY)  # fmt: skip
        if epoch == self._epoch:
            best = None if decision.move is None else session.face.name(view, decision.move)
            self._say(decision.report, view, view.ply, None, True)
            session.tell({"say": "advice", "id": session.id, "move": best, "reason": decision.reason,
                          "seconds": round(time.monotonic() - began, 1)})  # fmt: skip

    # What is told

    def _say(self, report: Report, root: Any, number: int, outlook: Outlook | None, done: bool = False,
             epoch: int | None = None) -> None:  # fmt: skip
        session = self.session
        if epoch is not None and epoch != self._epoch:
            return
        hidden = session.face.hidden
        if hidden:
            report = replace(report, name=lambda move: session.face.name(root, move))
        mover = root.side if hidden else root.mover
        message = shown.search(session, report, number, mover, done) | {"who": "look", "player": self.name}
        message["bytes"] = report.nodes * NODE_BYTES
        if report.best is not None and not self._explained:
            self._explained = True
            self._getting_ready = asyncio.create_task(self._get_ready(report.name(report.best)))
        if outlook and outlook.batches:
            points = root.points
            message |= {
                "owners": [round(float(outlook.ownership[p]), 2) for p in points],
                "score": round(outlook.score, 1),
            }
        if report.chosen and not hidden:
            session.rates[number] = report.winning_rate if mover == 1 else 1 - report.winning_rate
        session.tell(message, "search")

    async def _get_ready(self, move: str) -> None:
        """Take a score apart before somebody asks: what that needs may have to be compiled."""
        with contextlib.suppress(Exception):
            await self.card((), move)

    def _tell_parameters(self) -> None:
        player = self.player
        self.session.tell({
            "say": "parameters", "id": self.session.id, "player": self.name,
            "players": players_of(self.session.kept.game),
            "parameters": [
                {"name": name, "kind": d.kind.__name__, "value": d.value, "default": d.default, "low": d.low,
                 "high": d.high, "meaning": d.meaning, "choices": list(getattr(d, "choices", ()))}
                for name, d in player.parameters().items() if not d.is_file
            ],
            "choices": {role: {"value": now, "known": known} for role, (now, known) in player.choices().items()},
        })  # fmt: skip

    # The tree

    def _walk(self) -> tuple[Walk, Any]:
        """The tree, and the position at its root; ValueError if nothing was searched."""
        if self.player is None or self._root is None:
            raise ValueError("Nothing was searched yet: begin to look first.")
        search = next(iter(getattr(self.player, "searches", ())), None) or getattr(self.player, "search", None)
        if search is None or search.tree.used < 2:
            raise ValueError(f"{self.name} has no tree to be looked into.")
        walk = Walk(search, self.session.face, self._root)
        if not self.session.face.hidden:
            return walk, self._root
        belief = getattr(self.player, "belief", None)
        return walk, belief.position() if belief else None

    def children(self, path: tuple[str, ...]) -> dict[str, Any]:
        """The children of a node, most visited first."""
        walk, _ = self._walk()
        return {"say": "children", "id": self.session.id, "path": list(path), **walk.children(path)}

    async def card(self, path: tuple[str, ...], move: str) -> dict[str, Any]:
        """The score of a move, taken apart."""
        walk, position = self._walk()
        steps = walk.steps((*path, move))
        if position is None:
            raise ValueError(f"{self.name} does not say what its scores are made of.")
        search = walk.search
        found = await asyncio.to_thread(explain, search.tree, search.strategies, position, steps[:-1], steps[-1])
        if found is None:
            raise ValueError(f"{move} is not in the tree there.")
        return {"say": "card", "id": self.session.id, "path": list(path), "move": move} | card_of(found, search)
