"""Measured experiments: what is counted is what happened, fits are right, and measurements are taken once."""

import io
import json
import sqlite3

import numpy as np
import pytest
import scipy
from rich.console import Console

from kaya.games.rules import play, result
from kaya.go.experiments import mango_fig4, mango_fig5, mango_search, mango_slowdown
from kaya.go.experiments.mango_search import counted_search, knowledge_calls, visit_counts
from kaya.go.rules import GoPosition
from kaya.kernel import Parameters, kernel
from kaya.kernel.compile import kernel_of_user
from kaya.lab.experiments.experiment import Extent, Run
from kaya.lab.experiments.measured import Measured, MeasuredExperiment, Measurement
from kaya.lab.matches.store import Store
from kaya.lab.screen import NameTable
from kaya.lab.statistics.fits import fit_power_law, logarithmic_bins, mean_interval, student_quantile
from kaya.players import make_player
from kaya.search import Budget, Strategy, Tree


def reachable(tree: Tree) -> list[int]:
    """Every node of a tree, found by walking from the root to the leaves."""
    found, waiting = [], [0]
    while waiting:
        index = waiting.pop()
        found.append(index)
        waiting += tree.children(index).tolist()
    return found


@pytest.mark.slow
def test_counts_are_those_of_a_walk_through_the_tree():
    player = make_player("mango:T=3")
    counts = counted_search(player, GoPosition(5), 400, seed=1)
    tree = player.search.tree
    nodes = reachable(tree)
    assert len(nodes) < tree.used  # some records were left behind by nodes that moved
    visits = [int(tree.nodes["visits"][i]) for i in nodes]
    assert dict(zip(*visit_counts(tree), strict=True)) == {v: visits.count(v) for v in set(visits)}
    with_children_together = [i for i in nodes if int(tree.nodes["count"][i]) > 0]
    assert counts.calls == knowledge_calls(tree) == len(with_children_together)
    for i in nodes[1:]:  # and these are the nodes that selection was used in: above T visits, but for ends of games
        more_than_T = int(tree.nodes["visits"][i]) > 3
        assert more_than_T or i not in with_children_together
    assert 10 < counts.calls < 100


class Calls(Parameters):
    @classmethod
    def tables(cls):
        return {"calls": np.zeros(1, np.int64)}


def counting_knowledge(state, work, count, p):
    """All moves are alike: what is known of them costs seconds to compile, and is not counted."""
    for k in range(count):
        work.heuristic[k] = 0.0
    p.calls[0] += 1


@pytest.mark.slow
def test_every_call_to_the_knowledge_is_one_expanded_node():
    """A strategy that counts its own calls agrees with the tree."""
    player = make_player("mango:T=5")
    prior = Strategy("prior", kernel(counting_knowledge), Calls())
    player.search.strategies["prior"] = prior
    counts = counted_search(player, GoPosition(5), 500, seed=2)
    assert counts.calls == prior.record.calls[0] > 5


def short_playout(state, work, policy, policy_p, p):
    for _ in range(int(p.length)):
        play(state, policy(state, work, policy_p))
    return result(state)


SHORT = kernel_of_user(short_playout, inline="always")


def counting_short_playout(state, work, policy, policy_p, p):
    r = SHORT(state, work, policy, policy_p, p)
    p.played[0] += state.moves
    return r


@pytest.mark.slow
@pytest.mark.parametrize("length", [1, 7])
def test_moves_are_counted_in_the_tree_and_in_the_playout(monkeypatch, length):
    """With playouts of a known length the sum is known: each visit of a node but the root is a move in the tree."""
    monkeypatch.setattr(mango_search, "COUNTING", kernel(counting_short_playout))
    player, position = make_player(f"mango:T=4,length={length}"), GoPosition(9)
    for _ in range(3):
        position.play(position.legal_moves()[0])
    counts = counted_search(player, position, 300, seed=3)
    tree = player.search.tree
    in_the_tree = sum(int(tree.nodes["visits"][i]) for i in reachable(tree)[1:])
    assert in_the_tree > 300
    assert counts.moves == in_the_tree + 300 * length


