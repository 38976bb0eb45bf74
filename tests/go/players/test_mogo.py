"""`mogo-paper` is what the paper prints: its switches, and its H."""

import pytest

from kaya import Budget, GoPosition, make_player
from kaya.go.knowledge.large_patterns import pattern_value
from kaya.go.rules import parse_vertex

AS_PRINTED = dict(
    PU=False,
    won=0.0,
    even=0.1,
    large=True,
    owners=True,
    save=True,
    nakade=3,
    anew=True,
    approach=0.5,
    captures=True,
    self_atari=0.0,
    shapes_from=19,
)


@pytest.mark.parametrize("lines", [9, 13, 19])
def test_what_is_not_in_the_paper_is_off(lines):
    player = make_player("mogo-paper")
    player.fit(lines)
    found = {
        name.removeprefix("prior.").removeprefix("policy."): d.value
        for name, d in player.parameters().items()
        if name != "prior.self_atari"
    }
    assert {name: found[name] for name in AS_PRINTED} == AS_PRINTED
    assert player.strategies["expand"].name == "all_at_threshold"
    assert found["complete"] > 2, "most often approximate"
    assert found["c1_fast"] != found["c1"]
    assert found["initial"] > 0
    assert found["additive"] > 0
    assert found["third"] > 0


def test_the_bandit_formula_chooses_in_all_of_the_tree():
    """A node has all its children or none: none is there because a simulated move led to it."""
    player = make_player("mogo-paper:T=1")
    player.think(GoPosition(5), Budget(simulations=60))
    nodes = player.search.tree.nodes[: player.search.tree.used]
    inner = nodes[nodes["count"] > 0]
    assert len(inner) > 20
    assert (nodes["first"][nodes["count"] == 0] == 0).all()
    assert (inner["visits"][1:] > 1).all(), "created after the first simulation, used from the second on"
    assert len(nodes) == 1 + inner["count"].sum()


def test_h_is_the_pattern_and_the_rules():
    """On 9x9 F4 is on the fourth line, half of `border`; beside the last move D4 it would be 1, here d = 2 + 2 = 4, so
    (10 - 4) / 8 of `last_move`; nothing is known of owners, 1/2 is no third."""
    player, game = make_player("mogo-paper"), GoPosition(9)
    game.play(parse_vertex("D4", 9))
    player.think(game, Budget(simulations=1))
    weights, tree = player.strategies["prior"].parameters, player.search.tree
    node = next(n for n in tree.nodes[tree.children()] if n["move"] == parse_vertex("F4", 9))
    rules = 0.5 * weights.border + 0.75 * weights.last_move
    pattern = pattern_value(game.states[0], parse_vertex("F4", 9), game.mover, player.strategies["prior"].record)
    assert pattern > 0
    assert node["heuristic"] == pytest.approx(weights.patterns * pattern + weights.additive * rules)
    assert node["slot1"] >= weights.initial * rules - 1e-4
