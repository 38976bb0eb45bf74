"""What a player believes: where hidden stones are, by what is known and by where stones usually stand."""

import numpy as np

from ...games.chances import Chances
from ...go.rules.board import CELLS, EDGE, area_of
from ...kernel import kernel, split_seed, zeros
from ..rules import View, phantom_go
from ..rules.board import put_hidden
from .densities import densities

SAMPLES = 400


def weights(view: View, sharpness: float = 1.0) -> dict[int, float]:
    """How likely each open point has a hidden stone: what is known (`Known.weights`) times D^sharpness, how often a
    stone of that colour stands there at this time of other games."""
    known = view.known.weights()
    table = densities(view.lines, 3 - view.side, stones_put(view, 3 - view.side))
    return {p: w * float(table[p]) ** sharpness for p, w in known.items()} if table is not None else known


def stones_put(view: View, side: int) -> int:
    """How many stones a side has put on the board so far, captured ones and those that were set up included."""
    before = len(view.start.own) if side == view.side else view.start.stones
    return before + sum(a.legal and not a.passed for a in view.log if a.by == side)


@kernel
def count_samples(boards, samples, counts):
    """Sample the hidden stones of boards[0] on boards[1] so often; counts[p] is how often a stone of the opponent was
    on p. How often the board as it stands was won by its owner."""
    board, other, won = boards[1], EDGE - boards[0].side, 0
    owner = np.zeros(CELLS, np.uint8)
    for _ in range(samples):
        rng = board.rng
        boards[1] = boards[0]
        board.rng = rng
        put_hidden(board, other)
        for p in range(CELLS):
            counts[p] += board.colour[p] == other
        margin = area_of(board, owner) - board.komi
        won += margin > 0 if board.side == 1 else margin < 0
    return won


def sampled(
    view: View, by: dict[int, float] | None = None, samples: int = SAMPLES, seed: int = 0
) -> tuple[Chances, float]:
    """The chances of stones of the opponent, and the share of determinizations that are won as they stand."""
    if by is not None:
        view.weigh(by)
    boards, counts = zeros(phantom_go.dtype, 2), np.zeros(CELLS)
    boards[0] = view.boards[0]
    boards.rng[1] = split_seed(seed, len(view.log))
    won = count_samples(boards, samples, counts)
    shares = counts / samples
    return Chances({p: float(shares[p]) for p in np.flatnonzero(shares).tolist()}), float(won) / samples


def chances(view: View) -> Chances:
    """How likely a stone of the opponent is on each point; 1 where one is known."""
    return sampled(view, weights(view))[0]
