"""Where the other king can be, from all that the umpire has said.

While the opponent has pieces besides his king the set is a superset: any of them may have moved, stood in the way of a
ray, or been the reason of a refusal. From the capture of the last one on every message cuts the set exactly. (One thing
is left out: a walk that would have ended the game by repetition is kept.)"""

import numpy as np

from ....kernel import at, inlined, kernel, zeros
from ...rules import BLACK, View
from ...rules.attacks import BETWEEN, EVERYWHERE, KING_STEPS, NOTHING, bit
from ...rules.board import castles, castling_corner
from ...rules.messages import (
    CHECKS,
    ENDS,
    FILE,
    ILLEGAL,
    KNIGHT_CHECK,
    LONG_DIAGONAL,
    RANK,
    SHORT_DIAGONAL,
    TAKEN,
    TAKEN_AT,
)
from ...rules.squares import KING, KNIGHT, PAWN, ROOK
from ..pieces import HOMES, is_usual
from ..sets import FILES, ROWS, neighbours, squares_where
from .ending import ENDING, TURNS, add_piece, attacked, attacks_of, refusals, remove_piece, shift_piece

HOME, CASTLED = HOMES[BLACK, KING], np.uint64(1 << 58 | 1 << 62)
TURN_OVER = 56 | 56 << 6  # a move as the other side would see it
RISING = np.array([squares_where(lambda x, y, d=(s & 7) - (s >> 3): x - y == d) for s in range(64)], np.uint64)
RISING_IS_LONG = np.uint64(squares_where(lambda x, y: abs(x - y) < abs(x + y - 7)))


@kernel
def directions(ending):
    """The squares on which a king is in check along a rank, a file, its long and its short diagonal, from a knight."""
    rank, file, long, short, jump = NOTHING, NOTHING, NOTHING, NOTHING, NOTHING
    for k in range(1, ending.count):
        s, seen = ending.square[at(k)], attacks_of(ending, k, ending.own)
        if ending.kind[at(k)] == KNIGHT:
            jump |= seen
            continue
        on_rank, on_file, rising = seen & ROWS[at(s >> 3)], seen & FILES[at(s & 7)], seen & RISING[at(s)]
        falling = seen & ~(on_rank | on_file | rising)
        rank |= on_rank
        file |= on_file
        long |= rising & RISING_IS_LONG | falling & ~RISING_IS_LONG
        short |= rising & ~RISING_IS_LONG | falling & RISING_IS_LONG
    return rank, file, long, short, jump


@kernel
def agreeing(ending, squares, message):
    """Those of the squares on which a king would be in check as the message says, and in no other way."""
    for seen, check in zip(directions(ending), (RANK, FILE, LONG_DIAGONAL, SHORT_DIAGONAL, KNIGHT_CHECK)):  # noqa: B905
        squares &= seen if message & check else ~seen
    return squares


@kernel
def listen_after_own(ending, message):
    """The own move is made, and the umpire has said this of the position."""
    if ending.others == 0:
        ending.king_set = agreeing(ending, ending.king_set, message)
        if not message & ENDS:  # neither mate nor stalemate
            ending.king_set &= neighbours(~attacked(ending, ending.own))
        return
    for seen, check in zip(directions(ending), (RANK, FILE, LONG_DIAGONAL, SHORT_DIAGONAL, KNIGHT_CHECK)):  # noqa: B905
        if message & check:
            ending.king_set &= seen
    if not message & CHECKS:  # a piece may stand in the way of a ray, but not of its first square
        ending.king_set &= ~attacked(ending, EVERYWHERE)


@kernel
def hear_own(ending, message, move):
    """The umpire's answer to an own try."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    piece = 0
    for k in range(ending.count):
        if ending.square[at(k)] == source:
            piece = k
    kind = ending.kind[at(piece)]
    impossible = refusals(kind, source, target)
    if message == ILLEGAL:
        if ending.others == 0:
            ending.king_set &= impossible
        return
    ending.king_set &= ~(impossible | bit(target) | BETWEEN[at(source), at(target)])
    shift_piece(ending, piece, promotion if promotion else kind, target)
    if castles(kind, source, target):
        for k in range(1, ending.count):
            if ending.square[at(k)] == castling_corner(source, target):
                shift_piece(ending, k, ROOK, (source + target) >> 1)
    ending.clock += 1
    if message & TAKEN or kind == PAWN:
        ending.clock, ending.turns = 0, 0
    if message & TAKEN:
        ending.others -= 1
    listen_after_own(ending, message)


@kernel
def hear_other(ending, message):
    """The opponent has moved: his king, if that is all he has."""
    where = message >> TAKEN_AT & 63
    alone = ending.others == 0
    moved = neighbours(ending.king_set)
    if not alone and ending.king_set & HOME:
        moved |= CASTLED
    ending.clock += 1
    if message & TAKEN:
        moved &= bit(where)
        remove_piece(ending, where)
        ending.clock, ending.turns = 0, 0
    ending.king_set = moved if alone else moved | ending.king_set
    ending.king_set &= ~(ending.own | attacked(ending, ending.own if alone else EVERYWHERE))


@inlined
def begin_turn(ending):
    """Remember what the own turn begins with."""
    k = ending.turns % TURNS
    ending.seen_place[at(k)], ending.seen_set[at(k)] = ending.place, ending.king_set
    ending.turns += 1


@kernel
def replay(ending, events, own_turn, start_message):
    """Hear all events, rows of (by oneself?, message, move), from the start on."""
    ending.king_set &= ~(ending.own | KING_STEPS[at(ending.square[0])])
    if own_turn:
        ending.king_set &= ~attacked(ending, ending.own if ending.others == 0 else EVERYWHERE)
        begin_turn(ending)
    else:
        listen_after_own(ending, start_message)
    for k in range(len(events)):
        if events[k, 0]:
            hear_own(ending, events[k, 1], events[k, 2])
        else:
            hear_other(ending, events[k, 1])
            begin_turn(ending)


def ending_of(view: View) -> np.recarray:
    """The ending that this view is in; one record."""
    start, endings = view.start, zeros(ENDING)
    ending = endings[0]
    over = 56 if start.side == BLACK else 0
    for s, kind in sorted(start.pieces, key=lambda piece: piece[1] != KING):
        add_piece(ending, kind, s ^ over)
    ending.others = start.enemy_pawns + start.enemy_pieces
    ending.king_set = HOME if is_usual(start) else EVERYWHERE
    log = [heard for heard in view.log if heard.tells(view.side)]
    events = np.zeros((len(log), 3), np.int64)
    for k, heard in enumerate(log):
        message, move = heard.message, heard.move
        if over:
            message ^= over << TAKEN_AT if message & TAKEN else 0
            move ^= TURN_OVER
        events[k] = heard.by == start.side, message, move
    replay(ending, events, start.to_move == start.side, start.message)
    return endings
