"""Experiments and ablations: the papers' values beside ours, scaled, resumed, and effects that are really there."""

import re
import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import typer
from rich.console import Console

from kaya.cli import app
from kaya.go import match_cost as cost
from kaya.go.experiments.network_strategies import REFERENCE, SIMULATIONS, VARIANTS
from kaya.go.experiments.opponents import LEVELS
from kaya.go.knowledge.network import evaluator
from kaya.go.match_cost import move_seconds
from kaya.go.players.kaya import LADDERS
from kaya.lab.experiments import all_experiments, find_experiment
from kaya.lab.experiments.experiment import Extent, Run
from kaya.lab.experiments.ladder import LadderExperiment, neighbours
from kaya.lab.experiments.played import MatchExperiment, Row, even_games
from kaya.lab.experiments.tournament import Tournament, round_robin
from kaya.lab.matches.contestants import Pace, given_names
from kaya.lab.matches.match import Match, Standing, match_seconds
from kaya.lab.matches.store import GameResult, Store
from kaya.lab.screen import in_seconds
from kaya.lab.tuning.ablation import Factor, described, effects, logistic_regression, read_factors, variants
from kaya.players import make_player
from kaya.table import PlayerSeat

from ..networks import write_untrained
from .tiny import TINY, add_games, tiny

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.slow
def test_every_experiment_of_the_project_is_listed_and_makes_sense():
    found = all_experiments()
    of_mango = {"mango-fig4", "mango-fig5", "mango-selfplay", "mango-slowdown", "mango-table1"}
    assert of_mango | {"mango-final-moves", "uct-gnugo", "kriegspiel-fig10", "kriegspiel-a"} <= set(found)
    for name, experiment in found.items():
        assert experiment.name == name
        assert experiment.title
        assert re.match("No paper|(Mango|MoGo|Kriegspiel) paper, (sections?|Figure|Table) ", experiment.source), name
    with pytest.raises(ValueError, match="There is no experiment 'mango-table9'; there are: exploitability"):
        find_experiment("mango-table9")


def test_the_page_lists_the_experiments_as_they_are():
    rows = [f"| `{e.name}` | {e.source} | {e.title} |" for e in all_experiments().values()]
    found = re.findall(r"^\| `.*$", (DOCS / "lab.md").read_text(encoding="utf-8"), re.M)
    assert found == rows


@pytest.mark.parametrize("page", ["lab.md", "clinic.md"])
def test_the_pages_know_the_commands_and_their_options(page):
    commands = typer.main.get_command(app).commands
    lines = re.findall(r"^kaya .*$|`kaya [^`…]*`", (DOCS / page).read_text(encoding="utf-8"), re.M)
    assert lines
    for line in lines:
        _, command, *words = shlex.split(line.strip("`"))
        one = commands[command] if command != "learn" else commands[command].commands[words[0]]
        known = {option for parameter in one.params for option in parameter.opts}
        assert {w for w in words if w.startswith("--")} <= known, line


@pytest.mark.slow
def test_figure_10_has_sixteen_of_b_and_four_of_c_as_elo(tmp_path):
    experiment = find_experiment("kriegspiel-fig10")
    assert experiment.count(Extent(0.001)) == 2 * 2 * 20, "with the recipe for bare kings, and without it"
    with Store(tmp_path / "results.db") as store:
        console = Console(record=True, width=120, file=(tmp_path / "out").open("w"))
        run = Run(store, console, Extent(scale=0.001, only="1 s"), plots=tmp_path)
        for match in experiment.matches(run.extent):
            identity = store.match(match.game, *match.sides(), match.conditions)
            for number in range(2):
                points = 1.0 - number / 2
                store.add(identity, GameResult(number, 1 + number, points, "*", "", "", "", 4, 0, 0.0, 0.0, 0.0))
        console.print(experiment.show(run))
    assert re.search(r"C, 1 s .*\+191", console.export_text()), "75 % are 191 Elo"
    drawn = (tmp_path / "kriegspiel-fig10.svg").read_text()
    for name in ("B, k = 1", "B, k = 3", "B, k = 7", "B, k = 10", "C"):
        for recipe in ("", ", recipe for bare kings"):
            assert f"<!-- Kaya, {name}{recipe}, as written -->" in drawn
    assert "<!-- Elo -->" in drawn