@pytest.mark.slow
def test_counting_does_not_change_the_search():
    player, plain = make_player("mango:T=5"), make_player("mango:T=5", seed=9)
    counts = counted_search(player, GoPosition(7), 500, seed=9)
    plain.search.think(GoPosition(7), Budget(simulations=500))
    assert player.search.tree.nodes[: player.search.tree.used].tobytes() == (
        plain.search.tree.nodes[: plain.search.tree.used].tobytes()
    )
    assert 500 * 30 < counts.moves < 500 * 3 * 49 + 500 * 30
    assert counts.moves == counted_search(player, GoPosition(7), 500, seed=9).moves


def test_a_power_law_is_found_again():
    law = fit_power_law([1, 2, 5, 10, 100], [1000 * n**-1.5 for n in (1, 2, 5, 10, 100)])
    assert (law.factor, law.exponent, law.R) == pytest.approx((1000, -1.5, -1))
    assert law(4) == pytest.approx(125)
    rng = np.random.default_rng(1)
    x = np.arange(1, 60)
    y = x**-0.8 * np.exp(rng.normal(0, 0.3, len(x)))
    found, expected = fit_power_law(x, y), scipy.stats.linregress(np.log(x), np.log(y))
    assert (found.exponent, found.R) == pytest.approx((expected.slope, expected.rvalue))
    assert np.log(found.factor) == pytest.approx(expected.intercept)
    with pytest.raises(ValueError, match="two different points, not 1"):
        fit_power_law([3, 3], [1, 2])


def test_bins_see_the_rare_values_that_all_points_do_not():
    assert logarithmic_bins([1, 2, 3, 4, 9], [10, 6, 2, 1, 4]) == (
        pytest.approx([1, 6**0.5, 28**0.5, 120**0.5]),
        pytest.approx([10, 4, 0.25, 0.5]),
    )
    rng = np.random.default_rng(2)
    values, counts = np.unique(rng.zipf(2.0, 20_000), return_counts=True)
    assert fit_power_law(*logarithmic_bins(values, counts)).exponent == pytest.approx(-2, abs=0.15)
    assert fit_power_law(values, counts).exponent > -1.5


def test_the_interval_of_a_mean_is_students():
    for freedom in (1, 2, 3, 5, 9, 30, 1000):
        assert student_quantile(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), rel=0.01)
    values = [4.1, 3.8, 4.4, 4.0]
    expected = scipy.stats.t.interval(0.95, 3, loc=np.mean(values), scale=scipy.stats.sem(values))
    assert list(mean_interval(values)) == pytest.approx(expected, rel=0.001)
    assert list(mean_interval([1.0])) == [-np.inf, np.inf]


def small(taken: list[int]) -> MeasuredExperiment:
    def take(label):
        def once(seed):
            taken.append(seed)
            return {"label": label, "seed": seed}

        return once

    def table(title, measured):
        shown = NameTable("what", "values", "times", title=title)
        for line in measured:
            shown.add_row(line.label, " ".join(str(v["label"]) for v in line.values), line.times)
        return shown

    return MeasuredExperiment(
        "small",
        "No paper: a small figure.",
        lambda scale: [Measurement(f"point {k}", {"k": k}, take(k), lambda: 2.5, round(2 * scale)) for k in (1, 2)],
        table,
    )


def test_measurements_are_taken_once_and_go_on(tmp_path):
    taken: list[int] = []
    experiment = small(taken)
    console = Console(record=True, width=100, file=(tmp_path / "out").open("w"))
    with Store(tmp_path / "results.db") as store:
        run = Run(store, console, Extent(scale=1))
        assert (experiment.count(Extent(1)), experiment.seconds(Extent(1))) == (4, 10.0)
        assert (experiment.count(Extent(1, only="point 2")), experiment.seconds(Extent(1, only="point 2"))) == (2, 5.0)
        experiment.run(Run(store, console, Extent(scale=1, only="point 2")))
        assert len(taken) == 2
        console.print(experiment.show(run))
        experiment.run(run)
        assert len(taken) == 4
        experiment.run(run)
        assert len(taken) == 4
        experiment.run(Run(store, console, Extent(scale=2)))
        assert len(taken) == 8
        experiment.run(Run(store, console, Extent(scale=1), seed=1))
        assert len(taken) == 12
        assert len(set(taken)) == 4 + 2  # a seed for each time, another for another seed; both points share them
        with pytest.raises(ValueError, match="No line contains 'point 3'; there are: point 1; point 2"):
            experiment.run(Run(store, console, Extent(only="point 3")))
    assert "0 of 2" in console.export_text()
    with sqlite3.connect(tmp_path / "results.db") as db:
        what, value, seed, details = db.execute("SELECT what, value, seed, details FROM measurements").fetchone()
    assert {"experiment", "method", "seed", "k"} <= set(json.loads(what))
    assert json.loads(value)["seed"] == seed
    assert "cores" in json.loads(details)


