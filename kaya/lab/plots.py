"""Plots of the lab, as SVG files that look the same everywhere."""

from itertools import cycle
from pathlib import Path
from typing import Any

from .statistics.fits import PowerLaw
from .statistics.results import Interval, Results

OURS, PAPERS, FAINT, GREY = "#1b6ca8", "#b3541e", "#9db8cc", "#666666"
LEARNING = OURS, "#3c8d40", PAPERS, "#7a4fa3", "#a8841b"
BESIDE = 2  # curves whose names find room in the picture; those of more stand below it
ASIDE = 1.02  # times: so the bars of one curve do not hide those of another
CURVES = (("o-", OURS), ("^--", "#3c8d40"), ("s-", "#7a4fa3"), ("D-", "#a8841b"), ("v-", "#b33a5b"), ("P--", "#222222"))


def rates_plot(
    path: Path,
    title: str,
    x_label: str,
    x_scale: str,
    ours: dict[str, list[tuple[float, Results]]],
    papers: list[tuple[float, float, Interval]],
    elo: bool = False,
) -> Path:
    """Winning rates, or Elo, with 95 % intervals over some quantity, our curves by name and the paper's rates."""
    figure, axes = _figure(title, height=4.0 if len(ours) <= BESIDE else 5.0)
    for n, ((name, curve), (style, colour)) in enumerate(zip(ours.items(), cycle(CURVES), strict=False)):
        places, results = [x * ASIDE ** (n if x_scale == "log" else 0) for x, _ in curve], [r for _, r in curve]
        values = [r.elo().value if elo else 100 * r.rate for r in results]
        ends = [[r.elo().low, r.elo().high] if elo else [100 * e for e in r.interval()] for r in results]
        _with_bars(axes, places, values, ends, f"Kaya, {name}" if len(ours) > 1 else "Kaya", style, colour)
    if papers:
        ends = [[100 * e for e in interval] for *_, interval in papers]
        _with_bars(axes, [x for x, *_ in papers], [100 * p for _, p, _ in papers], ends, "paper", "s", PAPERS)
    axes.set_xscale(x_scale)
    _mark(axes, {x for curve in ours.values() for x, _ in curve} | {x for x, *_ in papers})
    axes.set_xlabel(x_label)
    if elo:
        axes.axhline(0, color=GREY, linewidth=0.8)
        axes.set_ylabel("Elo")
    else:
        axes.set_ylabel("games won, %")
        axes.set_ylim(0, 100)
    if len(ours) <= BESIDE:
        axes.legend()
    else:
        figure.legend(loc="outside lower center", ncols=2)
    return _save(figure, path)


def effects_plot(path: Path, title: str, names: list[str], effects: list[tuple[float, float, float]]) -> Path:
    """Effects in Elo with 95 % intervals, one below the other."""
    figure, axes = _figure(title, height=1.2 + 0.4 * len(names))
    for place, (name, (effect, low, high)) in enumerate(zip(names, effects, strict=True)):
        axes.errorbar(effect, place, xerr=[[effect - low], [high - effect]], fmt="o", color=OURS, capsize=3, label=name)
    axes.axvline(0, color=GREY, linewidth=0.8)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("Elo")
    return _save(figure, path)


def curve_plot(
    path: Path, title: str, x_label: str, y_label: str, curves: dict[str, list[tuple[float, float]]]
) -> Path:
    """Curves by name, both scales logarithmic; the values of x that were measured are marked."""
    from matplotlib.ticker import StrMethodFormatter

    figure, axes = _figure(title)
    for (name, points), (style, colour) in zip(curves.items(), cycle(CURVES), strict=False):
        axes.plot([x for x, _ in points], [y for _, y in points], style, color=colour, label=f"Kaya, {name}")
    axes.set_xscale("log")
    axes.set_yscale("log")
    _mark(axes, {x for points in curves.values() for x, _ in points})
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.legend()
    return _save(figure, path)


