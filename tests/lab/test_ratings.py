"""Bradley-Terry ratings: against a direct maximisation by scipy, and on simulated players of known strength."""

from itertools import combinations, pairwise
from math import isclose, log

import numpy as np
import pytest
import scipy
from hypothesis import given, settings
from hypothesis import strategies as st

from kaya.lab.statistics.ratings import ELO, groups, ratings
from kaya.lab.statistics.results import Score, elo_difference, expected_score, quantile

NAMES = "abcdefgh"
CYCLE = {("a", "b"): Score(7, 2, 3), ("b", "c"): Score(5, 0, 6), ("c", "a"): Score(2, 1, 4), ("d", "a"): Score(3, 5, 9)}
UNBEATEN = {("a", "b"): Score(5), ("b", "c"): Score(1, 0, 1), ("a", "c"): Score(2)}


def play(random, strengths: dict[str, float], games: int, draws: float = 0.0) -> dict[tuple[str, str], Score]:
    """A tournament of each with each, of players with these strengths in Elo."""
    results = {}
    for first, second in combinations(strengths, 2):
        s = expected_score(strengths[first] - strengths[second])
        share = min(draws, 2 * s, 2 - 2 * s)
        wins, drawn, losses = random.multinomial(games, (s - share / 2, share, 1 - s - share / 2))
        results[first, second] = Score(int(wins), int(drawn), int(losses))
    return results


def maximum_by_scipy(results) -> dict[str, float]:
    """The Elo of mean 0 that maximise the likelihood, by a general minimiser."""
    players = sorted({player for pair in results for player in pair})

    def cost(strengths):
        theta, total = dict(zip(players, strengths, strict=True)), 0.0
        for (first, second), score in results.items():
            d = theta[first] - theta[second]
            total += score.points * np.logaddexp(0, -d) + (score.games - score.points) * np.logaddexp(0, d)
        return total

    best = scipy.optimize.minimize(cost, np.zeros(len(players)), method="BFGS", options={"gtol": 1e-9}).x
    return dict(zip(players, ELO * (best - best.mean()), strict=True))


@pytest.mark.parametrize("draws", [0.0, 0.4])
def test_ratings_maximise_the_likelihood(draws):
    random = np.random.default_rng(2)
    strengths = dict(zip(NAMES, random.normal(0, 150, len(NAMES)), strict=True))
    for results in (CYCLE, play(random, strengths, 40, draws)):
        table, expected = ratings(results), maximum_by_scipy(results)
        for rating in table:
            assert isclose(rating.elo.value, expected[rating.player], abs_tol=0.01)


@pytest.mark.slow
@given(st.lists(st.tuples(*[st.integers(1, 30)] * 3), min_size=6, max_size=6))
@settings(max_examples=30, deadline=None)
def test_every_player_has_the_points_the_model_expects_of_it(scores):
    results = {pair: Score(*score) for pair, score in zip(combinations("abcd", 2), scores, strict=True)}
    table = ratings(results)
    for player in "abcd":
        expected = 0.0
        for pair, score in results.items():
            if player in pair:
                other = pair[0] if pair[1] == player else pair[1]
                expected += score.games * expected_score(table[player].elo.value - table[other].elo.value)
        assert isclose(table[player].score.points, expected, rel_tol=1e-8)
    assert isclose(sum(rating.elo.value for rating in table), 0, abs_tol=1e-6)


def test_two_players_differ_by_the_elo_of_their_score():
    for score in (Score(63, 0, 37), Score(50, 26, 24)):
        table = ratings({("a", "b"): score})
        difference = table.difference("a", "b")
        assert isclose(difference.value, elo_difference(score.rate), abs_tol=1e-6)
        assert isclose(table["a"].elo.value, difference.value / 2)
        assert isclose(difference.low, score.elo().low, abs_tol=3)
        assert isclose(difference.high, score.elo().high, abs_tol=3)


def test_without_draws_the_interval_of_two_players_is_that_of_the_fisher_information():
    difference = ratings({("a", "b"): Score(63, 0, 37)}).difference("a", "b")
    deviation = 400 / log(10) / np.sqrt(100 * 0.63 * 0.37)
    assert isclose(difference.high - difference.value, quantile(0.95) * deviation, rel_tol=1e-6)


@pytest.mark.strength
@pytest.mark.parametrize("draws", [0.0, 0.5])
@pytest.mark.parametrize("anchor", [None, "c"])
def test_intervals_cover_the_true_strengths_in_95_of_100_tournaments(draws, anchor):
    random = np.random.default_rng(3)
    strengths = dict(zip("abcdef", (-150, -80, 0, 30, 60, 140), strict=True))
    rated, differences = [], []
    for _ in range(300):
        table = ratings(play(random, strengths, 50, draws), anchor=anchor)
        rated += [strengths[r.player] in r.elo.interval for r in table if r.player != anchor]
        differences += [
            strengths[i] - strengths[j] in table.difference(i, j).interval for i, j in combinations(strengths, 2)
        ]
    assert 0.93 < np.mean(rated) < 0.97
    assert 0.93 < np.mean(differences) < 0.97


