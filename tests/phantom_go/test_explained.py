"""Whole guessed boards weighted by what was heard, and tries that tell something: by hand, and beside a slow count."""

import numpy as np
import pytest

from kaya.games.chances import Chances
from kaya.go.rules import column_row
from kaya.kernel import split_seed, zeros
from kaya.phantom_go.knowledge.belief import weights
from kaya.phantom_go.knowledge.explained import (
    IMPOSSIBLE,
    THETA,
    count_pairs,
    explains,
    heard,
    log_orders,
    log_weights,
    pool,
    resampled,
)
from kaya.phantom_go.knowledge.players_game import EARLY, FIRST, GUESS, a_guess, as_seen
from kaya.phantom_go.learning.determinizations import GUESSES, fitted, groups_of
from kaya.phantom_go.players.phantom import by_information
from kaya.phantom_go.rules import Known
from kaya.search import MoveReport
from tests.kriegspiel.tables import view_of

from .games import after, random_game

SEEDS = np.array([split_seed(8, k) for k in range(60)])


def numbers(*values: int) -> np.ndarray:
    return np.array(values, np.int64)


def slow_counts(board, side: int, chain) -> list[float]:
    """f by sets of places, as the docstring has it."""
    lines = int(board.lines)
    stones = {column_row(p, lines): int(v) for p, v in enumerate(board.colour) if v in (1, 2)}
    of = {c: {p for p, v in stones.items() if v == c} for c in (side, 3 - side)}

    def pairs(one, other, *steps):
        return sum((x + u, y + v) in other for x, y in one for u, v in steps)

    beside = ((0, 1), (1, 0), (0, -1), (-1, 0))
    chains = {c: {frozenset(chain(stones, p)[0]) for p in of[c] if len(chain(stones, p)[1]) == 1} for c in of}
    return [pairs(of[3 - side], of[3 - side], (0, 1), (1, 0)), pairs(of[3 - side], of[3 - side], (1, 1), (1, -1)),
            pairs(of[3 - side], of[side], *beside), len(chains[side]), len(chains[3 - side])]  # fmt: skip


def test_pairs_are_counted_as_a_slow_board_counts_them():
    seen = np.zeros(len(THETA))
    for seed in range(6):
        for k, (position, slow, _) in enumerate(random_game(seed)):
            if k % 5 == 0:
                counts = np.zeros(len(THETA))
                count_pairs(position.state, 1 + k % 2, counts)
                assert counts.tolist() == slow_counts(position.state, 1 + k % 2, slow.board.chain)
                seen += counts
    assert seen.min() > 20


def test_orders_by_hand():
    """Of 4 hidden stones one is where nothing was 1 move of the other ago, and one where nothing was 2 moves ago: the
    first has that one of 4 moves, the second one of the 3 that are left. Their weights have counted 1 / 4 and 2 / 4."""
    board = after("C3", "E5", "D4").state
    first, second = (int(p) for p in np.flatnonzero(board.colour == 1))
    assert np.exp(log_orders(board, 2, numbers(first, second), numbers(1, 2), 4)) == pytest.approx(1 / 2 * 4 / 3)
    assert log_orders(board, 2, numbers(first, second), numbers(1, 1), 4) == IMPOSSIBLE, "both in one move"
    assert log_orders(board, 2, numbers(first, 31), numbers(1, 1), 4) == 0.0, "a stone alone is as its weight says"


def test_refusals_are_explained_by_a_stone_or_by_suicide():
    position = after("A2", "E5", "B1")
    board, a1, a2, b1, c1 = position.state, *(position.parse_move(name) for name in ("A1", "A2", "B1", "C1"))
    assert explains(board, 2, numbers(a2), np.array([[c1]])), "a stone is there"
    assert explains(board, 2, numbers(a1), np.array([[a2, b1]])), "suicide"
    assert not explains(board, 2, numbers(a1, a1), np.array([[a2, b1], [a2, c1]]))


