"""How a won game is finished: mate to a bare king, and the promotion that comes before.

`finish` replays what the umpire has said into the exact set of squares where the king can be (`king_set`), and looks
for the best try over such sets (`search`)."""

from typing import Any

from ...rules import BLACK, View
from ...rules.attacks import NOTHING
from ...rules.board import FIFTY
from ...rules.squares import BISHOP, PAWN, ROOK, new_move
from .ending import can_mate
from .king_set import ending_of
from .search import best_try
from .tables import table_of

DRAW = 1000.0  # in moves: what a draw costs
NODES = 20_000  # tries looked at for one move: 4 milliseconds. With five times as many the rook did not do better
NODES_PER_SECOND = 1_000_000  # five times fewer than were measured, so that seconds are kept


def finish(view: View, budget: Any = None) -> int | None:
    """The move to try if the opponent has only his king left and the own pieces can mate him; else None."""
    if not view.my_turn or view.enemy_men != 0:
        return None
    endings = ending_of(view)
    ending = endings[0]
    if not ending.king_set or not can_mate(ending, NOTHING):
        return None
    _prepare(ending, getattr(budget, "seconds", None))
    chosen = int(best_try(ending))
    if chosen < 0:
        return None
    piece, target, kind = chosen & 15, chosen >> 4 & 63, chosen >> 10
    over = 56 if view.side == BLACK else 0
    promotion = kind if kind != int(ending.kind[piece]) else 0
    move = new_move(int(ending.square[piece]) ^ over, target ^ over, promotion)
    return move if move in view.tries() else None


def _prepare(ending: Any, seconds: float | None) -> None:
    """How long to search, what a draw costs, and the tables."""
    ending.limit = NODES if seconds is None else max(1, min(NODES, int(seconds * NODES_PER_SECOND)))
    turns_left = (FIFTY - int(ending.clock)) / 2  # when they run out, there is nothing to lose by a risk
    ending.draw = DRAW * min(1.0, max(0.05, turns_left / 20))
    kinds = ending.kind[: ending.count].tolist()
    if ROOK in kinds or PAWN in kinds:  # which may become a rook
        ending.far_rook[:] = table_of(ROOK)
    if PAWN in kinds:
        ending.far_pawn[:] = table_of(PAWN)
    if kinds.count(BISHOP) > 1:
        ending.far_bishops[:] = table_of(BISHOP)
