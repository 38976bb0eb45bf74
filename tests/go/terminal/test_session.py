"""Whole sessions, played from a script."""

import math
import os
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kaya import Budget, GoPosition, make_player
from kaya.go.files import SGF
from kaya.go.files.sgf import GameRecord, load, save
from kaya.go.players.player import GoPlayer
from kaya.go.rules import BLACK, PASS, WHITE, parse_vertex
from kaya.go.terminal.person_game import PersonGame
from kaya.go.terminal.session import Session
from kaya.players import Decision
from kaya.search import Report
from kaya.terminal.files import GameFile
from kaya.terminal.play import play

from ...terminal.scripted import Script, paper, run_command

FEW = Budget(simulations=20, memory=1 << 22)


class Fixed(GoPlayer):
    """A program that plays these moves, then passes."""

    def __init__(self, *moves):
        self.__dict__.update(make_player("uct", seed=1).__dict__, name="fixed", moves=list(moves))

    def choose(self, position, budget, **watching):
        move = self.moves.pop(0) if self.moves else "pass"
        report = self.think(position, FEW)
        return Decision(None if move == "resign" else parse_vertex(move, position.lines), report)


def sit(player, *lines, size=5, human=BLACK, path=None, position=None, **options):
    """The session after the script, and all that was shown."""
    console = paper()
    person_game = PersonGame(position or GoPosition(size), human, player, FEW)
    session = Session(person_game, GameFile(path or "game.sgf", SGF), console, Script(*lines), **options)
    session.run()
    return session, console.file.getvalue()


def test_a_game_to_the_end_is_counted_and_saved(tmp_path):
    moves = ["C1", "C2", "C3", "C4", "C5"]
    session, shown = sit(Fixed("D1", "D2", "D3", "D4", "D5"), *moves, "pass", "")
    assert "Black 15, White 10 + 7.5 komi: White wins by 2.5." in shown
    record = load((tmp_path / "game.sgf").read_bytes())
    assert (record.result, len(record.moves), record.black_name) == ("W+2.5", 12, "Player")
    assert session.person_game.result == "W+2.5"


def test_the_player_may_correct_which_stones_are_dead():
    lines = ["C1", "C2", "C3", "C4", "C5", "pass"]
    _, shown = sit(Fixed("D1", "D2", "D3", "D4", "A1"), *lines, "d4", "a1", "a1", "E5", "what", "yes")
    assert "There is no stone." in shown
    assert "turns a chain dead or alive" in shown
    assert shown.count("komi: ") == 6


def test_play_goes_on_after_two_passes():
    session, shown = sit(Fixed("D1", "pass", "D2"), "C1", "pass", "undo", "C3", "quit")
    assert "The game goes on." in shown
    assert [parse_vertex(v, 5) for v in ("C1", "D1", "C3", "D2")] == session.person_game.position.played


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("C3", "C3 is occupied."),
        ("Z9", "is not a point"),
        ("foo", "There is no command 'foo'."),
        ("undoo", "Did you mean undo?"),
        ("hint 99", "from 1 to 9"),
        ("level 11", "from 1 to 10"),
        ("load nothing.sgf", "nothing.sgf cannot be read: No such file or directory."),
        ("load", "Say which file"),
        ("save no/such/folder.sgf", "cannot be written"),
        ("save " + "x" * 300, "cannot be written"),
        ("save ~nobody-at-all/x", "cannot be written"),
        ("load .", "cannot be read"),
    ],
)
def test_a_mistake_gets_one_sentence_and_the_game_goes_on(line, says):
    session, shown = sit(Fixed("D1"), "C3", line, "quit")
    assert says in " ".join(shown.split())
    assert len(session.person_game.position.played) == 2


def test_suicide_and_ko_and_superko_are_explained(monkeypatch):
    position = GoPosition(5)
    position.place(black=[parse_vertex(v, 5) for v in ("B5", "A4")], white=[])
    position.set_turn(WHITE)
    _, shown = sit(Fixed(), "A5", position=position, human=WHITE)
    assert "A5 is suicide" in shown
    position = GoPosition(5)
    black, white = ("B3", "C4", "C2"), ("D4", "E3", "D2", "C3")
    position.place(black=[parse_vertex(v, 5) for v in black], white=[parse_vertex(v, 5) for v in white])
    _, shown = sit(Fixed("D3"), "C3", position=position, human=WHITE)
    assert "C3 would take the ko back at once" in shown
    monkeypatch.setattr(GoPosition, "why_illegal", lambda *_: "superko")
    _, shown = sit(Fixed(), "C3")
    assert "C3 would repeat an earlier position (superko)." in shown


