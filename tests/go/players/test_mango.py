"""H of the player, worked out by hand or with plain numpy from the tables that the kernels read."""

from math import hypot, sqrt

import numpy as np
import pytest

from kaya import Budget, GoPosition, make_player
from kaya.go.knowledge.captures import capture_value
from kaya.go.knowledge.features import count_liberties, log_move_strength
from kaya.go.knowledge.large_patterns import pattern_value
from kaya.go.knowledge.proximity import proximity
from kaya.go.rules import PASS, parse_vertex
from kaya.go.rules.board import moves
from kaya.go.strategies import by_features, by_formula
from kaya.go.strategies.priors import pass_last
from kaya.kernel import zeros
from kaya.search import NODE, best_first
from kaya.search.tree import new_work


def played(moves: str, lines: int = 9) -> GoPosition:
    game = GoPosition(lines)
    for name in moves.split():
        game.play(parse_vertex(name, lines))
    return game


def heuristics(strategy, game: GoPosition) -> dict[int, float]:
    """H of every move, in the order in which the children would lie."""
    states, work = game.states.copy(), new_work()
    count = moves(states[0], work[0].moves)
    strategy.function(states[0], work[0], count, strategy.record)
    return dict(zip(work[0].moves[:count].tolist(), work[0].heuristic[:count].tolist(), strict=True))


@pytest.mark.parametrize("strategy", [by_formula, by_features])
def test_children_are_in_the_order_of_h(strategy):
    game = played("E5 C3")
    values = list(heuristics(strategy, game).values())
    assert len(values) == 80
    assert values == sorted(values, reverse=True)
    assert heuristics(strategy, game)[PASS] == 0.0


def test_proximity_is_the_sum_over_all_former_moves():
    names = "E5 C3 G7 C7 G3 E3 E7 PASS C5 G5"
    game = played(names)
    for here in ("D4", "A1", "J9", "E4"):
        expected, (x, y) = 0.0, ("ABCDEFGHJ".index(here[0]), int(here[1]))
        for k, name in enumerate(reversed(names.split()), start=1):
            if name != "PASS":
                d = hypot("ABCDEFGHJ".index(name[0]) - x, int(name[1]) - y)
                expected += 1 / (2 * d) ** (1.25 + k / 2)
        assert proximity(game.states[0], parse_vertex(here, 9), by_formula.record) == pytest.approx(expected, rel=1e-12)
    assert proximity(GoPosition(9).states[0], parse_vertex("E5", 9), by_formula.record) == 1.0


def test_a_stone_that_was_taken_off_the_very_point_does_not_count():
    game = played("B1 A1 A2")  # Black takes the white stone on A1
    expected = 1 / 2**1.75 + 1 / 2**2.75  # A2 is the last move, B1 the third last, both at distance 1
    assert proximity(game.states[0], parse_vertex("A1", 9), by_formula.record) == pytest.approx(expected)


@pytest.mark.slow
def test_formula_3_3():
    game = played("E5 E6 D6 F6 C3 G7 D7 C7 F7 E8 E7 C6 H3")  # White may capture and be captured
    board, found = game.states[0], heuristics(by_formula, game)
    assert found.pop(PASS) == 0.0
    for move, h in found.items():
        c, p = capture_value(board, move, board.turn), pattern_value(board, move, board.turn, by_formula.record)
        assert h == pytest.approx((c / 50_000 + p) * proximity(board, move, by_formula.record), rel=1e-12)
    assert max(heuristics(by_formula(scale=100), game).values()) == pytest.approx(100 * max(found.values()))


def test_mango_as_printed():
    """T = 30 at the root too, C = 0.7, M = 100 and nothing else for unvisited moves, f = H / (n + 1), k_init = 5,
    A = 50, B = 1.3, the robust child; and nothing against self-atari."""
    player = make_player("mango-paper")
    printed = dict(T=30, T_root=30, C=0.7, M=100, once=False, weight=1, PB=True, PU=True, k_init=5, A=50, B=1.3)
    found = {name: d.value for name, d in player.parameters().items()}
    assert {name: found[name] for name in printed} == printed
    assert found["self_atari"] == 0
    assert player.strategies["final"].name == "robust_child"
    assert make_player("mango").strategies["expand"].parameters.T_root == 0


