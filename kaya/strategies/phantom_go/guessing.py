"""Late and early guessing of hidden stones (Borsboom, Saito, Chaslot and Uiterwijk 2007, as the Kriegspiel paper tells
it in section 5.1): "In the former, some stones are added as the opponent plays them and the rest are filled just before
the simulation step; in the latter, stones are added after the first move based on their frequency of play during the
first move."
"""

import numpy as np

from ...games.go.board import EDGE, PASS, area_score
from ...games.phantom_go.rules import put_hidden
from ...games.rules import moves, over, result
from ...kernel import at, atomic_add, parameter
from ...knowledge.phantom_go.guessed import GUESS, SIMULATED
from ...search import advance, begin, note, strategy
from ...search.expansion import Threshold
from ...search.tree import on_path
from ..go.playout import Playout

REPLY = 3  # the depth of the other's first move: after the own first move and the guess


class HiddenPlayout(Playout):
    """Parameters of a simulated game with hidden stones."""

    margin: float = parameter(0.0, "share of the points in the result, as a part of the board; the rest is the win",
                              low=0.0, high=1.0)  # fmt: skip


@strategy("simulate", HiddenPlayout)
def hidden_playout(state, work, policy, policy_p, p):
    """Guess the stones that are still hidden; then as `go_playout`. The result is (1 - margin) x the win + margin x the
    points by which it was won, as a part of the board: stones that are guessed at random have no eyes, so nearly every
    simulated game is won, and without the points one move would be as good as another."""
    put_hidden(state, EDGE - state.side)
    state.phase = SIMULATED
    limit = state.moves + p.length * state.lines * state.lines
    begin(state, work, policy_p)
    while not over(state) and state.moves < limit:
        move = policy(state, work, policy_p)
        note(work, move, state.turn)
        advance(state, work, move, policy_p)
    if p.margin == 0.0:
        return result(state)
    points = (area_score(state) - state.komi) / (state.lines * state.lines)
    return (1.0 - p.margin) * result(state) + p.margin * min(max(points, -1.0), 1.0)


@strategy("expand", Threshold)
def by_replies(state, nodes, index, work, p):
    """As `at_threshold`; and before the hidden stones are guessed, a point gets the weight 1 + how often the other has
    played there as its first move in the simulations so far. The search must be `asking`."""
    if state.phase == GUESS:
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
    """The plain average; and it is counted where the other has made its first move."""
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
