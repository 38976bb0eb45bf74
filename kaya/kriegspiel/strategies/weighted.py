"""Weighted messages (section 5.3, Figures 8 and 9): a try is worth the weighted average of all its outcomes.

Each node is evaluated once. All tries of a position are evaluated when it is expanded: what they share, above all the
control of the squares, is computed once for all. The tree then refines the average. The value of a try is

    L = H + sum over the messages that were explored of p (V - w)

with H its weighted average, p the probability of a message by the model, w what H took the message to be worth, and V
what the position after it has turned out to be worth. So no value depends on how often something was visited.

A refusal does not branch: it costs nothing, and is the turn without that try. So the tries are made in the order of L,
the value of a try if it is legal, and a turn is worth the sum over the tries, best first, of L times the chance that
the try is legal and all before it are not: the maximum of section 5.3 where the best try is surely legal.
"""

from math import log, sqrt

import numpy as np

from ...games.rules import moves
from ...kernel import at, kernel
from ...search import Terms, strategy
from ...search.selection import UCT
from ...search.tree import on_path
from ..knowledge.belief.control import legal, look
from ..knowledge.belief.model import ANSWER, OWN_TURN
from ..knowledge.belief.opponent import strikes_back
from ..knowledge.belief.outcomes import cost, danger, outcomes_in_words, scaled, weighted_average
from ..rules.board import NOWHERE
from ..rules.squares import KING

RARE = 0.02  # a chance below which further tries of a turn are not looked at


@kernel
def value_of_reply(state):
    """What the position is worth before the opponent's move: over the replies, value times probability."""
    look(state)
    chance, loss, protected = danger(state)
    loss /= max(chance, 1.0)
    if state.struck != NOWHERE and state.kind_at[at(state.struck)] != KING:
        back = strikes_back(state, state.struck, state.string, state.checking)
        loss = back * cost(state, state.struck, protected) + (1.0 - back) * loss
    return state.balance - loss


def weighted_terms(state, work, move, h, p):
    """The outcomes of a legal try. The unit is a piece."""
    look(state)
    found = outcomes_in_words(state, move)
    parts = {words: chance * value for words, chance, value in found}
    facts = {"chance to be legal": float(legal(state, move)), "H": h}
    return Terms(parts, facts, of="pieces", outcomes=tuple(found))


@strategy("expand", keeps="outcomes", terms=weighted_terms)
def all_evaluated(state, nodes, index, work, p):
    """All tries of a position at once: H is the weighted average of each, slot1 the chance that it is legal. The search
    must be `asking`: it stops at a try that awaits its answer for the first time (`explored` in Figure 8), and goes on
    through the messages later. A message notes its probability (slot1) and what it was taken to be worth (slot2)."""
    node = nodes[at(index)]
    if state.phase == ANSWER:
        state.expected = node.heuristic
        return -1 if node.visits <= 1 else 0
    if node.visits <= 1:
        node.slot1, node.slot2 = state.chance, scaled(state, state.expected)
    if state.phase != OWN_TURN:
        if node.visits <= 1:
            node.heuristic = scaled(state, value_of_reply(state))
        return 0
    look(state)
    count = moves(state, work.moves)
    for k in range(count):
        move = np.int64(work.moves[at(k)])
        work.heuristic[at(k)] = scaled(state, state.balance + weighted_average(state, move))
        work.slot1[at(k)] = legal(state, move)
    return count if count > 0 else -1


@strategy("simulate")
def weighted(state, work, policy, policy_p, p):
    """No simulation: the value of the try that awaits its answer, which is computed here where the tree is full."""
    if state.phase != ANSWER:
        return scaled(state, state.balance)
    if state.expected != state.expected:
        look(state)
        return scaled(state, state.balance + weighted_average(state, state.pending))
    return state.expected


@kernel
def value_if_legal(node):
    return node.reward / node.visits if node.visits > 0 else node.heuristic


def evaluated_terms(nodes, index, child, p):
    """The value and the exploration of a try."""
    node, move = nodes[index], nodes[child]
    n = int(move.visits)
    return Terms(
        {
            "value if legal: L": float(value_if_legal(move)),
            "exploration: C √(ln n_p / n)": p.C * sqrt(log(node.visits + node.count) / (n + 1)),
        },
        {"H": float(move.heuristic), "n": n + 1, "n_p": int(node.visits + node.count)},
    )


@strategy("select", UCT, terms=evaluated_terms)
def uct_of_evaluated(nodes, index, p):
    """Formula 2.1 with L as the value; the evaluation at the expansion counts as the first visit of each try."""
    node = nodes[at(index)]
    exploration = p.C * sqrt(log(node.visits + node.count))
    first = np.int64(node.first)
    best, best_value = first, -np.inf
    for i in range(first, first + node.count):
        child = nodes[at(i)]
        value = value_if_legal(child) + exploration / sqrt(child.visits + 1.0)
        if value > best_value:
            best, best_value = i, value
    return best


@kernel
def value_of_turn(nodes, node):
    """The sum over the tries, best first, of L times the chance that the try is legal and all before it are not; what
    is left counts as the last."""
    first = np.int64(node.first)
    left, total, above, last = 1.0, 0.0, np.inf, -1
    while left > RARE:
        best, best_value = -1, -np.inf
        for i in range(first, first + node.count):
            value = value_if_legal(nodes[at(i)])
            if (value < above or (value == above and i > last)) and value > best_value:
                best, best_value = i, value
        if best < 0:
            break
        chance = left * nodes[at(best)].slot1
        total += chance * best_value
        left -= chance
        above, last = best_value, best
    return total + left * (above if above < np.inf else 0.0)


@kernel
def value_of_messages(nodes, node):
    """H + sum of p (V - w) over the messages that were explored."""
    value, child = node.heuristic, np.int64(node.first)
    while child:
        message = nodes[at(child)]
        if message.visits > 0:
            value += message.slot1 * (message.reward / message.visits - message.slot2)
        child = np.int64(message.next)
    return value


@strategy("backup", needs="outcomes")
def weighted_maximum(nodes, work, depth, result, p):
    """A decision is worth what its turn is, a try or a message before the opponent's move what its messages are,
    weighted by their probabilities. For one thread."""
    for d in range(depth, -1, -1):
        node = nodes[at(on_path(nodes, work, d))]
        if node.count > 0:
            value = value_of_turn(nodes, node)
        else:
            value = result if d == depth else value_of_messages(nodes, node)
        node.reward = (-value if node.mover == 2 else value) * node.visits
