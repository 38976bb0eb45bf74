"""A policy for a small game with an umpire, learned from games against itself: external sampling.

Both sides have a regret for each try at each of their information sets. In turn each side looks at all its own tries,
while those of the other side are drawn by its present policy (external sampling: Lanctot, Waugh, Zinkevich and Bowling
2009, "Monte Carlo Sampling for Regret Minimization in Extensive Games"):

    sigma(a) = R(a) / sum R        the present policy; all tries alike where no regret is left
    R(a) <- max(R(a) + v(a) - sum sigma v, 0)        at nodes of the side that looks
    S(a) <- S(a) + t sigma(a)                        at nodes of the other one, in iteration t

No regret is ever below 0 and later iterations count more, as in CFR+ (Tammelin 2014). The answer is S(a) / sum S: the
average policy, which comes ever closer to an equilibrium. A refused try costs nothing; its author tries again.
"""

import numpy as np

from ..games.rules import REFUSED, attempt, mover, over, result, told  # by the state's record type
from ..kernel import kernel, random_unit
from .information_sets import could_try, heard_other, heard_own, node_of


@kernel
def present_policy(node, entries, chances):
    """sigma, in proportion to the regrets."""
    total = 0.0
    for k in range(node.count):
        total += entries[node.first + k].regret
    for k in range(node.count):
        chances[k] = entries[node.first + k].regret / total if total > 0.0 else 1.0 / node.count


@kernel
def drawn(head, chances, count):
    left = random_unit(head)
    for k in range(count - 1):
        left -= chances[k]
        if left < 0.0:
            return k
    return count - 1


@kernel
def make_try(head, states, sides, depth, turn, move):
    """The umpire's answer to a try, heard one level deeper."""
    states[depth + 1] = states[depth]
    for side in range(2):
        sides[2 * depth + 2 + side] = sides[2 * depth + side]
    state = states[depth + 1]
    message = attempt(state, move)
    own = told(state, message) if message != REFUSED else np.int64(REFUSED)
    heard_own(head, sides[2 * depth + 1 + turn], move, own)
    if message != REFUSED:
        heard_other(sides[2 * depth + 4 - turn], message)


@kernel
def walk(head, looks, depth, weight, states, sides, sets, entries, table, listed, chances):
    """What the position at this depth is worth to the side that looks; regrets and averages below it are learned."""
    state = states[depth]
    if over(state):
        won = result(state)
        return won if looks == 1 else -won
    turn = np.int64(mover(state))
    if depth + 1 == len(states):
        head.stop = 1
    count = 0 if head.stop else could_try(state, sides[2 * depth + turn - 1], listed[depth])
    if count == 0:
        return 0.0
    place, _ = node_of(head, sets, entries, table, sides[2 * depth + turn - 1].key, listed[depth], count)
    if place < 0:
        head.stop = 1
        return 0.0
    node = sets[place]
    present_policy(node, entries, chances[depth])
    if turn != looks:
        for k in range(count):
            entries[node.first + k].average += weight * chances[depth, k]
        move = np.int64(entries[node.first + drawn(head, chances[depth], count)].move)
        make_try(head, states, sides, depth, turn, move)
        return walk(head, looks, depth + 1, weight, states, sides, sets, entries, table, listed, chances)
    value = 0.0
    for k in range(count):
        entry = entries[node.first + k]
        make_try(head, states, sides, depth, turn, np.int64(entry.move))
        entry.reward = walk(head, looks, depth + 1, weight, states, sides, sets, entries, table, listed, chances)
        value += chances[depth, k] * entry.reward
    for k in range(count):
        entry = entries[node.first + k]
        entry.regret = max(entry.regret + entry.reward - value, 0.0)
    return value


@kernel
def iterate(head, first, last, states, sides, sets, entries, table, listed, chances):
    """The iterations from `first` on, before `last`."""
    for t in range(first, last):
        for looks in range(1, 3):
            walk(head, looks, 0, float(t), states, sides, sets, entries, table, listed, chances)
