"""What a player knows when it is to move, as one record for kernels: its own pieces, how many pieces the opponent has,
what the umpire has just said, which tries of this turn were refused, and where the opponent's pieces usually stand."""

import numpy as np

from ....kernel import record, zeros
from ...rules import View
from ...rules.attacks import NOTHING, man_attacks
from ...rules.board import NOWHERE
from ...rules.game import kriegspiel
from ...rules.messages import TURN
from ...rules.moves import MOST_TRIES
from ...rules.squares import KING, KNIGHT, PAWN, WHITE
from ..densities import TIMES
from ..pieces import COUNTS
from ..sets import as_array

ANYWHERE = 0.05  # the part of the draws that takes any square alike
# fmt: off
KNOWN = record(
    ("own", kriegspiel.dtype, (1,)),     # the own pieces as a board, to move
    ("pawns", "i8"), ("pieces", "i8"),   # pieces that the opponent has left, without the king; not who promoted
    ("untyped", "i8"),                   # how many of these were captured without being called pawn or piece
    ("captures", "i8"),                  # what the opponent has captured; 8 if the game began without some pieces
    ("said", "i8"),                      # the checks and pawn tries of this turn
    ("capturer", "i8"),                  # where the opponent has just captured, or NOWHERE
    ("passing", "i8"),                   # where its pawn is if that was en passant, or NOWHERE
    ("clock", "i8"),                     # plies without a capture or a pawn's move, as far as can be known
    ("late", "i8"),                      # may a pawn have promoted?
    ("refused", "i8"),                   # tries of this turn in vain
    ("tried", "i4", MOST_TRIES),         # and which
    ("left", "f4", 7),                   # by kind: how likely one of these is still on the board
    ("density", "f4", (7, 64)),          # by kind: how likely it is on a square, all squares together 1
    ("until", "f4", (7, 64)),            # the same for all squares up to this one
)
# fmt: on


def known_to(view: View, table: np.ndarray) -> np.recarray:
    """An array of one record with what the owner of this view knows; `table` is as in `densities`."""
    known = zeros(KNOWN)
    mine = known[0]
    mine.own[0] = view.board
    mine.own[0].end = 0
    mine.pawns, mine.pieces, mine.untyped = view.enemy_pawns, view.enemy_pieces, view.untyped
    whole = len(view.start.pieces) == 16 and view.start.enemy_pawns + view.start.enemy_pieces == 15
    mine.captures = len(view.lost) if whole else 8
    mine.said = view.message & TURN
    mine.capturer, mine.passing = _capturer(view)
    mine.clock = _clock(view)
    mine.refused = len(view.tried)
    mine.tried[: len(view.tried)] = view.tried
    enemy = 3 - view.side
    made = (view.ply + (enemy == WHITE)) // 2
    gone = 32 - len(view.pieces) - view.enemy_men - 1
    t = min(max(made, 2 * gone), TIMES - 1)  # a game that began in the middle is late as well
    mine.late = t > TIMES // 2
    seen = table[enemy, :, t].astype(np.float64)
    mine.left[PAWN:] = [seen[k].sum() / COUNTS[k] for k in range(PAWN, KING + 1)]
    mine.density[:] = _by_square(view, seen)
    mine.until[:] = np.cumsum(mine.density, axis=1)
    return known


def _by_square(view: View, seen: np.ndarray) -> np.ndarray:
    """The densities without squares where a piece of that kind cannot be."""
    board, side = view.board, view.side
    density = (1 - ANYWHERE) * seen / np.maximum(seen.sum(axis=1, keepdims=True), 1e-9) + ANYWHERE / 64
    density[0] = 0
    density[:, as_array(board.of_colour[side])] = 0
    density[PAWN, :8] = density[PAWN, 56:] = 0
    for s, kind in view.pieces.items():
        if kind in (PAWN, KNIGHT, KING):
            density[KING, as_array(man_attacks(side, kind, s, NOTHING))] = 0
    return density / np.maximum(density.sum(axis=1, keepdims=True), 1e-9)


def _capturer(view: View) -> tuple[int, int]:
    """Where a piece of the opponent must be because it has just captured: there, or behind if it was en passant."""
    last = next((a for a in reversed(view.log) if a.legal), None)
    if last is None or last.by == view.side or last.capture is None:
        return NOWHERE, NOWHERE
    mine = next((a.move for a in reversed(view.log) if a.legal and a.by == view.side), 0)
    source, target = mine & 63, mine >> 6 & 63
    two_steps = view.lost[-1] == PAWN and target == last.capture and abs(target - source) == 16
    return last.capture, last.capture ^ 8 if two_steps else NOWHERE


def _clock(view: View) -> int:
    """The plies that count for the rule of fifty moves: exact if the opponent has no pawns, else half of what can
    be."""
    since = 0
    for announcement in reversed(view.log):
        if announcement.legal:
            if announcement.capture is not None:
                break
            since += 1
    most = min(since, 2 * int(view.board.clock) + 1)
    return min(most if view.enemy_pawns == 0 else most // 2, 98)