@pytest.mark.processes
def test_a_scaled_experiment_plays_its_part_of_the_games_and_goes_on(tmp_path, workers):
    console = Console(record=True, width=120, file=(tmp_path / "out").open("w"))
    with Store(tmp_path / "results.db") as store:
        run = Run(store, console, Extent(scale=0.05), plots=tmp_path)
        tiny.run(run, workers)
        assert store.count() == 4
        console.print(tiny.show(run))
        tiny.run(Run(store, console, Extent(scale=0.1)), workers)
        assert store.count() == 8
        tiny.run(Run(store, console, Extent(scale=0.05)), workers)
        assert store.count() == 8
    text = console.export_text()
    assert "90.0 % (100 games)" in text
    assert "A tiny table" in text
    assert "No paper. And what is said below." in text
    assert (tmp_path / "tiny.svg").read_text().count("<svg") == 1


@pytest.mark.processes
def test_a_part_of_a_table_is_chosen_by_its_labels(tmp_path, workers):
    console = Console(record=True, width=120, file=(tmp_path / "out").open("w"))
    with Store(tmp_path / "results.db") as store:
        run = Run(store, console, Extent(scale=0.05, only="AGAIN"), plots=tmp_path)
        tiny.run(run, workers)
        assert store.count() == 2
        console.print(tiny.show(run))
        with pytest.raises(ValueError, match="No line contains '7x7'; there are: 60 against 5; again"):
            tiny.run(replace(run, extent=Extent(only="7x7")), workers)
    assert "60 against 5" not in console.export_text()
    assert tiny.count(Extent(0.05, only="again")) == 2


def test_table_1_is_the_papers():
    experiment = find_experiment("mango-table1")
    assert isinstance(experiment, MatchExperiment)
    paper = """
        9x9, neither     33.2 1000 3.0     13x13, neither    8.5 500 2.5     19x19, neither    0   200 1.0
        9x9, PU          37.2 1000 3.1     13x13, PU        15.6 500 3.2     19x19, PU         3.1 200 2.5
        9x9, PB          58.3 1000 3.1     13x13, PB        30.0 500 4.1     19x19, PB         4.8 200 3.0
        9x9, PB + PU     61.7 2000 2.2     13x13, PB + PU   35.1 500 4.3     19x19, PB + PU   48.2 500 4.5"""
    lines = re.findall(r"(\d+x\d+, [A-Za-z]+(?: \+ PU)?) +([\d.]+) +(\d+) +([\d.]+)", paper)
    rows = {row.label: row for row in experiment.rows()}
    assert len(rows) == len(lines) == 12
    for label, wins, games, half in lines:
        row = rows[label]
        assert row.paper == pytest.approx(float(wins) / 100)
        assert row.paper_games == row.match.games == int(games)
        assert row.paper_half == pytest.approx(float(half) / 100)
        on = {True: "on", False: "off"}
        assert row.match.first == f"mango-paper:PB={on['PB' in label]},PU={on['PU' in label]}"
        assert row.best == replace(row.match, first=row.match.first.replace("mango-paper", "mango"))
        assert row.match.size == int(label.partition("x")[0])
        assert row.match.pace.simulations == 20_000
        assert row.match.board["komi"] == 7.5
        assert row.match.openings == "none"
        level = 0 if row.match.size == 19 else 10
        assert row.match.second.endswith(f"--mode gtp --level {level} --chinese-rules --capture-all-dead")
    small = [f"{x}, {kind}" for kind in ("as written", "at its best") for x in rows if x.startswith("9x9")]
    assert [m.label for m in experiment.matches(Extent(0.05, only="9x9"))] == small
    both = experiment.matches(Extent(0.05, only="19x19, pb + pu"))
    assert [m.label for m in both] == ["19x19, PB + PU, as written", "19x19, PB + PU, at its best"]
    assert [m.games for m in both] == [24, 24]
    assert [m.label for m in experiment.matches(Extent(0.05, only="9x9, PB, as written"))] == ["9x9, PB, as written"]
    both = experiment.matches(Extent(only="13x13 & PU & as written"))
    assert [m.label for m in both] == ["13x13, PU, as written", "13x13, PB + PU, as written"]
    (short, _) = experiment.matches(Extent(effort=0.05, only="9x9, PB"))
    assert (short.games, short.pace.simulations) == (1000, 1000)


