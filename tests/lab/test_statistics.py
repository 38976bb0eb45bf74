"""Rates, intervals, Elo and likelihood of superiority: against scipy, by hand, by counting all outcomes, and their
invariants."""

import doctest
from math import comb, erf, inf, isclose, sqrt

import numpy as np
import pytest
import scipy
from hypothesis import assume, given
from hypothesis import strategies as st

from kaya.lab.statistics import ratings, sprt
from kaya.lab.statistics import results as statistics
from kaya.lab.statistics.results import (
    Elo,
    Pentanomial,
    Score,
    elo_difference,
    expected_score,
    quantile,
    score_interval,
    wilson,
)

COUNT = st.integers(0, 3000)
SCORES = st.builds(Score, COUNT, COUNT, COUNT)
PAIRS = st.builds(lambda *counts: Pentanomial(counts), COUNT, COUNT, COUNT, COUNT, COUNT)
RESULTS = SCORES | PAIRS
CONFIDENCE = st.floats(0.5, 0.999)


@pytest.mark.parametrize("module", [statistics, sprt, ratings])
def test_the_examples_in_the_docstrings_hold(module):
    assert doctest.testmod(module).failed == 0


# ---- the interval of a rate


@pytest.mark.parametrize("games", [1, 2, 10, 137, 5000])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_wilson_is_that_of_scipy(games, confidence):
    for wins in {0, 1, games // 3, games // 2, games - 1, games}:
        expected = scipy.stats.binomtest(wins, games).proportion_ci(confidence, method="wilson")
        low, high = wilson(wins, games, confidence)
        assert isclose(low, expected.low, abs_tol=1e-12)
        assert isclose(high, expected.high, abs_tol=1e-12)


def test_wilson_has_exact_ends_where_nothing_or_everything_was_won():
    z2 = quantile(0.95) ** 2
    assert wilson(0, 0) == wilson(0, 0, 0.5) == statistics.Interval(0, 1)
    low, high = wilson(0, 10)
    assert low == 0.0
    assert isclose(high, z2 / (10 + z2))
    low, high = wilson(10, 10)
    assert high == 1.0
    assert isclose(low, 10 / (10 + z2))


def test_the_quantile_is_that_of_scipy():
    for confidence in (0.5, 0.9, 0.95, 0.999):
        assert isclose(quantile(confidence), scipy.stats.norm.ppf((1 + confidence) / 2), rel_tol=1e-9)


@given(COUNT, COUNT)
def test_without_draws_the_interval_of_a_score_is_wilsons(wins, losses):
    ours, theirs = Score(wins, 0, losses).interval(), wilson(wins, wins + losses)
    assert np.allclose([*ours], [*theirs], rtol=0, atol=1e-12)


def test_the_interval_with_draws_solves_the_score_test_with_the_discounted_share_of_draws():
    score, z2 = Score(30, 50, 20), quantile(0.95) ** 2
    share = score.draws / score.games * score.games / (score.games + z2)
    for end in score.interval():
        variance = end * (1 - end) - share / 4
        assert isclose(score.games * (score.rate - end) ** 2, z2 * variance, rel_tol=1e-9)


@given(RESULTS, CONFIDENCE)
def test_intervals_lie_within_0_and_1_and_contain_the_rate(results, confidence):
    interval = results.interval(confidence)
    assert 0 <= interval.low <= results.rate <= interval.high <= 1
    assert results.rate in interval
    elo = results.elo(confidence)
    assert elo.low <= elo.value <= elo.high


@pytest.mark.slow
@given(RESULTS, CONFIDENCE)
def test_the_other_side_sees_the_mirror_image(results, confidence):
    other = results.swapped()
    low, high = other.interval(confidence)
    assert np.allclose([1 - high, 1 - low, 1 - other.rate], [*results.interval(confidence), results.rate])
    assert isclose(other.variance, results.variance, abs_tol=1e-12)
    mine, theirs = results.elo(confidence), -other.elo(confidence)
    assert np.allclose([mine.value, mine.low, mine.high], [theirs.value, theirs.low, theirs.high], atol=1e-6)
    assert isclose(other.los(), 1 - results.los(), abs_tol=1e-9)
    assert other.swapped() == results


@given(RESULTS, st.integers(2, 20))
def test_more_games_of_the_same_kind_narrow_the_interval(results, times):
    assume(results.trials)
    more = results
    for _ in range(times - 1):
        more = more + results
    few, many = results.interval(), more.interval()
    assert few.low <= many.low + 1e-12
    assert many.high <= few.high + 1e-12
    assert many.width < few.width


@given(SCORES, CONFIDENCE)
def test_draws_never_make_the_interval_wider_than_wilsons(score, confidence):
    assert score.interval(confidence).width <= wilson(score.points, score.games, confidence).width + 1e-12


@given(st.integers(0, 50), st.integers(0, 50))
def test_one_more_win_raises_rate_and_both_ends(wins, losses):
    fewer, more = Score(wins, 0, losses), Score(wins + 1, 0, losses)
    assert more.rate >= fewer.rate
    assert more.interval().high >= fewer.interval().high
    assert more.interval().low >= fewer.interval().low


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.0, 0.3, 0.6])
@pytest.mark.parametrize("rate", [0.5, 0.62])
def test_the_interval_covers_the_true_rate_in_95_of_100_matches_counted_over_all_outcomes(rate, draws):
    games, chances = 60, (rate - draws / 2, draws, 1 - rate - draws / 2)
    covered = 0.0
    for wins in range(games + 1):
        for drawn in range(games + 1 - wins):
            score = Score(wins, drawn, games - wins - drawn)
            if rate in score.interval():
                covered += scipy.stats.multinomial.pmf((score.wins, score.draws, score.losses), games, chances)
    assert 0.935 < covered < 0.975