def test_what_was_heard_as_numbers():
    known = Known(5, stones=4, enemies=frozenset({50}), empty={31: 2, 32: 0, 33: 1, 34: 3, 50: 1},
                  doubts={8: frozenset({9, 13}), 7: frozenset({14})})  # fmt: skip
    assert [a.tolist() for a in heard(known)] == [[33, 31], [1, 2], [7, 8], [[14, 0], [9, 13]]]


def test_boards_are_drawn_as_often_as_their_weights_say():
    assert resampled(np.log([1.0, 3.0]), 4, 0.5).tolist() == [0, 1, 1, 1]
    assert resampled(np.array([IMPOSSIBLE, 0.0, 0.0]), 4, 0.5).tolist() == [1, 1, 2, 2]
    assert resampled(np.full(3, IMPOSSIBLE), 3, 0.5).tolist() == [0, 1, 2], "nothing explains it: all as likely"


def test_the_pool_has_only_boards_that_explain_every_refusal():
    view = view_of(after("A2", "E5", "B1", "A1"), 2)
    a1, needed = next(iter(view.known.doubts.items()))
    view.weigh(dict.fromkeys(view.known.open, 1.0))

    def explained(seeds) -> list[bool]:
        guesses = (a_guess(as_seen(view, EARLY), seed).state.colour for seed in seeds)
        stones = [set(np.flatnonzero(colours == 1).tolist()) for colours in guesses]
        return [a1 in found or needed <= found for found in stones]

    assert not all(explained(SEEDS))
    assert all(explained(pool(view, 40, seed=3)))


def test_the_weight_of_a_board_by_hand():
    """Black's stone on C3 is known, and no other is there: all boards are one, with a stone beside White's on C4."""
    view = view_of(after("C3", "C4", "E1", "C3"), 2)
    assert view.known.hidden == 1
    view.weigh({view.parse_move("C2"): 1.0})
    assert log_weights(view, SEEDS[:2], (0.1, 0.2, 0.4, 0.8, 1.6)) == pytest.approx([0.5, 0.5]), "one pair, one contact"


def test_a_simulation_takes_its_board_from_the_pool():
    view = view_of(after("C3", "B2", "D4", "A5", "E1"), 2)
    view.weigh(weights(view))
    seeds = SEEDS[:3]
    boards = {a_guess(as_seen(view, EARLY), seed).state.colour.tobytes() for seed in seeds}
    position, drawn, rngs = as_seen(view, EARLY, seeds), set(), set()
    for k in range(30):
        states = zeros(position.game.dtype)
        states[0] = position.states[0]
        states.rng, states.phase = split_seed(4, k), GUESS
        position.game.draw(states[0])
        drawn.add(states[0].colour.tobytes())
        rngs.add(int(states[0].rng))
    assert drawn == boards
    assert len(rngs) == 30, "simulations go on with numbers of their own"
    assert position.state.phase == FIRST


def test_what_is_tried_first_by_hand():
    """3 has few visits. 2 is worse than 1 by 0.1, refused in 4 of 10 cases: 0.6 x -0.1 + 0.4 I > 0.1 I if I > 0.2."""
    moves = [MoveReport(1, 100, 0.3, ()), MoveReport(2, 30, 0.2, ()), MoveReport(3, 10, 0.3, ())]
    stones = Chances({1: 0.1, 2: 0.4, 3: 0.9})
    assert by_information(moves, 1, stones, 0.19) == 1
    assert by_information(moves, 1, stones, 0.21) == 2
    assert by_information(moves, 1, Chances({}), 0.5) == 1


def test_theta_by_hand():
    """A pair that the true board has in 3 of 4 cases and the guessed one has else: odds of 3, theta = log 3."""
    true, other = np.array([[1.0], [0.0]]), np.array([[0.0], [1.0]])
    assert fitted([true, true, true, other])[0] == pytest.approx(np.log(3), abs=1e-5)


def test_the_true_board_comes_before_the_guessed_ones():
    *_, (position, slow, _) = random_game(3, longest=10)
    (moment,) = groups_of(position, seed=1)
    assert moment.shape == (1 + GUESSES, len(THETA))
    assert moment[0].tolist() == slow_counts(position.state, 1, slow.board.chain)
    assert len(np.unique(moment, axis=0)) > 5