def test_undo_takes_back_both_moves():
    session, shown = sit(Fixed("D1", "D2"), "undo", "C1", "C2", "undo", "undo", "undo", "C5")
    assert shown.count("Took back 2 moves.") == 2
    assert shown.count("There is no move of yours to take back.") == 2
    assert session.person_game.position.played[0] == parse_vertex("C5", 5)


def test_undo_when_the_program_began():
    session, shown = sit(Fixed("C3", "C2"), "undo", "D1", "undo", human=WHITE)
    assert "There is no move of yours" in shown
    assert session.person_game.position.played == [parse_vertex("C3", 5)]


def test_hints_show_winning_rates_and_change_nothing():
    session, shown = sit(Fixed(), "hint", "hint 5")
    assert "wins" in shown
    assert "%" in shown
    assert session.person_game.position.played == []


def test_the_score_is_estimated():
    _, shown = sit(Fixed(), "score")
    assert "ahead, give or take" in shown


def test_resigning_is_confirmed():
    session, shown = sit(Fixed("D1"), "C1", "resign", "no", "resign", "yes")
    assert "White wins by resignation." in shown
    assert load(session.file.wanted.read_bytes()).result == "W+R"


def test_the_program_may_resign():
    _, shown = sit(Fixed("resign"), "C3")
    assert "fixed resigns." in shown
    assert "Black wins by resignation." in shown


def test_ctrl_c_at_the_prompt_loses_nothing_and_ctrl_d_saves(tmp_path):
    _, shown = sit(Fixed("D1"), "C3", KeyboardInterrupt(), EOFError())
    assert "Type quit" in shown
    assert len(load((tmp_path / "game.sgf").read_bytes()).moves) == 2


def test_a_game_is_never_saved_over_another(tmp_path):
    (tmp_path / "game.sgf").write_text("precious")
    _, shown = sit(Fixed("D1"), "C3", "save", "quit")
    assert (tmp_path / "game.sgf").read_text() == "precious"
    assert "Saved as game-2.sgf." in shown
    assert shown.count("Saved as") == 1  # nothing new at the end


def test_a_file_that_cannot_be_written_is_asked_for_again(tmp_path):
    _, shown = sit(Fixed("D1"), "C3", "quit", "also/not/there.sgf", "here", path="not/there.sgf")
    assert shown.count("cannot be written") == 2
    assert len(load((tmp_path / "here.sgf").read_bytes()).moves) == 2


def test_and_goes_to_the_temporary_folder_when_nobody_answers(tmp_path):
    _, shown = sit(Fixed("D1"), "C3", path="not/there.sgf")
    assert len(load((tmp_path / "temporary" / "there.sgf").read_bytes()).moves) == 2
    assert "Saved as" in shown


def test_nothing_is_saved_when_nothing_was_played(tmp_path):
    sit(Fixed(), "quit")
    assert not list(tmp_path.glob("*.sgf"))


def test_a_saved_game_is_loaded_and_the_present_one_kept(tmp_path):
    other = GoPosition(9)
    other.play(parse_vertex("E5", 9))
    (tmp_path / "other.sgf").write_bytes(save(GameRecord.of(other)))
    session, shown = sit(Fixed("D1", "C3"), "C3", "load other.sgf", "E3")
    assert "Loaded other.sgf: 1 moves." in shown
    assert len(load((tmp_path / "game.sgf").read_bytes()).moves) == 2
    assert session.person_game.position.lines == 9


def test_comments_are_written_on_request(tmp_path):
    sit(Fixed("D1"), "C3", "comments", "save with", "comments", "save without", "quit")
    assert "winning rate" in load((tmp_path / "with.sgf").read_bytes()).comments[2]
    assert not load((tmp_path / "without.sgf").read_bytes()).comments


def test_the_level_changes_the_simulations():
    session, shown = sit(Fixed(), "level", "level 3", "level", "board", "help")
    assert session.person_game.budget.simulations == 300
    assert "Level 3: 300 simulations a move." in shown
    assert "uct, level 3" not in shown
    assert "fixed, level 3" in shown


def test_a_program_stopped_at_once_still_moves(monkeypatch):
    player = make_player("uct")
    person_game = PersonGame(GoPosition(9), WHITE, player, FEW)
    silent = Decision(None, Report.of_nothing())
    choose, answers = player.choose, [silent]
    monkeypatch.setattr(player, "choose", lambda *a, **k: answers.pop() if answers else choose(*a, **k))
    assert person_game.answer().move is not None
    assert person_game.result == ""


