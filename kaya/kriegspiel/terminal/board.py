"""A chess board as text: coloured squares and pieces where there are colours, letters where there are none."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from ...terminal.look import FINE, LABEL, LIKELY, Look
from ..rules.squares import LETTERS, WHITE
from .sprites import SPRITES

Pieces = Mapping[int, tuple[int, bool]]
"""By square: the kind of a piece, and whether it is White's."""

GLYPHS = " ♟♞♝♜♛♚"  # filled for both sides, which differ in colour: the outlined ones are hard to read


class Squares(NamedTuple):
    """Colours of the squares, each light and dark, and of the pieces. The squares lie between the two sides' colours,
    so that both can be read on them, and are the same on dark and light terminals."""

    plain: tuple[str, str]
    moved: tuple[str, str]
    alarm: tuple[str, str]
    white: str
    black: str
    dot: str


WOOD = Squares(
    ("rgb(186,152,106)", "rgb(146,106,66)"),
    ("rgb(150,158,82)", "rgb(118,124,48)"),
    ("rgb(214,112,86)", "rgb(184,78,56)"),
    "rgb(255,255,255)",
    "rgb(12,12,12)",
    "rgb(24,50,110)",
)
FEW = Squares(("cyan", "yellow"), ("green", "green"), ("bright_red", "bright_red"), "bright_white", "black", "black")


@dataclass(frozen=True)
class Marks:
    """What is shown besides the pieces: the squares of a move, those of a check or a loss, where a piece could go, and
    where one tried to go in vain; and how likely the opponent has a piece on a square, which shades it."""

    moved: frozenset[int] = frozenset()
    alarm: frozenset[int] = frozenset()
    goals: frozenset[int] = frozenset()
    vain: frozenset[int] = frozenset()
    chances: Mapping[int, float] = field(default_factory=dict)


class Cell(NamedTuple):
    """The size of a square in characters."""

    width: int
    height: int


SMALL, USUAL, LARGE = Cell(2, 1), Cell(3, 1), Cell(7, 3)


def fitting(look: Look, *cells: Cell) -> list[Cell]:
    """Those of these sizes that make sense: large squares only where there are pictures for them."""
    return [cell for cell in cells if cell != LARGE or (look.colours and look.unicode)]


def board_width(cell: Cell) -> int:
    return 2 + 8 * cell.width


def draw_board(pieces: Pieces, marks: Marks, look: Look, side: int = WHITE, cell: Cell = USUAL) -> list[Text]:
    """The board, line by line, with this side's first row at the bottom and the coordinates left of it and below."""
    rows = range(7, -1, -1) if side == WHITE else range(8)
    files = range(8) if side == WHITE else range(7, -1, -1)
    drawn = []
    for y in rows:
        for k in range(cell.height):
            line = Text.assemble((f"{y + 1} " if k == cell.height // 2 else "  ", LABEL))
            for x in files:
                line.append(*_square(x + 8 * y, pieces, marks, look, cell, k))
            drawn.append(line)
    names = "".join("abcdefgh"[x].center(cell.width) if cell.width > 2 else f"{'abcdefgh'[x]} " for x in files)
    return [*drawn, Text("  " + names, LABEL)]


def _square(s: int, pieces: Pieces, marks: Marks, look: Look, cell: Cell, row: int) -> tuple[str, Style]:
    """A row of one square. What stands on it is in its middle, or fills it where there is room for a picture."""
    kind, white = pieces.get(s, (0, True))
    text = _content(s, kind, white, marks, look) if row == cell.height // 2 else " "
    if not look.colours:
        return _plain(s, text, marks, cell.width), Style()
    if kind and look.unicode and cell == LARGE:
        text = SPRITES[kind][row]
    colours = WOOD if look.palette is FINE else FEW
    shades = colours.alarm if s in marks.alarm else colours.moved if s in marks.moved else colours.plain
    ink = (colours.white if white else colours.black) if kind else colours.dot
    wood = look.shaded(shades[_is_dark(s)], marks.chances.get(s, 0.0)) if colours is WOOD else shades[_is_dark(s)]
    style = Style(color=ink, bgcolor=wood, bold=cell != LARGE)
    return text.center(cell.width) if cell.width > 2 else text.ljust(cell.width), style


def _content(s: int, kind: int, white: bool, marks: Marks, look: Look) -> str:
    if kind and look.colours and look.unicode:
        return GLYPHS[kind]
    if kind:
        return LETTERS[kind] if white else LETTERS[kind].lower()
    if s in marks.vain:
        return "×" if look.unicode else "x"
    if s in marks.goals:
        return "•" if look.unicode else "*"
    if marks.chances.get(s, 0.0) >= LIKELY:
        return str(min(int(10 * marks.chances[s]), 9))
    return " " if look.colours else "."


def _plain(s: int, text: str, marks: Marks, width: int) -> str:
    """Without colours a mark stands on both sides of the square, if it is wide enough."""
    if width < 3 or text == " ":
        return text.ljust(width)
    left, right = ("!", "!") if s in marks.alarm else ("(", ")") if s in marks.moved else (" ", " ")
    return f"{left}{text}{right}".center(width)


def _is_dark(s: int) -> bool:
    return (s + (s >> 3)) % 2 == 0


def piece_glyph(kind: int, white: bool, look: Look) -> Text:
    """A piece on a square of its own, or its letter."""
    text, style = _square(0, {0: (kind, white)}, Marks(), look, USUAL, 0)
    return Text(text, style)