@pytest.mark.processes
def test_table_1_is_played_with_few_simulations(tmp_path, monkeypatch, gnugo, workers):
    monkeypatch.setattr("kaya.go.experiments.mango_table1.SIMULATIONS", 20)
    monkeypatch.setitem(LEVELS, 9, 0)
    experiment = find_experiment("mango-table1")
    console = Console(record=True, width=140, file=(tmp_path / "out").open("w"))
    with Store(tmp_path / "results.db") as store:
        run = Run(store, console, Extent(scale=0.0001, only="9x9, PB + PU, as written"))
        experiment.run(run, workers)
        experiment.run(run, workers)
        assert store.count() == 2
        (match,) = store.matches()
        assert {g.first_side for g in store.games(match.id)} == {1, 2}
        assert match.second["name"] == "GNU Go"
        assert match.first["parameters"]["PB"] is match.first["parameters"]["PU"] is True
        console.print(experiment.show(run))
    text = console.export_text()
    assert "61.7 % ± 2.2 (2000 games)" in text
    assert "13x13" not in text


def test_the_self_play_of_section_4_2():
    experiment = find_experiment("mango-selfplay")
    assert isinstance(experiment, MatchExperiment)
    rows = experiment.rows()
    assert [(r.match.size, r.paper, r.match.games) for r in rows if r.match.pace.seconds == 10] == [
        (9, 0.88, 200),
        (13, 0.81, 500),
        (19, 1.0, 300),
    ]
    assert {(r.match.first, r.match.second) for r in rows} == {("mango-paper:PB=on,PU=on", "mango-paper:PB=off,PU=off")}
    assert {(r.best.first, r.best.second) for r in rows if r.best} == {("mango:PB=on,PU=on", "mango:PB=off,PU=off")}
    cheap = experiment.matches(Extent(only="simulations"))
    assert [m.pace.simulations for m in cheap] == [2000] * 6


def test_the_cost_of_seconds_is_known_and_that_of_many_simulations_worked_out():
    assert move_seconds("uct", Pace(seconds=10), 19, 7.5) == 10


def test_the_cost_of_many_simulations_is_worked_out_from_few(monkeypatch):
    """A clock that advances a second with each move: 500 simulations are timed, and 2 million take 4,000 times that."""
    clock, think = [0.0], PlayerSeat.choose

    def choose(seat, *args, **watching):
        assert seat.budget.simulations in (500, 200)
        clock[0] += 1.0
        return think(seat, *args, **watching)

    monkeypatch.setattr(PlayerSeat, "choose", choose)
    monkeypatch.setattr(cost.time, "process_time", lambda: clock[0])
    cost.move_seconds.cache_clear()
    assert [move_seconds("uct", Pace(simulations=n), 5, 7.5) for n in (200, 2_000_000)] == [1.0, 4000.0]
    cost.move_seconds.cache_clear()


@pytest.mark.slow
def test_the_cost_is_estimated_before_anything_is_played():
    assert tiny.count(Extent(0.1)) == 8
    assert 0 < tiny.seconds(Extent(0.1)) < 60
    slow = match_seconds(replace(TINY, first="uct:simulations=2000000"))
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
        read_factors("mcts", None)


def test_pace_of_an_experiment_is_part_of_the_match():
    assert all(r.match.pace != Pace() for r in find_experiment("mango-final-moves").rows())  # type: ignore[attr-defined]


def test_the_lines_of_the_mogo_paper():
    """Winning rates and half intervals in per cent, as the paper prints them."""
    papers = {
        "mogo-fig2": [(56, 1), (50.9, 1.5), (55.2, 0.8), (61.72, 3.1)],
        "mogo-fig3": [
            (52.9, 0.5),
            (54.3, 1.2),
            (55.2, 1.4),
            (55.0, 1.1),
            (49.3, 1.2),
            (77, 3.3),
            (73.7, 2.9),
            (78.4, 2.9),
        ],
        "mogo-table1": [(52.8, 0.5), (55.6, 0.6), (56.2, 0.9), (55.8, 1.4), (60.5, 1.9), (66.2, 1.4), (53.2, 1.1)],
        "mogo-approach": [(52.68, 0.33), (54.69, 2.27)],
        "mogo-shapes": [(63.9, 0.5)],
    }
    for name, values in papers.items():
        rows = find_experiment(name).rows()  # type: ignore[attr-defined]
        assert [(100 * r.paper, 100 * r.paper_half) for r in rows] == [pytest.approx(v) for v in values]
        assert len({r.label for r in rows}) == len(rows)
        for r in rows:
            assert make_player(r.match.first).parameters() != make_player(r.match.second).parameters()


