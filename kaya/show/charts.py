"""Bars and curves as SVG, without a library: a page gets them several times a second."""

import math
from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from .picture import chart

WIDTH = 460.0
COLOURS = 7  # series with a colour of their own


def colour(k: int) -> str:
    return f"s{k % COLOURS}"


def text(x: float, y: float, said: str, kind: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}">{escape(said)}</text>'


def legend(names: Iterable[str], y: float, x: float = 12) -> tuple[str, float]:
    """Names beside their colours, in as many lines as they need; and where the next thing may stand."""
    drawn, at = [], x
    for k, name in enumerate(names):
        room = 26 + 6.6 * len(name)
        if at > x and at + room > WIDTH:
            at, y = x, y + 18
        drawn.append(f'<rect x="{at:.1f}" y="{y - 5:.1f}" width="10" height="10" rx="3" class="fill {colour(k)}"/>')
        drawn.append(text(at + 15, y, name, "muted"))
        at += room
    return "".join(drawn), y + 20


class Bar(NamedTuple):
    """A row of stacked bars: what it is of, its parts in the order of the legend, and what stands behind it."""

    name: str
    parts: Sequence[float]
    note: str = ""
    faded: bool = False


def bars(rows: Sequence[Bar], parts: Sequence[str], low: float | None = None, high: float | None = None) -> str:
    """Bars stacked from 0, to the right and to the left."""
    sums = [(sum(min(p, 0.0) for p in r.parts), sum(max(p, 0.0) for p in r.parts)) for r in rows]
    low = min([0.0, *(a for a, _ in sums)]) if low is None else low
    high = max([0.01, *(b for _, b in sums)]) if high is None else high
    head, top = legend(parts, 14)
    left, right, step = 56.0, 142.0, 22.0
    unit = (WIDTH - left - right) / (high - low)
    zero, drawn = left - low * unit, [head]
    for k, row in enumerate(rows):
        y, look = top + k * step, "faded" if row.faded else "row"
        drawn.append(f'<g data-move="{escape(row.name)}" class="{look}">')
        drawn.append(text(left - 10, y + 8, row.name, "end strong"))
        up, down = zero, zero
        for j, part in enumerate(row.parts):
            long = min(abs(part), high - low) * unit
            down -= long if part < 0 else 0
            at = down if part < 0 else up
            drawn.append(f'<rect x="{at:.1f}" y="{y:.1f}" width="{long:.1f}" height="16" class="fill {colour(j)}"/>')
            up += long if part > 0 else 0
        drawn.append(text(WIDTH - right + 8, y + 8, row.note, "muted") + "</g>")
    bottom = top + len(rows) * step
    drawn.append(f'<path d="M{zero:.1f} {top - 3:.1f}V{bottom:.1f}" class="axis"/>')
    return chart(WIDTH, bottom + 8, "".join(drawn))


class Curve(NamedTuple):
    """A line through points, with a dot where it stands now; thin or dashed if it says so."""

    name: str
    points: Sequence[tuple[float, float]]
    dot: tuple[float, float] | None = None
    kind: str = ""


class Axes(NamedTuple):
    """What the axes are called and how far they go; the lower one logarithmic if that is wanted."""

    across: str
    up: str
    left: float
    right: float
    low: float
    high: float
    log: bool = False


def curves(lines: Sequence[Curve], axes: Axes, now: float | None = None, height: float = 230) -> str:
    """Lines over the same axes; `now` is marked."""
    left, right, top, bottom = 48.0, WIDTH - 28, 30.0, height - 36
    scaled = math.log if axes.log else float
    wide = max(scaled(axes.right) - scaled(axes.left), 1e-9)

    def x(value: float) -> float:
        return left + (right - left) * (scaled(min(max(value, axes.left), axes.right)) - scaled(axes.left)) / wide

    def y(value: float) -> float:
        return bottom - (bottom - top) * (min(max(value, axes.low), axes.high) - axes.low) / (axes.high - axes.low)

    drawn = [f'<path d="M{left} {top}V{bottom}H{right}" class="axis"/>']
    for at in _ticks(axes):
        drawn.append(text(x(at), bottom + 12, f"{at:,.0f}", "muted middle"))
    for value in (axes.low, (axes.low + axes.high) / 2, axes.high):
        drawn.append(text(left - 6, y(value), f"{value:.3g}", "muted end"))
    drawn.append(text(right, bottom + 26, axes.across, "muted end") + text(left - 36, 13, axes.up, "muted"))
    if now is not None:
        drawn.append(f'<path d="M{x(now):.1f} {top}V{bottom}" class="now"/>')
    for k, line in enumerate(lines):
        path = "L".join(f"{x(a):.1f} {y(b):.1f}" for a, b in line.points)
        drawn.append(f'<path d="M{path}" class="curve {colour(k)} {line.kind}"/>' if path else "")
        if line.dot:
            drawn.append(
                f'<circle cx="{x(line.dot[0]):.1f}" cy="{y(line.dot[1]):.1f}" r="5" class="fill {colour(k)}"/>'
            )
    names, end = legend([line.name for line in lines], height + 2)
    return chart(WIDTH, end, "".join(drawn) + names)


def _ticks(axes: Axes) -> list[float]:
    if not axes.log:
        return [axes.left + (axes.right - axes.left) * k / 4 for k in range(5)]
    powers = range(math.ceil(math.log10(axes.left)), math.floor(math.log10(axes.right)) + 1)
    return [10.0**k for k in powers]
