"""Late and early guessing of hidden stones (Borsboom, Saito, Chaslot and Uiterwijk 2007, as the Kriegspiel paper tells
it in section 5.1): "In the former, some stones are added as the opponent plays them and the rest are filled just before
the simulation step; in the latter, stones are added after the first move based on their frequency of play during the
first move."
"""

import numpy as np

from ...games.rules import moves
from ...go.rules import go
from ...go.rules.board import CELLS, EDGE, PASS
from ...go.strategies.playout import Playout, play_to_the_end
from ...kernel import at, atomic_add, record
from ...kernel.views import record_as, record_over
from ...search import strategy
from ...search.expansion import ONE, Threshold
from ...search.tree import on_path
from ..knowledge.players_game import DETERMINIZE, SIMULATED
from ..rules.board import put_hidden

GO = go.dtype
REPLY = 3  # the depth of the opponent's first move: after the own first move and the determinization
REPLIES = record(
    ("times", "f8", CELLS)
)  # how often the opponent replied on each point, in the lasting memory of a thread


@strategy("simulate", Playout)
def hidden_playout(state, work, policy, policy_p, p):
    """Sample the stones that are still hidden; then as `go_playout`. Stones that are sampled at random have no eyes, so
    nearly every simulated game is won, and without a share of the points (`margin`) one move would be as good as
    another."""
    put_hidden(state, EDGE - state.side)
    state.phase = SIMULATED
    return play_to_the_end(record_as(state, GO), work, policy, policy_p, p)


@strategy("expand", Threshold)
def by_replies(state, nodes, index, work, p):
    """As `at_threshold`; and before the hidden stones are sampled, a point gets the weight 1 + how often the opponent
    has played there as its first move in the simulations so far. The search must be `asking`."""
    if state.phase == DETERMINIZE:
        total, replies = 0.0, record_over(work.lasting, REPLIES)
        for k in range(state.places):
            total += 1.0 + replies.times[at(state.where[at(k)])]
            state.upto[at(k)] = total
        return ONE
    if nodes[at(index)].visits <= p.T:
        return ONE
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
        record_over(work.lasting, REPLIES).times[at(reply)] += 1.0
