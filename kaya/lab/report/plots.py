"""The plots, as SVG that takes its colours and letters from the page: one picture serves the light and the dark theme.

They are narrow, with names above their bars and not beside them, so that a telephone shows them in full."""

import io
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from typing import Any

import numpy as np
from markupsafe import Markup, escape

from ..statistics.ratings import Ratings
from ..statistics.results import Pentanomial, Score
from .reading import PlayedMatch

WIDTH = 4.2  # inches
ROWS = 30  # at most, in a plot with a row for each match or player
STEPS = 80  # points of a curve
COLOURS = {"#010203": "var(--ink)", "#040506": "var(--muted)", "#070809": "var(--line)", "#0a0b0c": "var(--accent)"}
INK, MUTED, LINE, ACCENT = COLOURS
STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "kaya",
    "text.parse_math": False,
    "font.size": 9.5,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "text.color": INK,
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "grid.color": LINE,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.axisbelow": True,
    "grid.linewidth": 0.6,
    "axes.formatter.useoffset": False,
}


@contextmanager
def drawing(height: float, title: str, left: float = 0.74) -> Iterator[tuple[Any, Callable[[], Markup]]]:
    """Axes to draw on, and what gives the finished SVG; sizes are in inches. matplotlib is loaded here and nowhere
    else. Its own layout engine would take as long as the drawing: all plots have the same margins instead."""
    import matplotlib
    from matplotlib.figure import Figure

    style: Any = {**STYLE, "svg.hashsalt": title}
    with matplotlib.rc_context(style), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")  # the browser has more letters than matplotlib's font
        figure = Figure(figsize=(WIDTH, height))
        axes = figure.add_axes((left / WIDTH, 0.5 / height, (WIDTH - left - 0.15) / WIDTH, (height - 0.58) / height))
        axes.grid(True, axis="x")
        yield axes, lambda: _svg(figure, title)


def _svg(figure: Any, title: str) -> Markup:
    file = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(file, format="svg", transparent=True, metadata=nothing)
    svg = file.getvalue()
    svg = svg[svg.index("<svg") :]
    for colour, variable in COLOURS.items():
        svg = svg.replace(colour, variable)
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    svg = re.sub(r"font: ([\d.]+px)[^;\"]*", r"font-size: \1", svg)
    svg = re.sub(
        r"<svg [^>]*?(viewBox=\"[^\"]*\")[^>]*>", rf'<svg \1 role="img" aria-label="{escape(title)}">', svg, count=1
    )
    return Markup(re.sub(r"\s*\n\s*", "\n", re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)))


def winning_rates(matches: Sequence[PlayedMatch], title: str) -> Markup:
    """A row for each match: its winning rate and interval."""
    rows = [(f"{m.first} –", str(m.second), m.results.rate, *m.results.interval()) for m in matches]
    with drawing(0.6 * len(rows) + 0.7, title, left=0.1) as (axes, svg):
        percent = [
            (f"{shortened(a)}\n{shortened(b)}", 100 * rate, 100 * low, 100 * high) for a, b, rate, low, high in rows
        ]
        _rows(axes, percent, "{:.1f} %", 0.16)
        axes.axvline(50, color=MUTED, linewidth=0.8, zorder=1)
        axes.set(xlim=(-2, 102), xlabel="winning rate of the first player, %")
        return svg()


def rating_rows(rated: Ratings, title: str) -> Markup:
    """A row for each player: its rating and interval."""
    best = list(rated)[:ROWS]
    with drawing(0.42 * len(best) + 0.7, title, left=0.1) as (axes, svg):
        _rows(axes, [(shortened(r.player), r.elo.value, r.elo.low, r.elo.high) for r in best], "{:+.0f}", 0.22)
        axes.axvline(0, color=MUTED, linewidth=0.8, zorder=1)
        axes.set(xlabel="Elo")
        return svg()


