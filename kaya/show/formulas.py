"""What decides where a search looks: the terms of its scores, and how each of them fades or comes in."""

from collections.abc import Iterable
from math import log, sqrt
from typing import Any

from ..search.progressive import Unpruning
from ..search.terms import Terms
from .charts import Axes, Bar, Curve, bars, curves
from .looking import Child, Looked, looked
from .picture import Picture

MOST = 8  # moves in a picture
LONGEST = 10_000  # visits up to which curves are drawn
FEW = 4  # curves in a picture
FADING = "progressive bias"
BETA, GAMMA, ALPHA, ONLINE, TRANSIENT = "β", "γ", "α", "online value", "RAVE value"


def terms(search: Any, path: Iterable[int] = ()) -> Picture:
    """The scores by which the children of a node are compared, each taken apart by the formula of the strategy that
    selects. What is pruned is faded."""
    at = looked(search)
    found = [c for c in at.best(MOST, tuple(path), always=3) if c.terms]
    if not found:
        raise ValueError(f"`{at.strategies['select'].name}` does not say what its scores are made of here.")
    names = list(dict.fromkeys(part for c in found for part in _parts(c)))
    rows = [Bar(c.name, [_parts(c).get(name, 0.0) for name in names], _note(c), not c.seen) for c in found]
    sums = [[sum(p for p in row.parts if p > 0), sum(p for p in row.parts if p < 0)] for row in rows]
    usual = sorted(high for high, _ in sums)[len(sums) // 2]
    most = max(min(max(high for high, _ in sums), 4 * max(usual, 0.25)), 0.01)
    drawn = bars(rows, names, max(min(low for _, low in sums), -most), most)
    return Picture("What each score is made of", drawn, _formula(found[0]))


def _parts(child: Child) -> dict[str, float]:
    """The parts of a score; of a child that comes before all others there is none to compare."""
    assert child.terms
    return {} if child.terms.first else dict(child.terms.parts)


def _note(child: Child) -> str:
    assert child.terms
    if child.terms.first:
        return "next, unvisited"
    score = f"{child.terms.score:.3f}" if child.visits else "unvisited"
    return f"{score} n = {child.visits:,}" + ("" if child.seen else " pruned")


def _formula(child: Child) -> str:
    """The sum with its numbers."""
    assert child.terms
    if child.terms.first:
        return f"{child.name} comes first: it was never visited."
    added = " + ".join(f"{value:.3f} ({name})" for name, value in child.terms.parts.items())
    return f"{child.name}: {added} = {child.terms.score:.3f}"


def _spread(highest: float, start: float = 1.0) -> list[float]:
    """Numbers from the start on, evenly on a logarithmic scale."""
    steps = 60
    return [start * (highest / start) ** (k / steps) for k in range(steps + 1)]


def bias(search: Any) -> Picture:
    """Progressive bias against the visits of a move, w H / (n + 1), for the moves with the highest H; and the
    exploration of one of them, which fades more slowly: C √(ln n_p / n). Dots are where the moves stand."""
    at = looked(search)
    found = [c for c in at.children() if _part(c.terms, FADING) is not None]
    if not found:
        raise ValueError(f"`{at.strategies['select'].name}` adds no progressive bias: take PB=on of `progressive`.")
    lines, height = [], 0.0
    for c in sorted(found, key=lambda c: -c.heuristic)[:FEW]:
        weighed = (_part(c.terms, FADING) or 0.0) * (c.visits + 1)
        at_now = (max(c.visits, 1), weighed / (max(c.visits, 1) + 1))
        lines.append(
            Curve(f"{c.name}: H = {c.heuristic:.3g}", [(n, weighed / (n + 1)) for n in _spread(LONGEST)], at_now)
        )
        height = max(height, weighed / 2)
    visits, C = at.visits(), getattr(at.strategies["select"].parameters, "C", 0.0)
    if C:
        explored = [(n, C * sqrt(log(max(visits, 2)) / n)) for n in _spread(LONGEST)]
        lines.append(Curve(f"exploration: C √(ln {visits:,} / n)", explored, kind="dashed"))
    axes = Axes("n, visits of the move", "added to its value", 1, LONGEST, 0.0, min(max(height, 0.5), 3.0), log=True)
    first = max(found, key=lambda c: c.heuristic)
    share = _part(first.terms, FADING) or 0.0
    added = f"its bias adds {share:.3f} to a value of {first.value:.3f}"
    words = f"{first.name} has the highest H; after n = {first.visits:,} {added}."
    return Picture("How the bias fades", curves(lines, axes), words)


def _part(terms: Terms | None, name: str) -> float | None:
    return next((value for part, value in terms.parts.items() if part.startswith(name)), None) if terms else None


def unpruning(search: Any) -> Picture:
    """How many moves are seen, against the visits n_p of their parent: k_init, and k when n_p passes
    A B^(k - k_init)."""
    at = looked(search)
    p = at.strategies["select"].parameters
    if not isinstance(p, Unpruning) or not p.PU:
        raise ValueError(f"`{at.strategies['select'].name}` prunes nothing: take PU=on of `progressive` or `rave`.")
    children, visits = len(at.children()), at.visits()
    points = [(1.0, float(p.k_init))]
    for k in range(p.k_init, children):
        passed = p.A * p.B ** (k + 1 - p.k_init) if k >= p.k_init else p.A
        points += [(passed, float(k)), (passed, float(k + 1))]
        if passed > LONGEST:
            break
    points.append((LONGEST, points[-1][1]))
    seen = max((k for n, k in points if n < max(visits, 2)), default=float(p.k_init))
    axes = Axes("n_p, visits of the position", "moves seen", 1, LONGEST, 0, max(children, p.k_init + 1), log=True)
    line = Curve(f"k_init = {p.k_init}, A = {p.A:g}, B = {p.B:g}", points, (max(visits, 1), seen))
    following = next((n for n, k in points if k > seen), None)
    words = f"n_p = {visits:,}: {int(seen)} of {children} moves are seen."
    if following and seen < children:
        words += f" The next one is when n_p passes {following:,.0f}."
    return Picture("Unpruning", curves([line], axes, now=max(visits, 1), height=190), words)


def rave(search: Any) -> Picture:
    """β of equation (2) against the simulations n of a move, at its RAVE simulations now; dots are where the moves
    stand. In words, the online and the RAVE value of the most visited move and what they weigh."""
    at = looked(search)
    found = [c for c in at.best(FEW) if c.terms and _fact(c.terms, BETA) is not None]
    if not found:
        raise ValueError(f"`{at.strategies['select'].name}` weighs no RAVE values: take `rave`, as mogo does.")
    p: Any = at.strategies["select"].parameters
    lines = []
    for c in found:
        facts = c.terms.facts if c.terms else {}
        r, c1 = float(facts["RAVE simulations r"]), float(p.c1_root)
        curve = [(n, r / (r + n + c1 * n * r)) for n in _spread(LONGEST)]
        lines.append(Curve(f"{c.name}: r = {r:,.0f}", curve, (max(c.visits, 1), _fact(c.terms, BETA) or 0.0)))
    axes = Axes("n, simulations of the move", "β, the weight of RAVE", 1, LONGEST, 0.0, 1.0, log=True)
    return Picture("RAVE gives way to what was simulated", curves(lines, axes), _weighed(found[0]))


def weights(search: Any) -> Picture:
    """α, β and γ of the moves, which sum up to 1: what each score believes in."""
    at = looked(search)
    found = [c for c in at.best(MOST, always=2) if c.terms and _fact(c.terms, BETA) is not None]
    if not found:
        raise ValueError(f"`{at.strategies['select'].name}` weighs no RAVE values: take `rave`, as mogo does.")
    rows = []
    for c in found:
        alpha, beta, gamma = (_fact(c.terms, sign) or 0.0 for sign in (ALPHA, BETA, GAMMA))
        online = _fact(c.terms, ONLINE)
        told = "" if online is None else f"v {online:+.2f} "
        rows.append(
            Bar(c.name, [alpha, beta, gamma], f"{told}RAVE {_fact(c.terms, TRANSIENT) or 0.0:+.2f}", not c.seen)
        )
    parts = ["α: its own simulations", "β: RAVE", "γ: H"]
    return Picture("What each score believes in", bars(rows, parts, 0.0, 1.0), _weighed(found[0]))


def _fact(terms: Terms | None, name: str) -> float | None:
    found = (
        (value for fact, value in terms.facts.items() if fact.split(" ")[0] == name or fact == name) if terms else ()
    )
    return next((float(value) for value in found), None)


def _weighed(child: Child) -> str:
    """The bandit formula with its numbers."""
    assert child.terms
    added = " + ".join(f"{value:.3f} ({name})" for name, value in child.terms.parts.items())
    told = ", ".join(
        f"{name} = {float(value):.3g}" for name, value in child.terms.facts.items() if not isinstance(value, str)
    )
    return f"{child.name}: {added} = {child.terms.score:.3f}, with {told}."


__all__ = ["Looked", "bias", "rave", "terms", "unpruning", "weights"]