def test_the_interval_of_pairs_covers_the_true_rate_though_openings_favour_a_colour():
    random = np.random.default_rng(1)
    chances = correlated_pairs(0.55, 0.1, 0.3)
    counts = random.multinomial(100, chances, size=4000)
    covered = [0.55 in Pentanomial(tuple(map(int, row))).interval() for row in counts]
    assert 0.94 < np.mean(covered) < 0.965


def correlated_pairs(rate: float, draws: float, favour: float) -> np.ndarray:
    """The chances of 0, 1/2, 1, 1 1/2, 2 points in a pair whose opening adds `favour` to the rate of one colour."""
    first, second = ([1 - side - draws / 2, draws, side - draws / 2] for side in (rate + favour, rate - favour))
    return np.convolve(first, second)


def test_all_drawn_games_leave_the_interval_open():
    z2 = quantile(0.95) ** 2
    interval = Score(draws=10).interval()
    assert isclose(interval.width, z2 / (10 + z2))
    assert isclose(interval.low + interval.high, 1)


# ---- Elo


def test_elo_of_known_rates():
    assert elo_difference(0.5) == 0
    assert isclose(elo_difference(10 / 11), 400)
    assert isclose(expected_score(400), 10 / 11)
    assert isclose(elo_difference(0.617), 82.83, abs_tol=0.01)
    assert elo_difference(0) == -inf
    assert elo_difference(1) == inf
    assert expected_score(-inf) == 0
    assert expected_score(inf) == 1


@given(st.floats(-3000, 3000))
def test_elo_and_expected_score_are_inverse(elo):
    assert isclose(elo_difference(expected_score(elo)), elo, abs_tol=1e-4)
    assert isclose(expected_score(-elo), 1 - expected_score(elo), abs_tol=1e-12)


def test_elo_of_a_side_that_won_everything_has_one_finite_end():
    low = quantile(0.95) ** 2
    elo = Score(wins=10).elo()
    assert elo.value == elo.high == inf
    assert isclose(elo.low, elo_difference(10 / (10 + low)))
    assert Score(losses=10).elo() == -elo
    assert Score().elo() == Elo(0, -inf, inf)


# ---- pairs


def test_pairs_are_counted_by_their_points():
    pairs = Pentanomial.of((0, 0), (0.5, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 0.5), (1, 1))
    assert pairs.counts == (1, 1, 3, 1, 1)
    assert (pairs.trials, pairs.games, pairs.points, pairs.rate) == (7, 14, 7.0, 0.5)
    assert isclose(pairs.variance, (1 + 0.25 + 0 + 0.25 + 1) / 7 / 4)
    assert Pentanomial.of() == Pentanomial()
    assert Pentanomial([1, 2, 3, 4, 5]) == Pentanomial((1, 2, 3, 4, 5))