def test_the_anchor_stands_where_it_is_put_and_differences_stay():
    free, fixed = ratings(CYCLE), ratings(CYCLE, anchor="b", anchor_elo=1800)
    assert (fixed["b"].elo.value, fixed["b"].elo.low, fixed["b"].elo.high) == pytest.approx((1800, 1800, 1800))
    assert isclose(np.mean([rating.elo.value for rating in ratings(CYCLE, anchor_elo=100)]), 100)
    for first, second in combinations("abcd", 2):
        one, other = free.difference(first, second), fixed.difference(first, second)
        assert (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))
        assert isclose(free.los(first, second), fixed.los(first, second))
        assert isclose(free.los(first, second) + free.los(second, first), 1)


def test_the_order_of_a_pair_does_not_matter_and_both_orders_add_up():
    swapped = {(second, first): score.swapped() for (first, second), score in CYCLE.items()}
    assert str(ratings(swapped)) == str(ratings(CYCLE))
    twice = {**CYCLE, **swapped}
    doubled = {pair: score + score for pair, score in CYCLE.items()}
    assert str(ratings(twice)) == str(ratings(doubled))


def test_players_come_best_first_with_all_their_games():
    table = ratings(CYCLE)
    values = [rating.elo.value for rating in table]
    assert values == sorted(values, reverse=True)
    assert table["a"].score == Score(7 + 4 + 9, 2 + 1 + 5, 3 + 2 + 3)
    assert len(table) == 4


def test_more_games_narrow_the_intervals():
    few, many = ratings(CYCLE), ratings({pair: score + score for pair, score in CYCLE.items()})
    for rating in few:
        assert many[rating.player].elo.interval.width < rating.elo.interval.width


def test_virtual_draws_keep_an_unbeaten_player_finite():
    table = ratings(UNBEATEN, virtual_draws=1)
    assert table.table[0].player == "a"
    assert 0 < table["a"].elo.value < 1000
    assert ratings(UNBEATEN, virtual_draws=0.1)["a"].elo.value > table["a"].elo.value
    pair = ratings({("a", "b"): Score(9)}, virtual_draws=1)
    assert isclose(pair.difference("a", "b").value, elo_difference(0.95), abs_tol=1e-6)


def test_virtual_draws_hardly_move_ratings_of_many_games():
    results = play(np.random.default_rng(4), {"a": 100, "b": 0, "c": -100}, 1000)
    plain, weak = ratings(results), ratings(results, virtual_draws=1)
    for rating in plain:
        assert isclose(rating.elo.value, weak[rating.player].elo.value, abs_tol=0.2)


def test_a_player_who_won_a_thousand_games_of_each_is_rated_at_once():
    random = np.random.default_rng(6)
    strengths = {f"p{i}": random.normal(0, 200) for i in range(12)}
    results = play(random, strengths, 1000)
    results.update({("champion", name): Score(1000) for name in strengths})
    table = ratings(results, virtual_draws=0.5)
    assert table.table[0].player == "champion"
    assert table["champion"].elo.value > 1000


def test_a_long_chain_of_players_is_rated():
    names = [f"p{i:02}" for i in range(60)]
    table = ratings({pair: Score(64, 0, 36) for pair in pairwise(names)})
    assert isclose(table.difference("p00", "p59").value, 59 * elo_difference(0.64), rel_tol=1e-6)


def test_groups_without_a_game_between_them_are_named():
    apart = {("a", "b"): Score(3, 0, 2), ("c", "d"): Score(1, 1, 1)}
    assert groups(apart) == [["a", "b"], ["c", "d"]]
    assert groups({**apart, ("b", "c"): Score(draws=1)}) == [["a", "b", "c", "d"]]
    with pytest.raises(ValueError, match=r"no game joins \(a, b\) and \(c, d\)"):
        ratings(apart, virtual_draws=1)


def test_no_results_give_an_empty_table():
    assert len(ratings({})) == 0
    assert str(ratings({})) == ""
    assert groups({}) == []


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: ratings(UNBEATEN), r"\(a\) lost no half point to anyone else.*virtual_draws=1"),
        (lambda: ratings({("a", "b"): Score(2), ("c", "b"): Score(2), ("a", "c"): Score(0, 1)}), r"\(a, c\) lost no"),
        (lambda: ratings({("a", "a"): Score(1, 0, 1)}), "with itself"),
        (lambda: ratings(CYCLE, anchor="z"), "anchor 'z' played no game; there are a, b, c, d"),
        (lambda: ratings(CYCLE, virtual_draws=-1), "0 or more"),
        (lambda: ratings(CYCLE)["z"], "no player 'z' here; there are"),
    ],
)
def test_what_cannot_be_rated_is_refused_with_a_sentence(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        wrong()
