"""A tour of a paper: data. Each stop is a sentence or two and something to be tried; a game brings its tours in its
bundle, and the page knows none by its name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...games.registry import Place, bundles, imported
from ..adapter import adapter_of

MOST = 100_000  # simulations of a search that a page looks at


@dataclass(frozen=True)
class Searching:
    """One position, searched by a program, or by two in step. `start` makes the position or, in a game with an umpire,
    a view. `shows` are pictures of `kaya.show` by name, and `settling`; `knobs` parameters that a reader may turn;
    `board` what its board shows: `visits`, `ranks` or `prior`."""

    game: str
    start: Place
    programs: tuple[str, ...]
    shows: tuple[str, ...] = ("board", "terms")
    simulations: int = 0  # where it begins
    goal: int = 0  # how far it goes by itself
    rate: float = 0.0  # simulations a second; 0: as fast as it can
    knobs: tuple[str, ...] = ()
    board: str = "visits"
    look: str = ""  # a move whose score is taken apart
    planned: int | None = None  # simulations that strategies plan with


@dataclass(frozen=True)
class Stop:
    """`scene` is a `Searching`, or what makes a `Scene`."""

    title: str
    section: str
    text: str
    scene: Any
    ask: str = ""  # what to try


@dataclass(frozen=True)
class Tour:
    name: str
    title: str
    paper: str  # who wrote it, and where
    about: str
    stops: tuple[Stop, ...] = field(repr=False, default=())


def tours() -> Mapping[str, Tour]:
    """All that games bring, by name."""
    found = [tour for bundle in bundles() if bundle.tours for tour in imported(bundle.tours)]
    return {tour.name: tour for tour in found}


def stop_of(name: str, number: int) -> Stop:
    """ValueError says which there are."""
    known = tours()
    if name not in known:
        raise ValueError(f"There is no tour {name[:40]!r}; there are: {', '.join(known)}.")
    stops = known[name].stops
    if not 0 <= number < len(stops):
        raise ValueError(f"This tour has {len(stops)} stops, from 0.")
    return stops[number]


def after(game: str, moves: Iterable[str] = (), conditions: Mapping[str, Any] | None = None) -> Callable[[], Any]:
    """What makes the position after these moves, by name; with an umpire, what the side to move knows then."""

    def start() -> Any:
        adapter = adapter_of(game)
        known = {d.name for d in adapter.game.conditions.describe()}
        if unknown := set(conditions or ()) - known:
            raise ValueError(f"{game} has no condition {min(unknown)[:40]!r}.")
        position = adapter.start(dict(conditions or {}), 0)
        for name in moves:
            if position.over:
                raise ValueError(f"The game is over before {name}.")
            if adapter.hidden:
                position.attempt(adapter.read(position.view_for(position.mover), name))
            else:
                position.play(adapter.read(position, name))
        return position.view_for(position.mover) if adapter.hidden else position

    return start
