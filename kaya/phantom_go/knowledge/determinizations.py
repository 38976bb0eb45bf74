"""Determinizations: whole boards that agree with what a player knows."""

import numpy as np

from ...kernel import split_seed
from ..rules import PhantomGoPosition, View
from .belief import weights


def places(position: PhantomGoPosition, side: int) -> set[int]:
    """Where a side has stones on the umpire's board."""
    return set(position.stones(side))


def determinizations(view: View, count: int, seed: int) -> tuple[list[set[int]], set[int]]:
    """Where the opponent's stones are on so many determinizations, and where they are known to be."""
    view.weigh(weights(view))
    found = []
    for k in range(count):
        boards = view.boards.copy()
        boards.rng = split_seed(seed, k)
        view.game.determinize(boards[0], view.side)
        found.append(set(np.flatnonzero(boards[0].colour == 3 - view.side).tolist()))
    return found, set(view.known.enemies)