def test_an_interrupted_measurement_keeps_what_was_taken(tmp_path):
    taken: list[int] = []
    experiment = small(taken)

    def failing(scale):
        first, second = small(taken).measurements(scale)

        def fail(seed):
            raise KeyboardInterrupt

        return [first, Measurement(second.label, second.what, fail, second.seconds, second.times)]

    broken = MeasuredExperiment("small", "", failing, experiment.table)
    with Store(tmp_path / "results.db") as store:
        run = Run(store, Console(quiet=True), Extent(scale=1))
        with pytest.raises(KeyboardInterrupt):
            broken.run(run)
        assert [len(m.values) for m in experiment.measured(run)] == [1, 0]
        experiment.run(run)
        assert [len(m.values) for m in experiment.measured(run)] == [2, 2]
        assert len(taken) == 4


@pytest.fixture
def rebuilt(tmp_path, monkeypatch):
    """Take and show a figure on a small board: what was measured, and what is printed."""

    def take(module, scale: float) -> tuple[list[Measured], str]:
        monkeypatch.setattr(module, "LINES", 7)
        console = Console(width=120, file=io.StringIO())
        with Store(tmp_path / "results.db") as store:
            run = Run(store, console, Extent(scale=scale), plots=tmp_path)
            console.print(module.experiment.show(run))  # nothing yet
            module.experiment.run(run, None)
            console.print(module.experiment.show(run))
            assert (tmp_path / f"{module.experiment.name}.svg").read_text().count("<svg") == 1
            return module.experiment.measured(run), console.file.getvalue()  # type: ignore[attr-defined]

    return take


@pytest.mark.slow
def test_figure_4_is_measured_and_drawn(rebuilt):
    lines, text = rebuilt(mango_fig4, 0.002)
    values = [line.values[0] for line in lines if "as written" in line.label]
    calls = [v["calls"] for v in values]
    assert [v["T"] for v in values] == list(mango_fig4.THRESHOLDS)
    assert calls[0] > calls[4] > calls[-1] >= 1
    assert calls[0] < 300 < values[0]["moves"]
    assert f"{calls[4]}" in text
    assert "no numbers" in text


@pytest.mark.slow
def test_figure_5_is_measured_and_drawn(rebuilt):
    (line, _), text = rebuilt(mango_fig5, 0.01)
    visits, nodes = mango_fig5.visited(line.values[0])
    assert dict(zip(visits, nodes, strict=True))[1500] == 1  # the root
    assert 0 not in visits
    through_all, through_bins = mango_fig5.trends(line.values[0])
    assert through_bins.exponent < through_all.exponent < -0.5
    assert f"n^{through_all.exponent:.2f}, R = {through_all.R:.3f}" in text


@pytest.mark.slow
def test_the_cost_of_the_knowledge_is_measured_on_one_and_the_same_tree():
    position = mango_slowdown.position(*mango_slowdown.POSITIONS["19x19, middle game"])
    assert len(position.played) == 120
    value = mango_slowdown.compare("mango:T=30", position, 600, seed=4)
    assert value["calls"] >= 5
    assert value["moves"] > 600 * 100
    assert value["seconds"] > 0
    assert mango_slowdown.speed_lost({"calls": 50, "one": 0.01, "seconds": 10.0}) == 0.05
    # 20.4 s, of which 0.5 s for H; 100 calls: 5,000 µs each; 1,000,000 moves: 19.9 µs each
    cells = mango_slowdown._cells(
        [
            {"one": 0.006, "seconds": 10.0, "calls": 50, "moves": 500_000},
            {"one": 0.004, "seconds": 10.4, "calls": 50, "moves": 500_000},
        ]
    )
    assert cells[0] == "2.46 %"  # (3 + 1.923) / 2
    assert cells[2:] == ["5000.0 µs", "19.90 µs", "251"]


def test_knowledge_that_changes_the_tree_is_noticed(monkeypatch):
    monkeypatch.setattr(mango_slowdown, "in_vain", lambda knowledge: knowledge)
    with pytest.raises(ValueError, match="changed the tree"):
        mango_slowdown.compare("mango-paper:T=30", GoPosition(5), 300, seed=1)
