"""The board as text: wood and stones where there are colours, letters X and O where there are none."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from rich.style import Style
from rich.text import Text

from ...terminal.look import LABEL, LIKELY, Look
from ..rules import BLACK, EMPTY, PASS, point
from ..rules.coordinates import LETTERS


@dataclass(frozen=True)
class Marks:
    """The last move, hints by label, owners of empty points, dead stones, and chances of hidden ones, which shade."""

    last: int = PASS
    labels: Mapping[int, str] = field(default_factory=dict)
    owners: Mapping[int, int] = field(default_factory=dict)
    dead: frozenset[int] = frozenset()
    chances: Mapping[int, float] = field(default_factory=dict)


class Stones(Protocol):
    """What can be drawn: a position of Go, or what one player knows of one."""

    @property
    def lines(self) -> int: ...

    def colour_at(self, p: int) -> int: ...


def board_width(lines: int, room: int) -> int:
    """How many columns the picture takes where there are `room`."""
    return next((w for w in (2 * lines + 7, 2 * lines + 2, lines + 2) if w <= room), lines + 2)


def draw_board(position: Stones, marks: Marks, look: Look, room: int = 80) -> list[Text]:
    """The board, line by line, as wide as there is room for, at best with coordinates on all four sides."""
    lines, width = position.lines, board_width(position.lines, room)
    step = 1 if width == lines + 2 else 2
    framed = width == 2 * lines + 7
    letters = Text(" " * (4 if framed else step + 1) + (" " * (step - 1)).join(LETTERS[:lines]), LABEL)
    rows = [letters]
    for y in range(lines):
        row = Text.assemble((f"{lines - y:2}" + " " * framed, LABEL))
        row.append_text(_strip(position, y, marks, look, step, framed))
        if framed:
            row.append(f" {lines - y}", LABEL)
        rows.append(row)
    return [*rows, letters] if framed else rows


def _strip(position: Stones, y: int, marks: Marks, look: Look, step: int, framed: bool) -> Text:
    strip, lines = Text(), position.lines
    row = [point(x, y, lines) for x in range(lines)]
    for x, p in enumerate(row):
        if step == 2:
            strip.append(*_between(row[x - 1] if x else PASS, p, marks, look))
        strip.append(*_on(position, p, x, y, marks, look, tight=step == 1))
    if framed:
        strip.append(*_between(row[-1], PASS, marks, look))
    return strip


def _between(left: int, right: int, marks: Marks, look: Look) -> tuple[str, Style]:
    """What stands between two points, or between the outermost and the edge (PASS)."""
    if marks.last != PASS and marks.last in (left, right):
        return "(" if marks.last == right else ")", look.style(look.palette.last, bold=True)
    inside = PASS not in (left, right)
    return "─" if inside and look.unicode else " ", look.style(look.palette.grid)


def _on(position: Stones, p: int, x: int, y: int, marks: Marks, look: Look, tight: bool) -> tuple[str, Style]:
    colour = position.colour_at(p)
    if p in marks.labels:
        return marks.labels[p], look.style(look.palette.hint, bold=True)
    if p in marks.dead:
        return _stone(colour, look, "✕✕" if look.unicode else "xo", "xo"), look.stone(colour == BLACK)
    if colour != EMPTY:
        solid = "●●" if look.unicode else "XO"
        marked = tight and p == marks.last
        return _stone(colour, look, solid, "XO"), look.stone(colour == BLACK, underline=marked)
    if marks.owners.get(p, EMPTY) != EMPTY:
        owner, plain = marks.owners[p], "▪▫" if look.unicode else "bw"
        return _stone(owner, look, "▪▪" if look.unicode else "bw", plain), look.stone(owner == BLACK)
    if marks.chances.get(p, 0.0) >= LIKELY:
        return _chance(marks.chances[p], look)
    return _crossing(x, y, position.lines, look), look.style(look.palette.grid)


def _chance(share: float, look: Look) -> tuple[str, Style]:
    """A point that may have a hidden stone: its chance in tenths, on a shade of the wood."""
    tenths = str(min(int(10 * share), 9))
    if not look.colours:
        return tenths, Style()
    return tenths, Style(color=look.palette.grid, bgcolor=look.shaded(look.palette.wood, share))


def _stone(colour: int, look: Look, coloured: str, plain: str) -> str:
    return (coloured if look.colours else plain)[colour - BLACK]


def _crossing(x: int, y: int, lines: int, look: Look) -> str:
    star = (x, y) in star_points(lines)
    if not look.unicode:
        return "+" if star else "."
    if star:
        return "•"
    corners = "┌┬┐├┼┤└┴┘"
    across, down = (0 if k == 0 else 2 if k == lines - 1 else 1 for k in (x, y))
    return corners[3 * down + across]


def star_points(lines: int) -> set[tuple[int, int]]:
    """Columns and rows of the marked points."""
    middle = {(lines // 2, lines // 2)} if lines % 2 else set()
    if lines < 7:
        return middle if lines > 3 else set()
    edge = 3 if lines >= 13 else 2
    ends = (edge, lines - 1 - edge)
    corners = {(x, y) for x in ends for y in ends}
    sides = {q for end in ends for q in ((end, lines // 2), (lines // 2, end))} if lines % 2 and lines >= 13 else set()
    return corners | middle | sides


def stone_glyph(colour: int, look: Look) -> Text:
    """A stone on its own piece of wood, or its letter."""
    return Text(f" {_stone(colour, look, '●●' if look.unicode else 'XO', 'XO')} ", look.stone(colour == BLACK))


def stone_name(colour: int, look: Look) -> Text:
    """`● Black`, or `X Black`."""
    return Text.assemble(stone_glyph(colour, look), " Black" if colour == BLACK else " White")
