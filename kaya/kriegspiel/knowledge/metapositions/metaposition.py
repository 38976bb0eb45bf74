"""Metapositions (section 4.3; Ciancarini and Favini, *Representing Kriegspiel states with metapositions*, 2007).

A metaposition stands for all positions that a player holds possible: its own pieces as they are, and for every square
the kinds of enemy piece that may stand there. The sets are kept the other way round, one word for each kind, so that a
whole board is moved on with a few operations. They are sound: the true piece, or emptiness, is always among the
possible ones.

Two things beside the sets are estimates, for the evaluation alone: how long ago a square was known (`age`), and where
an enemy piece was lately noticed (`noticed`, as a probability that fades)."""

from typing import Any

import numpy as np

from ....kernel import kernel, record, zeros
from ...rules import ILLEGAL, Announcement, Start
from ...rules.attacks import bit
from ...rules.board import NOWHERE, put
from ...rules.messages import CHECKS, PAWN_TAKEN, TAKEN, TAKEN_AT, TRIES, TRIES_AT
from ...rules.squares import KING, KNIGHT, PAWN
from ..pieces import COUNTS, HOMES, MINIMAX_VALUES, is_usual
from .checks import bound_by_checks, find_king
from .deduction import blocked, bound_by_tries, settle, show_empty
from .pseudomoves import EMPTY, enemy_move, fade, lose, own_move, took, took_somebody

# fmt: off
METAPOSITION = record(
    ("side", "i8"),             # whose metaposition this is
    ("turn", "i8"),             # who is to move
    ("castling", "i8"),         # own rights, as on a board
    ("tries", "i8"),            # own pawn tries in this turn
    ("checks", "i8"),           # against the own king in this turn, as bits of a message
    ("refused", "i8"),          # own tries refused in this turn
    ("moves", "i8"),            # moves of the enemy so far
    ("clock", "i8"),            # plies since a capture or an own pawn's move: what is known of the fifty moves
    ("last", "i8"),             # the own last move
    ("doubled", "i8"),          # the own pawn that has just moved two squares, or NOWHERE
    ("pawns", "i8"),            # enemy pawns left; those who promoted are counted here, as the umpire does
    ("pieces", "i8"),           # enemy pieces left without the king
    ("untyped", "i8"),          # how many of these were captured without being called pawn or piece
    ("promoted", "i8"),         # 1: an enemy pawn may have promoted
    ("material", "f8"),         # what the enemy pieces are worth together, as estimated
    ("hash", "u8"),             # of the own pieces
    ("exposed", "u8"),          # own pieces that the enemy knows of: they have captured or given check from there
    ("passing", "u8"),          # squares behind an enemy pawn that may just have moved two squares
    ("of_colour", "u8", 3),     # own pieces, as on a board
    ("of_kind", "u8", 7),
    ("may", "u8", 7),           # by kind: where an enemy piece of the kind may stand; at EMPTY: what may be empty
    ("kind_at", "u1", 64),
    ("files", "u1", 8),         # the most enemy pawns that can be on each file
    ("age", "u1", 64),          # enemy moves since it was known what stands on a square
    ("noticed", "f4", 64),
)
# fmt: on


class Metaposition:
    """What one player may think of the opponent's pieces.

    metaposition = Metaposition(start)
    metaposition.hear(announcement)     # everything that is meant for this player, in order
    metaposition.possible(square)       # {EMPTY, PAWN, ...}
    """

    def __init__(self, start: Start):
        self.records: np.recarray = zeros(METAPOSITION)
        m = self.record
        m.side, m.turn, m.castling, m.last, m.doubled = start.side, start.to_move, start.castling, 0, NOWHERE
        m.pawns, m.pieces = start.enemy_pawns, start.enemy_pieces
        for s, kind in start.pieces:
            put(m, s, start.side, kind)
        if is_usual(start):
            self._usual_enemy(3 - start.side)
        else:
            self._any_enemy()
        m.material = (
            min(m.pieces, 7) * MINIMAX_VALUES[KNIGHT:KING] @ COUNTS[KNIGHT:KING] / 7 + m.pawns * MINIMAX_VALUES[PAWN]
        )
        if start.to_move == start.side:
            listen(m, start.message)
        else:
            bound_by_checks(m, 0)
            find_king(m, start.message & CHECKS)

    @property
    def record(self) -> Any:
        return self.records[0]

    def _usual_enemy(self, enemy: int) -> None:
        """The game begins: the enemy is at home."""
        m = self.record
        m.may[:] = HOMES[enemy]
        m.may[EMPTY] = ~(m.of_colour[m.side] | np.bitwise_or.reduce(HOMES[enemy]))
        m.files[:] = 1

    def _any_enemy(self) -> None:
        """A game that goes on from somewhere: anything may be anywhere."""
        m = self.record
        m.may[:] = ~m.of_colour[m.side]
        m.may[PAWN] &= np.uint64(0x00FFFFFFFFFFFF00)
        m.files[:] = min(m.pawns, 6)
        m.promoted, m.age[:] = 1, 20
        settle(m)

    def hear(self, announcement: Announcement) -> None:
        m = self.record
        if not announcement.tells(int(m.side)):
            return
        if announcement.by != m.side:
            enemy_moved(m, announcement.message)
        elif announcement.message == ILLEGAL:
            refused(m, announcement.move)
        else:
            accepted(m, announcement.move, announcement.message)

    def possible(self, s: int) -> set[int]:
        """The kinds of enemy piece that may stand on a square, EMPTY among them; nothing where an own piece stands."""
        return {kind for kind in range(7) if int(self.record.may[kind]) >> s & 1}


@kernel
def accepted(m, move, message):
    """The umpire has accepted an own move."""
    target = move >> 6 & 63
    if message & TAKEN:
        s = message >> TAKEN_AT & 63
        pawn = message & TAKEN == PAWN_TAKEN or s != target
        if message & TAKEN == TAKEN and not pawn:
            took_somebody(m)
        else:
            left = max(m.pieces, 1)
            took(m, s, pawn, MINIMAX_VALUES[PAWN] if pawn else (m.material - m.pawns * MINIMAX_VALUES[PAWN]) / left)
        if s != target:
            show_empty(m, bit(s))
    own_move(m, move)
    if message & (TAKEN | CHECKS):
        m.exposed |= bit(target)
    settle(m)
    bound_by_checks(m, 0)
    find_king(m, message & CHECKS)


@kernel
def refused(m, move):
    """The umpire has refused an own try: if its piece cannot be pinned, something stands in the way."""
    m.refused += 1
    blocked(m, move)


@kernel
def enemy_moved(m, message):
    """The enemy has moved, nobody knows what; the message may tell of a capture, and tells of checks and pawn tries."""
    fade(m)
    if message & TAKEN:
        lose(m, message >> TAKEN_AT & 63)
    else:
        enemy_move(m)
    listen(m, message)


@kernel
def listen(m, message):
    """What the umpire says at the beginning of an own turn."""
    m.checks, m.tries = message & CHECKS, (message & TRIES) >> TRIES_AT
    settle(m)
    find_king(m, 0)
    bound_by_checks(m, m.checks)
    bound_by_tries(m)