def _rows(axes: Any, rows: Sequence[tuple[str, float, float, float]], form: str, gap: float) -> None:
    """Names over points with intervals, first row on top; the gap is between a point and its name."""
    places = -np.arange(len(rows), dtype=float)
    values, lows, highs = np.array([row[1:] for row in rows]).T
    bars = values - lows, highs - values
    axes.errorbar(values, places, xerr=bars, fmt="o", color=ACCENT, markersize=4.5, capsize=3)
    for place, (name, value, *_) in zip(places, rows, strict=True):
        above = {"y": place + gap, "transform": axes.get_yaxis_transform(), "linespacing": 1.1}
        axes.text(0.005, s=name, **above)
        axes.text(0.995, s=form.format(value), ha="right", **above)
    axes.set(ylim=(places[-1] - 0.4, 0.8), yticks=[])
    axes.spines["left"].set_visible(False)


def shortened(text: str, most: int = 42) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def game_lengths(counted: dict[int, int], title: str) -> Markup:
    """How many games have how many moves."""
    moves, games = (np.array(column) for column in zip(*sorted(counted.items()), strict=True))
    bins = np.histogram_bin_edges(moves, bins=int(min(40, max(moves.max() - moves.min() + 1, 1))))
    with drawing(2.3, title) as (axes, svg):
        axes.hist(moves, bins=bins, weights=games, color=ACCENT, alpha=0.75)
        mean = float(np.average(moves, weights=games))
        axes.axvline(mean, color=INK, linewidth=0.9)
        beside: Any = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "va": "top"}
        axes.annotate(f"mean {mean:.0f}", (mean, 0.97), (4, 0), **beside)
        axes.set(xlabel="moves", ylabel="games")
        axes.yaxis.get_major_locator().set_params(integer=True)
        return svg()


def course(match: PlayedMatch, points: Sequence[tuple[int, float]], title: str) -> Markup:
    """The Elo difference as it became known, game by game or pair by pair, with its 95 % band."""
    scored = np.array([p for _, p in points])
    if isinstance(match.results, Pentanomial):
        kinds, most, trial = np.round(2 * (scored[::2] + scored[1::2])).astype(int), 4, "pairs"
    else:
        kinds, most, trial = np.round(2 * scored).astype(int), 2, "games"
    counts = np.cumsum(np.eye(most + 1, dtype=int)[kinds], axis=0)
    steps = np.unique(np.linspace(1, len(counts), min(len(counts), STEPS)).astype(int))
    so_far = (counts[n - 1].tolist() for n in steps)
    found = [(Pentanomial(tuple(n)) if most == 4 else Score(*reversed(n))).elo() for n in so_far]
    value, low, high = np.array([(e.value, e.low, e.high) for e in found]).T
    bottom, top = _range(low[steps >= len(counts) / 8], high[steps >= len(counts) / 8])
    with drawing(2.3, title) as (axes, svg):
        axes.grid(True, axis="y")
        axes.fill_between(steps, np.clip(low, -5000, 5000), np.clip(high, -5000, 5000), color=ACCENT, alpha=0.2, lw=0)
        axes.plot(steps, np.where(np.isfinite(value), value, np.nan), color=ACCENT, linewidth=1.5)
        axes.axhline(0, color=MUTED, linewidth=0.8)
        axes.set(xlabel=trial, ylabel="Elo", xlim=(min(1, len(counts) - 1), max(len(counts), 1)), ylim=(bottom, top))
        axes.xaxis.get_major_locator().set_params(integer=True)
        return svg()


def _range(low: np.ndarray, high: np.ndarray) -> tuple[float, float]:
    """The scale of a course: zero and all of the band that a finite scale can show."""
    shown = [float(v) for v in (*low, *high, 0.0) if isfinite(v)]
    bottom, top = max(min(shown), -1000.0), min(max(shown), 1000.0)
    margin = 0.05 * (top - bottom) or 50.0
    return bottom - margin, top + margin
