"""Games without a file format of their own are written as plain lines, and read again as they were."""

import pytest

from kaya.games.game import Game
from kaya.games.phantom_tictactoe import phantom_tictactoe
from kaya.games.registry import register
from kaya.games.tictactoe import FIELDS, mover, moves, over, play, result, start, tictactoe
from kaya.kernel import Parameters, parameter
from kaya.protocols.formats import format_of, written
from kaya.protocols.plain import load, save
from kaya.table import Record

NAMES = {1: "Player", 2: "Kaya (mcts, level 5)"}


def record_of(game, tried: str, outcome: str = "", **conditions) -> Record:
    position = game.new_game(**conditions)
    for move in tried.split():
        position.attempt(int(move))
    return Record(position, NAMES, outcome)


def test_a_game_is_lines_that_a_person_can_read():
    assert save(record_of(tictactoe, "4 0 8")).decode().splitlines() == [
        "game tictactoe",
        "conditions",
        "first Player",
        "second Kaya (mcts, level 5)",
        "result *",
        "moves 4 0 8",
    ]


@pytest.mark.parametrize(
    ("game", "tried", "outcome"),
    [
        (tictactoe, "", ""),
        (tictactoe, "4 0 8", ""),
        (tictactoe, "0 3 1 4 2", "1-0"),
        (tictactoe, "4", "0-1"),  # resigned
        (phantom_tictactoe, "", ""),
        (phantom_tictactoe, "4 4 0 0 8", ""),
        (phantom_tictactoe, "4 4", ""),  # a try of the turn that has begun
        (phantom_tictactoe, "0 3 1 4 2", "1-0"),
        (phantom_tictactoe, "0 0 1 2 4 4 3 5 7 6 8", "1/2-1/2"),
    ],
)
def test_what_was_saved_is_loaded(game, tried, outcome):
    record = record_of(game, tried, outcome)
    back = load(save(record))
    assert (back.names, back.outcome) == (NAMES, outcome)
    assert (type(back.position), back.position.played) == (type(record.position), record.position.played)
    assert str(back.position) == str(record.position)
    if game.hidden:
        assert (back.position.plies, back.position.tried) == (record.position.plies, record.position.tried)
    assert save(back) == save(record), "a file that is read and written stays as it is"


def test_a_refused_try_is_marked():
    assert "moves 4 x4 0 x0 8\n" in save(record_of(phantom_tictactoe, "4 4 0 0 8")).decode()
    assert save(record_of(phantom_tictactoe, "4 4")).decode().endswith("moves 4 x4\n")


class Late(Parameters):
    """Conditions of a game that has begun."""

    square: int = parameter(0, "where a mark stands", low=0, high=8)
    swapped: bool = parameter(False, "whether it is the opponent's")


@pytest.fixture
def late():
    """Tic-tac-toe that begins with a mark on the board."""

    def begin(state, square, swapped):
        start(state)
        state.squares[2 if swapped else 1] = 1 << square

    made = Game(
        "late", FIELDS, over=over, mover=mover, play=play, moves=moves, result=result, start=begin, conditions=Late()
    )
    register(game=made)
    return made


def test_the_conditions_of_a_game_are_kept(late):
    record = record_of(late, "0 1", square=5, swapped=True)
    assert b"conditions square=5 swapped=True\n" in save(record)
    assert load(save(record)).position.state.squares.tolist() == [0, 1, 0b100010]
    assert save(record_of(late, "", square=3)) != save(record_of(late, ""))
    for wrong in (b"square=9", b"square=x", b"square", b"round=1"):
        with pytest.raises(ValueError, match=r"square must be|no parameter"):
            load(b"game late\nconditions " + wrong)


def test_lines_in_names_become_one():
    record = record_of(tictactoe, "4")
    record.names = {1: "A\nmoves 0", 2: " B\t C "}
    assert load(save(record)).names == {1: "A moves 0", 2: "B C"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "This is not a game: it has no line that says which."),
        (b"\xff\xfe\x00 nothing", "This is not a game: it has no line that says which."),
        (b"(;GM[1]SZ[9];B[ee])", "This is not a game: it has no line that says which."),
        (b"game chess", "There is no game 'chess'; there are: go,"),
        (b"game tictactoe\nconditions size=3", "There is no parameter 'size'; there are: none."),
        (b"game tictactoe\nmoves 4 4", "Move 2, '4', cannot be: 4 is not a legal move here."),
        (b"game tictactoe\nmoves 4 nine", "Move 2, 'nine', cannot be: 'nine' is not a move of tictactoe"),
        (b"game tictactoe\nmoves --4", "Move 1, '--4', cannot be: '--4' is not a move"),
        (b"game tictactoe\nmoves x4", "Move 1, 'x4', cannot be: 'x4' is not a move"),
        (b"game tictactoe\nmoves 0 3 1 4 2 5", "Move 6, '5', cannot be"),
        (b"game tictactoe\nmoves " + b"9" * 5000, "Move 1, '99999999999999999999', cannot be"),
        (b"game phantom-tictactoe\nmoves x4", "Move 1, 'x4', is legal by the rules."),
        (b"game phantom-tictactoe\nmoves 4 4", "Move 2, '4', is refused by the rules."),
        (b"game phantom-tictactoe\nmoves 4 x4 x4", "Move 3, 'x4', cannot be: 4 was tried before in this turn."),
        (b"game phantom-tictactoe\nmoves 12", "Move 1, '12', cannot be: 12 is impossible"),
        (b"game phantom-tictactoe\nmoves 123456789012345678", "Move 1, '123456789012345678', cannot be"),
        (b"game phantom-tictactoe\nmoves x", "Move 1, 'x', cannot be: '' is not a move"),
        (b"game phantom-tictactoe\nmoves 0 3 1 4 2 5", "Move 6, '5', cannot be: The game is over"),
    ],
)
def test_a_broken_file_gets_one_sentence(data, says):
    with pytest.raises(ValueError, match=r".") as caught:
        load(data)
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)


def test_every_game_has_a_form():
    assert [format_of(game).suffix for game in ("go", "kriegspiel", "tictactoe")] == [".sgf", ".pgn", ".game"]
    assert written(record_of(tictactoe, "4")).startswith("game tictactoe\n")
