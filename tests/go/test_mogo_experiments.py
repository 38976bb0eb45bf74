"""The tables of the MoGo paper: what each line compares, and the positions of Figures 4 and 5."""

from collections import Counter
from dataclasses import replace

import pytest
from rich.text import Text

from kaya.go.clinic import shipped
from kaya.go.experiments import mogo, mogo_positions
from kaya.lab.experiments import find_experiment
from kaya.lab.experiments.measured import Measured
from kaya.players import make_player


def constants(described: str) -> dict[str, float]:
    """What a player has on 9x9."""
    player = make_player(described)
    player.fit_to({"size": 9})
    return {name: d.value for name, d in player.parameters().items()}


def test_c_is_0_everywhere_before_it_is_added_in_figure_2():
    patterns, _, tuned, added = find_experiment("mogo-fig2").rows()  # type: ignore[attr-defined]
    for described in (
        patterns.match.first,
        patterns.match.second,
        tuned.match.first,
        tuned.match.second,
        added.match.second,
    ):
        found = constants(described)
        assert found["C"] == found["C_root"] == 0 > found["C_end"], "below 0 the end is as the beginning"
    for name in ("C", "C_root"):
        assert constants(added.match.first)[name] > 0
    differ = constants(patterns.match.first).items() ^ constants(patterns.match.second).items()
    assert {name for name, _ in differ} == {"prior.patterns"}


@pytest.mark.parametrize(("here", "threads", "label"), [(16, 8, "9x9, 5 s, 8 cores"), (2, 2, "9x9, 5 s, 2 of 8 cores")])
def test_eight_cores_where_there_are_so_many(here, threads, label, monkeypatch):
    monkeypatch.setattr(mogo, "cores", lambda: here)
    given = {}
    monkeypatch.setattr(mogo.Row, "of", lambda label, *players, **how: given.update(label=label, **how))
    mogo.rows(("mogo-paper", "uct"), ("mogo", "uct"), "9x9, 5 s, 8 cores  54.3 ± 1.2")
    assert (given["threads"], given["label"], given["seconds"]) == (threads, label, 5)
    given.clear()
    mogo.rows(("mogo-paper", "uct"), ("mogo", "uct"), "9x9, 10,000 simulations  52.9 ± 0.5")
    assert "threads" not in given


def test_every_kind_of_position_of_the_mogo_paper_is_there():
    kinds = Counter(mogo_positions.kind_of(p) for p in shipped())
    assert all(kinds[kind] >= 5 for kind in mogo_positions.KINDS)
    for hole in mogo_positions.LARGER_HOLES:
        assert any(hole in p.name for p in shipped() if p.category == "nakade")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("the middle of three", "4 (a), the vital point of three"),
        ("straight three, captured at the edge", "4 (b) to (d), a dead group"),
        ("eight times three", "4 (b) to (d), a dead group"),
        ("bulky five attacked", "4 (e), one group"),
        ("square four, captured at the edge", "4 (e), one group"),
        ("three times square four", "4 (e), a larger hole, several groups"),
        ("from outside", "5 left, one group"),
        ("two and two to connect", "5 left, an approach move, several groups"),
        ("not the shared one", "5 right, one semeai"),
        ("two times three liberties against two", "5 right, a semeai, several of them"),
        ("six stones", ""),
    ],
)
def test_a_position_is_of_one_kind(name, kind):
    (problem,) = (p for p in shipped() if p.name == name)
    assert mogo_positions.kind_of(problem) == kind


def test_positions_that_are_solved_are_counted():
    measurement = mogo_positions.measurements(0.2)[0]
    assert measurement.times == 1
    few = replace(measurement, what={**measurement.what, "kind": "4 (e), one group"})
    values = [{"solved": 3, "positions": 5}, {"solved": 4, "positions": 5}]
    shown = mogo_positions.table("", [Measured(few, values)])
    assert [list(column.cells) for column in shown.columns] == [
        [Text("4 (e), one group")],
        [Text("no")],
        [Text("7 of 10, 70 %")],
    ]
