"""What the lab prints: names are whole at every width, foreign text stays as it is, and nobody waits in silence."""

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console
from typer.testing import CliRunner

from kaya.cli import app
from kaya.go.clinic import Answer, shipped
from kaya.go.rules import PASS
from kaya.lab.clinic import Examination, Outcome
from kaya.lab.clinic.display import show
from kaya.lab.experiments import all_experiments
from kaya.lab.matches.display import Scoreboard, table
from kaya.lab.matches.match import Match, Standing
from kaya.lab.matches.store import GameResult
from kaya.lab.screen import LONGEST, NameTable, broken, in_words, one_line, progress
from kaya.lab.tuning.ablation import Factor, planned_matches
from kaya.search import Budget

WIDTHS = (60, 80, 120)
HOSTILE = "[b]x[/b] :x: [/] :warning: [red]"


def printed(renderable, width: int) -> str:
    console = Console(width=width, file=io.StringIO())
    console.print(renderable)
    return console.file.getvalue()


def standing(first: str = "uct", second: str = "uct", number: int = 1, label: str = "") -> Standing:
    return Standing(Match(first, second, games=400, label=label), number, {n: float(n % 3 == 0) for n in range(100)})


def lines_of(text: str) -> list[str]:
    return [re.sub(r"[│┃|]", " ", line).strip() for line in text.splitlines()]


@pytest.mark.parametrize("width", WIDTHS)
def test_players_are_whole_in_the_table_of_matches(width):
    names = [("kriegspiel-particles", "kriegspiel-minimax"), ("mango:C=0.5,T=30,PB=off", "mango:C=0.5,T=30,PU=off")]
    shown = printed(table([standing(*pair, number=n) for n, pair in enumerate(names)], (0, 30)), width)
    for pair in names:
        assert any(" - ".join(pair) in line for line in lines_of(shown))
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= width
    assert shown.count("100/400") == 2
    assert shown.count("[-3.00, 3.00]") == 2


def test_a_table_that_fits_has_columns_and_one_that_does_not_says_each_heading():
    made = NameTable("name", "a long heading", "another one")
    made.add_row("somebody", "1", "2")
    assert "┃ name " in printed(made, 60)
    assert printed(made, 30).splitlines() == ["somebody", "  a long heading 1", "  another one 2"]


def test_a_name_is_broken_after_a_setting_and_never_within_one():
    name = "mango:C=0.5,expand=all_at_threshold,final=secure_child,resign=off"
    lines = broken(name, 30).splitlines()
    assert "".join(lines) == name
    assert all(len(line) <= 30 for line in lines)
    assert all(line.endswith((",", ":")) for line in lines[:-1])


@pytest.mark.parametrize("width", WIDTHS)
def test_the_clinic_shows_each_player_whole(width):
    players = ["uct:C=0.5,T=5", "uct:C=0.5,T=5,final=secure_child", "uct"]
    examination = Examination(shipped()[:1], players, Budget(simulations=5))
    list(examination.run())
    console = Console(width=width, file=io.StringIO())
    show(examination, console)
    for player in players:
        assert re.search(rf"[ ┃]{re.escape(player)}[ ┃]", console.file.getvalue().partition("Only")[0])


def test_text_from_outside_is_printed_as_it_is():
    made = NameTable(HOSTILE, HOSTILE, title=HOSTILE)
    made.add_row(HOSTILE, HOSTILE)
    assert printed(made, 200).count(HOSTILE) == 5
    assert " ".join(printed(made, 40).split()).count(HOSTILE) == 4, "folded"
    problem = replace(shipped()[0], name=HOSTILE, why=HOSTILE)
    examination = Examination([problem], ["uct"], Budget(simulations=5))
    examination.outcomes = [Outcome(problem, HOSTILE, 0, Answer(PASS, 0.5, False), 1.0)]
    console = Console(width=200, file=io.StringIO())
    show(examination, console, verbose=True)
    assert " ".join(console.file.getvalue().split()).count(HOSTILE) == 3


def test_the_failures_of_a_match_are_short_and_a_mate_is_none():
    def ended(number: int, reason: str) -> GameResult:
        return GameResult(number, 1, 1.0, "1-0", reason, "", "", 4, 0, 0.0, 0.0, 0.0)

    board = Scoreboard(Console(quiet=True))
    for number, reason in enumerate(["score", "resignation", "checkmate", "insufficient material"]):
        board(standing(), ended(number, reason))
    assert board.failures == []
    board(standing(), ended(4, "GNU Go: answered nonsense: " + "x\n" * 5_000_000 + "\x1b[2J"))
    (failure,) = board.failures
    assert str(failure).startswith("game 5: 1-0, GNU Go: answered nonsense: x x x")
    assert len(failure) == LONGEST


def test_a_bar_writes_nothing_where_there_is_no_terminal(capfd):
    with progress("Counting", 3) as advance:
        advance(2)
    assert capfd.readouterr() == ("", "")


