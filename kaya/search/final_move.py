"""Which move is played after the search (Mango paper, section 2.4). Each returns the place of the best child in the
arrays `visits` and `values` (only visited children are in them), or None to ask for more simulations."""

import inspect
from collections.abc import Mapping

import numpy as np

from ..kernel import Parameters, parameter
from .report import Found
from .strategy import WITH_NODES, Strategy, strategy
from .terms import terms_of
from .tree import Tree

BY_VALUE = ("max_child", "robust_max_child", "secure_child")
"""Rules that compare values, for which a child that is pruned does not count."""


def place_of_best(found: Found, final: Strategy) -> int | None:
    """Where the move to play stands among the root's moves, most visited first; None: more simulations, please."""
    visits, values = found.visits, found.values
    more = (found.nodes,) if len(inspect.signature(final.function).parameters) == WITH_NODES else ()
    place = final.function(visits, values, *more, final.parameters) if len(visits) else 0
    if place is not None and not (isinstance(place, (int, np.integer)) and 0 <= place < max(len(visits), 1)):
        raise ValueError(f"`{final.name}` returned {place!r}, which is not the place of one of the moves.")
    return None if place is None else int(place)


def place_among_seen(tree: Tree, found: Found, strategies: Mapping[str, Strategy]) -> int | None:
    """As `place_of_best`; and a rule that compares values looks at no child that is pruned: "a node is pruned if it
    cannot be accessed in the simulated games" (section 3.2), so a lucky result that it has had would stay."""
    final, select, places = strategies["final"], strategies["select"], np.arange(len(found.visits))
    if final.name in BY_VALUE and select.terms and tree.nodes[0].count > 0:
        seen = [(told := terms_of(select, tree.nodes, 0, int(k))) is None or told.seen for k in found.children]
        places = places[seen] if any(seen) else places
    place = place_of_best(Found(*(part[places] for part in found)), final)
    return place if place is None or not len(places) else int(places[place])


@strategy("final")
def max_child(visits, values, p):
    """The child with the highest value."""
    return int(np.lexsort((visits, values))[-1])


@strategy("final")
def robust_child(visits, values, p):
    """The child with the highest visit count; the better one of two."""
    return int(np.lexsort((values, visits))[-1])


@strategy("final")
def robust_max_child(visits, values, p):
    """The child with both the highest visit count and the highest value; if there is none, more simulations are
    played until one occurs (Coulom 2007). One does occur with formula 2.1: a child of a higher value and fewer visits
    has the higher bound, so it is selected until it is worse or has more. Where a clock runs, none are played beyond
    its time, and the most visited child is taken."""
    most = visits == visits.max()
    both = np.flatnonzero(most & (values == values.max()))
    return int(both[0]) if len(both) else None


class Secure(Parameters):
    """Parameters of the secure child."""

    A: float = parameter(4.0, "how far below its value a child is evaluated when it has few visits", low=0.0, high=20.0)


@strategy("final", Secure)
def secure_child(visits, values, p):
    """The child with the highest lower confidence bound v - A / sqrt(n).

    The paper prints v + A / sqrt(n); that would be an upper bound and prefer the least visited child, so the sign is
    taken to be a misprint."""
    return int(np.argmax(values - p.A / np.sqrt(visits)))


class LowerBound(Parameters):
    """Parameters of the lower confidence bound."""

    bound: float = parameter(5.0, "how many standard errors below its value a child is evaluated", low=0.0, high=20.0)
    bound_visits: float = parameter(
        0.15, "children with fewer visits than this share of the most are left out", low=0.0, high=1.0
    )
    bound_deviation: float = parameter(0.25, "standard deviation that is taken for granted", low=0.0, high=2.0)


@strategy("final", LowerBound, needs="squares of results")
def lcb(visits, values, nodes, p):
    """The child with the highest lower confidence bound v - bound x s / sqrt(n), among those with a share of the most
    visits (Leela Zero's and KataGo's). s^2 = (sum of R^2 + bound_deviation^2 + v^2) / (n + 1) - v^2: one visit more, as
    far from the mean as is taken for granted, so that few visits do not look sure."""
    squares = np.maximum(nodes["slot1"], visits * values**2)
    variance = (squares + p.bound_deviation**2 + values**2) / (visits + 1) - values**2
    bounds = values - p.bound * np.sqrt(np.maximum(variance, 0.0) / visits)
    return int(np.argmax(np.where(visits >= p.bound_visits * visits.max(), bounds, -np.inf)))
