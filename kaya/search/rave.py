"""All moves as first: what a move is worth when it is played at any time, learned from every simulated game that has it
(RAVE; MoGo paper, section 2; Gelly and Silver 2007).

`all_moves_as_first` keeps these statistics in the slots of a node: how many simulations of the parent contained the
move, played by the same player at any later time (`slot1`), and the sum of their results for that player (`slot2`); a
move that comes late can count for less. It needs simulations that `note` their moves. `rave` selects by the bandit
formula of MoGo, equations (1) to (4).
"""

from math import log
from typing import ClassVar

import numpy as np

from ..games.game import MOST_MOVES
from ..kernel import Parameters, at, atomic_add, kernel, parameter
from .progressive import Unpruning, unpruned, unpruning_facts
from .strategy import strategy
from .terms import Terms
from .tree import is_late, on_path

LATER = (1 << 16) - 4  # the bits of `first_by` that tell after how many moves
LOGS = 4096  # visits up to which 1 / log(2 + n) is looked up


class Fading(Parameters):
    """How much RAVE learns from moves that come late."""

    fade: float = parameter(
        0.0, "part of a RAVE simulation that is lost if the move comes at the very end", low=0.0, high=1.0
    )


@strategy("backup", Fading, keeps="all moves as first")
def all_moves_as_first(nodes, work, depth, result, p):
    """The plain average for the nodes on the path; and for all their children whose move was played later in this
    simulation, in the tree or in the playout, and first by the same player, one more simulation with this result.

    A move that comes t moves later than it could, of T that are left to the end, counts 1 - fade t / T; in the papers
    `fade` is 0. Threads share these statistics without atomic operations: an update may be lost now and then. Moves
    whose numbers differ by a multiple of MOST_MOVES are taken for the same."""
    work.simulation += 1
    stamp, ends = work.simulation << 16, depth + work.length
    for k in range(work.length - 1, -1, -1):  # backwards, so that the first player of a move is written last
        noted = np.int64(work.noted[at(k)])
        work.first_by[at(noted >> 2 & MOST_MOVES - 1)] = stamp | (depth + k) << 2 | (noted & 3)
    for d in range(depth, -1, -1):
        node = nodes[at(on_path(nodes, work, d))]
        atomic_add(node, "reward", -result if node.mover == 2 else result)
        first, fading = np.int64(node.first), p.fade / max(ends - d, 1)
        for i in range(first, first + max(node.count, 0)):
            child = nodes[at(i)]
            by = work.first_by[at(child.move & MOST_MOVES - 1)]
            if by & ~LATER == stamp | child.mover:
                weight = 1.0 - fading * ((by & LATER) >> 2) + fading * d
                child.slot1 += np.float32(weight)
                child.slot2 += np.float32(-weight * result if child.mover == 2 else weight * result)
        if d > 0:
            work.first_by[at(node.move & MOST_MOVES - 1)] = stamp | (d - 1) << 2 | node.mover


class Rave(Unpruning):
    """Equations (1) to (4) of the MoGo paper, and progressive unpruning."""

    removed: ClassVar = {
        "c3": "as it gained nothing, 48.5 % [42.2, 54.9] of 200 games",
        "UCT": "as it gained nothing, 47.0 % [40.3, 53.9] of 200 games",
    }

    c1: float = parameter(0.0003, "how fast simulations outweigh RAVE: the bias of RAVE squared", low=0.0, high=1.0)
    c2: float = parameter(1.0, "weight of H while there are few RAVE simulations", low=0.0, high=100.0)
    C: float = parameter(0.05, "weight of H that fades with the logarithm of the visits", low=0.0, high=10.0)
    even: float = parameter(10.0, "RAVE simulations without a winner that every move starts with", low=0.1, high=1000.0)
    won: float = parameter(50.0, "RAVE simulations won that a move with H = 1 starts with", low=0.0, high=10_000.0)
    c1_root: float = parameter(0.0003, "c1 at the root", low=0.0, high=1.0)
    c2_root: float = parameter(1.0, "c2 at the root", low=0.0, high=100.0)
    C_root: float = parameter(0.05, "C at the root", low=0.0, high=10.0)
    c1_end: float = parameter(
        -1.0, "c1 at the root in the second half of the time; below 0: c1_root", low=-1.0, high=1.0
    )
    c2_end: float = parameter(-1.0, "c2 there; below 0: c2_root", low=-1.0, high=100.0)
    C_end: float = parameter(-1.0, "C there; below 0: C_root", low=-1.0, high=10.0)
    complete: int = parameter(
        1,
        "of so many visits of a node one has the complete β, the others the approximate one; 1: all",
        low=1,
        high=1000,
    )
    c1_fast: float = parameter(0.0003, "c1 of the approximate β", low=0.0, high=1.0)

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {"fading": 1.0 / np.log(2.0 + np.arange(LOGS))}


