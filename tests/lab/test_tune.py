"""Tuning: ranges, the response surface, optimisers on surfaces whose optimum is known, and a tuning that is killed."""

import signal
import subprocess
import sys
from collections.abc import Callable

import numpy as np
import pytest

from kaya.kernel import Described
from kaya.lab.matches import contestants
from kaya.lab.matches.contestants import Pace
from kaya.lab.matches.match import Match, Standing
from kaya.lab.matches.store import Store
from kaya.lab.matches.workers import Task
from kaya.lab.tuning.optimisers import METHODS, Bayes, CrossEntropy, Trials
from kaya.lab.tuning.pool import Gain, opponents
from kaya.lab.tuning.space import Dimension, Space, settings
from kaya.lab.tuning.surface import Surface, expectation, features, logistic
from kaya.lab.tuning.tuning import Tuning, conclusion
from kaya.players import make_player
from tests.conftest import ROOT

from .fake_workers import FakeWorkers

KNOWN = make_player("uct").parameters()


def described(name="P", kind=float, value=1.0, low=None, high=None) -> Described:
    return Described(name, kind, value, value, low, high, "")


# Ranges


def test_ranges_are_those_that_the_parameters_declare_or_narrower():
    declared, narrowed = Space.read("C, T", KNOWN), Space.read("C=0.1..1.5,T", KNOWN)
    assert str(declared) == "C=0..5,T=1..1000"
    assert str(narrowed) == "C=0.1..1.5,T=1..1000"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Z", "no parameter 'Z'"),
        ("C=3", "not a range"),
        ("C=a..b", "must be a number"),
        ("C=2..1", "upwards"),
        ("C=-1..9", "from 0 to 5"),
        ("", "needs parameters"),
        ("C,C", "each once"),
        ("resign=0..1", "on or off"),
    ],
)
def test_a_wrong_range_gets_one_sentence(text, says):
    with pytest.raises(ValueError, match=says):
        Space.read(text, KNOWN)


def test_a_parameter_without_a_range_must_be_given_one():
    with pytest.raises(ValueError, match="declares no range"):
        Space.read("P", {"P": described()})
    assert str(Space.read("P=1..2", {"P": described()})) == "P=1..2"


def test_decades_are_logarithmic_and_the_rest_is_not():
    def middle(**kind) -> float:
        return Dimension.of("P", described(**kind)).value(0.5)

    assert middle(low=0.0, high=5.0) == 2.5
    assert middle(low=0.01, high=100.0) == 1.0
    assert middle(kind=int, value=30, low=1, high=10_000) == 100
    assert middle(kind=int, value=30, low=0, high=1000) == 31  # sqrt(1 · 1001) - 1
    assert middle(kind=int, value=3, low=1, high=9) == 5
    assert middle(value=2.0, low=0.0, high=1000.0) == pytest.approx(2 * (501**0.5 - 1), rel=1e-3)


def test_values_survive_the_way_to_the_cube_and_back():
    space = Space.read("C,T,resign,resign_after,length", KNOWN)
    for unit in np.random.default_rng(1).random((200, 5)):
        values = space.values(space.snap(unit))
        assert space.values(space.place(values)) == values
        assert make_player(f"uct:{settings(values)}").parameters()["T"].value == values["T"]
    assert space.values(space.default) == {n: KNOWN[n].value for n in ("C", "T", "resign", "resign_after", "length")}


# The surface


def games_on(surface: Callable, units: np.ndarray, chance: np.random.Generator, pairs: int = 1) -> Trials:
    points = chance.binomial(2 * pairs, logistic(surface(units))).astype(float)
    return Trials(units, points, np.full(len(units), 2.0 * pairs))


def bowl(u):
    return 0.5 - 5 * ((u[..., 0] - 0.3) ** 2 + (u[..., 1] - 0.65) ** 2 + (u[..., 0] - 0.3) * (u[..., 1] - 0.65))


def test_the_surface_finds_the_truth_in_many_games():
    chance = np.random.default_rng(3)
    units = chance.random((400, 2))
    trials = games_on(bowl, units, chance, pairs=40)
    surface = Surface.fitted(trials.units, trials.points, trials.games)
    places = 0.1 + 0.8 * chance.random((300, 2))
    mean, _ = surface.logits(places)
    assert np.abs(logistic(mean) - logistic(bowl(places))).max() < 0.03