def test_limited_time_is_shared_evenly_and_the_costliest_lines_are_left_out():
    assert even_games([1, 1], [100, 100], [0, 0], 120) == [60, 60]
    assert even_games([1, 3], [100, 100], [0, 0], 120) == [30, 30]
    assert even_games([1, 3], [100, 100], [30, 30], 40) == [40, 40]  # 40 s are 10 games more of each
    assert even_games([1, 1], [10, 100], [0, 0], 60) == [10, 50]  # a short line leaves its time to the others
    assert even_games([1, 50], [100, 100], [0, 2], 120) == [100, 2]  # 2 of each would tell nothing
    assert even_games([10], [100], [0], 5) == [2]
    assert even_games([], [], [], 5) == []


@pytest.mark.processes
def test_a_run_with_a_time_limit_ends_and_goes_on(tmp_path, workers):
    console = Console(record=True, width=120, file=(tmp_path / "out").open("w"))
    with Store(tmp_path / "results.db") as store:
        tiny.run(Run(store, console, Extent(), seconds=0.0), workers)
        assert store.count() == 0
        tiny.run(Run(store, console, Extent(scale=0.1), seconds=3600.0), workers)
        assert store.count() == 8


def test_times_are_read_as_they_are_written():
    assert [in_seconds(t) for t in ("90", "45s", "30min", "4h", "1.5 h", "2 days")] == [
        90,
        45,
        1800,
        14400,
        5400,
        172800,
    ]
    for wrong in ("", "soon", "0h", "-4h", "4 weeks"):
        with pytest.raises(ValueError, match="is no time: write 45s, 30min, 4h or 2days"):
            in_seconds(wrong)


def test_what_is_as_written_and_what_is_best_stand_side_by_side(tmp_path):
    best = replace(TINY, first="uct:simulations=90")
    experiment = replace(tiny, rows=lambda: [Row("one", TINY, best, paper=0.9, paper_half=0.02)])
    console = Console(record=True, width=160, file=(tmp_path / "out").open("w"))
    with Store(tmp_path / "results.db") as store:
        run = Run(store, console)
        add_games(store, TINY, [1.0, 0.0] * 10)
        add_games(store, best, [1.0] * 10)
        console.print(experiment.show(run))
        (table,) = experiment.tables(run)
    headings, row = table.rows_of_text()
    assert headings[2] == "first's wins, as written"
    assert headings[5] == "first's wins, at its best"
    assert row[:3] == ["one", "90.0 % ± 2.0", "50.0 %"]
    assert row[4:6] == ["20 of 40", "100.0 %"]
    assert row[8] == "above"  # of 20 games, 10 won, the interval ends at 70 %
    assert table.markdown().splitlines()[1] == "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"


def test_draws_are_no_wins_where_wins_are_counted(tmp_path):
    experiment = replace(tiny, rows=lambda: [Row("one", TINY, paper=0.3)], shows="wins")
    with Store(tmp_path / "results.db") as store:
        add_games(store, TINY, [1.0, 0.5, 0.5, 0.0])
        (table,) = experiment.tables(Run(store, Console(quiet=True)))
    assert table.rows_of_text()[1][2:] == ["25.0 %", "4.6 to 69.9", "4 of 40", "within"]  # Wilson's, of 1 in 4


def test_games_of_other_versions_count_only_if_asked(tmp_path):
    with Store(tmp_path / "results.db") as store:
        add_games(store, TINY, [0.0, 0.0, 1.0, 1.0], sources="older")
        add_games(store, TINY, [1.0, 1.0])
        run = Run(store, Console(quiet=True), Extent(only="60 against 5"))
        for any_version, won, lost in (False, 2, 0), (True, 4, 0):
            ((_, standing),) = tiny.standings(replace(run, any_version=any_version))
            assert (standing.score.wins, standing.score.losses) == (won, lost)


