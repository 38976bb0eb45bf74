"""Whole sessions at Kriegspiel, played from a script."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kaya import Budget
from kaya.kriegspiel.files.pgn import load
from kaya.kriegspiel.players import RandomPlayer
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, move_name
from kaya.players import levels
from kaya.table import Failure, PlayerSeat
from kaya.terminal.play import play

from ...terminal.scripted import Script, paper, run_command
from .kriegspiel_table import BUDGET, Fixed, moves_of, sit

MATE = ["e4", "Bc4", "Qh5", "Qxf7"]  # against a5, b5 and c5


def record(path="game.pgn"):
    with open(path) as file:
        return load(file.read())


def test_a_game_to_the_end_is_told_saved_and_reviewed():
    session, shown = sit(Fixed("a7a5", "b7b5", "c7c5"), *MATE, "yes", "", "end", "")
    assert "White wins by checkmate." in shown
    assert "Saved as game.pgn." in shown
    assert "Half-move 1 of 7 > " in session._input.prompts
    assert session._input.prompts[-1] == "The end; Enter leaves > "
    assert "The umpire knows" in shown
    saved = record()
    assert (saved.result, saved.white, saved.black) == ("1-0", "Player", "Kaya (fixed)")
    assert saved.position.ending == "checkmate"
    assert (saved.other["WhiteType"], saved.other["BlackType"]) == ("human", "program")


def test_a_refused_try_is_said_and_another_one_made():
    # The bishop on b4, which White does not see, pins the knight.
    _, shown = sit(Fixed(), "Nd5", "Nd5", "Nc3d5", "a3", fen="4k3/8/8/8/1b6/2N5/P7/4K3 w - - 0 1")
    assert "The umpire refuses Nc3d5. Try another move." in shown
    assert "In vain: Nc3d5" in shown
    assert shown.count("Nc3d5 was refused before in this turn.") == 2
    saved = record()
    assert [move_name(m) for m in saved.position.plies[0].tried] == ["c3d5"]
    assert move_name(saved.position.plies[0].move) == "a2a3"


def test_pawn_tries_captures_and_checks_are_shown():
    _, shown = sit(Fixed("d7d5", "e8d7", "b8c6"), "e4", "exd5", "Bb5", "tries", "log")
    assert "Pawn tries: 1" in shown
    assert "White: e4xd5; pawn at d5 captured" in shown
    assert "Captured: 1 pawn" in shown
    assert "Black has 15 pieces left" in shown
    assert "White: Bf1b5; short-diagonal check" in shown
    assert "Kaya (fixed)" not in shown


def test_hints_have_a_value_and_a_chance_and_shade_the_board():
    session, shown = sit(Fixed("d7d5"), "hint", "e4", "hint")
    assert "value" in shown
    assert "legal" in shown
    assert "e4xd5" in shown.rpartition("Pawn tries: 1")[2], "the pawn try is the best one"
    assert len(session.person_game.view.log) == 2, "a hint changes nothing"


def test_chances_are_shown_by_program_c_and_by_the_network():
    _, shown = sit(Fixed("d7d5"), "chances", "chances network")
    assert shown.count("8  9  9  9  9  9  9  9  9") == 2, "both are sure that nobody has moved yet"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("chances mine", "Say chances, for what program C believes, or chances network."),
        ("e6", "No pawn of yours can go to e6."),
        ("e5e6", "You have no piece on e5."),
        ("exd5", "no pawn try"),
        ("O-O", "Castling is impossible"),
        ("undo", "Nothing can be taken back"),
        ("draw", "no draw offers"),
        ("logg", "Did you mean log?"),
        ("tries e9", "'e9' is not a square"),
        ("tries e5", "There is nothing on e5 that you could move."),
        ("level 11", "from 1 to 10"),
        ("load", "Say which file to load, as in: load game.pgn"),
        ("load nothing.pgn", "nothing.pgn cannot be read: No such file or directory."),
        ("load broken.pgn", "broken.pgn: Line 1, column 7: 'xx' is not a move."),
        ("load over.pgn", "over.pgn is a finished game (1-0): kaya review over.pgn goes through it."),
        ("save no/such/folder.pgn", "cannot be written"),
    ],
)
def test_a_mistake_gets_one_sentence_and_the_game_goes_on(line, says, tmp_path):
    (tmp_path / "broken.pgn").write_text("1. e4 xx *")
    (tmp_path / "over.pgn").write_text("1. e4 1-0")
    session, shown = sit(Fixed("a7a5"), "e4", line, "quit")
    assert says in " ".join(shown.split())
    assert moves_of(session) == ["e2e4", "a7a5"]


def test_tries_are_listed_and_shown_for_one_piece():
    _, shown = sit(Fixed(), "tries", "tries Ng1")
    assert "Ng1 f3 h3" in " ".join(shown.split())
    assert "e2 e3 e4" in " ".join(shown.split())
    assert shown.count("•") == 2  # f3 and h3 on the board


def test_the_other_side_is_below_for_black():
    _, shown = sit(Fixed("e2e4"), human=BLACK)
    rows = [line[:26].split() for line in shown.splitlines() if line[:2] in ("1 ", "8 ")]
    assert rows[-2:] == [["1", *"........"], ["8", *"rnbkqbnr"]]
    assert "   h  g  f  e  d  c  b  a" in shown


def test_resigning_is_confirmed():
    _, shown = sit(Fixed("a7a5"), "e4", "resign", "no", "resign", "yes", "no")
    assert "Black wins by resignation." in shown
    assert record().result == "0-1"
    assert "The umpire knows" not in shown


def test_drawn_games_end_by_themselves():
    _, shown = sit(Fixed(), "Kxd2", fen="7k/8/8/8/8/8/3r4/3K4 w - - 0 1")
    assert "A draw: insufficient material." in shown
    assert record().result == "1/2-1/2"


def test_ctrl_c_at_the_prompt_loses_nothing_and_ctrl_d_saves():
    _, shown = sit(Fixed("a7a5"), "e4", KeyboardInterrupt(), EOFError())
    assert "Type quit" in shown
    assert "To go on with the game: kaya play kriegspiel --resume game.pgn" in shown
    assert len(record().position.plies) == 2


def test_ctrl_c_while_the_program_thinks_saves_the_game():
    _, shown = sit(Fixed("a7a5", KeyboardInterrupt()), "e4", "d4")
    assert "--resume game.pgn" in shown
    assert len(record().position.plies) == 3


@pytest.mark.parametrize(
    ("trouble", "says"),
    [
        (ZeroDivisionError("oh"), r"fixed has broken down \(ZeroDivisionError: oh\)"),
        ("a5a4", "fixed has tried what it could know to be impossible"),
        (-7, "fixed has tried what it could know to be impossible"),
        (2**70, "fixed has tried what it could know to be impossible"),
        ("nonsense", "fixed has broken down"),
    ],
)
def test_a_program_that_fails_takes_no_game_with_it(trouble, says):
    with pytest.raises(Failure, match=says) as caught:
        sit(Fixed("a7a6", trouble), "e4", "d4")
    assert "a5a4" not in str(caught.value)
    assert "kaya play kriegspiel --resume game.pgn" in str(caught.value)
    assert len(record().position.plies) == 3


def test_a_program_that_fails_in_hearing_takes_no_game_with_it(monkeypatch):
    class Deaf(PlayerSeat):
        def begin(self, start, side):
            super().begin(start, side)
            hear = self.view.hear
            self.view.hear = lambda told: hear(told) if told.ply < 3 else int("what")

    monkeypatch.setattr("kaya.terminal.person_game.PlayerSeat", Deaf)
    with pytest.raises(Failure, match=r"^fixed cannot follow the umpire: .*--resume game\.pgn$"):
        sit(Fixed("a7a6"), "e4", "d4", "c4")
    assert len(record().position.plies) == 3


@pytest.mark.slow
def test_a_saved_game_goes_on_where_it_was(tmp_path):
    fen = "4k3/8/8/8/1b6/2N5/P7/4K3 w - - 0 1"
    sit(Fixed(), "Nd5", "quit", fen=fen)
    assert [move_name(m) for m in record().position.tried] == ["c3d5"]
    console = paper()
    play("kriegspiel", budget=BUDGET, resume="game.pgn", console=console, ask=Script("Nd5", "a4", "quit"))
    shown = console.file.getvalue()
    assert "White: you" in shown
    assert "Nc3d5 was refused before in this turn." in shown
    assert "In vain: Nc3d5" in shown
    assert "Saved as game.pgn." in shown
    saved = record()
    assert (saved.position.start_fen, len(saved.position.plies)) == (fen, 2)
    assert [move_name(m) for m in saved.position.plies[0].tried] == ["c3d5"]


def test_both_sit_where_they_sat(tmp_path):
    sit(RandomPlayer(seed=1), "e5", "quit", human=BLACK)
    console = paper()
    play("kriegspiel", budget=BUDGET, resume="game.pgn", console=console, ask=Script())
    assert "White: kriegspiel-random   " in console.file.getvalue()
    assert "Black: you" in console.file.getvalue()
    play("kriegspiel", budget=BUDGET, resume="game.pgn", colour="white", console=console, ask=Script())
    assert "White: you" in console.file.getvalue()


@pytest.mark.slow
def test_a_file_with_more_than_this_game_is_not_written_over(tmp_path):
    text = "1. e4 e5 *\n\n1. d4 d5 *\n"
    (tmp_path / "two.pgn").write_text(text)
    console = paper()
    play("kriegspiel", budget=BUDGET, resume="two.pgn", console=console, ask=Script("d4", "quit"))
    assert (tmp_path / "two.pgn").read_text() == text
    assert len(record("two-2.pgn").position.plies) == 4


def test_a_game_is_loaded_at_the_table_and_the_present_one_kept():
    sit(Fixed("a7a5"), "e4", "save other", "quit")
    session, shown = sit(Fixed("b7b5", "h7h6"), "d4", "load other.pgn", "d4", path="mine.pgn")
    assert "Loaded other.pgn: 2 half-moves. You are White." in shown
    assert moves_of(session) == ["e2e4", "a7a5", "d2d4", "h7h6"]
    assert len(record("mine.pgn").position.plies) == 2
    assert len(record("other.pgn").position.plies) == 4


def test_a_file_that_cannot_be_written_is_asked_for_again(tmp_path):
    _, shown = sit(Fixed("a7a5"), "e4", "quit", "also/not/there.pgn", "here", path="not/there.pgn")
    assert shown.count("cannot be written") == 2
    assert len(record("here.pgn").position.plies) == 2
    sit(Fixed("a7a5"), "e4", path="not/there.pgn")  # and nobody answers
    assert len(record(tmp_path / "temporary" / "there.pgn").position.plies) == 2


def test_nothing_is_saved_when_nothing_was_tried(tmp_path):
    sit(Fixed(), "help", "log", "level", "level 3", "quit")
    assert not list(tmp_path.glob("*.pgn"))


def test_the_level_changes_the_seconds():
    session, shown = sit(Fixed(), "level", "level 3", "board")
    assert "No level is set" in shown
    assert "fixed, level 3" in shown
    assert session.person_game.opponent.budget == levels("kriegspiel")[3] == Budget(seconds=0.1)


LINES = [
    "e4",
    "d4",
    "Nf3",
    "Nc3",
    "Qh5",
    "exd5",
    "O-O",
    "a3",
    "a4",
    "undo",
    "tries",
    "tries g1",
    "log",
    "resign",
    "yes",
    "no",
    "save",
    "help",
    "load game.pgn",
    "level 2",
    "board",
    "quit",
    "",
    "end",
    "back",
    "3",
]
SAFE = st.text(st.characters(exclude_characters="/~.\\"), max_size=8)


@pytest.mark.slow
@settings(max_examples=25)
@given(
    st.lists(st.sampled_from(LINES) | SAFE | st.just(KeyboardInterrupt()), max_size=14), st.sampled_from([BLACK, WHITE])
)
def test_no_script_breaks_a_session(lines, human):
    sit(RandomPlayer(seed=1), *lines, human=human)


@pytest.mark.slow
def test_without_a_terminal_the_program_plays_itself(monkeypatch, capsys):
    code, shown, _ = run_command(monkeypatch, capsys, "play", "kriegspiel", "--seed", "1", "--player=kriegspiel-random")
    assert code == 0
    assert "There is no terminal to type in" in shown
    assert "Saved as kaya-demo.pgn." in shown
    saved = record("kaya-demo.pgn")
    assert saved.result == saved.position.outcome
    assert saved.white == saved.black == "Kaya (kriegspiel-random)"
    assert len(saved.position.plies) == 120
    _, again, _ = run_command(monkeypatch, capsys, "play", "Kriegspiel", "--seed", "1", "--player=kriegspiel-random")
    assert again == shown  # one seed, one game; the file is replaced
    code, shown, _ = run_command(monkeypatch, capsys, "review", "kaya-demo.pgn")
    assert code == 0
    assert "60. Black: " in shown
    assert "Black knows" in shown


def test_a_demonstration_goes_on_with_a_game_and_outlives_its_program(monkeypatch, capsys, tmp_path):
    (tmp_path / "begun.pgn").write_text("1. e4 e5 *")
    words = "play", "kriegspiel", "--player=kriegspiel-random", "--resume", "begun.pgn", "--save", "no/such/demo"
    calm = RandomPlayer.decide
    monkeypatch.setattr(RandomPlayer, "decide", lambda *given: (1 // (9 - given[1].ply), calm(*given))[1])
    code, shown, said = run_command(monkeypatch, capsys, *words)
    assert (code, said) == (
        2,
        "kaya: kriegspiel-random has broken down (ZeroDivisionError: integer division or modulo by zero).",
    )
    assert "no/such/demo.pgn cannot be written" in shown
    saved = record(tmp_path / "temporary" / "demo.pgn").position
    assert [move_name(m) for m in saved.played[:2]] == ["e2e4", "e7e5"]
    assert len(saved.played) == 9


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["play", "kriegspiel", "--size", "9"], "kaya: kriegspiel has no size: that is for go and phantom-go."),
        (["play", "kriegspiel", "--komi", "0"], "kaya: kriegspiel has no komi: that is for go and phantom-go."),
        (
            ["play", "kriegspiel", "--comments"],
            "kaya: --comments cannot be: files of kriegspiel have no room for them.",
        ),
        (["play", "kriegspiel", "--player", "uct"], "kaya: uct plays go, not kriegspiel."),
        (
            ["play", "kriegspiel", "--level", "11"],
            "kaya: Invalid value for '--level'",
        ),
        (
            ["play", "chess"],
            "kaya: There is no game 'chess'; there are: go, kriegspiel, phantom-go, tictactoe, phantom-tictactoe.",
        ),
        (["play", "kriegspiel", "--resume", "no.pgn"], "kaya: no.pgn cannot be read: No such file or directory."),
        (
            ["play", "kriegspiel", "--resume", "over.pgn"],
            "kaya: over.pgn is a finished game (0-1): kaya review over.pgn",
        ),
        (["play", "kriegspiel", "--resume", "go.sgf"], "kaya: go.sgf: Line 1, column"),
        (
            ["play", "--resume", "go.sgf", "--size", "9"],
            "kaya: --size cannot be given with --resume: the file says it.",
        ),
        (["play", "--resume", "over.pgn"], "kaya: over.pgn: This is not an SGF file"),
        (["review", "no.pgn"], "kaya: no.pgn cannot be read: No such file or directory."),
        (["review", "over.pgn", "--number", "2"], "kaya: over.pgn: there is no game 2; the file has 1."),
        (["review", "."], "kaya: . cannot be read: Is a directory."),
    ],
)
def test_a_command_that_makes_no_sense_gets_one_sentence(monkeypatch, capsys, tmp_path, words, says):
    (tmp_path / "over.pgn").write_text("1. f3 e5 2. g4 Qh4# 0-1")
    (tmp_path / "go.sgf").write_text("(;GM[1]SZ[9];B[ee])")
    code, out, said = run_command(monkeypatch, capsys, *words)
    assert (code, out) == (2, "")
    assert says in said


def test_a_colour_that_is_none_is_refused():
    with pytest.raises(ValueError, match="white, black or random"):
        play("kriegspiel", budget=BUDGET, colour="green", ask=Script())


def test_a_random_colour_comes_from_the_seed():
    shown = set()
    for seed in range(6):
        console = paper()
        play(
            "kriegspiel", "kriegspiel-random", budget=BUDGET, colour="random", seed=seed, console=console, ask=Script()
        )
        shown |= {c for c in ("Black", "White") if f"You are {c}" in console.file.getvalue()}
    assert shown == {"Black", "White"}


def test_the_game_in_the_file_is_the_umpires(tmp_path):
    session, _ = sit(RandomPlayer(seed=4), "e4", "d4", "Nf3", "Bc4", "quit")
    back = record().position
    mine: KriegspielPosition = session.person_game.position
    assert (back.fen, back.plies, back.tried) == (mine.fen, mine.plies, mine.tried)