@pytest.mark.slow
def test_a_believed_rate_is_within_its_interval_as_often_as_it_says():
    inside = []
    for seed in range(25):
        chance = np.random.default_rng(seed)
        trials = games_on(bowl, chance.random((100, 2)), chance)
        surface = Surface.fitted(trials.units, trials.points, trials.games)
        places = chance.random((40, 2))
        mean, deviation = surface.logits(places)
        inside.append(np.abs(mean - bowl(places)) < 1.96 * deviation)
    assert 0.88 < np.mean(inside) <= 1


@pytest.mark.slow
def test_the_posterior_is_laplaces():
    """Against the definition: the gradient is zero at the mode, and draws have the inverse Hessian as covariance."""
    chance = np.random.default_rng(0)
    trials = games_on(bowl, chance.random((60, 2)), chance)
    surface = Surface(trials.units, trials.points, trials.games)
    phi = features(trials.units, surface.scales)
    gradient = phi.T @ (trials.points - trials.games * logistic(phi @ surface.mean)) - surface.mean + expectation(2)
    assert np.abs(gradient).max() < 1e-2
    draws = surface.draw(chance, 40_000)
    covariance = np.linalg.inv(surface.root @ surface.root.T)
    assert np.abs(draws.mean(0) - surface.mean).max() < 0.03
    assert np.abs(np.cov(draws.T) - covariance).max() < 0.04


# Optimisers


