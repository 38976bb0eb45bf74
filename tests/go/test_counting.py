"""Counting by territory, and what a search, which counts area, is told of it."""

import random

import pytest

import kaya
from kaya.go.files import sgf
from kaya.go.files.sgf import GameRecord
from kaya.go.rules import BLACK, PASS, WHITE, GoPosition
from kaya.go.rules.counting import rules_named
from kaya.go.rules.position import new_game
from kaya.search import Budget


def walls(komi: float = 0.0, rules: str = "japanese") -> GoPosition:
    """On 5x5 a black wall on the third column, a white one on the fourth."""
    game = GoPosition(5, komi, rules)
    game.place(*([game.parse_move(f"{column}{row}") for row in range(1, 6)] for column in "CD"))
    return game


def test_territory_and_prisoners_are_counted_and_stones_are_not():
    game = walls(komi=0.5)
    assert game.count()[:3] == (10, 5, 4.5)
    game.play("B1")
    assert game.count()[:3] == (9, 5, 3.5)
    game.play("A1")  # white, and captured by the next two
    game.play("A2")
    assert game.captured(WHITE) == 1
    assert game.count()[:3] == (9, 5, 3.5)
    game.play("A4")
    dead = [game.parse_move("A4")]
    assert game.count()[:3] == (2, 5, -3.5)  # around a white stone that may live they are nobody's
    assert game.count(dead)[:3] == (10, 5, 4.5)
    game.rules = "chinese"
    assert game.count(dead)[:3] == (15, 10, 4.5)


@pytest.mark.parametrize("seed", range(20))
def test_area_is_territory_and_the_stones_that_one_side_has_placed_more(seed):
    chance, game = random.Random(seed), GoPosition(5, 0.0)
    for _ in range(chance.randrange(80)):
        if not game.over:
            moves = game.legal_moves()
            game.play(chance.choice(moves if chance.random() < 0.2 else [m for m in moves if m != PASS] or moves))
    placed = [player for player, move in game.line if move != PASS]
    area = game.score()
    game.rules = "japanese"
    assert game.score() == area - placed.count(BLACK) + placed.count(WHITE)


def test_komi_by_area_is_between_the_two_that_may_turn_out_right():
    """If Black places the last stone, a stone more of Black's is on the board than of White's."""
    game = GoPosition(9, 6.5, "japanese")
    for move in ("", "E5", "C3", "G7"):
        if move:
            game.play(move)
        assert game.area_komi == 7.0
    game.play("pass")  # White leaves it to Black to place one more
    assert game.area_komi == 8.0
    assert game.as_area.komi == 8.0
    assert game.as_area.rules == "chinese"
    assert game.komi == 6.5
    game.undo()
    assert game.as_area.line == game.line
    game.rules = "chinese"
    assert game.as_area is game
    handicap = new_game(9, handicap=3, rules="japanese")
    assert handicap.area_komi == 0.5 + 3 - 0.5


def test_the_usual_komi():
    assert [new_game(rules=rules).komi for rules in ("chinese", "japanese")] == [7.5, 6.5]
    assert new_game(handicap=2, rules="japanese").komi == 0.5
    assert new_game(komi=5.5, rules="japanese").komi == 5.5


def test_other_rules_are_refused():
    with pytest.raises(ValueError, match=r"^The rules must be chinese or japanese, not 'ing'\.$"):
        GoPosition(9, rules="ing")
    assert GoPosition(9) != GoPosition(9, rules="japanese")


@pytest.mark.parametrize(
    ("named", "rules"),
    [
        *((word, "japanese") for word in ("Japanese", "jp", "korean")),
        *((word, "chinese") for word in ("Chinese", "", "AGA")),
    ],
)
def test_a_file_says_how_it_is_counted(named, rules):
    assert rules_named(named) == rules
    record = sgf.load(f"(;GM[1]SZ[9]RU[{named}];B[ee])".encode())
    assert record.position().rules == rules


def test_the_rules_are_written_into_the_file():
    assert b"RU[Japanese]" in sgf.save(GameRecord.of(walls()))
    assert b"RU[Chinese]" in sgf.save(GameRecord.of(walls(rules="chinese")))


def settled(rules: str) -> GoPosition:
    """On 7x7 four small eyes for each side, Black's on the left; nobody can take any."""
    game = GoPosition(7, 0.5, rules)
    eyes = [game.parse_move(f"{column}{row}") for column in "ABEFG" for row in (1, 3, 5, 7)]
    left = {game.parse_move(f"{column}{row}") for column in "ABC" for row in range(1, 8)}
    stones = set(game.points) - set(eyes)
    game.place(stones & left, stones - left)
    return game


def test_a_program_puts_no_stone_into_territory():
    """All points are somebody's: a stone more would cost its owner one."""
    game, player = settled("japanese"), kaya.make_player("uct", seed=3)
    for _ in range(2):
        decision = player.choose(game, Budget(simulations=300))
        assert decision.move == PASS
        game.play(decision.move)
    assert game.verdict().outcome == "W+4.5"


def test_a_point_that_is_nobodys_is_played_on():
    """Both reach D4, which costs nobody anything."""
    game = settled("japanese")
    game.place(empty=[game.parse_move("D4")])
    decision = kaya.make_player("uct", seed=3).choose(game, Budget(simulations=300))
    assert game.move_name(decision.move) == "D4"
