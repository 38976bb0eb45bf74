"""A board as a picture (SVG), for notebooks and pages. It needs nothing but a viewer."""

from typing import Any

from .board import BLACK, PASS, WHITE
from .coordinates import LETTERS, point, star_points

STEP, MARGIN = 24, 30  # from line to line, and from the first line to the border
WOOD, INK, PALE = "#e9c27f", "#1d1a16", "#fbfaf6"


def as_svg(board: Any, last: int = PASS) -> str:
    """The stones of a board record with coordinates; the last move is marked with a ring."""
    lines = int(board.lines)
    far, side = MARGIN + (lines - 1) * STEP, 2 * MARGIN + (lines - 1) * STEP
    ticks = range(MARGIN, far + 1, STEP)
    grid = "".join(f"M{MARGIN} {t}H{far}M{t} {MARGIN}V{far}" for t in ticks)
    places = {point(x, y, lines): (ticks[x], ticks[y]) for y in range(lines) for x in range(lines)}
    colours = {p: int(board.colour[p]) for p in places}
    parts = [
        f'<rect width="{side}" height="{side}" rx="4" fill="{WOOD}"/>',
        f'<path d="{grid}" fill="none" stroke="{INK}" stroke-linecap="square"/>',
        *(_circle(places[p], 2.5, f'class="star" fill="{INK}"') for p in star_points(lines)),
        f'<g font-family="sans-serif" font-size="10" text-anchor="middle" fill="{INK}">{_names(ticks, far)}</g>',
        *(_stone(places[p], colour) for p, colour in colours.items() if colour in (BLACK, WHITE)),
    ]
    if last != PASS and colours[last] in (BLACK, WHITE):
        ink = PALE if colours[last] == BLACK else INK
        parts.append(_circle(places[last], 5.5, f'class="last" fill="none" stroke="{ink}" stroke-width="1.5"'))
    shape = f'width="{side}" height="{side}" viewBox="0 0 {side} {side}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {shape}>{"".join(parts)}</svg>'


def _circle(centre: tuple[int, int], radius: float, style: str) -> str:
    return f'<circle cx="{centre[0]}" cy="{centre[1]}" r="{radius}" {style}/>'


def _stone(centre: tuple[int, int], colour: int) -> str:
    name, fill = ("black", INK) if colour == BLACK else ("white", PALE)
    return _circle(centre, 11, f'class="{name}" fill="{fill}" stroke="{INK}"')


def _names(ticks: range, far: int) -> str:
    """Letters above and below the board, numbers left and right of it."""
    near, beyond = 12, far + MARGIN - 12
    letters = [(x, y, LETTERS[k]) for k, x in enumerate(ticks) for y in (near, beyond)]
    numbers = [(x, y, len(ticks) - k) for k, y in enumerate(ticks) for x in (near, beyond)]
    return "".join(f'<text x="{x}" y="{y + 3.5}">{name}</text>' for x, y, name in [*letters, *numbers])
