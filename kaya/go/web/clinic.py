"""The clinic in the browser: its positions one by one, and what each player answers."""

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from ...lab.clinic import Examination
from ...players import players_of
from ...search import Budget
from ...web.adapter import Part
from ...web.messages import OfPart, Page
from ...web.scheduler import MEMORY, Scheduler
from ...web.schema import names, whole
from ..clinic import Problem, shipped
from ..files.compact import compact
from ..files.sgf import GameRecord
from ..rules import GoPosition

COLOURS = {1: "Black", 2: "White"}
PARTS = (Part("clinic", "Clinic", "/games/go/clinic.js"),)


class Clinic(OfPart, do="clinic"):
    """The positions of the clinic."""

    def answer(self, page: Page, scheduler: Scheduler) -> None:
        page.send(listed())


class OneProblem(OfPart, do="problem"):
    """One of them, from 0."""

    number: Annotated[int, whole(0, 100_000)]

    def answer(self, page: Page, scheduler: Scheduler) -> None:
        page.send(problem(self.number), "problem")


class Examine(OfPart, do="examine"):
    """What players answer to it."""

    number: Annotated[int, whole(0, 100_000)]
    players: Annotated[tuple[str, ...], names(20)]
    simulations: Annotated[int, whole(1, 20_000)] = 1000

    def answer(self, page: Page, scheduler: Scheduler) -> Callable[[], Awaitable[None]]:
        chosen(self.number)
        return functools.partial(examine, self.number, self.players, self.simulations, scheduler, page)


def listed() -> dict[str, Any]:
    return {
        "say": "clinic",
        "players": players_of("go"),
        "problems": [{"name": p.name, "category": p.category} for p in shipped()],
    }


def problem(number: int) -> dict[str, Any]:
    found = chosen(number)
    position: GoPosition = found.position()
    told = {name: getattr(found, name) for name in ("name", "category", "why", "komi", "negated")}
    return told | {
        "say": "problem",
        "number": number,
        "record": compact(GameRecord.of(position)),
        "mover": found.to_play,
        "answers": [position.move_name(p) for p in sorted(found.answers)],
        "winner": COLOURS.get(found.winner or 0, ""),
        "region": None if found.region is None else [position.move_name(p) for p in sorted(found.region)],
    }


def chosen(number: int) -> Problem:
    """The position of this number, from 0; ValueError if there is none."""
    if not 0 <= number < len(shipped()):
        raise ValueError(f"There are {len(shipped())} positions.")
    return shipped()[number]


async def examine(number: int, players: tuple[str, ...], simulations: int, scheduler: Scheduler, page: Page) -> None:
    """Put a position before players, one after the other."""
    found, known = chosen(number), players_of("go")
    if wrong := [name for name in players if name not in known]:
        raise ValueError(f"There is no player {wrong[0]!r}; there are: {', '.join(known)}.")
    position = found.position()
    for name in players:
        async with scheduler.slot(give_way=lambda: None):
            budget = Budget(simulations=simulations, memory=MEMORY)
            outcomes = await asyncio.to_thread(lambda n=name, b=budget: list(Examination([found], [n], b).run()))
        for o in outcomes:
            said = {"move": position.move_name(o.answer.move), "rate": round(o.answer.rate, 4)}
            said |= {"seconds": round(o.seconds, 2)}
            page.send({"say": "answer", "number": number, "player": name, "solved": o.solved, **said})
