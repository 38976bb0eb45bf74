"""The sequential test: its ratio against scipy's root finder, and its error rates on simulated matches."""

from math import isclose, log

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st

from kaya.lab.statistics.results import Pentanomial, Score, expected_score
from kaya.lab.statistics.sprt import Sprt, bounds, log_likelihood_ratio, sprt

from .test_statistics import correlated_pairs

COUNT = st.integers(0, 2000)
COUNTS = st.lists(COUNT, min_size=3, max_size=3) | st.lists(COUNT, min_size=5, max_size=5)
ELO = st.floats(-300, 300)
HYPOTHESES = 0, 30


def ratio_with_scipy(counts, elo0: float, elo1: float) -> float:
    """The generalised log-likelihood ratio of counts without an empty end, its roots found by scipy."""
    counts = np.array(counts, dtype=float)
    shares = counts / counts.sum()
    logs = []
    for elo in (elo0, elo1):
        distance = np.linspace(0, 1, len(counts)) - expected_score(elo)
        ends = -1 / distance[-1] * (1 - 1e-9), -1 / distance[0] * (1 - 1e-9)
        root = scipy.optimize.brentq(lambda x, d=distance: (shares * d / (1 + x * d)).sum(), *ends, xtol=1e-14)
        logs.append(np.log(shares / (1 + root * distance), where=counts > 0, out=np.zeros(len(counts))))
    return float((counts * (logs[1] - logs[0])).sum())


@pytest.mark.slow
@given(COUNTS, ELO, st.floats(1, 100))
def test_the_ratio_is_that_of_an_independent_solution(counts, elo0, width):
    ours = log_likelihood_ratio(counts, elo0, elo0 + width)
    virtual = np.zeros(len(counts))
    virtual[[0, -1]] = 0.5
    s0, s1 = expected_score(elo0), expected_score(elo0 + width)
    own = log(s1 * (1 - s1) / (s0 * (1 - s0))) / 2
    assert isclose(ours, ratio_with_scipy(counts + virtual, elo0, elo0 + width) - own, rel_tol=1e-5, abs_tol=1e-5)


def test_the_constrained_distribution_is_the_most_likely_one_with_that_expected_score():
    counts, elo = np.array([30, 50, 60.0]), 20
    shares = counts + np.array([0.5, 0, 0.5])
    s = expected_score(elo)
    best = scipy.optimize.minimize(
        lambda p: -(shares * np.log(p)).sum(),
        [0.3, 0.4, 0.3],
        bounds=[(1e-6, 1)] * 3,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "eq", "fun": lambda p: p @ [0, 0.5, 1] - s},
        ],
        options={"ftol": 1e-14},
    ).x
    even = scipy.optimize.minimize_scalar(
        lambda w: -(shares * np.log([w, 1 - 2 * w, w])).sum(), bounds=(1e-6, 0.499), method="bounded"
    ).x
    expected = (shares * np.log(best / [even, 1 - 2 * even, even])).sum() - log(4 * s * (1 - s)) / 2
    assert isclose(log_likelihood_ratio(counts, 0, elo), expected, rel_tol=1e-4)


def test_after_many_pairs_the_ratio_is_that_of_fishtest():
    counts = (10789, 19328, 33806, 19402, 10543)
    assert isclose(log_likelihood_ratio(counts, -3, 1), ratio_with_scipy(counts, -3, 1), rel_tol=1e-3)


@given(COUNT, COUNT)
def test_with_wins_and_losses_alone_the_ratio_is_walds(wins, losses):
    s0, s1 = expected_score(0), expected_score(30)
    wald = wins * log(s1 / s0) + losses * log((1 - s1) / (1 - s0))
    assert isclose(log_likelihood_ratio((losses, 0, wins), 0, 30), wald, rel_tol=1e-7, abs_tol=1e-7)


@pytest.mark.slow
@given(COUNTS, ELO, st.floats(1, 100))
def test_the_other_side_sees_the_opposite_ratio(counts, elo0, width):
    mine = log_likelihood_ratio(counts, elo0, elo0 + width)
    theirs = log_likelihood_ratio(counts[::-1], -elo0 - width, -elo0)
    assert isclose(mine, -theirs, rel_tol=1e-6, abs_tol=1e-6)


def test_ratios_of_many_matches_come_in_one_call():
    counts = np.random.default_rng(1).integers(0, 50, size=(4, 6, 5))
    ratios = log_likelihood_ratio(counts, 0, 30)
    assert ratios.shape == (4, 6)
    assert isclose(ratios[2, 3], log_likelihood_ratio(counts[2, 3], 0, 30), abs_tol=1e-9)


@pytest.mark.parametrize("counts", [(0, 0, 0), (0, 3, 0), (0, 0, 3), (4, 0, 0), (0, 0, 6, 0, 0), (0, 0, 5, 1, 0)])
def test_a_few_results_never_decide(counts):
    assert abs(log_likelihood_ratio(counts, 0, 30)) < 1


def test_nothing_played_gives_a_ratio_of_0():
    assert abs(log_likelihood_ratio((0, 0, 0), 0, 30)) < 1e-12
    assert abs(log_likelihood_ratio((0, 0, 0, 0, 0), -5, 70)) < 1e-12
    assert str(sprt(Pentanomial(), 0, 30)) == "SPRT (0, 30) Elo: LLR +0.00 [-3.00, 3.00], continue"


# ---- error rates


def independent_games(elo: float, draws: float) -> np.ndarray:
    """The chances of a loss, a draw and a win."""
    s = expected_score(elo)
    return np.array([1 - s - draws / 2, draws, s - draws / 2])


