"""Simulated games of Go: how they are played to the end, and the light policy (Mango paper, section 2.3.3)."""

from ...games.rules import over, result
from ...kernel import Parameters, parameter
from ...search import advance, begin, note, strategy
from ..knowledge.expert_rules import remember_owners
from ..rules.board import area_score, random_move


@strategy("policy")
def light(state, work, p):
    """Any legal move that fills no own eye, all equally likely."""
    return random_move(state)


class Playout(Parameters):
    """Parameters of a simulated game."""

    length: float = parameter(
        3.0, "moves per point of the board after which a simulated game is stopped and scored", low=1.0, high=10.0
    )
    owners: bool = parameter(False, "remember who owns what at the end, for the rule `third`")
    margin: float = parameter(
        0.0, "share of the points in the result, as a part of the board; the rest is the win", low=0.0, high=1.0
    )


@strategy("simulate", Playout)
def go_playout(state, work, policy, policy_p, p):
    """Play with `policy` to the end, or to `length` moves per point of the board; +1 if Black wins, -1 if White.
    With `margin` it is (1 - margin) x the win + margin x the points by which it was won, as a part of the board."""
    points = state.lines * state.lines
    limit = state.moves + p.length * points
    begin(state, work, policy_p)
    while not over(state) and state.moves < limit:
        move = policy(state, work, policy_p)
        note(work, move, state.turn)
        advance(state, work, move, policy_p)
    if p.owners:
        remember_owners(state, work)
    if p.margin == 0.0:
        return result(state)
    lead = (area_score(state) - state.komi) / points
    return (1.0 - p.margin) * result(state) + p.margin * min(max(lead, -1.0), 1.0)


play_to_the_end = go_playout.function