def test_older_versions_may_lack_a_parameter_that_nobody_has_set(tmp_path):
    with Store(tmp_path / "results.db") as store:
        side = dict(name="uct", version="2", sources="b", parameters={"C": 0.5, "fade": 0.5})
        older = dict(name="uct", version="1", sources="a", parameters={"C": 0.5})
        other = dict(older, parameters={"C": 0.6})
        conditions = {"size": 9}
        new, old, _ = (store.match("go", s, {"name": "GNU Go"}, conditions) for s in (side, older, other))
        assert store.alike(new) == [new, old]
        assert store.alike(new, given={"C"}) == [new, old]
        assert store.alike(new, given={"fade"}) == [new]
        assert store.alike(old) == [old], "what was played later is another player to an older version"


def test_older_versions_may_have_a_parameter_that_was_off_and_is_gone(tmp_path):
    with Store(tmp_path / "results.db") as store:
        side = dict(name="mogo", version="2", sources="b", parameters={"C": 0.5})
        older = [dict(name="mogo", version="1", sources="a", parameters={"C": 0.5, "tactics": on}) for on in (0, 1)]
        new, off, _ = (store.match("go", s, {"name": "GNU Go"}, {"size": 9}) for s in (side, *older))
        assert store.alike(new) == [new, off]


def test_names_that_descriptions_set():
    assert given_names("uct:C=0.5, fade=0,seconds=1", "gtp:gnugo --level=1", "mango") == {"C", "fade", "seconds"}


def test_a_tournament_has_a_cross_table_for_each_board(tmp_path):
    field = {"strong": "uct:simulations=60", "middling": "uct:simulations=20", "weak": "uct:simulations=5"}
    rows = [row for size in (5, 7) for row in round_robin(f"{size}x{size}", field, {"games": 4, "size": size})]
    experiment = Tournament("cup", "No paper: a cup.", lambda: rows, places=lambda b: "first of two" * (b == "5x5"))
    points = {
        "strong - middling": [1.0, 0.0, 1.0, 1.0],
        "strong - weak": [1.0] * 4,
        "middling - weak": [1.0, 0.5, 1, 0],
    }
    with Store(tmp_path / "results.db") as store:
        for row in rows[:3]:
            add_games(store, row.match, points[row.label.partition(": ")[2]])
        small, large = experiment.tables(Run(store, Console(quiet=True)))
    headings, *lines = small.rows_of_text()
    assert headings == ["5x5 (first of two)", "place", "strong", "middling", "weak", "points", "games", "Elo"]
    assert [line[:-1] for line in lines] == [
        ["strong", "1", "", "3 of 4", "4 of 4", "7", "8"],
        ["middling", "2", "1 of 4", "", "2.5 of 4", "3.5", "8"],
        ["weak", "3", "0 of 4", "1.5 of 4", "", "1.5", "8"],
    ]
    assert lines[0][-1].startswith("+")
    assert lines[2][-1].startswith("-")
    assert {line[-1] for line in large.rows_of_text()[1:]} == {""}


def test_who_has_not_played_comes_last(tmp_path):
    field = {"absent": "uct:simulations=9", "strong": "uct:simulations=60", "weak": "uct:simulations=5"}
    rows = round_robin("5x5", field, {"games": 4, "size": 5})
    experiment = Tournament("cup", "No paper: a cup.", lambda: rows)
    with Store(tmp_path / "results.db") as store:
        add_games(store, rows[-1].match, [1.0, 1.0, 1.0, 0.0])
        (table,) = experiment.tables(Run(store, Console(quiet=True)))
    lines = table.rows_of_text()
    assert lines[0][2:5] == ["strong", "weak", "absent"]
    assert [line[:2] for line in lines[1:]] == [["strong", "1"], ["weak", "2"], ["absent", ""]]