def test_one_line_has_no_control_characters_and_an_end():
    assert one_line("a\n\tb\x1b[2Jc\u202ed") == "a b [2Jc d"
    assert len(one_line("x" * 10_000)) == LONGEST


def test_times_are_as_exact_as_an_estimate_deserves():
    assert [in_words(s) for s in (40, 720, 12_600, 11_250_000)] == ["40 s", "12 min", "3.5 h", "130 days"]


def invoke(*words: str, width: int = 80):
    return CliRunner(env={"COLUMNS": str(width)}).invoke(app, [*words])


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS[::2])
def test_the_list_of_experiments_names_each_whole_and_measures_nothing(width, monkeypatch):
    def measured(*_):
        raise AssertionError("nobody asked what it costs")

    for experiment in all_experiments().values():
        monkeypatch.setattr(type(experiment), "seconds", measured)
    shown = invoke("reproduce", "--list", width=width)
    assert shown.exit_code == 0, shown.output
    lines = shown.output.splitlines()
    for name, experiment in all_experiments().items():
        assert any(line.startswith(f"{name} ") for line in lines)
        assert all(word in shown.output for word in experiment.source.split())
    assert "16,200 games" in shown.output
    assert "1 measurement" in " ".join(shown.output.split())
    assert max(map(len, lines)) <= width


@pytest.mark.slow
def test_the_cost_is_measured_if_asked_for_and_each_row_comes_as_it_is_known(monkeypatch):
    known, printed_before = list(all_experiments()), []
    monkeypatch.setattr("kaya.lab.experiments.listing.cores", lambda: 2)

    def seconds(experiment, extent):
        printed_before.append(output.getvalue().decode())
        if experiment.name == "mango-table1":
            raise ValueError("'gnugo' cannot play: it is [not] installed.")
        return 7200.0

    for experiment in all_experiments().values():
        monkeypatch.setattr(type(experiment), "seconds", seconds)
    runner = CliRunner(env={"COLUMNS": "120"})
    with runner.isolation() as (output, *_):
        app(["reproduce", "--list", "--cost"], standalone_mode=False)
        shown = output.getvalue().decode()
    measured = sum(not experiment.parallel for experiment in all_experiments().values())
    assert shown.count("about 2.0 h on 1 core") == measured > 3, "measurements are taken one after the other"
    assert shown.count("about 60 min on 2 cores") == len(known) - measured - 1
    assert "16,200 games, cost unknown: 'gnugo' cannot play: it is [not] installed" in shown
    for name, before in zip(known[1:], printed_before[1:], strict=True):
        assert known[known.index(name) - 1] in before
        assert f"\n{name} " not in before


# Ablation


def test_the_variants_of_an_ablation_keep_the_conditions_of_the_match():
    match = Match("kriegspiel-b:seconds=1", "kriegspiel-random", games=6, game="kriegspiel")
    planned = planned_matches(match, [Factor("k", "1", "3")], one_at_a_time=False)
    assert [(m.first, m.label) for m in planned.values()] == [
        ("kriegspiel-b:seconds=1,k=3", "k=3"),
        ("kriegspiel-b:seconds=1,k=1", "k=1"),
    ]
    assert {(m.second, m.game, m.games) for m in planned.values()} == {("kriegspiel-random", "kriegspiel", 6)}
    with pytest.raises(ValueError, match="11 factors have 2048 combinations: use --one-at-a-time"):
        planned_matches(match, [Factor(str(n), "0", "1") for n in range(11)], one_at_a_time=False)


@pytest.mark.slow
def test_parts_of_a_kriegspiel_player_are_ablated(tmp_path, monkeypatch):
    played = []

    def play_matches(matches, store, **_):
        played.extend(matches)
        for match in matches:
            match.sides()
        return [Standing(m, n, {0: 1.0, 1: 0.0}) for n, m in enumerate(matches)]

    monkeypatch.setattr("kaya.lab.matches.match.play_matches", play_matches)
    monkeypatch.setattr("kaya.lab.matches.workers.LocalWorkers", lambda size: io.StringIO())  # what can be closed
    shown = invoke(
        "ablate",
        "kriegspiel-b",
        "--game",
        "kriegspiel",
        "--factors",
        "k=1/3",
        "--against",
        "kriegspiel-random",
        "--store",
        str(tmp_path / "r.db"),
        "--plots",
        str(tmp_path),
    )
    assert shown.exit_code == 0, shown.exception
    assert [m.first for m in played] == ["kriegspiel-b:k=3", "kriegspiel-b:k=1"]
    assert {(m.second, m.game) for m in played} == {("kriegspiel-random", "kriegspiel")}
    assert "+0 Elo" in shown.output
    assert (tmp_path / "ablation-kriegspiel-b.svg").exists()