def test_for_many_pairs_the_interval_is_that_of_the_mean():
    counts = (1079, 1933, 3381, 1940, 1054)
    points = np.repeat([0, 0.25, 0.5, 0.75, 1], counts)
    expected = scipy.stats.norm.interval(0.95, points.mean(), scipy.stats.sem(points))
    assert np.allclose([*Pentanomial(counts).interval()], expected, atol=1e-5)


def test_openings_that_decide_games_make_the_interval_of_pairs_narrower_than_that_of_games():
    pairs = Pentanomial((2, 0, 90, 0, 8))
    assert pairs.interval().width < 0.6 * Score(106, 0, 94).interval().width


# ---- likelihood of superiority


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (1, 0), (0, 3), (10, 7), (55, 80), (3000, 2900), (0, 2000)])
def test_likelihood_of_superiority_is_the_tail_of_the_beta_distribution(wins, losses):
    expected = scipy.stats.beta.sf(0.5, wins + 1, losses + 1)
    assert isclose(Score(wins, 17, losses).los(), expected, rel_tol=1e-9, abs_tol=1e-300)


def test_likelihood_of_superiority_of_a_published_match():
    assert isclose(Score(5975, 26894, 6077).los(), 0.176424329128482367, rel_tol=1e-9)


def test_likelihood_of_superiority_by_hand():
    assert Score(2, 0, 1).los() == sum(comb(4, k) for k in range(3)) / 16


@given(st.integers(500, 3000), st.integers(500, 3000))
def test_likelihood_of_superiority_is_near_its_normal_approximation(wins, losses):
    assert isclose(
        Score(wins, 0, losses).los(), (1 + erf((wins - losses) / sqrt(2 * (wins + losses)))) / 2, abs_tol=0.001
    )


@given(PAIRS)
def test_likelihood_of_superiority_of_pairs_agrees_with_the_interval(pairs):
    los = pairs.los()
    assume(abs(los - 0.975) > 1e-9 and abs(los - 0.025) > 1e-9)
    assert (los > 0.975) == (pairs.elo().low > 0)
    assert (los < 0.025) == (pairs.elo().high < 0)


def test_likelihood_of_superiority_of_many_pairs_is_the_usual_one():
    pairs = Pentanomial((1079, 1933, 3381, 1990, 1054))
    expected = scipy.stats.norm.cdf((pairs.rate - 0.5) / sqrt(pairs.variance / pairs.trials))
    assert isclose(pairs.los(), expected, abs_tol=1e-4)


# ---- what is printed, and what is refused


@pytest.mark.parametrize(
    ("results", "text"),
    [
        (Score(1234, 0, 766), "61.7 % ± 2.1 (2000 games), +83 Elo [+67, +98]"),
        (Score(wins=10), "100.0 % [72.2, 100.0] (10 games), +∞ Elo [+166, +∞]"),
        (Score(losses=1), "0.0 % [0.0, 79.3] (1 game), -∞ Elo [-∞, +234]"),
        (Score(), "no games"),
        (Pentanomial((2, 5, 20, 14, 9)), "61.5 % ± 7.5 (50 pairs), +81 Elo [+22, +132]"),
        (Pentanomial(), "no pairs"),
    ],
)
def test_results_are_printed_in_one_line(results, text):
    assert str(results) == text


def test_scores_are_counted_and_added():
    assert Score.of(1, 1, 0.5, 0) == Score(2, 1, 1)
    assert Score(2, 1, 1) + Score(1, 1, 1) == Score(3, 2, 2)
    assert (Score(2, 1, 1).games, Score(2, 1, 1).points, Score(2, 1, 1).rate) == (4, 2.5, 0.625)
    assert Score().rate == 0.5


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Score(-1), "whole numbers"),
        (lambda: Score(1.5), "whole numbers"),
        (lambda: Score.of(2), "brought 2 points"),
        (lambda: Pentanomial((1, 2, 3)), "5 counts"),
        (lambda: Pentanomial.of((1, 0.3)), "brought 0.3 points"),
        (lambda: Pentanomial.of((1,)), "two games"),
        (lambda: wilson(3, 2), "between 0 and the games"),
        (lambda: wilson(1, 2, 95), "between 0 and 1, for example 0.95"),
        (lambda: score_interval(0.5, 0.25, 0, 1.0), "between 0 and 1"),
        (lambda: elo_difference(1.1), "between 0 and 1"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        wrong()
