"""The opening book: how own strong games began, as long as the umpire had nothing to tell.

A line is the own moves so far; what the opponent did is not known, and nothing was heard of it. In a line each next
move has the games in which it was made and the points that these brought; it is drawn with a chance in proportion to
the points. `kaya learn openings` makes the book."""

import functools
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ...kernel import split_seed
from ..rules import View, move_name, parse_move
from ..rules.messages import tells_nothing
from ..rules.squares import COLOURS
from .pieces import is_usual

SHIPPED = Path(__file__).with_name("openings.json")
LONGEST = 10  # own moves
Line = tuple[str, ...]


@dataclass
class Opening:
    """What a line with one more move has brought."""

    games: int = 0
    points: float = 0.0
    material: float = 0.0  # own less the opponent's when the opening was over, in pawns, all games together


@dataclass
class Book:
    """Openings by colour and line; the games that taught them, by player."""

    lines: dict[int, dict[Line, Opening]]
    games: dict[str, int] = field(default_factory=dict)

    def choices(self, view: View) -> dict[int, float]:
        """The moves of the book and their chances; none if something was heard, or the line is not in it."""
        line = quiet_line(view)
        if line is None:
            return {}
        here = {said[-1]: opening for said, opening in self._after(view.side, line)}
        whole = sum(opening.points for opening in here.values())
        return {parse_move(name): opening.points / whole for name, opening in here.items() if opening.points}

    def _after(self, side: int, line: Line) -> Iterable[tuple[Line, Opening]]:
        return ((said, o) for said, o in self.lines.get(side, {}).items() if said[:-1] == line)

    def move(self, view: View, seed: int) -> int | None:
        """One of these moves, drawn by its chance."""
        mark = split_seed(2 * seed + view.side, view.ply) / 2.0**64
        tries = view.tries()
        for move, chance in self.choices(view).items():
            mark -= chance
            if mark < 0.0 and move in tries:
                return move
        return None

    def write(self, path: str | Path) -> None:
        told = {
            COLOURS[side]: {" ".join(line): [o.games, o.points, round(o.material, 1)] for line, o in lines.items()}
            for side, lines in self.lines.items()
        }
        text = json.dumps({"made by": "kaya learn openings", "games": self.games, **told}, indent=1)
        Path(path).write_text(text.replace("[\n   ", "[").replace(",\n   ", ", ").replace("\n  ]", "]") + "\n")


def quiet_line(view: View) -> Line | None:
    """The own moves so far; None if the umpire has said more than that moves were made, or enough are made."""
    heard = [told for told in view.log if told.tells(view.side)]
    if not is_usual(view.start) or not all(tells_nothing(told.message) for told in heard):
        return None
    line = tuple(move_name(told.move) for told in heard if told.by == view.side)
    return line if len(line) < LONGEST else None


@functools.cache
def read_book(path: Path = SHIPPED) -> Book:
    """What `kaya learn openings` wrote; ValueError if a file is no book."""
    try:
        told = json.loads(Path(path).read_text())
        lines = {
            side: {
                tuple(line.split()): Opening(int(games), float(points), float(material))
                for line, (games, points, material) in told[name].items()
            }
            for side, name in COLOURS.items()
        }
        for moves in lines.values():
            for line in moves:
                parse_move(line[-1])
        return Book(lines, dict(told["games"]))
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"{path}: no opening book that `kaya learn openings` wrote.") from error
