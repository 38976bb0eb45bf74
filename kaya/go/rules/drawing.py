"""A board as a picture (SVG), for notebooks: as `web/goboard.js` draws it in a page."""

from collections.abc import Iterable
from html import escape
from pathlib import Path
from typing import Any

from ...drawing import Mark, style
from .board import BLACK, PASS, WHITE
from .coordinates import LETTERS, column_row, point, star_points

STYLE = Path(__file__).parent.parent / "web" / "go.css"
STEP = 26  # from line to line, in a notebook
NAMES = {BLACK: "black", WHITE: "white"}
GRADIENTS = (
    '<defs><radialGradient id="kaya-black" cx=".35" cy=".3" r=".75"><stop offset="0" class="black-lit"/>'
    '<stop offset="1" class="black-dark"/></radialGradient><radialGradient id="kaya-white" cx=".35" cy=".3" r=".8">'
    '<stop offset="0" class="white-lit"/><stop offset="1" class="white-dark"/></radialGradient></defs>'
)


SHOWN, SEEN, NAMED = 10, 0.004, 0.02  # moves of a search; their least visits, and those with numbers, of the most


def searched_svg(states: Any, report: Any = None, marks: Iterable[Mark] = ()) -> str:
    """A position with what a search has found there: the winning rates of its moves, and their visits; or marks."""
    board, lines = states[0], int(states[0].lines)
    return as_svg(board, int(board.last), (candidates(report, lines) if report else "") + marked(marks, lines))


def marked(marks: Iterable[Mark], lines: int) -> str:
    """What is said of moves, as discs with words."""
    drawn = []
    for m in marks:
        if m.move == PASS:
            continue
        (x, y), style = column_row(m.move, lines), f' style="--share:{max(m.share, 0.08):.2f}"'
        texts = f'<text x="{x}" y="{y - 0.02 * bool(m.below):g}" class="rate">{escape(m.text)}</text>' if m.text else ""
        texts += f'<text x="{x}" y="{y + 0.29:g}" class="visits">{escape(m.below)}</text>' if m.below else ""
        disc = f'<circle cx="{x}" cy="{y}" r="0.46" class="candidate {m.kind}"{style}/>'
        drawn.append(f'<g data-move="{escape(m.name)}">{disc}{texts}</g>')
    return _group("candidates", drawn)


def candidates(report: Any, lines: int) -> str:
    """The moves of a search as discs, the darker the more they were visited; as `candidateLayer` draws them."""
    most, drawn = max((m.visits for m in report.moves), default=1), []
    for m in [m for m in report.best_first if m.move != PASS][:SHOWN]:
        share, best = round(m.visits / most, 3), m.move == report.best
        if share <= SEEN and not best:
            continue
        (x, y), look = column_row(m.move, lines), " best" if best else ""
        style = f' style="--share:{max(share, 0.08):.2f}"'
        drawn.append(f'<circle cx="{x}" cy="{y}" r="0.46" class="candidate{look}"{style}/>')
        if share >= NAMED or best:
            drawn.append(f'<text x="{x}" y="{y - 0.02:g}" class="rate">{int(100 * m.winning_rate + 0.5)}</text>')
            drawn.append(f'<text x="{x}" y="{y + 0.29:g}" class="visits">{short(m.visits)}</text>')
    return _group("candidates", drawn)


def short(number: int) -> str:
    """1234 as 1.2k."""
    if number < 1000:
        return str(number)
    thousands = number < 1_000_000
    scaled = number / (1_000 if thousands else 1_000_000)
    return f"{scaled:.{1 if number < 10_000 or not thousands else 0}f}{'k' if thousands else 'M'}"


def as_svg(board: Any, last: int = PASS, over: str = "") -> str:
    """The stones of a board record with coordinates, a picture that needs nothing but a viewer; `over` is drawn above
    them."""
    side = round(STEP * (int(board.lines) + 1.25))
    shape, styled = (
        f'width="{side}" height="{side}" class="kaya-board go-board"',
        f"<style>{style(STYLE)}.go-board{{width:auto}}</style>",
    )
    return (
        drawn(board, last, over)
        .replace('class="kaya-board go-board"', shape, 1)
        .replace(GRADIENTS, styled + GRADIENTS, 1)
    )


def drawn(board: Any, last: int = PASS, over: str = "") -> str:
    """The board as a page has it; the last move is marked with a ring."""
    lines = int(board.lines)
    places = {point(x, y, lines): (x, y) for y in range(lines) for x in range(lines)}
    colours = {p: int(board.colour[p]) for p in places}
    stones = [_circle(places[p], 0.47, NAMES[c]) for p, c in colours.items() if c in NAMES]
    ring = _circle(places[last], 0.23, f"last on-{NAMES[colours[last]]}") if colours.get(last) in NAMES else ""
    room = f"{lines + 1.25:g}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kaya-board go-board" viewBox="-1.125 -1.125 {room} {room}">'
        f"{GRADIENTS}"
        f"{_table(lines)}{_group('stones', stones)}{ring}{over}</svg>"
    )


def _table(lines: int) -> str:
    """Wood, lines, stars and the names of the lines on all sides."""
    room, end = f"{lines + 1.25:g}", lines - 1
    grid = "".join(f"M0 {i}H{end}M{i} 0V{end}" for i in range(lines))
    names = [
        f'<text x="{i}" y="{edge:g}">{LETTERS[i]}</text><text x="{edge:g}" y="{i}">{lines - i}</text>'
        for i in range(lines)
        for edge in (-0.75, end + 0.75)
    ]
    places = {point(x, y, lines): (x, y) for y in range(lines) for x in range(lines)}
    stars = [_circle(places[p], 0.1, "star") for p in sorted(star_points(lines))]
    return (
        f'<rect x="-1.125" y="-1.125" width="{room}" height="{room}" rx="0.2" class="wood"/>'
        f'<path d="{grid}" class="grid"/>{_group("stars", stars)}{_group("names", names)}'
    )


def _circle(centre: tuple[int, int], radius: float, kind: str) -> str:
    return f'<circle cx="{centre[0]}" cy="{centre[1]}" r="{radius}" class="{kind}"/>'


def _group(kind: str, parts: list[str]) -> str:
    return f'<g class="{kind}">{"".join(parts)}</g>' if parts else ""
