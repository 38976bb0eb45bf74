"""Who owns what by light playouts, on boards where everybody knows."""

import pytest

from kaya.go.rules import BLACK, WHITE, GoPosition, parse_vertex

from .boards import at_vertices, drawn


def test_lone_stones_in_the_opponents_territory_are_dead():
    game = drawn("""
        . . . X O . . . .
        . . . X O . . . .
        . . O X O . . X .
        . . . X O . . . .
        X X X X O O O O O
        . . . X O . . . .
        . . . X O . . . .
        . O . X O . . . .
        . . . X O . . . .""")
    for seed in range(3):
        assert game.dead_stones(seed=seed) == sorted(at_vertices("C7 B2 H7", 9))
    assert game.score(without=game.dead_stones()) == 4 * 9 - 5 * 9 - 7.5


def test_two_eyes_live_in_the_middle_of_the_enemy():
    game = drawn("""
        . O . O X . .
        O O O O X . .
        X X X X X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .""")
    estimate = game.estimate(300)
    assert game.dead_stones() == []
    assert all(estimate.ownership[p] == -1 for p in at_vertices("A7 B7 C7 D7 A6 B6 C6 D6", 7))


def test_a_chain_lives_or_dies_as_a_whole_also_in_seki():
    game = drawn("""
        O O X . O X .
        O X X . O X .
        O O O O O X .
        X X X X X X .
        . . . . . . .
        . . . . . . .
        . . . . . . .""")
    dead = set(game.dead_stones())
    for chain in (at_vertices("A7 B7 A6", 7), at_vertices("C7 B6 C6", 7), at_vertices("E7 E6 E5 D5", 7)):
        assert not dead & set(chain) or set(chain) <= dead


def test_an_estimate_depends_on_position_and_seed_alone():
    game = GoPosition(9)
    game.play(parse_vertex("E5", 9))
    before = game.states.tobytes()
    one, same, other = game.estimate(200, seed=1), game.estimate(200, seed=1), game.estimate(200, seed=2)
    assert (one.ownership == same.ownership).all()
    assert (one.score, one.value, one.deviation) == (same.score, same.value, same.deviation)
    assert one.score != other.score
    assert game.states.tobytes() == before


@pytest.mark.parametrize("lines", [2, 3, 7, 19])
def test_an_estimate_is_consistent(lines):
    game = GoPosition(lines, komi=0.5)
    estimate = game.estimate(200)
    assert abs(estimate.ownership).max() <= 1
    assert estimate.ownership.sum() - game.komi == pytest.approx(estimate.score)
    assert -1 <= estimate.value <= 1
    assert estimate.deviation >= 0
    assert not estimate.ownership[[p for p in range(424) if p not in game.points]].any()


def test_an_ended_game_is_still_evaluation():
    game = drawn("""
        . X . O .
        X X . O O
        . X . O .
        X X . O O
        . X . O .""")
    game.play(0)
    game.play(0)
    estimate = game.estimate(100)
    owners = [estimate.ownership[p] for p in at_vertices("A5 B3 D3 E1", 5)]
    assert [BLACK if o == 1 else WHITE if o == -1 else 0 for o in owners] == [BLACK, BLACK, WHITE, WHITE]


def test_an_estimate_without_playouts_is_refused():
    with pytest.raises(ValueError, match="at least 1 playout"):
        GoPosition(9).estimate(0)