def test_a_tournament_of_which_some_pairs_are_asked_for_is_shown_and_its_places_are_fair(tmp_path):
    field = {"strong": "uct:simulations=60", "busy": "uct:simulations=20", "weak": "uct:simulations=5"}
    rows = round_robin("5x5", field, {"games": 20, "size": 5})[::2]  # nobody asks for strong - weak
    experiment = Tournament("cup", "No paper: a cup.", lambda: rows)
    with Store(tmp_path / "results.db") as store:
        add_games(store, rows[0].match, [1.0, 1.0, 0.0, 0.5])
        add_games(store, rows[1].match, [1.0] * 20)
        (table,) = experiment.tables(Run(store, Console(quiet=True)))
    _, *lines = table.rows_of_text()
    assert [line[:6] for line in lines] == [
        ["strong", "1", "", "2.5 of 4", "", "2.5"],  # though a smaller share than the next one's
        ["busy", "2", "1.5 of 4", "", "20 of 20", "21.5"],
        ["weak", "3", "", "0 of 20", "", "0"],
    ]


def test_a_ladder_joins_neighbours_and_says_how_high_each_step_is(tmp_path):
    field = {f"level {n}": f"uct:simulations={10 * n}" for n in (1, 2, 3)}
    rows = neighbours("5x5", field, {"games": 4, "size": 5})
    assert [row.label for row in rows] == [
        "5x5: level 2 - level 1",
        "5x5: level 3 - level 1",
        "5x5: level 3 - level 2",
    ]
    assert [row.label for row in neighbours("5x5", field, {}, reach=1)] == [rows[0].label, rows[2].label]
    experiment = LadderExperiment("stairs", "No paper: stairs.", lambda: rows)
    with Store(tmp_path / "results.db") as store:
        run = Run(store, Console(quiet=True))
        assert len(experiment.tables(run)[0].rows_of_text()) == 1, "nothing is played yet"
        for row in rows:
            add_games(store, row.match, [1.0, 0.0, 1.0, 1.0])
        (table,) = experiment.tables(run)
    headings, *lines = table.rows_of_text()
    assert headings == ["5x5", "Elo", "95 % interval", "above the next", "95 % interval", "points", "games"]
    assert [line[0] for line in lines] == ["level 3", "level 2", "level 1"]
    assert [line[-2:] for line in lines] == [["6", "8"], ["4", "8"], ["2", "8"]]
    elo = [int(line[1]) for line in lines]
    assert elo[0] > elo[1] > elo[2] == 0
    assert [int(line[3]) for line in lines[:-1]] == pytest.approx([elo[0] - elo[1], elo[1]], abs=1)


def test_the_levels_meet_the_two_below_and_gnugo():
    experiment = find_experiment("levels")
    assert isinstance(experiment, LadderExperiment)
    rows = {row.label: row.match for row in experiment.rows()}
    assert rows["9x9: level 5 - level 3"].first == "kaya:level=5"
    assert rows["9x9: level 10 - level 9"].first == f"kaya:level=10,simulations={LADDERS[11].most}"
    for lines in (9, 13, 19):
        named = [label for label in rows if label.startswith(f"{lines}x{lines}: ")]
        assert len([label for label in named if "GNU Go" not in label]) == 9 + 8
        assert [label for label in named if "GNU Go" in label]


@pytest.mark.parametrize("program", ["C", "B, k = 1"])
def test_readings_differ_from_the_program_as_written_in_a_parameter(program):
    rows = {row.label: row.match.first for row in find_experiment("kriegspiel-readings").rows()}
    rows = {label: first for label, first in rows.items() if label.startswith(f"{program}, ")}
    assert len(rows) == 9
    written = composed(rows[f"{program}, as written"])
    for label, first in rows.items():
        assert (composed(first) == written) == ("as written" in label)


def composed(program: str) -> tuple[list[str], dict[str, object]]:
    """The strategies of a program and the values of its parameters."""
    player = make_player(program)
    strategies = [str(strategy) for strategy in player.strategies.values()]
    return strategies, {name: value.value for name, value in player.parameters().items()}


def test_the_uses_of_a_network_meet_zero_at_equal_cpu_time():
    experiment = find_experiment("network-strategies")
    assert isinstance(experiment, MatchExperiment)
    rows = experiment.rows()
    assert [row.label.partition(", ")[2] for row in rows] == 2 * list(VARIANTS)
    for row in rows:
        reference, simulations = SIMULATIONS[row.match.size]
        assert row.match.second == f"{REFERENCE},simulations={reference}"
        assert row.match.first.endswith(f",simulations={simulations[row.label.partition(', ')[2]]}")
    for who in (REFERENCE, *VARIANTS.values()):
        player = make_player(who)
        assert player.network == "", "all read the same one"
        assert player.parameters()["settle"].value is False