class RandomSearch:
    """The games are shared out among a few random places; the one that won most is the best."""

    def __init__(self, space: Space, planned: int):
        self.space, self.places = space, max(planned // 10, 1)

    def propose(self, trials: Trials, chance: np.random.Generator) -> np.ndarray:
        fresh = len(trials) < self.places
        return self.space.snap(chance.random(len(self.space))) if fresh else chance.choice(trials.units[: self.places])

    def recommend(self, trials: Trials) -> np.ndarray:
        places, which = np.unique(trials.units, axis=0, return_inverse=True)
        won, played = (np.bincount(which.ravel(), part) for part in (trials.points, trials.games))
        return places[np.argmax((won + 1) / (played + 2))]


def hill(u):
    """Steep on one side, slow on the other, as exploration constants are."""
    x = u[..., 0] + 0.02
    return 0.5 + 1.5 * (np.log(x / 0.35) - x / 0.35 + 1)


def valley(u):
    """Two parameters that must fit each other."""
    return 0.6 - 12 * (u[..., 1] - u[..., 0] ** 2 - 0.1) ** 2 - 2 * np.abs(u[..., 0] - 0.55)


def mixed(u):
    """A constant, a count and a switch that is worth something only with the right constant."""
    return 0.2 - 4 * (u[..., 0] - 0.7) ** 2 - 2 * (u[..., 1] - 0.4) ** 2 + 0.5 * u[..., 2] * (u[..., 0] - 0.3)


def summit(u):
    """A plain with one hill."""
    return -0.6 + 1.2 * np.exp(-((u[..., 0] - 0.8) ** 2 + (u[..., 1] - 0.25) ** 2) / 0.05)


REALS = tuple(Dimension(n, float, 0.0, 1.0, 0.5) for n in "ab")
SURFACES = {
    hill: Space(REALS[:1]),
    valley: Space(REALS),
    summit: Space(REALS),
    mixed: Space((REALS[0], Dimension("n", int, 0, 10, 3), Dimension("s", bool, 0, 1, False))),
}


def regret(method, surface, pairs: int, seed: int) -> float:
    """How much of the winning rate is missing at what a method recommends; five trials are under way at a time."""
    space = SURFACES[surface]
    optimiser, chance = method(space, pairs), np.random.default_rng(seed)
    seen = Trials.none(len(space))
    for _ in range(pairs // 5):
        played = games_on(surface, np.array([optimiser.propose(seen, chance) for _ in range(5)]), chance)
        parts = ((getattr(seen, n), getattr(played, n)) for n in ("units", "points", "games"))
        seen = Trials(*(np.concatenate(p) for p in parts))
    best = logistic(surface(space.snap(np.random.default_rng(0).random((20_000, len(space)))))).max()
    return float(best - logistic(surface(optimiser.recommend(seen))))


@pytest.mark.strength
def test_bayes_loses_less_than_cross_entropy_and_random_search_in_the_same_games():
    regrets = {
        method: np.mean([regret(method, surface, 200, seed) for surface in SURFACES for seed in range(2)])
        for method in (Bayes, CrossEntropy, RandomSearch)
    }
    assert regrets[Bayes] < 0.7 * regrets[CrossEntropy]
    assert regrets[Bayes] < 0.5 * regrets[RandomSearch]
    assert regrets[Bayes] < 0.05


@pytest.mark.slow
def test_cross_entropy_closes_in_on_the_optimum():
    space, chance = Space(REALS), np.random.default_rng(5)
    method = CrossEntropy(space, 800)
    seen = Trials.none(2)
    for _ in range(8):
        units = np.array([method.propose(seen, chance) for _ in range(method.size)])
        played = games_on(bowl, units, chance)
        seen = Trials(*(np.concatenate([getattr(seen, n), getattr(played, n)]) for n in ("units", "points", "games")))
    mean, deviation = method.distribution(seen)
    assert np.abs(mean - [0.3, 0.65]).max() < 0.15
    assert deviation.max() < 0.25


# Tuning


def loaded(logit: Callable[[float], float]) -> FakeWorkers:
    """Games that are decided by a coin, loaded by a known surface over C."""

    def strength(side: str) -> float:
        return logit(make_player(side).parameters()["C"].value)

    def toss(task: Task) -> float:
        chance = np.random.default_rng(task.seed)
        return float(chance.random() < logistic(strength(task.first) - strength(task.second)))

    return FakeWorkers(toss)


MATCH = Match("uct", "uct", size=5, pace=Pace(simulations=10), openings="none")


def peak(c: float) -> float:
    return -2 * (c - 3) ** 2  # the default C = 0.7 is poor


@pytest.fixture(autouse=True)
def one_chance(monkeypatch):
    """Kaya's sources are part of a tuning's seed: without this, every change of a player would throw new dice here."""
    monkeypatch.setattr(contestants, "players_version", lambda game="": "the same")


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_a_tuning_finds_the_peak_and_a_fresh_match_confirms_it(store, method):
    tuning = Tuning(store, MATCH, "C", 200, method)
    tuning.play(loaded(peak))
    belief = tuning.believed()
    assert tuning.played == 200
    assert abs(belief.best["C"] - 3) < 1
    assert belief.where["C"].low <= 3 <= belief.where["C"].high
    assert belief.rate.low > 0.5
    seeds = {t.standing.match.seed for t in tuning.trials.values()}
    standing = tuning.confirm(belief.best, 30, 1000, loaded(peak))
    assert standing.match.seed not in seeds
    assert conclusion(standing, 30)[0] == "confirmed"
    tuning.remember(belief, "confirmed")
    assert store.note(f"tune:{tuning.key}")["best"] == belief.best


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_a_pool_of_opponents_meets_every_place_and_confirms(store, method):
    """Both opponents lose to a good C; each place is one trial of the optimiser, with a pair of games against each."""
    tuning = Tuning(store, MATCH, "C", 202, method, ["uct:C=2"])
    tuning.play(loaded(peak))
    seen = tuning.seen()
    assert (tuning.played, len(seen.games), set(seen.games)) == (204, 51, {4})
    assert {t.standing.match.second for t in tuning.trials.values()} == {MATCH.second, "uct:C=2"}
    best = tuning.believed().best
    assert abs(best["C"] - 3) < 1
    gain = tuning.confirm_against_pool(best, 400, loaded(peak))
    assert gain.games == 200
    assert conclusion(gain, 30)[0] == "confirmed"
    again = Tuning(store, MATCH, "C", 202, method, ["uct:C=2"])
    assert again.played == 204
    assert Tuning(store, MATCH, "C", 202, method).played == 0


def test_the_gain_against_a_pool_by_hand():
    """Pairs won by 1, 0.75 and 0 points a game more, and one that was not finished: 0.5833 on average, s = 0.5204, and
    1.96 x 0.5204 / sqrt(3) = 0.5889 on either side."""
    best = [Standing(MATCH, 1, {0: 1.0, 1: 1.0, 2: 1.0, 3: 1.0}), Standing(MATCH, 2, {0: 0.0, 1: 1.0, 2: 1.0})]
    default = [Standing(MATCH, 3, {0: 0.0, 1: 0.0, 2: 0.5, 3: 0.0}), Standing(MATCH, 4, {0: 1.0, 1: 0.0, 2: 0.0})]
    gain = Gain.of(best, default)
    assert (gain.value, gain.low, gain.high) == pytest.approx((0.5833, 0.5833 - 0.5889, 0.5833 + 0.5889), abs=1e-3)
    assert (gain.games, gain.verdict) == (6, "undecided")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("uct", ["uct"]),
        ("uct,mango:C=0.2,T=5,mogo", ["uct", "mango:C=0.2,T=5", "mogo"]),
        ('gtp:"a, b" , uct', ['gtp:"a, b"', "uct"]),
    ],
)
def test_a_pool_is_written_with_commas(text, found):
    assert opponents(text) == found


