"""What a player of Phantom Go knows: never anything false, and all that can be worked out by hand here."""

import numpy as np
import pytest

from kaya.games.game import Game
from kaya.go.rules import column_row, go
from kaya.go.rules.board import EMPTY, FIELDS
from kaya.go.strategies import by_features, light
from kaya.kernel import INTERPRETED, split_seed
from kaya.phantom_go.knowledge.players_game import players_game
from kaya.phantom_go.rules import ANNOUNCED_ATARIS, Announcement, Known, phantom_go
from kaya.phantom_go.rules.deduction import named
from kaya.phantom_go.rules.messages import NOWHERE
from kaya.phantom_go.strategies import by_replies
from tests.kriegspiel.tables import view_of, views_of

from .games import after, points_of, random_game


def stones(board, colour: int) -> frozenset[int]:
    return frozenset(np.flatnonzero(board.colour == colour).tolist())


@pytest.mark.slow
@pytest.mark.parametrize(("lines", "ataris", "games"), [(5, False, 12), (5, True, 8), (7, False, 3)])
def test_what_is_known_is_true(lines, ataris, games):
    met, doubts, sure = 0, 0, 0
    for seed in range(games):
        for position, slow, views in random_game(seed, lines, ataris):
            assert position.mover == slow.board.turn
            true = {c: points_of((p for p, v in slow.board.stones.items() if v == c), lines) for c in (1, 2)}
            for side, view in views.items():
                known, enemies = view.known, true[3 - side]
                assert known.own == true[side] == stones(view.board, side)
                assert known.stones == len(enemies)
                assert known.enemies <= enemies, f"game {seed}"
                assert known.enemies == stones(view.board, 3 - side)
                assert view.board.hidden == known.hidden == len(enemies - known.enemies)
                certain = {p for p in known.empty if known.is_empty(p)}
                assert not certain & (true[1] | true[2])
                assert all(p in enemies or needed <= enemies for p, needed in known.doubts.items())
                met, doubts, sure = met + len(known.enemies), doubts + len(known.doubts), sure + len(certain)
                assert (view.my_turn, view.over) == (slow.board.turn == side and not slow.over, slow.over)
        again = views_of(position)
        assert all(again[side].board.tobytes() == views[side].board.tobytes() for side in views)
    assert min(met, doubts, sure) > 20


def known_after(side: int, *tries: str, lines: int = 5, rules: str = "olympiad") -> Known:
    return view_of(after(*tries, lines=lines, rules=rules), side).known


def names(points, lines: int = 5) -> str:
    return named(points, lines)


def test_a_refusal_where_suicide_is_impossible_shows_a_stone():
    assert names(known_after(2, "C3", "C3").enemies) == "C3", "one stone cannot make C3 suicide"
    assert known_after(2, "C3", "C3").hidden == 0


def test_a_refusal_in_a_corner_leaves_a_doubt_which_the_neighbours_settle():
    tries = ("A2", "E5", "B1", "A1")  # Black's stones make A1 suicide
    known = known_after(2, *tries)
    assert (known.enemies, known.hidden) == (frozenset(), 2)
    assert {names([p]): names(needed) for p, needed in known.doubts.items()} == {"A1": "A2 B1"}
    met = known_after(2, *tries, "A2")
    assert names(met.enemies) == "A2"
    assert {names([p]): names(needed) for p, needed in met.doubts.items()} == {"A1": "B1"}
    other = ("A1", "E5", "C4", "A1")
    assert names(known_after(2, *other).doubts) == "A1"
    assert names(known_after(2, *other, "B1").enemies) == "A1", "B1 is free, so it was no suicide"


def test_a_capture_shows_which_stones_it_took():
    """White's stones on A1 and B1, then Black on A2, B2, C1: a region of two points."""
    tries = ("A2", "A1", "B2", "B1", "C1")
    position = after(*tries)
    assert position.last_announcement(1).points == (), "it is not told"
    known = view_of(position, 1).known
    assert (known.stones, known.hidden) == (0, 0)
    assert all(known.is_empty(position.parse_move(p)) for p in ("A1", "B1"))


def test_a_capture_that_may_be_of_either_stone():
    """Black on B1 encloses A1 and C1, one point each: one stone is captured, and both points are empty then."""
    position = after("A2", "C1", "C2", "E5", "D1", "E4", "B1")
    assert position.plies[-1].message >> 4 & 511 == 1
    known = view_of(position, 1).known
    assert known.stones == 2
    assert all(known.is_empty(position.parse_move(p)) for p in ("A1", "C1"))
    told = view_of(after("A2", "C1", "C2", "E5", "D1", "E4", "B1", rules=ANNOUNCED_ATARIS), 1).known
    assert told.stones == 2


def test_stones_around_lost_ones_are_known():
    known = known_after(2, "A2", "A1", "B1")
    assert names(known.enemies) == "A2 B1"
    assert known.is_empty(31), "A1, where the lost stone was"
    assert known.hidden == 0


