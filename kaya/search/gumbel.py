"""Gumbel at the root: a search of few simulations that is never worse than its prior (Danihelka, Guez, Schrittwieser
and Silver 2022, "Policy improvement by planning with Gumbel").

Every move of the root draws a number g from the Gumbel distribution; the highest g + log P then is a move drawn by P.
The `considered` highest are compared by sequential halving: in each of log2(m) phases all moves that are left get
equally many simulations, and the better half by

    g + log P + sigma(q),    sigma(q) = (c_visit + max n) c_scale q,    q = (v + 1) / 2

stays. With g times `noise`, the highest g + log P is a move drawn by P^(1 / noise): `noise` is a temperature. Moves
far less likely than the likeliest one can be left out (`plausible`), as a high temperature would else be a wild one.

`gumbel` selects so at the root and as `puct` below; `gumbel_child` plays the best of those with the most visits.

(g + log P) / c_scale lives in `slot1` of the root's children and the visits that they had before this search in
`slot2`; `slot1` of the root is the number of simulations to come. Where that is not known, because only time is given,
there is no g, and the root is searched as all other nodes are.
"""

import numpy as np

from ..kernel import at, kernel, parameter
from .puct import Puct, highest_puct, puct_terms, value_for
from .strategy import strategy
from .terms import Terms

C_VISIT = 50.0  # the paper's
LEAST = 1e-12  # probability of which a logarithm is taken


class Gumbel(Puct):
    """The root's own parameters, and those of PUCT below."""

    considered: int = parameter(16, "moves of the root that sequential halving begins with", low=1, high=362)
    c_scale: float = parameter(1.0, "weight of values beside the prior", low=0.01, high=10.0)
    noise: float = parameter(1.0, "scale of g; 0: the best moves by the prior are considered", low=0.0, high=10.0)
    plausible: float = parameter(
        0.0,
        "moves with less than this share of the likeliest one's probability are never considered",
        low=0.0,
        high=1.0,
    )


def draw_gumbels(root, children, chance, simulations, p) -> None:
    """Before a search: draw g, and remember the visits."""
    g = p.noise * chance.gumbel(size=len(children)) if simulations else 0.0
    root.slot1 = simulations
    likely = children.heuristic >= (p.plausible if simulations else 0.0) * children.heuristic.max(initial=0.0)
    children.slot1 = np.where(likely, (g + np.log(np.maximum(children.heuristic, LEAST))) / p.c_scale, -np.inf)
    children.slot2 = children.visits if simulations else 0


@kernel
def considered_visits(simulation, simulations, considered):
    """How many visits the moves have among which a simulation, numbered from 0, chooses: the schedule of sequential
    halving. A phase with k moves gives each of them max(1, n / (k log2 m)) visits, and all simulations with equal
    numbers of visits come one after the other; then k is halved, but two are left for comparison."""
    if considered <= 1:
        return simulation
    phases, width = 0, 1
    while width < considered:
        phases, width = phases + 1, 2 * width
    visits, left = 0, considered
    while True:
        extra = max(1, simulations // (phases * left))
        if simulation < extra * left:
            return visits + simulation // left
        simulation, visits, left = simulation - extra * left, visits + extra, max(2, left // 2)


@kernel
def sigma(value, most, c_visit):
    """sigma(q) / c_scale of a value v, `most` being the most visits of a move."""
    return (c_visit + most) * 0.5 * (value + 1.0)


def gumbel_terms(nodes, index, child, p):
    """At the root g + log P and sigma(q), elsewhere those of PUCT."""
    node, move = nodes[index], nodes[child]
    if index != 0 or node.slot1 <= 0.0:
        return puct_terms(nodes, index, child, p)
    children = nodes[int(node.first) : int(node.first) + int(node.count)]
    counts = (children.visits - children.slot2).astype(int)
    wanted = int(considered_visits(int(counts.sum()), int(node.slot1), min(int(p.considered), int(node.count))))
    if not (counts == wanted).any():  # threads have overtaken each other
        wanted = int(counts.max())
    visits = int(move.visits - move.slot2)
    value = move.reward / move.visits if move.visits > 0 else value_for(node, move.mover, node.visits - 1)
    return Terms(
        {
            "drawn: (g + ln P) / c_scale": max(float(move.slot1), -1e9),
            "value: (50 + max n) (v + 1) / 2": (C_VISIT + int(counts.max())) * 0.5 * (float(value) + 1.0),
        },
        {"P": float(move.heuristic), "visits in this search": visits, "halving looks at those with": wanted},
        seen=visits == wanted,
    )


@strategy("select", Gumbel, keeps="Gumbel noise", at_root=draw_gumbels, terms=gumbel_terms)
def gumbel(nodes, index, p):
    """At the root the best move by g + log P + sigma(q) among those with as many visits as sequential halving asks for,
    or the most if threads have overtaken each other; elsewhere the highest by PUCT."""
    node = nodes[at(index)]
    if index != 0 or node.slot1 <= 0.0:
        return highest_puct(nodes, index, p)
    first, done, most = np.int64(node.first), 0, 0
    for i in range(first, first + node.count):
        visits = np.int64(nodes[at(i)].visits - nodes[at(i)].slot2)
        done, most = done + visits, max(most, visits)
    wanted = considered_visits(done, np.int64(node.slot1), min(np.int64(p.considered), np.int64(node.count)))
    unvisited = value_for(node, nodes[at(first)].mover, node.visits - 1)
    for target in (wanted, most):
        best, best_value = np.int64(-1), -np.inf
        for i in range(first, first + node.count):
            child = nodes[at(i)]
            if np.int64(child.visits - child.slot2) == target:
                value = child.reward / child.visits if child.visits > 0 else unvisited
                value = child.slot1 + sigma(value, most, C_VISIT)
                if value > best_value:
                    best, best_value = i, value
        if best >= 0:
            break
    return best


@strategy("final", needs="Gumbel noise")
def gumbel_child(visits, values, nodes, p):
    """Among the moves that this search has visited most, the highest by g + log P + sigma(q)."""
    counts = visits - nodes["slot2"]
    scores = nodes["slot1"] + (C_VISIT + counts.max()) * 0.5 * (values + 1.0)
    return int(np.argmax(np.where(counts == counts.max(), scores, -np.inf)))