def test_the_sizes_of_a_network_meet_one_of_them_at_equal_time_and_at_equal_simulations():
    rows = {row.label: row.match for row in find_experiment("network-scale").rows()}
    assert rows["2x32, equal time"].first == "zero:settle=off,network=go9-2x32,simulations=760"
    assert rows["2x32, equal simulations"].first == "zero:settle=off,network=go9-2x32,simulations=120"
    assert rows["19x19, 10x128, 2 s a move"].first == "zero:settle=off,network=go19-10x128,simulations=364"
    assert rows["19x19, 8x96, equal simulations"].first == "zero:settle=off,network=go19-8x96,simulations=200"
    assert {match.second.removeprefix("zero:settle=off,network=") for match in rows.values()} == {
        "go9-6x64,simulations=120",
        *(f"go19-6x64,simulations={n}" for n in (650, 2600, 200)),
    }


def test_networks_that_ship_no_more_are_taken_from_this_folder_or_it_is_said_how_they_are_made(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = find_experiment("network-scale").rows()
    made = r"`kaya learn zero --size 9 --teacher go9 --blocks 2 --channels 32 .* --output go9-2x32.npz`\.$"
    with pytest.raises(ValueError, match=rf"^The network go9-2x32 is not in this folder .*: make it with {made}"):
        rows[0].match.sides()
    for size in ("2x32", "6x64"):
        write_untrained(tmp_path / f"go9-{size}.npz")
    assert rows[0].match.sides()[0]["parameters"]["network"].startswith("go9-2x32 ")
    with pytest.raises(ValueError, match=r"make it with `kaya learn network RECORDS .*`\.$"):
        evaluator("go19-records")
    with pytest.raises(ValueError, match=r"make it with `.* --beside 6x96,8x96,10x128 --output go19-6x64\.npz`\.$"):
        evaluator("go19-8x96")


def test_the_parts_of_a_search_meet_zero_with_the_same_network():
    for match in (row.match for row in find_experiment("network-search").rows()):
        first, second = (make_player(side.rpartition(",")[0]) for side in (match.first, match.second))
        assert first.network == second.network == ""
        assert match.first.startswith(match.second.partition(",simulations=")[0])


@pytest.mark.processes
def test_a_line_whose_network_is_missing_is_left_out_and_the_others_are_played(tmp_path, monkeypatch, workers):
    monkeypatch.chdir(tmp_path)
    missing = replace(TINY, second="zero:network=go9-2x32,simulations=5")
    some = replace(tiny, rows=lambda: [Row("60 against 5", TINY), Row("heads", missing)])
    console = Console(record=True, width=300, file=(tmp_path / "out").open("w"))
    with Store(tmp_path / "games.db") as store:
        run = Run(store, console, Extent(scale=0.05))
        some.run(run, workers)
        assert [len(standing.points) for _, standing in some.standings(run)] == [2, 0]
        with pytest.raises(ValueError, match="The network go9-2x32 is not in this folder"):
            replace(tiny, rows=lambda: [Row("heads", missing)]).run(run, workers)
    said = console.export_text()
    assert "Left out: heads. The network go9-2x32 is not in this folder and does not come with Kaya: make it" in said


def test_equal_simulations_are_as_many_as_take_as_long(monkeypatch):
    monkeypatch.setattr(cost, "move_seconds", lambda who, *_: 0.2 if who == REFERENCE else 0.5)
    assert cost.equal_simulations("another", REFERENCE, 400, 9) == 160


def test_what_more_search_is_worth_is_told_by_games_that_do_not_repeat_themselves():
    """Programs without chance begin with random openings; the others are played from the start, as in the papers."""
    matches = all_experiments()["kriegspiel-more-search"].matches()
    opened = {m.first.partition(":")[0] for m in matches if m.conditions["openings"] == "random"}
    assert opened == {"kriegspiel-minimax-paper", "kriegspiel-minimax", "kriegspiel-e"}
    assert all(m.openings == "none" for m in all_experiments()["kriegspiel-fig10"].matches())