def test_the_last_liberty_of_an_own_chain_is_empty():
    known = known_after(1, "A1", "E5", "C3", "A2", "A2")
    assert (names(known.enemies), known.hidden) == ("A2", 1)
    assert names(p for p in known.empty if known.is_empty(p)) == "B1"


def test_weights_by_hand():
    """One stone that may be anywhere; A1 was seen to be empty two stones of the opponent ago."""
    known = Known(5, stones=4, empty={31: 2, 32: 0})
    weights = known.weights()
    assert weights[31] == 0.5
    assert weights[32] == 0.0
    assert weights[33] == 1.0
    doubtful = Known(5, own=frozenset({7}), stones=12, doubts={8: frozenset({9, 13})}).weights()
    assert doubtful[8] == pytest.approx(4.0), "d = 12 / 24, k = 2"


@pytest.mark.parametrize(
    ("tries", "said", "why"),
    [
        ((), Announcement(1, 2, 1), "Black is to move"),
        (("C3",), Announcement(2, 2, 1 | 1 << 4, NOWHERE, (21,)), "C4 B3 D3 C2 were empty"),
        (("C3",), Announcement(2, 2, 1 | 1 << 4, NOWHERE, ()), "1 stones are lost, and 0 are named"),
        (("C3",), Announcement(2, 2, 1 | 1 << 4, NOWHERE, (20,)), "there is no own stone on B3"),
        (("A1",), Announcement(2, 2, 1 | 1 << 4, NOWHERE, (31,)), "A2 B1 were empty"),
        (("C3", "A1"), Announcement(3, 1, 1 | 1 << 4, 31), "no 1 stones can have been captured by A1"),
        (("C3", "A1"), Announcement(3, 1, 1 | 9 << 4, 31), "the opponent has 1 stones on the board"),
        (("C3", "A1"), Announcement(3, 1, 0, 0), "a pass is never refused"),
        ((), Announcement(1, 1, 0, 31), "A1 is free for all that you know"),
        (("pass", "pass"), Announcement(3, 1, 1, 31), "the game is over"),
        (("C3", "A1"), Announcement(3, 1, 1, 21), "that could not be tried"),
        (("C3", "A1"), Announcement(3, 1, 1, 400), "that could not be tried"),
    ],
)
def test_views_refuse_what_cannot_have_been_said(tries, said, why):
    view = view_of(after(*tries), 1)
    before, log, known = view.board.tobytes(), list(view.log), view.known
    with pytest.raises(ValueError, match=rf"^The umpire cannot have said '.*': ({why})\.$"):
        view.hear(said)
    assert (view.board.tobytes(), view.log, view.known) == (before, log, known), "and it is not noted"


@pytest.mark.slow
def test_a_determinization_never_contradicts_what_is_known():
    room = 0
    for seed in range(6):
        for k, (_, slow, views) in enumerate(random_game(seed, 5)):
            view = views[slow.board.turn]
            if slow.over or not view.known.hidden:
                continue
            boards = view.boards.copy()
            boards.rng = split_seed(seed, k)
            placed = bool(phantom_go.determinize(boards[0], view.side))
            room += placed
            enemies = stones(boards[0], 3 - view.side)
            assert stones(boards[0], view.side) == view.known.own, "own stones are neither sampled nor captured"
            assert enemies >= view.known.enemies
            assert not placed or len(enemies) == view.known.stones
            assert boards[0].turn == view.board.turn
            for p in enemies | view.known.own:
                assert slow.board.chain(as_stones(boards[0]), column_row(p, 5))[1], "every chain has a liberty"
    assert room > 200


def as_stones(board) -> dict:
    return {column_row(p, 5): int(v) for p, v in enumerate(board.colour) if v not in (EMPTY, 3)}


def test_stones_are_sampled_by_their_weights():
    view = view_of(after("C3"), 2)
    points = sorted(view.known.open)
    view.weigh({p: 3.0 if p == points[0] else 1.0 for p in points[:5]})
    counts = np.zeros(424)
    for k in range(3500):
        boards = view.boards.copy()
        boards.rng = split_seed(3, k)
        assert phantom_go.determinize(boards[0], 2)
        counts += boards[0].colour == 1
    assert counts[points[0]] == pytest.approx(1500, abs=150)
    assert all(counts[p] == pytest.approx(500, abs=100) for p in points[1:5])
    assert counts.sum() == 3500


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_what_is_known_of_go_boards_is_compiled_once_for_both_games():
    assert by_features.pointer(players_game, light).address == by_features.pointer(go, light).address
    assert by_replies.pointer(players_game, light).type.signature.args[0] == players_game.type


def test_a_game_that_extends_another_has_its_fields_first():
    rules = {rule: getattr(go, rule) for rule in ("over", "mover", "play", "moves", "result")}
    with pytest.raises(TypeError, match="mine cannot extend go: it must have the fields of its record first"):
        Game("mine", [("side", "i8"), *FIELDS], start=go.start_state, extends=go, **rules)
