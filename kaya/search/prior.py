"""Prior: what knowledge says of the moves before any of them was tried (H; Mango paper, section 3.3).

Where `expand` has said which moves become children, `prior` writes H of each, work.heuristic[k] of work.moves[k], and
sorts both, best first. H stays with the node; what is made of it is up to `select`.
"""

import numpy as np

from ..kernel import at, kernel
from .strategy import strategy


@kernel
def best_first(work, count):
    """Sort the moves by H, falling (Shell 1959)."""
    for gap in (132, 57, 23, 10, 4, 1):
        for k in range(gap, count):
            h, move, place = work.heuristic[at(k)], work.moves[at(k)], k
            while place >= gap and work.heuristic[at(place - gap)] < h:
                work.heuristic[at(place)] = work.heuristic[at(place - gap)]
                work.moves[at(place)] = work.moves[at(place - gap)]
                place -= gap
            work.heuristic[at(place)], work.moves[at(place)] = h, move


@kernel
def as_probabilities(work, count):
    """Turn what stands in H, logarithms up to a constant, into probabilities, and sort the moves by them."""
    highest, total = -np.inf, 0.0
    for k in range(count):
        highest = max(highest, work.heuristic[at(k)])
    for k in range(count):
        work.heuristic[at(k)] = np.exp(work.heuristic[at(k)] - highest)
        total += work.heuristic[at(k)]
    for k in range(count):
        work.heuristic[at(k)] /= total
    best_first(work, count)


@strategy("prior")
def no_knowledge(state, work, count, p):
    """Nothing is known: H is what the expansion has written, or 0, and the moves stay in their order."""
