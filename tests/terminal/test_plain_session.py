"""Sessions at games that have no board of their own in the terminal, played from a script."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kaya import Budget, Player
from kaya.games.phantom_tictactoe import phantom_tictactoe
from kaya.games.tictactoe import tictactoe
from kaya.players import Decision, make_player
from kaya.protocols.plain import load
from kaya.search import Report
from kaya.terminal.files import GameFile
from kaya.terminal.person_game import PersonGame
from kaya.terminal.plain import ADAPTER, ALIASES, HELP, PLAIN, WITH_ARGUMENT, Session
from kaya.terminal.play import play

from .scripted import Script, paper, run_command

FEW = Budget(simulations=20, memory=1 << 20)


class Fixed(Player):
    """A program that plays these moves, then what comes first; None resigns."""

    def __init__(self, *moves, game=tictactoe):
        self.__dict__.update(make_player("mcts", game=game.name, seed=1).__dict__, name="fixed", moves=list(moves))

    def choose(self, position, budget, **watching):
        possible = position.tries() if hasattr(position, "tries") else position.legal_moves()
        return Decision(self.moves.pop(0) if self.moves else possible[0], Report.of_nothing())


def sit(player, *lines, human=1, game=tictactoe, path="game.game"):
    """The session after the script, and all that was shown."""
    console = paper()
    person_game = PersonGame(game.new_game(), human, player, FEW)
    session = Session(person_game, GameFile(path, PLAIN), console, Script(*lines))
    session.run()
    return session, console.file.getvalue()


def record(path="game.game"):
    with open(path, "rb") as file:
        return load(file.read())


def test_a_game_to_the_end_is_shown_told_and_saved():
    _, shown = sit(Fixed(3, 4), "0", "1", "2")
    assert "You are First. Type a move such as 0; help shows what else there is." in shown
    assert "fixed plays 3." in shown
    assert "X X X\nO O .\n. . .\nYou win.\n" in shown, "the last board is shown, also after the own move"
    saved = record()
    assert (saved.outcome, saved.position.played) == ("1-0", [0, 3, 1, 4, 2])
    assert saved.names == {1: "Player", 2: "Kaya (fixed)"}


def test_the_program_may_begin_win_or_resign():
    _, shown = sit(Fixed(0, 1, 2), "3", "4", human=2)
    assert "fixed wins." in shown
    assert record().outcome == "1-0"
    _, shown = sit(Fixed(0, None), "3", human=2)
    assert "fixed resigns." in shown
    assert "You win by resignation." in shown


def test_a_draw_is_said():
    _, shown = sit(Fixed(1, 4, 3, 8), "0", "2", "5", "7", "6")
    assert "A draw.\n" in shown
    assert record("game.game").outcome == "1/2-1/2"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("4", "4 is not a legal move here."),
        ("99", "99 is not a legal move here."),
        ("9" * 30, "There is no command '9999999999999999999…'. Type a move such as 0, or help."),
        ("foo", "There is no command 'foo'. Type a move such as 0, or help."),
        ("hlep", "There is no command 'hlep'. Did you mean help?"),
        ("play", "Say where to play, as in: play 0"),
        ("play x", "'x' is not a move of tictactoe: write its number."),
        ("undo 3", "undo stands alone; nothing may follow it."),
        ("level 11", "The level must be a number from 1 to 10, not '11'."),
        ("save no/such/folder", "cannot be written"),
    ],
)
def test_a_mistake_gets_one_sentence_and_the_game_goes_on(line, says):
    session, shown = sit(Fixed(0), "4", line, "quit")
    assert says in " ".join(shown.split())
    assert session.person_game.position.played == [4, 0]


def test_every_command_is_explained_and_done():
    names = {"play", *HELP}
    assert all(hasattr(Session, f"_do_{name}") for name in names)
    assert set(ALIASES.values()) | WITH_ARGUMENT <= names
    _, shown = sit(Fixed(), "help", "moves", "level", "level 3", "board", "?")
    for name, meaning in HELP.items():
        assert f"{name} " in shown
        assert meaning in shown
    assert "0 1 2 3 4 5 6 7 8" in shown
    assert "No level is set" in shown
    assert "Level 3: 300 simulations a move." in shown


def test_a_move_may_be_called_like_a_command(monkeypatch):
    monkeypatch.setattr("kaya.games.game.Position.move_name", lambda self, move: "quit" if move == 4 else str(move))
    monkeypatch.setattr("kaya.games.game.Position.parse_move", lambda self, text: 4 if text == "quit" else int(text))
    session, _ = sit(Fixed(0), "quit", "q")
    assert session.person_game.position.played == [4, 0]


def test_undo_takes_back_both_moves_of_an_open_game():
    session, shown = sit(Fixed(0, 1), "undo", "4", "8", "undo", "undo", "2")
    assert shown.count("Took back 2 moves.") == 2
    assert "There is no move of yours to take back." in shown
    assert session.person_game.position.played[0] == 2
    session, shown = sit(Fixed(0, game=phantom_tictactoe), "4", "undo", game=phantom_tictactoe)
    assert "Nothing can be taken back: the umpire has answered." in shown
    assert session.person_game.position.played == [4, 0]


def test_resigning_is_confirmed():
    _, shown = sit(Fixed(0), "4", "resign", "no", "resign", "yes")
    assert "fixed wins by resignation." in shown
    assert record().outcome == "0-1"


def test_the_other_marks_are_not_shown_before_the_end(tmp_path):
    _, shown = sit(Fixed(4, 0, game=phantom_tictactoe), "8", "4", "7", "6", game=phantom_tictactoe)
    assert "The umpire refuses 4. Try another move." in shown
    assert "fixed plays" not in shown
    boards = ["".join(board.split()) for board in re.findall(r"(?:[.XO] [.XO] [.XO]\n){3}", shown)]
    assert list(dict.fromkeys(boards)) == [
        ".........",
        "........X",
        "....O...X",  # given away by the refusal
        "....O..XX",
        "O...O.XXX",  # the game is over
    ]
    assert "moves 8 4 x4 7 0 6" in (tmp_path / "game.game").read_text()


def test_a_saved_game_goes_on_in_its_file():
    sit(Fixed(0), "4", "quit", path="first.game")
    console = paper()
    play("tictactoe", budget=FEW, resume="first.game", console=console, ask=Script("8", "quit"))
    assert "You are First." in console.file.getvalue()
    assert "Saved as first.game." in console.file.getvalue()
    saved = record("first.game")
    assert saved.position.played[:3] == [4, 0, 8]
    assert saved.names[2].startswith("Kaya (mcts")


def test_a_person_sits_where_it_sat_also_with_a_refused_try():
    sit(Fixed(4, game=phantom_tictactoe), "4", "quit", human=2, game=phantom_tictactoe)
    assert record().position.tried == [4]
    console = paper()
    play("phantom-tictactoe", budget=FEW, resume="game.game", console=console, ask=Script("4", "moves", "0", "quit"))
    shown = console.file.getvalue()
    assert "You are Second." in shown
    assert "4 was tried before in this turn." in shown
    assert "0 1 2 3 5 6 7 8\n" in shown
    assert record().position.plies[1].tried == (4,)


def test_a_game_of_another_kind_is_not_gone_on_with(monkeypatch, capsys):
    sit(Fixed(4, game=phantom_tictactoe), "0", "quit", game=phantom_tictactoe)
    code, out, said = run_command(monkeypatch, capsys, "play", "tictactoe", "--resume", "game.game")
    assert (code, out) == (2, "")
    assert said == "kaya: game.game is a game of phantom-tictactoe, not tictactoe."


@pytest.mark.slow
@pytest.mark.parametrize("game", ["tictactoe", "phantom-tictactoe"])
def test_without_a_terminal_the_program_plays_itself(monkeypatch, capsys, game):
    words = "play", game, "--seed", "1", "--level", "1"
    code, shown, said = run_command(monkeypatch, capsys, *words)
    assert (code, said) == (0, "")
    assert "There is no terminal to type in" in shown
    assert "Saved as kaya-demo.game." in shown
    saved = record("kaya-demo.game")
    assert saved.position.over
    assert saved.names == {1: "Kaya (mcts)", 2: "Kaya (mcts)"}
    assert saved.outcome == saved.position.verdict().outcome
    assert f"After {len(saved.position.played)} half-moves: {saved.outcome}" in shown
    assert str(saved.position) in shown
    _, again, _ = run_command(monkeypatch, capsys, *words)
    assert again == shown  # one seed, one game; the file is replaced


def test_a_demonstration_takes_no_more_than_it_may():
    for budget, taken in ((Budget(100_000), 200), (Budget(30), 30), (Budget(seconds=2.0), 200)):
        cheap = ADAPTER.demonstration(None, budget)
        assert (cheap.simulations, cheap.seconds) == (taken, budget.seconds)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--size", "9"], "kaya: tictactoe has no size: that is for go and phantom-go."),
        (["--colour", "black"], "kaya: The colour must be first, second or random, not 'black'."),
        (["--player", "uct"], "kaya: uct plays go, not tictactoe."),
        (["--resume", "no.game"], "kaya: no.game cannot be read: No such file or directory."),
        (["--resume", "broken.game"], "kaya: broken.game: Move 2, '4', cannot be: 4 is not a legal move here."),
    ],
)
def test_a_command_that_makes_no_sense_gets_one_sentence(monkeypatch, capsys, tmp_path, words, says):
    (tmp_path / "broken.game").write_text("game tictactoe\nmoves 4 4")
    assert run_command(monkeypatch, capsys, "play", "tictactoe", *words) == (2, "", says)


LINES = [
    "0",
    "1",
    "2",
    "4",
    "8",
    "play 3",
    "moves",
    "undo",
    "resign",
    "yes",
    "no",
    "save",
    "help",
    "level 2",
    "board",
    "quit",
]
SAFE = st.text(st.characters(exclude_characters="/~.\\"), max_size=8)


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.sampled_from(LINES) | SAFE | st.just(KeyboardInterrupt()), max_size=14),
    st.sampled_from([1, 2]),
    st.sampled_from([tictactoe, phantom_tictactoe]),
)
def test_no_script_breaks_a_session(lines, human, game):
    sit(make_player("mcts", game=game.name, seed=1), *lines, human=human, game=game)
