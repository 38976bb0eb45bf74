"""Whole guessed boards, weighted by how well they explain what was heard and by how stones stand together.

Points have weights of their own (`Known.weights`, densities); what only a whole board shows is weighted here:

    W(B) = [every refusal is explained] x orders(B) x exp(sum of theta_i f_i(B))

A refusal is explained by a stone where the try was, or by stones on all points that make it suicide. `orders` counts
in how many orders the other can have put the hidden stones. f_i count pairs of stones and chains in atari; theta is
learned from games, so that guessed boards have as many of each as true ones.

Boards are known by the seeds they are guessed with: of many the pool of a move is drawn by W, and a simulation takes
its board from the pool (sampling and importance resampling, Rubin 1987).
"""

from collections.abc import Sequence

import numpy as np

from ...go.rules.board import EDGE, EMPTY, in_atari
from ...kernel import at, kernel, split_seed, zeros
from ..rules import Known, View
from ..rules.board import put_hidden
from .players_game import NO_POOL

THETA = (-0.05, 0.60, 0.43, 0.64, -0.91)
"""Of pairs of the other's stones side by side, and diagonal; of stones of both side by side; of own chains in atari,
and the other's: learned with the densities (`densities.md`)."""
AMONG = 4  # times as many boards the pool is drawn from
IMPOSSIBLE = -1e9


@kernel
def count_pairs(board, side, counts):
    """f of a whole board, for the owner `side`."""
    w, other = board.stride, EDGE - side
    counts[:] = 0.0
    for y in range(1, board.lines + 1):
        for p in range(y * w + 1, y * w + 1 + board.lines):
            v = board.colour[at(p)]
            if v != EMPTY and board.head[at(p)] == p and in_atari(board, p):
                counts[3 if v == side else 4] += 1.0
            if v != other:
                continue
            for d in (1, w):
                counts[0] += board.colour[at(p + d)] == other
            for d in (w - 1, w + 1):
                counts[1] += board.colour[at(p + d)] == other
            for d in (-w, w, -1, 1):
                counts[2] += board.colour[at(p + d)] == side


@kernel
def log_orders(board, side, aged, ages, hidden):
    """The logarithm of how many orders of the other's moves explain the hidden stones, as a part of what the weights of
    the points alone would say. The i-th stone, by age, whose point was seen to be empty a < h moves of the other ago
    has a - i + 1 moves left of h - i + 1; its weight has counted a of h."""
    found, number = 0.0, 0
    for k in range(len(aged)):
        if board.colour[at(aged[k])] == EDGE - side:
            number += 1
            if ages[k] < number:
                return IMPOSSIBLE
            found += np.log((ages[k] - number + 1) / ages[k] * hidden / (hidden - number + 1))
    return found


@kernel
def explains(board, side, doubts, needed):
    """Is every refusal explained? Row k of `needed` has the points that made doubts[k] suicide, then zeros."""
    other = EDGE - side
    for k in range(len(doubts)):
        if board.colour[at(doubts[k])] == other:
            continue
        for j in range(needed.shape[1]):
            if needed[k, j] and board.colour[at(needed[k, j])] != other:
                return False
    return True


@kernel
def weigh_boards(boards, seeds, aged, ages, doubts, needed, theta, weights):
    """weights[k] = log W of the board that seeds[k] guesses; boards[0] is the player's."""
    counts, board, side = np.zeros(len(theta)), boards[1], np.int64(boards[0].side)
    for k in range(len(seeds)):
        boards[1] = boards[0]
        board.rng = seeds[k]
        put_hidden(board, EDGE - side)
        weights[k] = IMPOSSIBLE
        if explains(board, side, doubts, needed):
            count_pairs(board, side, counts)
            weights[k] = log_orders(board, side, aged, ages, np.int64(boards[0].hidden)) + (counts * theta).sum()


def heard(known: Known) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """What `weigh_boards` asks of what is known: points seen to be empty and how many moves of the other ago, oldest
    last; points that were refused in doubt, and what else explains it."""
    young = sorted((age, p) for p, age in known.empty.items() if 0 < age < known.hidden and p not in known.enemies)
    doubts = sorted(known.doubts.items())
    needed = np.zeros((len(doubts), max((len(n) for _, n in doubts), default=1)), np.int64)
    for row, (_, points) in zip(needed, doubts, strict=True):
        row[: len(points)] = sorted(points)
    return (np.array([p for _, p in young], np.int64), np.array([a for a, _ in young], np.int64),
            np.array([p for p, _ in doubts], np.int64), needed)  # fmt: skip


def log_weights(view: View, seeds: np.ndarray, theta: Sequence[float] = THETA) -> np.ndarray:
    """log W of the boards that these seeds guess, by the weights of points that the view has now."""
    boards, found = zeros(view.game.dtype, 2), np.zeros(len(seeds))
    boards[0] = view.board
    weigh_boards(boards, seeds, *heard(view.known), np.array(theta), found)
    return found


def resampled(log_weights: np.ndarray, count: int, offset: float) -> np.ndarray:
    """So many places, each as often as its weight says: at equal distances along the sum of weights, from an offset in
    0 to 1 on (systematic resampling)."""
    shares = np.cumsum(np.exp(log_weights - log_weights.max()))
    return np.searchsorted(shares, (np.arange(count) + offset) / count * shares[-1], side="right")


def pool(view: View, count: int, seed: int) -> np.ndarray:
    """Seeds of so many boards that a move is thought over on."""
    if count == 0:
        return NO_POOL
    seeds = np.array([split_seed(seed + len(view.log), k) for k in range(AMONG * count)])
    return seeds[resampled(log_weights(view, seeds), count, 0.5)]