def test_with_probabilities_in_per_cent_m_lets_every_move_be_tried_once():
    """The last four moves beside a point, four more on its diagonals, and all others two points away would make the sum
    of formula 3.3 0.81, so a pattern has H of 81 at most. Visited once it has 1 + 0.7 sqrt(ln 1000) + 81 / 2 = 43.3; an
    unvisited move has 0.7 x 100 = 70, even with H = 0. That would not hold any more at four times the scale."""
    distances = [1.0] * 4 + [sqrt(2)] * 4 + [2.0] * 24
    highest = sum(1 / (2 * d) ** (1.25 + k / 2) for k, d in enumerate(distances, start=1))
    assert highest == pytest.approx(0.81, abs=0.005)
    player, nodes = make_player("mango-paper"), zeros(NODE, 3)
    select, scale = player.strategies["select"], player.strategies["prior"].parameters.scale
    nodes[0].visits, nodes[0].first, nodes[0].count = 1000, 1, 2
    nodes[1].visits, nodes[1].reward = 1, 1.0
    nodes[1].heuristic = scale * highest
    assert select.function(nodes, 0, select.record) == 2
    nodes[1].heuristic = 4 * scale * highest
    assert select.function(nodes, 0, select.record) == 1


@pytest.mark.slow
def test_h_by_features_is_a_power_of_the_probability():
    game, work = played("E5 C3 G7"), new_work()
    board, found = game.states[0], heuristics(by_features(sharpness=0.5), game)
    found.pop(PASS)
    count_liberties(board, work[0])
    strengths = {m: np.exp(log_move_strength(board, m, board.turn, work[0], by_features.record)) for m in found}
    total = sum(strengths.values())
    assert sum(h**2 for h in found.values()) == pytest.approx(1.0)
    for move, h in found.items():
        assert h == pytest.approx((strengths[move] / total) ** 0.5)


def test_the_pass_is_laid_last_wherever_it_stands():
    work = new_work()
    for given in ([7, 8, PASS], [PASS, 7, 8], [7, PASS, 8], [7, 8, 9]):
        work[0].moves[:3], work[0].heuristic[:3] = given, 5.0
        points = pass_last(work[0], 3)
        assert points == 3 - (PASS in given)
        assert sorted(work[0].moves[:points]) == sorted(set(given) - {PASS})
        assert (work[0].heuristic[:points] == 5.0).all()
        assert (work[0].heuristic[points:3] == 0.0).all()


def test_sorting():
    chance, work = np.random.default_rng(0), new_work()
    for count in (0, 1, 2, 9, 82, 362):
        values = chance.integers(0, 50, count).astype(float)
        work[0].heuristic[:count], work[0].moves[:count] = values, np.arange(count)
        best_first(work[0], count)
        assert work[0].heuristic[:count].tolist() == sorted(values, reverse=True)
        assert [values[m] for m in work[0].moves[:count]] == sorted(values, reverse=True)


@pytest.mark.slow
def test_a_search_that_is_settled_ends_early_with_the_same_move():
    game = played("B1 A1 A2 E5", 5)  # Black has taken a stone in the corner of a small board
    hasty, thorough = make_player("mango", seed=1), make_player("mango:settle=off", seed=1)
    early, late = (p.choose(game, Budget(simulations=30_000)) for p in (hasty, thorough))
    assert late.report.simulations == 30_000
    assert early.report.simulations < 30_000
    first, second = early.report.moves[0].visits, early.report.moves[1].visits
    assert first - second > 30_000 - early.report.simulations, "the rest could not have changed it"
    assert early.move == late.move, "with one seed, the early search is the beginning of the other"
