"""Experiments and ablations: the papers' values beside ours, scaled, resumed, and effects that are really there."""

from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console

from kaya.lab.ablation import Factor, described, effects, logistic_regression, read_factors, variants
from kaya.lab.contestants import Pace
from kaya.lab.cost import match_seconds
from kaya.lab.experiments import MatchExperiment, Row, all_experiments, find_experiment
from kaya.lab.experiments.experiment import Run
from kaya.lab.match import Match, Standing
from kaya.lab.store import Store
from kaya.lab.workers import LocalWorkers

TINY = Match("uct:simulations=60", "uct:simulations=5", games=40, size=5, komi=0.5)
tiny = MatchExperiment(
    name="tiny", title="A tiny table", source="No paper", x_label="simulations",
    rows=lambda: [Row("60 against 5", TINY, paper=0.9, paper_games=100, x=60),
                  Row("again", replace(TINY, komi=1.5), x=70)],
)  # fmt: skip


def test_every_experiment_of_the_project_is_listed_and_makes_sense():
    found = all_experiments()
    assert {"uct-final-moves", "uct-gnugo"} <= set(found)
    for name, experiment in found.items():
        assert experiment.name == name
        assert experiment.title
        assert experiment.source
    with pytest.raises(ValueError, match="There is no experiment 'mango-table9'; there are: uct-final-moves"):
        find_experiment("mango-table9")


def test_a_scaled_experiment_plays_its_part_of_the_games_and_goes_on(tmp_path):
    workers = LocalWorkers(1)
    console = Console(record=True, width=120, file=(tmp_path / "out").open("w"))
    with Store(tmp_path / "results.db") as store:
        run = Run(store, console, scale=0.05, plots=tmp_path)
        tiny.run(run, workers)
        assert store.count() == 4
        console.print(tiny.show(run))
        tiny.run(Run(store, console, scale=0.1), workers)
        assert store.count() == 8
        tiny.run(Run(store, console, scale=0.05), workers)
        assert store.count() == 8
    workers.close()
    text = console.export_text()
    assert "90.0 % (100 games)" in text
    assert "A tiny table" in text
    assert (tmp_path / "tiny.svg").read_text().count("<svg") == 1


def test_the_cost_is_estimated_before_anything_is_played():
    games, seconds = tiny.cost(0.1)
    assert games == 8
    assert 0 < seconds < 60
    slow = match_seconds(replace(TINY, first="uct:simulations=2000"))
    assert slow > match_seconds(TINY)


def simulated(factors, truth, games, rng) -> list[tuple[tuple[bool, ...], Standing]]:
    """Matches whose winning rates follow known effects, in Elo."""
    played = []
    for variant in variants(factors, one_at_a_time=False):
        x = [0.5 if on else -0.5 for on in variant]
        elo = truth[0] * x[0] + truth[1] * x[1] + truth[2] * x[0] * x[1]
        points = rng.random(games) < 1 / (1 + 10 ** (-elo / 400))
        played.append((variant, Standing(Match("uct", "uct"), 1, dict(enumerate(points.astype(float))))))
    return played


def test_effects_are_found_with_honest_intervals():
    factors = [Factor("PB", "off", "on"), Factor("PU", "off", "on")]
    truth, rng, inside = (120.0, 40.0, 60.0), np.random.default_rng(1), []
    for _ in range(100):
        found = effects(factors, simulated(factors, truth, 400, rng))
        assert [e.name for e in found] == ["PB", "PU", "PB x PU"]
        inside += [e.low <= t <= e.high for e, t in zip(found, truth, strict=True)]
    assert 0.90 < np.mean(inside) < 0.99


def test_a_variant_that_always_wins_has_a_finite_effect():
    factors = [Factor("PB", "off", "on")]
    won = Standing(Match("uct", "uct"), 1, dict.fromkeys(range(20), 1.0))
    lost = Standing(Match("uct", "uct"), 2, dict.fromkeys(range(20), 0.0))
    (effect,) = effects(factors, [((True,), won), ((False,), lost)])
    assert 200 < effect.low < effect.elo < effect.high < 5000


def test_logistic_regression_agrees_with_the_closed_form():
    estimate, covariance = logistic_regression(np.array([[1.0]]), np.array([75.0]), np.array([100.0]))
    assert estimate[0] == pytest.approx(np.log(3))
    assert covariance[0, 0] == pytest.approx(1 / (100 * 0.75 * 0.25))


def test_factors_are_read_and_wrong_ones_refused():
    factors = read_factors("uct", "C=0/0.7,expand=all_at_threshold/at_threshold")
    assert described("uct:T=5", factors, (True, False)) == "uct:T=5,C=0.7,expand=all_at_threshold"
    assert len(variants(factors, one_at_a_time=False)) == 4
    assert variants(factors, one_at_a_time=True) == [(True, True), (False, True), (True, False)]
    for wrong, message in (("C=0.5", "is not a factor"), ("PB", "no parameter 'PB'"), ("C=0/99", "from 0 to 5")):
        with pytest.raises(ValueError, match=message):
            read_factors("uct", wrong)
    with pytest.raises(ValueError, match="has no switches of its own"):
        read_factors("uct", None)


def test_pace_of_an_experiment_is_part_of_the_match():
    assert all(r.match.pace != Pace() for r in find_experiment("uct-final-moves").rows())  # type: ignore[attr-defined]