PLAYERS = {
    "wins and losses": lambda elo: independent_games(elo, 0.0),
    "one draw in three games": lambda elo: independent_games(elo, 1 / 3),
    "four draws in five games": lambda elo: independent_games(elo, 0.8),
    "pairs": lambda elo: correlated_pairs(expected_score(elo), 0.1, 0.0),
    "pairs whose opening favours a colour": lambda elo: correlated_pairs(expected_score(elo), 0.05, 0.35),
}


def simulate(chances: np.ndarray, matches: int, seed) -> tuple[np.ndarray, np.ndarray]:
    """The verdicts (1 for H1, -1 for H0) of simulated matches and their counts, each stopped at its first bound.

    The matches still open are played on a block of trials at a time and cut at the first bound crossed in it."""
    random = np.random.default_rng(seed)
    lower, upper = bounds()
    counts, verdicts, active = np.zeros((matches, len(chances))), np.zeros(matches, int), np.arange(matches)
    while len(active):
        trials = random.multinomial(1, chances, size=(len(active), 32))
        running = counts[active, None] + trials.cumsum(1)
        llr = log_likelihood_ratio(running, *HYPOTHESES)
        crossed = np.where(llr >= upper, 1, np.where(llr <= lower, -1, 0))
        stop = np.where(crossed.any(1), np.argmax(crossed != 0, 1), -1)
        rows = np.arange(len(active))
        counts[active], verdicts[active] = running[rows, stop], crossed[rows, stop]
        active = active[verdicts[active] == 0]
    return verdicts, counts


@pytest.mark.strength
def test_at_0_and_30_elo_at_most_5_percent_are_wrongly_accepted_and_at_most_5_percent_wrongly_rejected():
    for elo, wrong in zip(HYPOTHESES, (1, -1), strict=True):
        verdicts = [simulate(players(elo), 600, seed=(1, elo, k))[0] for k, players in enumerate(PLAYERS.values())]
        assert np.mean(np.concatenate(verdicts) == wrong) <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize("kind", PLAYERS)
def test_the_error_rates_of_each_kind_of_match_are_below_5_percent_when_measured_more_sharply(kind):
    """Importance sampling (D. Siegmund, 1976): the chance of a wrong verdict under one hypothesis is the mean, over
    matches played under the other one (where that verdict is common), of the true likelihood ratio at the stop."""
    h0, h1 = (PLAYERS[kind](elo) for elo in HYPOTHESES)
    for played, tested, wrong in ((h1, h0, 1), (h0, h1, -1)):
        verdicts, counts = simulate(played, 300, seed=2)
        possible = played > 0
        ratios = np.exp(counts[:, possible] @ np.log(tested[possible] / played[possible]))
        weights = np.where(verdicts == wrong, ratios, 0)
        error = weights.std() / np.sqrt(len(weights))
        assert weights.mean() + 2 * error <= 0.05


# ---- the test as it is used


def test_the_bounds_are_the_logarithms_of_the_error_rates():
    assert np.allclose(bounds(), (-2.995732, 2.995732))
    assert np.allclose(bounds(0.1, 0.02), (log(0.02), log(10)))


@pytest.mark.slow
def test_pairs_are_added_until_the_test_decides_and_the_verdict_stays():
    test = Sprt(0, 30)
    assert (test.verdict, test.state.llr, test.decided) == ("continue", 0, False)
    while not test.decided:
        test.add_pair(1, 0.5)
    assert test.verdict == "accept H1"
    assert test.state.llr >= test.state.upper
    assert test.results == Pentanomial((0, 0, 0, test.results.trials, 0))
    for _ in range(500):
        test.add_pair(0, 0)
    assert test.state.llr < test.state.lower
    assert test.verdict == "accept H1"


def test_games_are_added_until_the_test_decides():
    test = Sprt(0, 30, alpha=0.05, beta=0.05)
    while test.add_game(0) == "continue":
        pass
    assert test.verdict == "accept H0"
    assert test.results == Score(losses=test.results.games)
    assert str(test) == f"SPRT (0, 30) Elo: LLR {test.state.llr:+.2f} [-3.00, 3.00], accept H0"


def test_a_test_fed_game_by_game_stops_where_the_simulation_does():
    random = np.random.default_rng(5)
    points = random.choice([0, 0.5, 1], p=independent_games(60, 0.2), size=5000)
    test = Sprt(0, 30)
    for point in points:
        if test.add_game(point) != "continue":
            break
    counts = np.cumsum(points[:, None] == [0, 0.5, 1], axis=0)
    llr = log_likelihood_ratio(counts, 0, 30)
    assert test.results.games == 1 + np.argmax((llr <= test.state.lower) | (llr >= test.state.upper))


def test_results_counted_elsewhere_are_tested_at_once():
    state = sprt(Score(600, 0, 400), 0, 30)
    assert (state.verdict, state.lower, state.upper) == ("accept H1", *bounds())
    assert sprt(Score(400, 0, 600), 0, 30).verdict == "accept H0"
    assert str(sprt(Score(10, 0, 10), 0, 30)) == "SPRT (0, 30) Elo: LLR -0.07 [-3.00, 3.00], continue"
    assert Sprt(0, 30).update(Pentanomial((10, 0, 50, 0, 60))) == "accept H1"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Sprt(30, 0), "elo0 must be below elo1"),
        (lambda: Sprt(0, float("nan")), "elo0 must be below elo1"),
        (lambda: Sprt(0, 9999), "within ±2000"),
        (lambda: Sprt(0, 30, alpha=0), "above 0"),
        (lambda: Sprt(0, 30, alpha=0.6, beta=0.5), "sum below 1"),
        (lambda: Sprt(0, 30).add_game(3), "brought 3 points"),
        (lambda: mixed(), "either games or pairs"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        wrong()


def mixed():
    test = Sprt(0, 30)
    test.add_game(1)
    test.add_pair(1, 0)
