"""Searches side by side on one position, in step: the same simulations in each, as many as a reader wants."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from ...games.registry import imported
from ...players import make_player
from ...search import Budget, Steps
from ...show import PICTURES, History, Picture
from ...show.searches import written
from ..adapter import PageAdapter, adapter_of, described
from ..inspection import Inspection
from ..pace import EVERY, Pace
from ..scheduler import Scheduler
from .scene import picture_payload
from .tour import MOST, Searching

MEMORY = 48 << 20  # bytes of a tree
BOARDS = ("visits", "ranks", "prior")
SETTLING = "settling"
TREELESS = ("board", SETTLING)  # what there is without a tree


class Lane:
    """A program, its search, and what a reader has changed of it."""

    def __init__(self, adapter: PageAdapter, program: str, spec: Searching):
        self.adapter, self.program, self.spec = adapter, program, spec
        self.player: Any = make_player(program, game=adapter.game.name, seed=1)
        self.changed: dict[str, str] = {}
        self.history = History()
        self.begin()

    def begin(self) -> None:
        self.player.forget()
        self.root = imported(self.spec.start)()
        budget = Budget(memory=MEMORY, simulations=self.spec.planned)
        self.steps: Steps = self.player.in_steps(self.root, budget)
        self.steps.names = partial(self.adapter.step_name, self.root)
        self.history.forget()

    def run_to(self, number: int) -> None:
        self.history.run_to(self.steps, number)

    @property
    def inspection(self) -> Inspection:
        return Inspection(self.player, self.program, self.adapter, self.root, self.steps.report())

    @property
    def title(self) -> str:
        return ", ".join([self.program, *(f"{name}={value}" for name, value in self.changed.items())])

    def set(self, name: str, value: str) -> None:
        """Change a parameter or a strategy, and begin anew; ValueError says what is accepted."""
        self.inspection.set(name, value)
        self.changed[name] = value
        self.begin()

    def pictures(self, shows: tuple[str, ...], board: str, chosen: str) -> list[dict[str, str]]:
        """Those of the pictures that there are by now."""
        found = []
        for name in shows if self.steps.has_tree else [name for name in shows if name in TREELESS]:
            try:
                found.append(picture_payload(self._picture(name, board, chosen), name))
            except ValueError as error:
                found.append(picture_payload(Picture("", "", str(error)), name))
        return found

    def _picture(self, name: str, board: str, chosen: str) -> Picture:
        if name == SETTLING:
            return self.history.picture(self.steps)
        if name == "board" and (not self.steps.has_tree or self.steps.tree.picture is None):
            if hasattr(self.root, "_repr_svg_"):  # as the side sees it
                return Picture("The board", self.root._repr_svg_())
            return written(self.adapter.board(self.root).get("text") or str(self.root))
        draw: Any = PICTURES[name]
        return draw(self.steps, board, chosen) if name == "board" else draw(self.steps)


class Bench:
    """What one page looks at. `tell` sends it."""

    def __init__(self, spec: Searching, scheduler: Scheduler, tell: Callable[[dict[str, Any]], None]):
        self.spec, self.scheduler, self.tell = spec, scheduler, tell
        self.adapter = adapter_of(spec.game)
        self.pace = Pace(max(spec.goal, spec.simulations), spec.rate, min(MOST, spec.planned or MOST))
        self.board, self.chosen = spec.board, spec.look
        self.lanes: list[Lane] = []
        self._news, self._changes = asyncio.Event(), list[Callable[[], None]]()

    @property
    def done(self) -> int:
        return min((lane.steps.simulations for lane in self.lanes), default=0)

    # What a page asks for

    def change_pace(self, what: str, number: float) -> None:
        self.pace.change(what, number, self.done)
        self._news.set()

    def look(self, board: str, chosen: str) -> None:
        if board not in BOARDS:
            raise ValueError(f"A board shows {', '.join(BOARDS)}, not {board!r}.")
        self.board, self.chosen = board, chosen
        self._news.set()

    def turn(self, lane: int, name: str, value: str) -> None:
        """Set a parameter of one of the searches, or of all (-1), between two looks."""
        if not -1 <= lane < len(self.lanes):
            raise ValueError(f"There are {len(self.lanes)} searches, from 0.")
        wanted = self.lanes if lane < 0 else [self.lanes[lane]]
        self._changes.append(lambda: self._turned(wanted, name, value))
        self._news.set()

    def _turned(self, lanes: list[Lane], name: str, value: str) -> None:
        for lane in lanes:
            lane.set(name, value)
        for lane in self.lanes:
            lane.run_to(0)

    # The searches

    async def run(self) -> None:
        """Until the page goes elsewhere."""
        self.tell({"say": "bench", "ready": False})
        async with self.scheduler.slot():
            await asyncio.to_thread(self._prepare)
        await self._show()
        while True:
            await self._change()
            if self.pace.rests(self.done):
                await self._news.wait()
            self._news.clear()
            await self._change()
            if not self.pace.rests(self.done):
                async with self.scheduler.slot():
                    began = time.monotonic()
                    await asyncio.to_thread(self._go_on)
                await asyncio.sleep(max(EVERY - (time.monotonic() - began), 0.01))
            await self._show()

    async def _change(self) -> None:
        while self._changes:
            try:
                await asyncio.to_thread(self._changes.pop(0))
            except ValueError as error:
                self.tell({"say": "error", "text": str(error)})

    def _prepare(self) -> None:
        self.lanes = [Lane(self.adapter, program, self.spec) for program in self.spec.programs]
        for lane in self.lanes:
            lane.run_to(self.spec.simulations)

    def _go_on(self) -> None:
        done, began = self.done, time.monotonic()
        number = self.pace.following(done)
        for lane in self.lanes:
            lane.run_to(number)
        self.pace.took(number - done, time.monotonic() - began)
        if self.done < number:  # a search that was planned with fewer
            self.pace.bound(self.done)

    # Payloads

    async def _show(self) -> None:
        lanes = [await self._lane(lane) for lane in self.lanes]
        knobs = self._knobs(self.lanes[0])
        settable = None if self.spec.knobs else self._settable(self.lanes[0])
        shown = {"board": self.board, "chosen": self.chosen, "settable": settable, "lanes": lanes, "knobs": knobs}
        units = {lane.steps.unit for lane in self.lanes}
        pace = self.pace.payload(self.done, units.pop() if len(units) == 1 else ("step", "steps"))
        self.tell({"say": "bench", "ready": True, **pace, **shown})

    async def _lane(self, lane: Lane) -> dict[str, Any]:
        pictures = await asyncio.to_thread(lane.pictures, self.spec.shows, self.board, self.chosen)
        report, card = lane.steps.report(), None
        if self.chosen and lane.steps.simulations:
            try:
                card = await lane.inspection.card((), self.chosen)
            except ValueError:
                card = None  # it is not in this tree
        names = lane.steps.names or (lambda move, chance: str(move))
        best = None if report.best is None else names(report.best, False)
        rate = round(report.winning_rate, 4) if report.chosen else None
        told = {"title": lane.title, "best": best, "rate": rate, "nodes": report.nodes}
        return told | {"pictures": pictures, "card": card}

    def _settable(self, lane: Lane) -> dict[str, list[str]]:
        """All that can be switched, by name, with the values that it may have where these are few; no files."""
        known = {name: d for name, d in lane.player.parameters().items() if not d.is_file}
        found = {name: ["on", "off"] if d.kind is bool else list(d.choices) for name, d in known.items()}
        return found | {role: choices for role, (_, choices) in lane.player.choices().items()}

    def _knobs(self, lane: Lane) -> list[dict[str, Any]]:
        known, roles = lane.player.parameters(), lane.player.choices()
        told = [described(known[name], name) for name in self.spec.knobs if name in known]
        for name in self.spec.knobs:
            if name in roles:
                value, choices = roles[name]
                told.append({"name": name, "kind": "str", "value": value, "choices": choices, "meaning": "a strategy"})
        return told
