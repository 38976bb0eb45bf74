"""A search that somebody looks into: of any position of an open game, or of what the person knows of a hidden one.

It is one of its own, by any player with any parameters, so looking changes nothing in the game. While it runs, what it
has found is sent several times a second; its tree can be walked, and every score in it be taken apart.
"""

import asyncio
import threading
import time
from typing import Any

from ..games.rules import CHANCE
from ..knowledge.go.outlook import Outlook
from ..players import default_player, make_player, players_of
from ..players.player import Levelled
from ..search import Budget, Explanation, Report, Search, Terms, explain
from ..search.terms import node_at
from ..search.tree import NODE_BYTES
from .faces.face import fresh_view
from .searches import LOOK_MEMORY
from .session import EVERY, Session, searched

LONGEST = 600.0  # seconds of one look
HIDDEN_LOOK = 10.0  # of one into a game with an umpire
CHILDREN = 40  # of a node that are shown
REFINED = 24  # batches of playouts for who will own what


class Looking:
    """The looks of one game."""

    def __init__(self, session: Session):
        self.session = session
        self.name, self.player, self.ply = "", None, -1  # -1: follows the game
        self.wanted = False  # whether somebody looks
        self._changes: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._epoch = 0
        self._root: tuple[Any, int] | None = None  # what is searched, and its number of moves

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
            self.name, self.player, self._changes = name, None, {}
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
        """The game has gone on: so does the look, if it follows the game."""
        if self.wanted and self.ply < 0 and self._root and self._now() != self._root[1]:
            self._epoch += 1
            self._stop.set()
            old = self._task
            self._task = asyncio.create_task(self._after(old))

    async def _after(self, old: "asyncio.Task[None] | None") -> None:
        if old:
            await asyncio.wait([old])
        if self.wanted:
            await self._run(self._epoch)

    # The search

    def _now(self) -> int:
        session = self.session
        return len(session.view.log) if session.face.hidden else session.number

    def _begin(self) -> None:
        self._epoch += 1
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
        assert player is not None
        position = session.position.copy()
        number = session.number if self.ply < 0 else self.ply
        while len(position.played) > number:
            position.undo()
        self._root = position, number
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
        self._root = view, len(view.log)
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
            report = _named(report, lambda move: session.face.name(root, move))
        mover = root.side if hidden else root.mover
        message = searched(session, report, number, mover, done) | {"who": "look", "player": self.name}
        message["bytes"] = report.nodes * NODE_BYTES
        if outlook and outlook.batches:
            points = root.points
            message |= {
                "owners": [round(float(outlook.ownership[p]), 2) for p in points],
                "score": round(outlook.score, 1),
            }
        if report.chosen and not hidden:
            session.rates[number] = report.winning_rate if mover == 1 else 1 - report.winning_rate
        session.tell(message, "search")

    def _tell_parameters(self) -> None:
        player = self.player
        assert player is not None
        self.session.tell({
            "say": "parameters", "id": self.session.id, "player": self.name,
            "players": players_of(self.session.kept.game),
            "parameters": [
                {"name": name, "kind": d.kind.__name__, "value": d.value, "default": d.default, "low": d.low,
                 "high": d.high, "meaning": d.meaning}
                for name, d in player.parameters().items() if not d.is_file
            ],
            "choices": {role: {"value": now, "known": known} for role, (now, known) in player.choices().items()},
        })  # fmt: skip

    # The tree

    def _search(self) -> tuple[Search, Any, Any]:
        """The search, the position at its root, and what names its moves; ValueError if nothing was searched."""
        if self.player is None or self._root is None:
            raise ValueError("Nothing was searched yet: begin to look first.")
        root = self._root[0]
        if not self.session.face.hidden:
            return self.player.search, root, root
        searches = getattr(self.player, "searches", None) or [getattr(self.player, "search", None)]
        belief = getattr(self.player, "belief", None)
        if searches[0] is None or searches[0].tree.used < 2:
            raise ValueError(f"{self.name} has no tree to be looked into.")
        return searches[0], belief.position() if belief else None, root

    def _steps(self, search: Search, named: Any, path: tuple[str, ...]) -> list[int]:
        """The numbers of the steps of a path; ValueError if it is not in the tree."""
        steps: list[int] = []
        for name in path:
            node = node_at(search.tree, steps)
            found = {} if node is None else {self._step(search, named, c): int(search.tree.nodes[c].move)
                                             for c in search.tree.children(node).tolist()}  # fmt: skip
            if name not in found:
                raise ValueError(f"{name} is not in the tree there.")
            steps.append(found[name])
        return steps

    def _step(self, search: Search, named: Any, node: int) -> str:
        record = search.tree.nodes[node]
        return self.session.face.step_name(named, int(record.move), int(record.mover) == CHANCE)

    def children(self, path: tuple[str, ...]) -> dict[str, Any]:
        """The children of a node, most visited first."""
        search, _, named = self._search()
        tree = search.tree
        index = node_at(tree, self._steps(search, named, path))
        found = [] if index is None else tree.children(index).tolist()
        nodes = tree.nodes
        found.sort(key=lambda c: (-int(nodes[c].visits), -float(nodes[c].heuristic)))
        rows = [
            {"move": self._step(search, named, c), "visits": int(nodes[c].visits),
             "chance": int(nodes[c].mover) == CHANCE,
             "rate": round((float(nodes[c].reward) / max(int(nodes[c].visits), 1) + 1) / 2, 4),
             "h": round(float(nodes[c].heuristic), 5), "open": bool(int(nodes[c].first) and int(nodes[c].visits) > 1)}
            for c in found[:CHILDREN]
        ]  # fmt: skip
        return {
            "say": "children",
            "id": self.session.id,
            "path": list(path),
            "children": rows,
            "more": len(found) - len(rows),
        }

    async def card(self, path: tuple[str, ...], move: str) -> dict[str, Any]:
        """The score of a move, taken apart."""
        search, position, named = self._search()
        steps = self._steps(search, named, (*path, move))
        if position is None:
            raise ValueError(f"{self.name} does not say what its scores are made of.")
        found = await asyncio.to_thread(explain, search.tree, search.strategies, position, steps[:-1], steps[-1])
        if found is None:
            raise ValueError(f"{move} is not in the tree there.")
        return {"say": "card", "id": self.session.id, "path": list(path), "move": move} | card_of(found, search)


def _named(report: Report, name: Any) -> Report:
    from dataclasses import replace

    return replace(report, name=name)


def card_of(found: Explanation, search: Search) -> dict[str, Any]:
    """An explanation as a page gets it."""
    strategies = search.strategies
    return {
        "visits": found.visits, "rate": round((found.value + 1) / 2, 4), "value": found.value, "h": found.heuristic,
        "rank": found.rank, "siblings": found.siblings, "parent": found.parent_visits,
        "keeps": found.keeps, "kept": found.kept,
        "select": terms_of(found.select), "prior": terms_of(found.prior),
        "by": {role: {"name": strategies[role].name, "says": first_line(strategies[role].function)}
               for role in ("select", "prior", "expand")},
    }  # fmt: skip


def terms_of(terms: Terms | None) -> dict[str, Any] | None:
    if terms is None:
        return None
    return {"parts": list(terms.parts.items()), "facts": list(terms.facts.items()), "of": terms.of,
            "first": terms.first, "seen": terms.seen, "outcomes": [list(row) for row in terms.outcomes],
            "score": None if terms.first else terms.score}  # fmt: skip


def first_line(function: Any) -> str:
    """What a strategy says of itself."""
    said = getattr(function, "py_func", function).__doc__ or ""
    return " ".join(said.split("\n\n")[0].split())[:300]
