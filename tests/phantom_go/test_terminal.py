"""Phantom Go at the keyboard: what is typed and shown, that the screen knows no more than the player, the review."""

import pytest

from kaya.phantom_go.files import sgf as phantom_sgf
from kaya.phantom_go.files.sgf import PhantomRecord
from kaya.phantom_go.rules import PhantomGoPosition
from kaya.phantom_go.terminal import ADAPTER
from kaya.phantom_go.terminal.review import Review, frames_of
from kaya.phantom_go.terminal.screen import Screen, game_picture
from kaya.players import make_player
from kaya.search import Budget
from kaya.terminal.look import Look
from kaya.terminal.play import play
from kaya.web.adapter import adapter_of
from tests.games.leaks import Secrets, findings
from tests.kriegspiel.tables import view_of
from tests.terminal.scripted import Script, paper, run_command

from .games import after, random_game


def session(tmp_path, *lines: str, console=None, **options) -> str:
    """What is shown while these lines are typed."""
    console = console or paper(width=100)
    play(
        "phantom-go",
        "phantom-random",
        budget=Budget(simulations=10),
        position=PhantomGoPosition(5),
        seed=4,
        save=tmp_path / "game.sgf",
        console=console,
        ask=Script(*lines),
        **options,
    )
    return console.file.getvalue()


def test_a_session(tmp_path):
    shown = session(tmp_path, "c3", "C3", "Z9", "hint", "undo", "log", "chances", "A1", "help", "level 3", "fly")
    for words in (
        "You are Black.",
        "Your own stone is on C3.",
        "'Z9' is not a point: give A1 to E5",
        "There are no hints",
        "Nothing can be taken back",
        "The umpire's log",
        "White has",
        "Level 3",
        "There is no command 'fly'",
        "Saved as",
        "kaya play phantom-go --resume",
    ):
        assert words in shown
    found = phantom_sgf.load((tmp_path / "game.sgf").read_bytes())
    assert found.black == "Player"
    assert "C3" in [found.position.move_name(m) for m in found.position.played]
    again = session(tmp_path, "pass", resume=tmp_path / "game.sgf")
    assert "You are Black." in again


def test_a_refused_try_is_said_and_another_asked_for(tmp_path):
    console = paper(width=100)
    play(
        "phantom-go",
        "phantom-random",
        budget=Budget(simulations=10),
        position=after("C3", "D3"),
        seed=4,
        save=tmp_path / "game.sgf",
        console=console,
        ask=Script("D3", "D3", "resign", "yes", "no"),
    )
    shown = console.file.getvalue()
    assert "The umpire refuses D3. Try another point." in shown
    assert "D3 was refused before in this turn." in shown
    assert "wins" in shown
    with pytest.raises(ValueError, match=r"is a finished game"):
        play("phantom-go", budget=Budget(simulations=10), resume=tmp_path / "game.sgf", console=console, ask=Script())


@pytest.mark.slow
def test_the_screen_leads_to_nothing_that_the_player_does_not_know():
    person_game = ADAPTER.person_game(
        PhantomGoPosition(7), 1, make_player("phantom-random", seed=3), Budget(simulations=5)
    )
    person = make_player("phantom-random", seed=9)
    while len(person_game.position.plies) < 24:
        if person_game.view.my_turn:
            person_game.play(person.choose(person_game.view).move)
        else:
            person_game.answer()
    screen = Screen(person_game.seat, "phantom-random", paper(color_system="truecolor", force_terminal=True))
    screen.show()
    screen.show_log()
    position, hidden = person_game.position, person_game.view.known.hidden
    assert hidden > 1
    pieces = dict.fromkeys(position.stones(2), 2)
    secrets = Secrets(pieces, memory=[position.state.colour.tobytes()], texts=[str(position)])
    assert findings(screen, 1, secrets) == []
    screen.table = person_game.table  # type: ignore[attr-defined]  # and a careless one would be noticed
    assert findings(screen, 1, secrets)


def test_the_picture_shows_own_known_and_suspected_stones():
    view = view_of(after("C3", "B2", "D4", "C3", "E1", "A5"), 2)
    console = paper(width=100)
    console.print(game_picture(view, "phantom", Look(colours=False, unicode=False), (100, 40)))
    lines = console.file.getvalue().splitlines()
    board = [line for line in lines if line[:2].strip().isdigit()]
    assert board[2][4:15:2].split()[0][0] in ".123456789"
    assert board[2][8] == "X", "C3 is known"
    assert board[3][6] == "O"
    assert any(c in "123456789" for row in board for c in row[4:14]), "chances in tenths"
    assert "Black has 3 stones, 2 of them hidden" in console.file.getvalue()


def test_the_review_shows_three_boards_and_what_was_said():
    position = after("A2", "A1", "A1", "B1", "C3", "C3")
    frames = frames_of(position)
    assert [frame.ply for frame in frames] == [0, 1, 2, 3, 4]
    assert frames[3].said[:2] == ("3. Black: A1: refused, B1; 1 captured", "White hears: moved; 1 captured at A1")
    console = paper(width=100)
    script = Script("", "3", "9", "what", "end", "back", "quit")
    Review(PhantomRecord(position, "one", "two", "B+R"), console, script).run()
    shown = console.file.getvalue()
    for words in ("Black knows", "The umpire knows", "White knows", "There is no move 9", "Enter goes on"):
        assert words in shown


def test_commands(tmp_path, monkeypatch, capsys):
    *_, (position, _, _) = random_game(2)
    path = tmp_path / "game.sgf"
    path.write_bytes(phantom_sgf.save(PhantomRecord(position)))
    code, out, _ = run_command(monkeypatch, capsys, "review", str(path))
    assert code == 0
    assert "hears:" in out
    for words, why in (
        (["play", "phantom-go", "--rules", "chess"], "kaya: rules must be olympiad or atari, not 'chess'."),
        (["play", "phantom-go", "--size", "4"], "kaya: size must be a whole number from 5 to 19, not 4."),
        (["play", "phantom-go", "--handicap", "2"], "kaya: phantom-go has no handicap: that is for go."),
        (["play", "go", "--rules", "atari"], "kaya: The rules must be chinese or japanese, not 'atari'."),
        (["gtp", "--game", "chess"], "kaya: GTP is for go and phantom-go, not chess."),
    ):
        assert run_command(monkeypatch, capsys, *words)[2] == why


def test_on_the_page_a_refused_point_stays_marked_in_later_turns():
    page = adapter_of("phantom-go")
    now, later = (page.board(view_of(after("A2", "E5", "B1", "A1", *more), 2)) for more in ((), ("A2", "C3", "D4")))
    assert (now["vain"], now["refused"]) == (["A1"], [])
    assert (later["vain"], later["refused"]) == ([], ["A1"])  # on A2 a stone is known
