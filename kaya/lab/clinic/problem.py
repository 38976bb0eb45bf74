"""What a game brings to the clinic: problems, and how a file of them is read."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from ...games.registry import bundles, find_bundle, imported
from ...search import Budget

SOLVED = "solved"
Reader = Callable[[], Any]


class Answer(Protocol):
    """What a player did with a problem."""

    def passed(self, measure: str) -> bool: ...


class Problem(Protocol):
    """A position with what is right in it, and how it is put to a player. `measures` are what is counted; the first
    decides whether it is solved."""

    game: ClassVar[str]
    measures: ClassVar[tuple[str, ...]]

    @property
    def name(self) -> str: ...

    @property
    def category(self) -> str: ...

    def put_to(self, player: Any, budget: Budget) -> Any:
        """An `Answer` of a player that has forgotten all that was before."""
        ...

    def diagram(self) -> str:
        """The board as text."""
        ...

    def case(self, player: str, answer: Any) -> str:
        """A failed problem as text: the board, what was played and what is right."""
        ...


P = TypeVar("P", bound=Problem)


@dataclass(frozen=True)
class Clinic:
    """A game's clinic."""

    shipped: Callable[[], tuple[Any, ...]]  # its own problems
    load: Callable[[Path], list[Any]]  # those of a file; ValueError says what is wrong with it and where
    player: str  # who is examined where nobody is named
    simulations: int = 10_000  # a position, where nothing is said


def clinic_of(game: str) -> Clinic:
    """That of a game, the first if none is named; ValueError names the games that have one."""
    having = [bundle.name for bundle in bundles() if bundle.clinic]
    game = game or having[0]
    if game not in having:
        raise ValueError(f"There is no clinic of {game!r}; there are: {', '.join(having)}.")
    return imported(find_bundle(game).clinic)


def selected(problems: Iterable[P], categories: Iterable[str] = (), most: int | None = None) -> list[P]:
    """Those of these categories, or all, `most` of each; ValueError names a category that is not there."""
    groups: dict[str, list[P]] = {}
    for problem in problems:
        groups.setdefault(problem.category, []).append(problem)
    wanted = list(categories) or list(groups)
    for category in wanted:
        if category not in groups:
            raise ValueError(f"There is no category {category!r}; there are: {', '.join(groups)}.")
    return [problem for category in wanted for problem in groups[category][:most]]


def read_with(path: Path, readers: dict[str, Callable[[bytes, str], Iterator[tuple[str, Reader]]]]) -> list[Any]:
    """All problems of a file, by the ending of its name; each reader yields places and what reads the problem there,
    which may be None. ValueError says what is wrong with it and where."""
    if path.suffix.lower() not in readers:
        raise ValueError(f"{path.name} is no suite of positions: its name must end in {', '.join(readers)}.")
    found = []
    for place, read in readers[path.suffix.lower()](path.read_bytes(), path.stem):
        try:
            problem = read()
            if problem is not None:
                problem.check()
                found.append(problem)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            reason = f"{error} is missing" if isinstance(error, KeyError) else str(error).rstrip(".")
            raise ValueError(f"{path.name}, {place}: {reason}.") from None
    if not found:
        raise ValueError(f"{path.name} holds no position with a move for an answer.")
    return found


def text_blocks(content: bytes) -> Iterator[tuple[str, list[str]]]:
    """The blocks of lines between empty ones, without those that begin with #, and where each begins."""
    block: list[str] = []
    began = 0
    for number, line in enumerate([*content.decode("utf-8", "replace").splitlines(), ""], start=1):
        if line.startswith("#"):
            continue
        if line.strip():
            began = number if not block else began
            block.append(line.strip())
        elif block:
            yield f"line {began}", block
            block = []