@pytest.mark.parametrize("text", ["", ",", " , uct"])
def test_what_is_no_pool_gets_a_sentence(text):
    with pytest.raises(ValueError, match="is no list of opponents"):
        opponents(text)


def test_players_of_every_game_are_tuned_and_programs_of_others_are_not(store):
    match = Match("kriegspiel-c:simulations=5", "kriegspiel-random", game="kriegspiel", pace=Pace(simulations=10))
    assert str(Tuning(store, match, "suffer", 2).space) == "suffer=0..1"
    with pytest.raises(ValueError, match="Only Kaya's own players declare parameters"):
        Tuning(store, Match("gtp:gnugo", "uct", size=5), "C", 2)


@pytest.mark.slow
def test_a_gain_that_is_none_is_not_confirmed(store):
    tuning = Tuning(store, MATCH, "C", 20)
    flat = loaded(lambda c: 0.0)
    tuning.play(flat)
    few, many = tuning.confirm({"C": 1.0}, 30, 20, flat), tuning.confirm({"C": 1.1}, 60, 4000, flat)
    assert conclusion(few, 30)[0] == "undecided"
    assert "Not decided after 20 games" in conclusion(few, 30)[1]
    assert conclusion(many, 60)[0] == "refuted"
    assert "Keep the default" in conclusion(many, 60)[1]
    assert conclusion(None, 30)[0] == "none"


@pytest.mark.slow
def test_an_interrupted_tuning_goes_on_and_another_one_does_not_mix_with_it(store):
    def interrupt(standing, result):
        if store.count() >= 31:
            raise KeyboardInterrupt

    first = Tuning(store, MATCH, "C", 80)
    with pytest.raises(KeyboardInterrupt):
        first.play(loaded(peak), interrupt)
    before = {m.id: m.first["parameters"]["C"] for m in store.matches()}
    for other in (
        Tuning(store, MATCH, "C", 80, "cem"),
        Tuning(store, MATCH, "C=0..4", 80),
        Tuning(store, MATCH, "T", 80),
    ):
        assert other.played == 0
    again = Tuning(store, MATCH, "C", 80)
    assert again.played == 31
    again.play(loaded(peak))
    assert again.played == store.count() == 80
    assert {i: t.values["C"] for i, t in again.trials.items() if i in before} == before
    longer = Tuning(store, MATCH, "C", 100)
    longer.play(loaded(peak))
    assert store.count() == 100
    assert all(len(t.standing.points) == 2 for t in longer.trials.values())


@pytest.mark.parametrize(
    ("player", "method", "says"),
    [("nobody", "bayes", "no player"), ("uct", "magic", "no method"), ("gtp:cat", "bayes", "Only Kaya's own")],
)
def test_what_cannot_be_tuned_is_said_in_one_sentence(store, player, method, says):
    with pytest.raises(ValueError, match=says):
        Tuning(store, Match(player, "uct"), "C", 20, method)


KILLED_AFTER_3 = """
import os, signal
from kaya.cli import main
from kaya.lab.matches.store import Store
add, added = Store.add, []

def add_or_die(*given):
    added.append(add(*given))
    if len(added) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return added[-1]

Store.add = add_or_die
main()
"""


@pytest.mark.processes
def test_a_killed_tuning_goes_on_with_the_same_command(tmp_path):
    path = tmp_path / "results.db"
    asked = "--games=12", "--size=5", "--simulations=30", "--confirm=2", "--jobs=1", f"--store={path}"
    words = "tune", "uct", "--parameters=C=0.1..2,T", *asked
    killed = subprocess.run([sys.executable, "-c", KILLED_AFTER_3, *words], cwd=ROOT, capture_output=True, text=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    with Store(path) as store:
        before = {(m.id, g.number): g for m in store.matches() for g in store.games(m.id)}
    assert len(before) == 3
    shown = subprocess.run([sys.executable, "-m", "kaya", *words], cwd=ROOT, capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    assert "optimum within" in shown.stdout
    assert "in fresh games against the default" in " ".join(shown.stdout.split())
    with Store(path) as store:
        after = {(m.id, g.number): g for m in store.matches() for g in store.games(m.id)}
    assert {k: after[k] for k in before} == before
    assert len(after) == 12 + 2
    assert sorted(n for _, n in after) == sorted([0, 1] * 6 + [0, 1])
