"""The umpire of Phantom Go: who hears what, by both sets of rules, as a slow umpire says it.

All 2,000 games of the issue:

    KAYA_PHANTOM_GAMES=2000 pytest tests/phantom_go/test_umpire.py
"""

import os
from collections import Counter

import pytest

from kaya.games.rules import REFUSED
from kaya.go.rules import PASS, column_row
from kaya.phantom_go.rules import (
    ANNOUNCED_ATARIS,
    NOWHERE,
    OLYMPIAD,
    Announcement,
    PhantomGoPosition,
    message_text,
    parse_message,
    phantom_go,
)

from .games import after, random_game

GAMES = int(os.environ.get("KAYA_PHANTOM_GAMES", "0"))


def in_words(heard: Announcement, lines: int) -> tuple:
    move = None if heard.move in (NOWHERE, PASS) else column_row(heard.move, lines)
    return heard.by, message_text(heard.message), move, tuple(column_row(p, lines) for p in heard.points)


def compare(games: int, lines: int, ataris: bool) -> Counter:
    """How often each thing was said; fails where the two umpires differ."""
    said = Counter()
    for seed in range(games):
        for position, slow, views in random_game(seed, lines, ataris):
            assert (position.over, position.mover, views[1].over) == (slow.over, slow.board.turn, slow.over)
        for side in (1, 2):
            heard = position.announcements(side)
            assert [in_words(a, lines) for a in heard] == slow.heard[side], f"game {seed}, {position}"
            assert views[side].log == heard
            for a in heard:
                said.update(message_text(a.message).split("; "))
        assert position.score() == slow.board.area() - 7.5
    return said


@pytest.mark.slow
@pytest.mark.parametrize(("lines", "ataris"), [(5, False), (5, True), (9, False)])
def test_each_side_hears_what_a_slow_umpire_tells_it(lines, ataris):
    games = GAMES // 2 if GAMES else (24 if lines == 5 else 2)
    said = compare(games, lines, ataris)
    print(f"{games} games on {lines}x{lines}: {sum(said.values())} things said, all agree")
    assert min(said[w] for w in ("refused", "moved", "passed", "1 captured")) > 3
    assert bool(said["atari"] and said["self-atari"]) == ataris


@pytest.mark.slow
def test_superko_is_refused_as_ko_is():
    """Two stones are sent and one returned on a small board until a position would come back."""
    found = 0
    for seed in range(30):
        for position, slow, _ in random_game(seed):
            side = slow.board.turn
            for p in slow.board.points:
                if slow.board.is_legal(p, side) and slow.board.repeats(p, side):
                    found += 1
                    move = position.parse_move("ABCDE"[p[0]] + str(5 - p[1]))
                    assert position.why_illegal(move) == "superko"
                    assert position.copy().try_move(move) == REFUSED
    assert found


def test_a_refusal_is_told_to_its_author_alone_and_never_why():
    position = after("C3")
    before = position.states.tobytes()
    assert position.attempt(position.parse_move("C3")) == {2: Announcement(2, 2, REFUSED, position.parse_move("C3"))}
    assert position.states.tobytes() == before
    suicide = after("A2", "E5", "B1", "A1")
    assert suicide.tried == [suicide.parse_move("A1")]
    assert suicide.announcements(1) == suicide.announcements(1)[:3], "Black hears nothing of it"
    assert message_text(suicide.announcements(2)[-1].message) == "refused"


CAPTURE = ("A2", "A1", "B1")  # Black captures a stone in the corner


def test_who_is_told_which_stones_were_captured():
    for rules, told in ((OLYMPIAD, ()), (ANNOUNCED_ATARIS, (31,))):
        position = after(*CAPTURE, rules=rules)
        assert position.parse_move("A1") == 31
        author, owner = position.last_announcement(1), position.last_announcement(2)
        assert (author.captured, owner.captured) == (1, 1), "the number is told to both"
        assert (author.points, owner.points) == (told, (31,))
        assert author.move == position.parse_move("B1")
        assert owner.move == NOWHERE


def test_ataris_are_announced_by_one_set_of_rules():
    assert message_text(after("A2", "A1", rules=ANNOUNCED_ATARIS).plies[-1].message) == "moved; self-atari"
    assert message_text(after("A1", "A2", rules=ANNOUNCED_ATARIS).plies[-1].message) == "moved; atari"
    assert message_text(after("A1", "A2").plies[-1].message) == "moved"


def test_two_passes_end_the_game_and_the_area_is_counted():
    position = after("C3", "pass", "pass")
    assert position.over
    assert position.verdict().outcome == "B+17.5"
    with pytest.raises(ValueError, match=r"^The game is over: score\.$"):
        position.try_move(PASS)


def test_moves_and_tries_are_taken_back_together():
    for seed in range(5):
        *_, (position, _, _) = random_game(seed)
        past, copy = [], position.copy()
        while copy.played:
            past.append((copy.played[:], copy.state.ko, str(copy), list(copy._hashes)))
            copy.undo()
        again = PhantomGoPosition(5)
        for ply in position.plies:
            for move in (*ply.tried, ply.move):
                again.try_move(move)
            assert past.pop() == (again.played, again.state.ko, str(again), again._hashes)


@pytest.mark.parametrize(
    ("lines", "by", "written"),
    [
        (9, 1, "E5: moved"),
        (9, 2, "moved; 2 captured at A8 A9"),
        (9, 1, "E5: moved; 12 captured; atari; self-atari"),
        (9, 2, "pass: passed"),
        (9, 1, "J9: refused"),
        (19, 1, "T19: moved; 1 captured at S19; atari"),
    ],
)
def test_announcements_are_written_and_read(lines, by, written):
    read = Announcement.read(written, 7, by, lines)
    assert Announcement.read(read.written(lines), 7, by, lines) == read
    assert read.written(lines).split(":")[0].split(" at ")[0] == written.split(":")[0].split(" at ")[0]


@pytest.mark.parametrize("text", ["E5: flew", "moved; 2 captured at A1", "Z9: moved", "moved; 0 captured", "E5; moved"])
def test_what_no_umpire_says_is_not_read(text):
    with pytest.raises(ValueError, match=r".*\.$"):
        Announcement.read(text, 1, 1, 9)


def test_messages_are_written_and_read():
    for seed in range(5):
        *_, (position, _, _) = random_game(seed, ataris=True)
        for ply in position.plies:
            assert message_text(parse_message(message_text(ply.message))) == message_text(ply.message)


def test_conditions():
    position = phantom_go.new_game(size=7, komi=0.5, rules="atari")
    assert (position.lines, position.komi, position.rules) == (7, 0.5, ANNOUNCED_ATARIS)
    assert phantom_go.new_game().rules == OLYMPIAD
    with pytest.raises(ValueError, match=r"^rules must be olympiad or atari, not 'chess'\.$"):
        phantom_go.new_game(rules="chess")
    with pytest.raises(ValueError, match=r"^size must be a whole number from 5 to 19, not 4\.$"):
        phantom_go.new_game(size=4)
