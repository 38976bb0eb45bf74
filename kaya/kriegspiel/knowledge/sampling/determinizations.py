"""Determinizations: whole boards that agree with what a player knows."""

from ....kernel import plain, split_seed, zeros
from ...rules import KriegspielPosition, View
from ..densities import densities
from .boards import sample_boards
from .known import known_to


def places(position: KriegspielPosition, side: int) -> set[int]:
    """Where a side has pieces on the umpire's board."""
    return _squares(int(position.state.of_colour[side]))


def determinizations(view: View, count: int, seed: int) -> tuple[list[set[int]], set[int]]:
    """Where the opponent's pieces are on so many determinizations, or fewer if they are hard to find; and where they
    are known to be, which is nowhere."""
    boards = plain(zeros(view.game.dtype, count))
    boards["rng"] = split_seed(seed)
    found = int(sample_boards(known_to(view, densities())[0], boards, 300))
    return [_squares(int(b["of_colour"][3 - view.side])) for b in boards[:found]], set()


def _squares(squares: int) -> set[int]:
    return {s for s in range(64) if squares >> s & 1}
