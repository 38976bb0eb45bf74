"""The opening book: what a quiet line is, what is learned from games, and how a move is drawn."""

from collections import Counter

import pytest

from kaya import Budget
from kaya.kriegspiel.knowledge.openings import Book, Opening, quiet_line, read_book
from kaya.kriegspiel.learning.openings import learn_openings
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, move_name, parse_move
from kaya.lab.matches.store import GameResult, Store
from kaya.players import make_player, set_level

from .tables import view_of

MATE_OF_FOUR = "1. e4 e5 2. Bc4 a6 3. Qf3 a5 4. Qxf7# 1-0"
GAMES = [MATE_OF_FOUR] * 3 + ["1. d4 d5 2. c4 dxc4 1/2-1/2"] * 3 + ["1. a4 e5 1-0"]


def after(*names):
    game = KriegspielPosition()
    for name in names:
        assert game.attempt(parse_move(name))
    return game


def pgn(moves):
    return f'[White "one"]\n[Black "two"]\n\n{moves}\n\n'


def test_a_line_is_quiet_until_the_umpire_says_more():
    quiet = after("e2e4", "e7e5", "g1f3", "b8c6")
    assert quiet_line(view_of(quiet, WHITE)) == ("e2e4", "g1f3")
    assert quiet_line(view_of(quiet, BLACK)) == ("e7e5", "b8c6")
    pawn_try = after("e2e4", "d7d5")
    assert quiet_line(view_of(pawn_try, WHITE)) is None, "a pawn can take"
    assert quiet_line(view_of(after("e2e4", "d7d5", "e4d5"), BLACK)) is None, "a pawn was taken"
    refused = after("e2e4", "e7e5")
    refused.attempt(parse_move("e4e5"))
    assert quiet_line(view_of(refused, WHITE)) is None, "a try was refused"
    assert quiet_line(KriegspielPosition("4k3/8/8/8/8/8/8/4K2R w - - 0 1").start_for(WHITE).view()) is None


def test_what_went_well_is_learned(tmp_path):
    """1. e4 has brought three points in three games; 1. d4 has cost a pawn each time, and 1. a4 was played once. Black
    has lost with 1... e5, so it is not in the book, though it was played four times; 1... d5 was level and won a pawn,
    and then the game was not quiet any more."""
    games, file = tmp_path / "games.pgn", tmp_path / "book.json"
    games.write_text("".join(map(pgn, GAMES)))
    assert "14 sides of games taught" in learn_openings([games], file)
    book = read_book(file)
    assert book.games == {"one": 7, "two": 7}
    assert book.lines[WHITE][("e2e4",)] == Opening(3, 3.0, 3.0)  # a pawn was taken with mate
    assert ("d2d4",) not in book.lines[WHITE]
    assert ("a2a4",) not in book.lines[WHITE]
    assert ("e7e5",) not in book.lines[BLACK]
    assert book.lines[BLACK][("d7d5",)] == Opening(3, 1.5, 3.0)
    start = KriegspielPosition().start_for(WHITE).view()
    assert book.choices(start) == {parse_move("e2e4"): 1.0}
    with pytest.raises(ValueError, match=r"no games of nobody in these files"):
        learn_openings([games], file, ["nobody"])


def test_games_of_matches_with_random_openings_teach_nothing(tmp_path):
    with Store(tmp_path / "results.db") as store:
        match = store.match("kriegspiel", {}, {}, {})
        for number, drawn in enumerate(("", "", "", "e2e4 e7e5")):
            facts = {"outcome": "1-0", "reason": "checkmate", "opening": drawn, "record": pgn(MATE_OF_FOUR), "plies": 7}
            seconds = {"seconds_first": 1.0, "seconds_second": 1.0, "seconds_all": 2.0}
            store.add(match, GameResult(number=number, first_side=1, points=1.0, seed=0, **facts, **seconds))
    assert "6 sides of games taught, 1 games skipped" in learn_openings(
        [tmp_path / "results.db"], tmp_path / "book.json"
    )


def test_moves_are_drawn_by_the_points_they_brought():
    book = Book({WHITE: {("e2e4",): Opening(4, 3.0), ("d2d4",): Opening(4, 1.0), ("e2e4", "g1f3"): Opening(3, 2.0)}})
    start = KriegspielPosition().start_for(WHITE).view()
    assert book.choices(start) == {parse_move("e2e4"): 0.75, parse_move("d2d4"): 0.25}
    drawn = Counter(move_name(book.move(start, seed)) for seed in range(400))
    assert drawn.keys() == {"e2e4", "d2d4"}
    assert 260 < drawn["e2e4"] < 340
    view = view_of(after("e2e4", "e7e5"), WHITE)
    assert book.move(view, 1) == parse_move("g1f3")
    assert book.move(view_of(after("d2d4", "e7e5"), WHITE), 1) is None
    assert book.move(view_of(after("e2e4"), BLACK), 1) is None


def test_the_shipped_book_opens_the_games_of_program_d():
    book, start = read_book(), KriegspielPosition().start_for(WHITE).view()
    assert len(book.choices(start)) >= 2, "varied"
    for lines in book.lines.values():
        for line, opening in lines.items():
            assert opening.material >= -0.5 * opening.games, line
            assert len(line) == 1 or line[:-1] in lines
    player = make_player("kriegspiel-d", game="kriegspiel", seed=2)
    decision = player.choose(start, Budget(simulations=50))
    assert decision.move in book.choices(start)
    assert "book" in decision.reason
    player.set("opens", False)
    assert player.choose(start, Budget(simulations=50)).report.simulations


def test_program_e_opens_by_the_book_on_its_highest_level_alone():
    start, player = KriegspielPosition().start_for(WHITE).view(), make_player("kriegspiel-e", game="kriegspiel", seed=2)
    assert player.choose(start, Budget(simulations=50)).move in read_book().choices(start)
    set_level(player, 9)
    assert "book" not in player.choose(start, Budget(simulations=1)).reason
    player = make_player("kriegspiel-e:opens=off", game="kriegspiel", seed=2)
    assert "book" not in player.choose(start, Budget(simulations=50)).reason


def test_a_file_that_is_no_book_is_named(tmp_path):
    for n, text in enumerate(("{}", "[]", '{"games": {}, "White": {"e9": [1, 1, 1]}, "Black": {}}', "no")):
        file = tmp_path / f"{n}.json"
        file.write_text(text)
        with pytest.raises(ValueError, match=r"json: no opening book that `kaya learn openings` wrote"):
            read_book(file)
