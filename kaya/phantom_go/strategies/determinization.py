"""Late and early guessing of hidden stones (Borsboom, Saito, Chaslot and Uiterwijk 2007, as the Kriegspiel paper tells
it in section 5.1): "In the former, some stones are added as the opponent plays them and the rest are filled just before
the simulation step; in the latter, stones are added after the first move based on their frequency of play during the
first move."
"""

import numpy as np

from ...games.rules import moves
from ...go.rules.board import EDGE, PASS
from ...go.strategies.playout import Playout, play_to_the_end
from ...kernel import at, atomic_add
from ...search import strategy
from ...search.expansion import Threshold
from ...search.tree import on_path
from ..knowledge.players_game import DETERMINIZE, SIMULATED
from ..rules.board import put_hidden

REPLY = 3  # the depth of the opponent's first move: after the own first move and the determinization


@strategy("simulate", Playout)
def hidden_playout(state, work, policy, policy_p, p):
    """Sample the stones that are still hidden; then as `go_playout`. Stones that are sampled at random have no eyes, so
    nearly every simulated game is won, and without a share of the points (`margin`) one move would be as good as
    another."""
    put_hidden(state, EDGE - state.side)
    state.phase = SIMULATED
    return play_to_the_end(state, work, policy, policy_p, p)


@strategy("expand", Threshold)
def by_replies(state, nodes, index, work, p):
    """As `at_threshold`; and before the hidden stones are sampled, a point gets the weight 1 + how often the opponent
    has played there as its first move in the simulations so far. The search must be `asking`."""
    if state.phase == DETERMINIZE:
        total = 0.0
        for k in range(state.places):
            total += 1.0 + work.lasting[at(state.where[at(k)])]
            state.upto[at(k)] = total
        return 0
    if nodes[at(index)].visits <= p.T:
        return 0
    return moves(state, work.moves)


@strategy("backup")
def with_replies(nodes, work, depth, result, p):
    """The plain average; and it is counted where the opponent has made its first move."""
    for d in range(depth + 1):
        node = nodes[at(on_path(nodes, work, d))]
        atomic_add(node, "reward", -result if node.mover == 2 else result)
    reply = PASS
    if depth >= REPLY:
        reply = np.int64(nodes[at(on_path(nodes, work, REPLY))].move)
    elif work.length > 0:
        reply = np.int64(work.noted[0]) >> 2
    if reply != PASS:
        work.lasting[at(reply)] += 1.0