@kernel
def rave_weight(n, r, c1, is_complete):
    """Equation (2), beta = r / (r + n + c1 n r) = 1 / (1 + n / r + c1 n); or approximately, as for a move that has far
    more RAVE simulations than simulations, 1 / (1 + c1 n)."""
    return r / (r + n + c1 * n * r) if is_complete else 1.0 / (1.0 + c1 * n)


@kernel
def score(child, c1, c2, C, is_complete, p):
    """alpha x online + beta x transient + (gamma + C / log(2 + n)) H, the sum of alpha, beta and gamma being 1:

    beta = r / (r + n + c1 n r), gamma = c2 / r, n being the simulations of a move and r its RAVE simulations. These
    start with `even` draws and with H x `won` wins (losses if H is negative), and with those that a prior `starts`.
    While a move has no simulations, beta is 1; alpha's -gamma then falls to the transient value, there being no
    other."""
    n, h = np.float64(child.visits), child.heuristic
    r = child.slot1 + p.even + p.won * abs(h)
    transient = (child.slot2 + p.won * h) / r
    gamma = c2 / r
    fading = p.fading[at(child.visits)] if child.visits < LOGS else 1.0 / log(2.0 + n)
    offline = (gamma + C * fading) * h
    if child.visits == 0:
        return (1.0 - gamma) * transient + offline
    beta = rave_weight(n, r, c1, is_complete)
    online = child.reward / n
    return (1.0 - beta - gamma) * online + beta * transient + offline


@kernel
def constants(nodes, index, p):
    """c1, c2 and C for the children of a node, and whether beta is the complete one. The root has constants of its own,
    and others again in the second half of the thinking time; and the approximate formula, which is computed "most
    often", has its own c1 (MoGo paper, section 2)."""
    c1, c2, C = p.c1, p.c2, p.C
    if index == 0:
        c1, c2, C = p.c1_root, p.c2_root, p.C_root
        if is_late(nodes):
            c1 = p.c1_end if p.c1_end >= 0.0 else c1
            c2 = p.c2_end if p.c2_end >= 0.0 else c2
            C = p.C_end if p.C_end >= 0.0 else C
    is_complete = p.complete <= 1 or nodes[at(index)].visits % p.complete == 0
    return c1 if is_complete else p.c1_fast, c2, C, is_complete


def rave_terms(nodes, index, child, p):
    """Equations (1) to (4), term by term: see `score`."""
    move = nodes[child]
    c1, c2, C, is_complete = constants(nodes, index, p)
    n, h = int(move.visits), float(move.heuristic)
    r = float(move.slot1) + p.even + p.won * abs(h)
    transient, gamma = (float(move.slot2) + p.won * h) / r, c2 / r
    beta = float(rave_weight(float(n), r, c1, is_complete)) if n else 1.0
    facts, seen = unpruning_facts(nodes, index, child, p)
    known = {
        "RAVE value": transient,
        "n": n,
        "RAVE simulations r": r,
        "H": h,
        "β = r / (r + n + c1 n r)" if is_complete else "β ≈ 1 / (1 + c1 n)": beta,
        "γ = c2 / r": gamma,
    }
    if n == 0:
        parts = {"transient: (1 − γ) RAVE": (1.0 - gamma) * transient}
    else:
        known = {"online value": float(move.reward) / n, "α = 1 − β − γ": 1.0 - beta - gamma, **known}
        parts = {"online: α v": (1.0 - beta - gamma) * float(move.reward) / n, "transient: β RAVE": beta * transient}
    parts["offline: (γ + C / ln(2 + n)) H"] = (gamma + C / log(2.0 + n)) * h
    return Terms(parts, {**known, **facts}, seen=seen)


@strategy("select", Rave, needs="all moves as first", terms=rave_terms)
def rave(nodes, index, p):
    """The highest score of equation (1), among the moves that are not pruned."""
    node = nodes[at(index)]
    seen = np.int64(node.count)
    if p.PU:
        seen = min(seen, unpruned(node.visits, p))
    c1, c2, C, is_complete = constants(nodes, index, p)
    best, best_value, first = np.int64(node.first), -np.inf, np.int64(node.first)
    for i in range(first, first + seen):
        value = score(nodes[at(i)], c1, c2, C, is_complete, p)
        if value > best_value:
            best, best_value = i, value
    return best