LINES = [
    "A1",
    "B2",
    "C3",
    "d4",
    "E5",
    "pass",
    "undo",
    "hint",
    "score",
    "resign",
    "yes",
    "no",
    "save",
    "save a b",
    "help",
    "load game.sgf",
    "level 2",
    "comments",
    "board",
    "quit",
    "",
    "play C1",
    "exit",
]
SAFE = st.text(st.characters(exclude_characters="/~.\\"), max_size=8)


@pytest.mark.slow
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(LINES) | SAFE | st.just(KeyboardInterrupt()), max_size=12), st.sampled_from([BLACK, WHITE])
)
def test_no_script_breaks_a_session(lines, human):
    sit(make_player("uct", seed=1), *lines, size=5, human=human)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--size", "1"], "Invalid value for '--size'"),
        (["--size", "20"], "size must be a whole number from 2 to 19, not 20."),
        (["--komi", "1e6"], "komi must be a number from -1000 to 1000"),
        (["--komi", "nan"], "komi must be a number from -1000 to 1000"),
        (["--handicap", "10"], "Invalid value for '--handicap'"),
        (["--handicap", "-1"], "Invalid value for '--handicap'"),
        (["--size", "5", "--handicap", "2"], "no fixed handicap"),
        (["--colour", "green"], "The colour must be black, white or random, not 'green'."),
        (["--player", "kriegspiel-a"], "kriegspiel-a plays kriegspiel, not go."),
    ],
)
def test_options_that_make_no_sense_are_refused(monkeypatch, capsys, options, says):
    code, out, said = run_command(monkeypatch, capsys, "play", *options)
    assert (code, out) == (2, "")
    assert says in said


def test_a_random_colour_comes_from_the_seed():
    shown = set()
    for seed in range(8):
        console = paper()
        play("go", make_player("uct"), budget=FEW, colour="random", seed=seed, console=console, ask=Script())
        shown |= {c for c in ("Black", "White") if f"You are {c}" in console.file.getvalue()}
    assert shown == {"Black", "White"}


def demonstration(monkeypatch, **options) -> str:
    monkeypatch.setattr("kaya.terminal.demonstration.SECONDS", math.inf)
    with open(os.devnull) as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        console = paper(width=80)
        play("go", make_player("uct", seed=1), budget=FEW, console=console, position=GoPosition(5), **options)
    return console.file.getvalue()


def test_without_a_terminal_the_program_plays_itself(monkeypatch, tmp_path):
    shown = demonstration(monkeypatch)
    assert "Saved as kaya-demo.sgf." in shown
    assert "wins by" in shown
    record = load((tmp_path / "kaya-demo.sgf").read_bytes())
    assert record.result
    assert record.position().played
    assert demonstration(monkeypatch) == shown  # one seed, one game; the file is replaced


def test_a_demonstration_finds_a_place_for_its_file(monkeypatch, tmp_path):
    shown = demonstration(monkeypatch, save="no/such/folder.sgf", comments=True)
    assert "cannot be written" in shown
    assert load((tmp_path / "temporary" / "folder.sgf").read_bytes()).comments


@pytest.mark.slow
def test_handicap_stones_and_their_komi(monkeypatch, capsys, tmp_path):
    run_command(monkeypatch, capsys, "play", "--handicap=2", "--player=uct", "--simulations=5", "--save=h.sgf")
    record = load((tmp_path / "h.sgf").read_bytes())
    assert (record.handicap, record.komi, record.moves[0][0]) == (2, 0.5, WHITE)
    assert PASS not in record.black


def test_a_saved_game_goes_on_in_its_file(tmp_path):
    sit(Fixed("D1"), "C3", "quit", human=WHITE)
    before = load((tmp_path / "game.sgf").read_bytes()).moves
    console = paper()
    play("go", make_player("uct"), budget=FEW, resume="game.sgf", console=console, ask=Script("A1", "quit"))
    assert "You are White" in console.file.getvalue()
    record = load((tmp_path / "game.sgf").read_bytes())
    assert record.moves[: len(before)] == before
    assert len(record.moves) > len(before)
    (tmp_path / "resumed.sgf").write_text("(;GM[1]SZ[5];B[cc];W[];B[];W[bb])")  # they played on after two passes
    play("go", make_player("uct"), budget=FEW, resume="resumed.sgf", console=console, ask=Script("A1", "quit"))
    assert len(load((tmp_path / "resumed.sgf").read_bytes()).moves) >= 4
    with pytest.raises(ValueError, match=r"^no\.sgf cannot be read"):
        play("go", make_player("uct"), budget=FEW, resume="no.sgf", ask=Script())
