"""Plots of the lab, as SVG files that look the same everywhere."""

from pathlib import Path
from typing import Any

from .statistics import Interval, Results


def rates_plot(
    path: Path, title: str, x_label: str, x_scale: str,
    ours: list[tuple[float, Results]], papers: list[tuple[float, float, Interval]],
) -> Path:  # fmt: skip
    """Winning rates with 95 % intervals over some quantity, ours and the paper's."""
    figure, axes = _figure(title)
    if ours:
        rates = [100 * r.rate for _, r in ours]
        ends = [[100 * e for e in r.interval()] for _, r in ours]
        _with_bars(axes, [x for x, _ in ours], rates, ends, "Kaya", "o-", "#1b6ca8")
    if papers:
        ends = [[100 * e for e in interval] for *_, interval in papers]
        _with_bars(axes, [x for x, *_ in papers], [100 * p for _, p, _ in papers], ends, "paper", "s", "#b3541e")
    axes.set_xscale(x_scale)
    axes.set_xlabel(x_label)
    axes.set_ylabel("games won, %")
    axes.set_ylim(0, 100)
    axes.legend()
    return _save(figure, path)


def effects_plot(path: Path, title: str, names: list[str], effects: list[tuple[float, float, float]]) -> Path:
    """Effects in Elo with 95 % intervals, one below the other."""
    figure, axes = _figure(title, height=1.2 + 0.4 * len(names))
    for place, (name, (effect, low, high)) in enumerate(zip(names, effects, strict=True)):
        axes.errorbar(
            effect, place, xerr=[[effect - low], [high - effect]], fmt="o", color="#1b6ca8", capsize=3, label=name
        )
    axes.axvline(0, color="grey", linewidth=0.8)
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.set_xlabel("Elo")
    return _save(figure, path)


def _figure(title: str, height: float = 4.0) -> tuple[Any, Any]:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, height), layout="constrained")
    axes.set_title(title, fontsize=11)
    axes.grid(alpha=0.3)
    return figure, axes


def _with_bars(axes: Any, xs: list, ys: list, ends: list, label: str, style: str, colour: str) -> None:
    below, above = [y - e[0] for y, e in zip(ys, ends, strict=True)], [e[1] - y for y, e in zip(ys, ends, strict=True)]
    axes.errorbar(xs, ys, yerr=[below, above], fmt=style, color=colour, capsize=3, label=label)


def _save(figure: Any, path: Path) -> Path:
    from matplotlib import pyplot

    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
    return path