def power_law_plot(
    path: Path,
    title: str,
    x_label: str,
    y_label: str,
    points: list[tuple[float, float]],
    bins: list[tuple[float, float]],
    trends: list[tuple[str, PowerLaw]],
) -> Path:
    """Points, their means in bins, and a power law through each of the two, on logarithmic scales."""
    figure, axes = _figure(title)
    axes.plot([x for x, _ in points], [y for _, y in points], "o", color=FAINT, markersize=3.5, label="all points")
    axes.plot([x for x, _ in bins], [y for _, y in bins], "s", color=OURS, label="logarithmic bins")
    ends = [min(x for x, _ in points), max(x for x, _ in points)]
    for (name, law), style, colour in zip(trends, ("--", "-"), (GREY, OURS), strict=True):
        axes.plot(ends, [law(x) for x in ends], style, color=colour, label=f"trend of {name}: {law}")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.legend(fontsize=9)
    return _save(figure, path)


def boards_plot(path: Path, title: str, boards: dict[str, list[float]]) -> Path:
    """Numbers on the squares of chess boards side by side, a1 first; those below 0 have a colour of their own."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, all_axes = pyplot.subplots(1, len(boards), figsize=(3.6 * len(boards), 4.0), layout="constrained")
    figure.suptitle(title, fontsize=11, parse_math=False)
    for axes, (name, numbers) in zip(all_axes if len(boards) > 1 else [all_axes], boards.items(), strict=True):
        most = max(map(abs, numbers)) or 1.0
        rows = [numbers[8 * y : 8 * y + 8] for y in range(8)]
        axes.imshow(rows, origin="lower", cmap="PuOr", vmin=-1.5 * most, vmax=1.5 * most)
        for s, number in enumerate(numbers):
            colour = "white" if abs(number) > 0.6 * most else "black"
            if round(100 * number):
                axes.text(s % 8, s // 8, f"{100 * number:.0f}", ha="center", va="center", fontsize=7, color=colour)
        axes.set_xticks(range(8), list("abcdefgh"))
        axes.set_yticks(range(8), list("12345678"))
        axes.set_title(f"{name}, %", fontsize=9)
    return _save(figure, path)


def _figure(title: str, height: float = 4.0) -> tuple[Any, Any]:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, height), layout="constrained")
    axes.set_title(title, fontsize=11, parse_math=False)
    axes.grid(alpha=0.3)
    return figure, axes


def _with_bars(axes: Any, xs: list, ys: list, ends: list, label: str, style: str, colour: str) -> None:
    below, above = [y - e[0] for y, e in zip(ys, ends, strict=True)], [e[1] - y for y, e in zip(ys, ends, strict=True)]
    axes.errorbar(xs, ys, yerr=[below, above], fmt=style, color=colour, capsize=3, label=label)


def _mark(axes: Any, xs: set[float]) -> None:
    """Mark the values of x that were measured, and no others."""
    from matplotlib.ticker import NullLocator

    axes.set_xticks(sorted(xs), [f"{x:g}" for x in sorted(xs)])
    axes.xaxis.set_minor_locator(NullLocator())


def _save(figure: Any, path: Path) -> Path:
    from matplotlib import pyplot

    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return path


def learning_plot(
    path: Path,
    title: str,
    curve: list[dict[str, float]],
    left: str,
    right: tuple[str, ...],
    labels: tuple[str, str],
    measured: tuple[str, str] = ("", ""),
) -> Path:
    """What a run of training has said over its time: one loss by the axis to the left, the others to the right, and
    where it was measured a share with marks."""
    figure, axes = _figure(title)
    other = axes.twinx()
    places = [(left, axes), *((name, other) for name in right)]
    for (name, where), colour in zip(places, cycle(LEARNING), strict=False):
        points = [(line["seconds"] / 60, line[name]) for line in curve if line.get(name)]
        if points:
            where.plot([x for x, _ in points], [y for _, y in points], "-", color=colour, label=name)
    marked = [(line["seconds"] / 60, line[measured[0]]) for line in curve if measured[0] in line]
    if marked:
        other.plot([x for x, _ in marked], [y for _, y in marked], "o--", color=GREY, label=measured[1])
    axes.set_xlabel("minutes")
    axes.set_ylabel(labels[0])
    other.set_ylabel(labels[1])
    other.set_ylim(0, 1)
    lines, names = axes.get_legend_handles_labels()
    more, others = other.get_legend_handles_labels()
    axes.legend(lines + more, names + others)
    return _save(figure, path)
