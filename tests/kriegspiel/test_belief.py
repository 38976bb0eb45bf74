"""The model of section 5.2: formulas against numbers worked out by hand and slow versions; what updates must keep."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kaya.kriegspiel.knowledge.belief import control, matrices, opponent, outcomes
from kaya.kriegspiel.knowledge.belief.belief import Belief
from kaya.kriegspiel.knowledge.belief.belief_game import draw_reply
from kaya.kriegspiel.knowledge.belief.model import Model
from kaya.kriegspiel.knowledge.densities import SHAPE, TIMES
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, parse_message, parse_move, square
from kaya.kriegspiel.rules.messages import Announcement

from .games import random_games
from .tables import announce, view_of, views_of

EMPTY = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


def belief_of(fen: str, side: int = WHITE, model: Model | None = None, **men: dict[str, float]) -> Any:
    """The own pieces of a position, and matrices given by hand: Pc={"d8": 1.0}."""
    belief = Belief(view_of(KriegspielPosition(fen), side), model)
    state = belief.state
    for name in ("Pk", "Pw", "Pc"):
        state[name][:] = 0.0
        for where, chance in men.get(name, {}).items():
            state[name][square(where)] = chance
    state.pawns, state.pieces, state.known = state.Pw.sum(), state.Pc.sum(), 0
    control.find_control(state)
    return belief


def with_trends(belief: Any) -> Any:
    """The belief with a function f of its own, all 1, that may be changed."""
    belief.trends = np.ones_like(belief.trends)
    belief.state.trends = belief.trends.ctypes.data
    return belief


def at(matrix: Any, *names: str) -> list[Any]:
    return [pytest.approx(float(matrix[square(name)]), abs=1e-6) for name in names]


def test_a_piece_controls_along_lines_less_with_distance_and_not_through_own_men():
    state = belief_of("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", Pc={"d8": 1.0}).state
    c1, far = 3 / 7, 0.9
    assert [c1, c1 * far, c1 * far**3, c1 * far**5] == at(state.control, "d7", "d6", "d4", "d2")
    assert at(state.control, "d1", "h1") == [0.0, 0.0]
    assert at(state.control, "e6", "b7", "h8", "a5") == [2 / 7, 2 / 7, c1 * far**3, c1 * far**2]


def test_kings_pawns_and_pieces_in_the_way_count_in_control():
    state = belief_of(EMPTY, Pk={"c6": 0.5, "a1": 0.5}, Pw={"d6": 1.0, "f6": 0.25}, Pc={"b7": 1.0}).state
    through_c6 = 3 / 7 * 0.9 * 0.5  # the bishop's line b7-c6-d5 is half closed by the king
    assert at(state.control, "d5", "e5") == [0.5 + through_c6 + 0.0, 1.25 + 0.0]
    assert at(state.control, "g5") == [0.25]


def slow_control(state: Any, side: int, s: int) -> float:
    """Prob_control by its formula, square by square. The own king hides nothing: he cannot flee behind himself."""
    own, x, y = int(state.of_colour[side] & ~state.of_kind[6]), s & 7, s >> 3
    ahead = 1 if side == WHITE else -1

    def inside(a: int, b: int) -> bool:
        return 0 <= a < 8 and 0 <= b < 8

    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    total = sum(float(state.Pk[x + dx + 8 * (y + dy)]) for dx, dy in steps if inside(x + dx, y + dy))
    total += sum(float(state.Pw[x + dx + 8 * (y + ahead)]) for dx in (-1, 1) if inside(x + dx, y + ahead))
    for dx, dy in [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]:
        if inside(x + dx, y + dy):
            total += 2 / 7 * float(state.Pc[x + dx + 8 * (y + dy)])
    for dx, dy in steps:
        c2, a, b = 1.0, x + dx, y + dy
        while inside(a, b) and not own >> (a + 8 * b) & 1:
            t = a + 8 * b
            total += 3 / 7 * c2 * float(state.Pc[t])
            c2 *= 0.9 * (1 - min(1.0, float(state.Pk[t] + state.Pw[t] + state.Pc[t])))
            a, b = a + dx, b + dy
    return total


@pytest.mark.slow
@given(st.integers(0, 2**32), st.sampled_from([WHITE, BLACK]))
@settings(max_examples=15)
def test_control_is_as_printed(seed, side):
    chance = np.random.default_rng(seed)
    belief = Belief(view_of(KriegspielPosition("r1b1k2r/2p2ppp/8/3n4/1P6/2N5/P4PPP/R3K2R w - - 0 1"), side))
    state = belief.state
    for name, most in (("Pk", 0.1), ("Pw", 0.4), ("Pc", 0.5)):
        state[name][:] = np.where(chance.random(64) < 0.4, most * chance.random(64), 0.0)
    control.find_control(state)
    assert state.control.tolist() == pytest.approx([slow_control(state, side, s) for s in range(64)], abs=1e-4)


def chances_of(belief: Any, move: str) -> tuple[float, ...]:
    state, number = belief.state, parse_move(move)
    return (
        float(control.legal(state, number)),
        *map(float, control.captures(state, number)),
        float(control.gives_check(state, number)),
    )


@pytest.mark.slow
def test_a_move_is_legal_if_its_path_is_free():
    belief = belief_of("4k3/8/8/8/8/7K/4P3/R7 w - - 0 1", Pk={"h8": 1.0}, Pw={"a3": 0.25}, Pc={"a2": 0.5, "a4": 0.3})
    assert chances_of(belief, "a1a4") == pytest.approx((0.5 * 0.75, 0.0, 0.3, 0.0))
    assert chances_of(belief, "a1a8")[:3] == pytest.approx((0.5 * 0.75 * 0.7, 0.0, 0.0))
    assert chances_of(belief, "a1a3")[:3] == pytest.approx((0.5, 0.25, 0.0))
    assert chances_of(belief, "e2e4") == pytest.approx((1.0, 0.0, 0.0, 0.0))


def test_a_pawn_goes_ahead_only_where_nobody_is_and_aside_only_where_somebody_is():
    belief = belief_of("4k3/8/8/8/8/7K/4P3/8 w - - 0 1", Pk={"a8": 1.0}, Pw={"e3": 0.5, "d3": 0.2}, Pc={"d3": 0.3})
    assert chances_of(belief, "e2e3") == pytest.approx((0.5, 0.0, 0.0, 0.0))
    assert chances_of(belief, "e2e4") == pytest.approx((0.5, 0.0, 0.0, 0.0))
    assert chances_of(belief, "e2d3") == pytest.approx((0.5, 0.4, 0.6, 0.0))


def test_a_man_before_its_king_may_be_pinned_and_the_king_may_not_enter_control():
    belief = belief_of("4k3/8/8/8/8/8/4B3/4K3 w - - 0 1", Pk={"a8": 1.0}, Pc={"e5": 1.0, "h2": 0.7})
    seen = float(belief.state.control[square("e2")])
    assert seen == pytest.approx(3 / 7 * (0.81 + 0.81 * 0.7))
    assert chances_of(belief, "e2a6")[0] == chances_of(belief, "e2d1")[0] == pytest.approx(1 - seen)
    assert chances_of(belief, "e1f1")[0] == pytest.approx(1 - slow_control(belief.state, WHITE, square("f1")))


def test_the_king_cannot_flee_along_the_line_of_a_check():
    state = belief_of("4k3/8/8/8/4K3/8/8/8 w - - 0 1", Pc={"e8": 1.0}).state
    assert at(state.control, "e5", "e3") == [3 / 7 * 0.9**2, 3 / 7 * 0.9**4]


def test_a_check_is_as_likely_as_the_king_on_the_squares_threatened_less_with_distance():
    belief = belief_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Pk={"b8": 0.5, "h5": 0.25, "c4": 0.25}, Pc={"d5": 0.4})
    assert chances_of(belief, "a1b1")[3] == pytest.approx(0.5 * 0.9**6)
    assert chances_of(belief, "a1a5")[3] == pytest.approx(0.25 * 0.9**6 * 0.6)
    assert chances_of(belief, "a1c1")[3] == pytest.approx(0.25 * 0.9**2)


@pytest.mark.slow
def test_an_empty_and_an_occupied_square_keep_the_sums():
    state = belief_of(
        EMPTY, Pk={"e8": 0.6, "d8": 0.4}, Pw={"a7": 1.0, "b7": 0.5, "c7": 0.5}, Pc={"d8": 0.2, "h1": 0.8}
    ).state
    matrices.empty(state, np.uint64(1 << square("d8") | 1 << square("b7")))
    assert at(state.Pk, "e8", "d8") == [1.0, 0.0]
    assert at(state.Pw, "a7", "b7", "c7") == [2 * 1 / 1.5, 0.0, 2 * 0.5 / 1.5]
    assert at(state.Pc, "d8", "h1") == [0.0, 1.0]
    matrices.occupy(state, square("c7"), 0.0, 1.0, 3.0)
    assert at(state.Pw, "c7", "a7") == [0.25, 1.75]
    assert at(state.Pc, "c7", "h1") == [0.75, 0.25]
    assert at(state.Pk, "c7", "e8") == [0.0, 1.0]


def test_who_moves():
    state = belief_of(EMPTY, Pk={"e8": 1.0}, Pw={"a7": 1.0, "b7": 1.0}, Pc={"a8": 1.0}).state
    assert opponent.chances(state) == pytest.approx((1 / 4, 2 / 4, 1 / 4))


@pytest.mark.slow
def test_the_king_walks_at_random_over_the_squares_it_may_enter():
    state = belief_of("4k3/8/8/8/8/8/3P4/4K3 w - - 0 1", Pk={"d4": 0.8, "h8": 0.2}).state
    opponent.king_walks(state, 0.5)
    each = 0.8 * 0.5 / 6  # c3 and e3 are attacked by the pawn
    assert at(state.Pk, "d4", "c3", "d3", "e5", "h8", "g7") == [0.4, 0.0, each, each, 0.1, 0.2 * 0.5 / 3]


def test_the_king_follows_the_attraction_of_squares():
    belief = with_trends(belief_of(EMPTY, Pk={"h8": 1.0}))
    belief.trends[:, 0, square("g8")] = 2.0
    state = belief.state
    opponent.king_walks(state, 1.0)
    assert at(state.Pk, "g8", "g7", "h7") == [0.5, 0.25, 0.25]


@pytest.mark.slow
def test_pawns_go_one_way_and_become_pieces():
    state = belief_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Pk={"h8": 1.0}, Pw={"a7": 1.0, "c4": 1.0, "g2": 1.0}).state
    opponent.pawns_step(state, 0.6)  # each of the three with 0.2
    assert at(state.Pw, "a7", "a6", "a5", "c4", "c3", "g2") == [0.8, 0.1, 0.1, 0.8, 0.2, 0.8]
    assert at(state.Pc, "g1") == [0.2]
    assert (state.pawns, state.pieces) == pytest.approx((2.8, 0.2))
    black = belief_of("4k3/8/8/8/8/8/8/4K3 b - - 0 1", BLACK, Pk={"a1": 1.0}, Pw={"c4": 1.0}).state
    opponent.pawns_step(black, 0.5)
    assert at(black.Pw, "c4", "c5") == [0.5, 0.5]


def test_pieces_spread_over_groups_without_own_men():
    P, f = np.zeros(64, np.float32), np.ones(64, np.float32)
    P[0], P[1] = 0.6, 0.3
    opponent.spread_group(P, f, 0, 1, 4, 4.0, 0.5)  # a1 to d1: c2 = 1 / 3
    assert P[:5].tolist() == pytest.approx([0.3 + 0.5 * 0.3 / 3, 0.15 + 0.5 * 0.6 / 3, 0.15, 0.15, 0.0])
    f[3] = 2.0
    P[:4] = [1.0, 0.0, 0.0, 0.0]
    opponent.spread_group(P, f, 0, 1, 4, 5.0, 0.4)
    assert P[:4].tolist() == pytest.approx([0.6, 0.1, 0.1, 0.2])
    state = belief_of("4k3/8/8/8/8/1P6/P1P5/1N2K3 w - - 0 1", Pc={"b2": 1.0}).state
    opponent.pieces_spread(state, 0.5)
    assert state.Pc.sum() == pytest.approx(1.0)
    assert at(state.Pc, "a2", "b1", "b3", "c2") == [0.0] * 4, "own men are in the way"
    assert state.Pc[square("a3")] > 0


def test_the_trend_is_the_gradient_of_the_densities_centred_and_scaled():
    table = np.zeros(SHAPE, np.float32)
    table[BLACK, 2, 0, square("g8")] = table[BLACK, 2, 1, square("f6")] = 1.0
    view = view_of(KriegspielPosition(), WHITE)
    belief = Belief(view, Model(trend=0.5), table)
    king, pawns, pieces = belief.trends[0]
    assert pieces.mean() == pytest.approx(1.0)
    assert at(pieces, "f6", "g8", "a4") == [1.5, 0.5, 1.0]
    assert (king == 1.0).all(), "no data: uniform"
    assert (pawns == 1.0).all()
    assert at(belief.trends[1, 2], "f6") == [0.5], "at its next move the knight goes on"
    assert (Belief(view, Model(trend=0.5)).trends == 1.0).all()


def test_the_trend_is_that_of_the_opponents_next_move():
    belief = with_trends(belief_of(EMPTY))
    belief.trends[:, 2] = np.arange(TIMES)[:, None]
    state = belief.state
    state.ply = 4  # White is to move or has moved; Black has made two moves
    assert [opponent.attraction(state, k)[0] for k in range(3)] == [1.0, 1.0, 2.0]
    state.ply = 5
    assert opponent.attraction(state, 2)[7] == 2.0
    state.turn, state.ply = BLACK, 5  # White has made three
    assert opponent.attraction(state, 2)[7] == 3.0
    state.ply = 1000
    assert opponent.attraction(state, 2)[7] == TIMES - 1


def replies(state: Any, count: int = 200) -> list[int]:
    return [int(draw_reply(state)) for _ in range(count)]


@pytest.mark.slow
def test_a_pawn_that_was_just_captured_tries_nothing():
    fen = "4k3/8/8/3p4/4P3/8/{}/4K3 w - - 0 1"
    told = dict(model=Model(suffer=1.0), Pk={"a8": 1.0}, Pw={"d5": 1.0})
    alone = belief_of(fen.format("8"), **told).state
    control.look(alone)
    assert set(replies(alone)) == {parse_message("moved; pawn at e4 captured")}
    helped = belief_of("4k3/8/8/3p4/4P3/5P2/8/4K3 w - - 0 1", **told).state
    control.look(helped)
    assert set(replies(helped)) == {parse_message("moved; pawn at e4 captured; 1 pawn try")}, "f3 can take back"


def follow(fen: str, side: int, *said: tuple[str, str], model: Model | None = None, densities: Any = None) -> Any:
    """A belief after these moves and messages; a move of the other is given as an empty name."""
    view = view_of(KriegspielPosition(fen), side)
    belief = Belief(view, model, densities)
    for move, message in said:
        by = side if move else 3 - side
        view.hear(Announcement(view.ply + 1, by, parse_message(message), parse_move(move) if move else 0))
        belief.follow(view)
    return belief


def test_messages_about_own_moves():
    start = KriegspielPosition().start_fen
    free = follow("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", WHITE, ("a1a7", "moved"))
    assert at(free.state.Pk, "a8", "b7", "a4") == [0.0, 0.0, 0.0], "it would be in check, or the rook came by"
    assert 0.0 < free.state.Pk[square("h7")] < free.state.Pk[square("h6")]
    quiet = follow(start, WHITE, ("e2e4", "moved"), ("", "moved")).state
    control.look(quiet)
    said = 1.0 - float(control.legal(quiet, parse_move("e4e5")))
    refused = follow(start, WHITE, ("e2e4", "moved"), ("", "moved"), ("e4e5", "illegal")).state
    assert float(refused.Pw[square("e5")]) == pytest.approx(float(quiet.Pw[square("e5")]) / said, abs=0.01)
    taken = follow("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", WHITE, ("e4d5", "moved; pawn at d5 captured"))
    assert (float(taken.state.pawns), float(taken.state.Pw.sum()), float(taken.state.balance)) == (0.0, 0.0, 1.0)
    assert taken.state.struck == square("d5")


def test_a_check_tells_where_the_king_may_be():
    belief = follow("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", WHITE, ("a1d1", "moved; file check"))
    on_file = sum(float(belief.state.Pk[square(f"d{y}")]) for y in range(1, 9))
    assert on_file == pytest.approx(1.0)


def test_messages_about_the_other_side():
    start = KriegspielPosition().start_fen
    quiet = follow(start, WHITE, ("e2e4", "moved"), ("", "moved"))
    assert at(quiet.state.Pw, "d5", "f5") == [0.0, 0.0] or quiet.state.Pw[square("d5")] < 0.01, "no pawn tries"
    tries = follow(start, WHITE, ("e2e4", "moved"), ("", "moved; 1 pawn try"))
    there = sum(float(tries.state[m][square(s)]) for m in ("Pw", "Pc") for s in ("d5", "f5"))
    assert 0.6 < there < 1.1
    lost = follow(start, WHITE, ("e2e4", "moved"), ("", "moved"), ("e4e5", "moved"), ("", "moved; pawn at e5 captured"))
    assert sum(float(lost.state[m][square("e5")]) for m in ("Pk", "Pw", "Pc")) == pytest.approx(1.0, abs=1e-3)
    assert (int(lost.state.taken_at), float(lost.state.balance)) == (square("e5"), -1.0)
    check = follow("4k3/8/8/8/8/8/8/4K2R b - - 0 1", WHITE, ("", "moved; file check"))
    assert check.state.check
    knight = follow("rnbqkbnr/8/8/8/8/8/8/4K3 b - - 0 1", WHITE, ("", "moved; knight check"))
    near = sum(float(knight.state.Pc[square(s)]) for s in ("c2", "d3", "f3", "g2"))
    assert near > 0.3


def check_invariants(belief: Belief, game: KriegspielPosition, side: int) -> None:
    state = belief.state
    assert state.Pk.sum() == pytest.approx(1.0, abs=1e-3)
    assert state.Pw.sum() == pytest.approx(float(state.pawns), abs=0.01)
    assert state.Pc.sum() == pytest.approx(float(state.pieces), abs=0.01)
    for matrix in (state.Pk, state.Pw, state.Pc):
        assert (matrix >= 0.0).all()
    own = int(state.of_colour[side])
    on_own = sum(float(m[s]) for m in (state.Pk, state.Pw, state.Pc) for s in range(64) if own >> s & 1)
    assert on_own == 0.0
    king = int(game.state.of_kind[6] & game.state.of_colour[3 - side]).bit_length() - 1
    assert state.Pk[king] > 0.0, "the king is never thought to be impossible where it stands"
    if state.phase == 0 and not game.over:
        control.look(state)
        for move in belief.position().legal_moves():
            chances = control.legal(state, move), *control.captures(state, move), control.gives_check(state, move)
            assert all(0.0 <= c <= 1.0 for c in chances)
            assert chances[1] + chances[2] <= 1.0 + 1e-9
            assert np.isfinite(outcomes.weighted_average(state, move))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_beliefs_follow_random_games(seed):
    for record in random_games(5, 60, seed=seed):
        game = KriegspielPosition(record.fen)
        views = views_of(game)
        beliefs = {side: Belief(view) for side, view in views.items()}
        for name in record.tried:
            for side in announce(game, parse_move(name), views):
                beliefs[side].follow(views[side])
                if not game.over:
                    check_invariants(beliefs[side], game, side)
        for side, belief in beliefs.items():
            assert (belief.state.kind_at == views[side].board.kind_at).all()
            assert belief.state.castling == views[side].board.castling


def test_a_refusal_is_remembered_in_its_turn_only():
    belief = follow(KriegspielPosition().start_fen, WHITE, ("e2e4", "moved"), ("", "moved"), ("e4e5", "illegal"))
    assert parse_move("e4e5") not in belief.position().legal_moves()
    belief = follow(
        KriegspielPosition().start_fen,
        WHITE,
        ("e2e4", "moved"),
        ("", "moved"),
        ("e4e5", "illegal"),
        ("d2d4", "moved"),
        ("", "moved"),
    )
    assert parse_move("e4e5") in belief.position().legal_moves()
