"""One page that learns: the stop that it is at, and what it does there."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from ...games.registry import bundles, find_bundle, imported
from ...players import analyst, players_of
from ..adapter import adapter_of, described
from ..messages import Page
from ..scheduler import Scheduler
from ..security import RateLimit
from .bench import SETTLING, Bench
from .messages import Compare, InScene, Learn, Look, OfLearning, SetPace, Turn, Visit
from .scene import Scene, scene_payload
from .tour import Searching, after, stop_of, tours

log = logging.getLogger("kaya.web")
BURST, RATE = 20.0, 1.0  # stops visited at once, and a second
SHOWS = ("board", "terms", SETTLING, "tree")


class Learning:
    def __init__(self, page: Page, scheduler: Scheduler):
        self.page, self.scheduler = page, scheduler
        self.bench: Bench | None = None
        self.scene: Scene | None = None
        self._task: asyncio.Task[None] | None = None
        self._visits = RateLimit(BURST, RATE)

    def leave(self) -> None:
        """End what goes on, and free the trees."""
        if self._task:
            self._task.cancel()
        self._task = self.bench = self.scene = None

    async def do(self, message: Learn | OfLearning) -> None:
        if isinstance(message, Visit | Compare) and not self._visits.take():
            raise ValueError("That are many searches: wait a little.")
        match message:
            case Learn():
                self.leave()
                self.page.send(listed())
            case Visit(tour=tour, stop=number):
                self.leave()
                await self._visit(tour, number)
            case Compare():
                self.leave()
                self._search(compared(message))
            case SetPace(what=what, number=number):
                self._running.change_pace(what, number)
            case Turn(lane=lane, name=name, value=value):
                self._running.turn(lane, name, value)
            case Look(board=board, move=move):
                self._running.look(board, move)
            case InScene(name=name):
                if self.scene is None:
                    raise ValueError("There is nothing here to be done.")
                await asyncio.to_thread(self.scene.act, name)
                await self._show_scene()

    @property
    def _running(self) -> Bench:
        if self.bench is None:
            raise ValueError("Nothing is searched here: visit a stop of a tour first.")
        return self.bench

    async def _visit(self, name: str, number: int) -> None:
        stop, tour = stop_of(name, number), tours()[name]
        told = {"title": stop.title, "section": stop.section, "text": stop.text, "ask": stop.ask}
        whole = {"paper": tour.paper, "stops": [s.title for s in tour.stops], "of": tour.title}
        self.page.send({"say": "stop", "tour": name, "number": number, **told, **whole})
        if isinstance(stop.scene, Searching):
            self._search(stop.scene)
        else:
            self._begin(partial(self._stage, stop.scene))

    async def _stage(self, scene: Any) -> None:
        self.scene = await asyncio.to_thread(imported(scene))
        await self._show_scene()

    async def _show_scene(self) -> None:
        assert self.scene is not None
        self.page.send(await asyncio.to_thread(scene_payload, self.scene), "scene")

    def _search(self, spec: Searching) -> None:
        self.bench = Bench(spec, self.scheduler, lambda message: self.page.send(message, message["say"]))
        self._begin(self.bench.run)

    def _begin(self, work: Callable[[], Awaitable[None]]) -> None:
        """Beside what the page asks for next, which may be to leave: compiling takes a while."""

        async def told() -> None:
            try:
                await work()
            except ValueError as error:
                self.page.send({"say": "error", "text": str(error)})
            except Exception:
                log.exception("A stop could not be shown.")
                self.page.send({"say": "error", "text": "That went wrong here: visit the stop again."})

        self._task = asyncio.create_task(told())


def listed() -> dict[str, Any]:
    """The tours, and what may be put side by side: the games, their conditions, and who searches in steps."""
    found = [
        {"name": t.name, "title": t.title, "paper": t.paper, "about": t.about, "stops": [s.title for s in t.stops]}
        for t in tours().values()
    ]
    games = []
    for bundle in bundles():
        conditions = [described(d) for d in bundle.rules.conditions.describe()]
        told = {"name": bundle.name, "title": adapter_of(bundle.name).title, "conditions": conditions}
        games.append(told | {"players": players_of(bundle.name), "usual": analyst(bundle.name)})
    return {"say": "learn", "tours": found, "games": games}


def compared(message: Compare) -> Searching:
    """What is asked for; ValueError says what is accepted. No file can be named: programs come without settings."""
    known = players_of(find_bundle(message.game).name)
    if not message.programs:
        raise ValueError("One program or two are put side by side.")
    if wrong := [name for name in message.programs if name not in known]:
        raise ValueError(f"{wrong[0][:40]!r} does not play {message.game}; there are: {', '.join(known)}.")
    start = after(message.game, message.moves, message.conditions)
    start()  # what is wrong with it is said at once
    return Searching(message.game, start, message.programs, SHOWS)
