"""The chess board as one record, and moving on it. What is legal is in `moves`, what the umpire says in `umpire`.

Sets of squares are words (see `attacks`): one per colour, one per kind of piece. `kind_at` says the same by square. The
board of a player who sees only its own pieces is the same record with the other colour empty.
"""

import numpy as np

from ...kernel import at, kernel, split_seed
from ...kernel.bits import lowest
from .attacks import KING_STEPS, KNIGHT_STEPS, NOTHING, ONE, PAWN_ATTACKS, bishop_attacks, bit, rook_attacks
from .rule_sets import ENDLESS
from .squares import BISHOP, BLACK, KING, KNIGHT, NO_MOVE, PAWN, QUEEN, ROOK, WHITE

NOWHERE = -1
FIFTY = 100  # plies without a capture or a pawn's move after which the game is drawn, or they are counted anew
SHORT, LONG = 1, 2  # castling rights of White; Black's are four times as much

FIELDS = [
    ("turn", "i8"),  # WHITE or BLACK
    ("castling", "i8"),  # SHORT, LONG, 4 * SHORT and 4 * LONG, added
    ("passing", "i8"),  # the square behind a pawn that can be taken en passant now, or NOWHERE
    ("clock", "i8"),  # plies since the last capture or pawn's move
    ("ply", "i8"),  # plies played
    ("last", "i8"),  # the last move
    ("end", "i8"),  # how the game ended: see `messages`
    ("tries", "i8"),  # pawn tries of the player to move, as it is told of them; UNTOLD if it is not
    ("rules", "i8"),  # the flags of the rule set: see `rule_sets`
    ("asked", "i8"),  # what became of the question "any?" in this turn: see `umpire`
    ("sources", "u8"),  # the pawns that have a try, where the rule set tells their squares
    ("hash", "u8"),  # equal for equal positions, and practically never otherwise
    ("of_colour", "u8", 3),
    ("of_kind", "u8", 7),
    ("kind_at", "u1", 64),
    ("history", "u8", FIFTY + 1),  # the hashes since the last capture or pawn's move, each at its clock
]


def _keys(stream: int, *shape: int) -> np.ndarray:
    count = int(np.prod(shape))
    return np.array([split_seed(0xC4E55, stream + k) for k in range(count)], np.uint64).reshape(shape)


PIECE_KEYS, CASTLING_KEYS, PASSING_KEYS = _keys(0, 3, 7, 64), _keys(2000, 16), _keys(3000, 8)
TURN_KEY = split_seed(0xC4E55, 4000)

KEPT = np.full(64, 15, np.int64)
"""The castling rights that are left after a move from or to a square."""
for _square, _lost in ((4, 3), (7, SHORT), (0, LONG), (60, 12), (63, 4 * SHORT), (56, 4 * LONG)):
    KEPT[_square] &= ~_lost


@kernel
def put(board, s, colour, kind):
    """Put a piece on an empty square."""
    board.of_colour[at(colour)] |= bit(s)
    board.of_kind[at(kind)] |= bit(s)
    board.kind_at[at(s)] = kind
    board.hash ^= PIECE_KEYS[at(colour), at(kind), at(s)]


@kernel
def lift(board, s, colour, kind):
    """Take a piece off the board."""
    board.of_colour[at(colour)] ^= bit(s)
    board.of_kind[at(kind)] ^= bit(s)
    board.kind_at[at(s)] = 0
    board.hash ^= PIECE_KEYS[at(colour), at(kind), at(s)]


@kernel
def everybody(board):
    """Where pieces of either colour stand."""
    return board.of_colour[WHITE] | board.of_colour[BLACK]


@kernel
def attackers(board, s, by, occupied):
    """The pieces of colour `by` that attack a square, if these squares were occupied."""
    queens = board.of_kind[QUEEN]
    return board.of_colour[at(by)] & (
        PAWN_ATTACKS[at(3 - by), at(s)] & board.of_kind[PAWN]
        | KNIGHT_STEPS[at(s)] & board.of_kind[KNIGHT]
        | KING_STEPS[at(s)] & board.of_kind[KING]
        | rook_attacks(s, occupied) & (board.of_kind[ROOK] | queens)
        | bishop_attacks(s, occupied) & (board.of_kind[BISHOP] | queens)
    )


@kernel
def king_of(board, colour):
    """Where a king stands."""
    return lowest(board.of_kind[KING] & board.of_colour[at(colour)])


@kernel
def in_check(board, colour):
    """Is this side's king attacked?"""
    return attackers(board, king_of(board, colour), 3 - colour, everybody(board)) != NOTHING


@kernel
def may_take_passing(board, source, passing):
    """May the mover's pawn on `source` take en passant, its king being safe afterwards?"""
    us = board.turn
    gone = bit(passing ^ 8)
    occupied = everybody(board) ^ gone ^ bit(source) | bit(passing)
    return attackers(board, king_of(board, us), 3 - us, occupied) & ~gone == NOTHING


@kernel
def castles(kind, source, target):
    """Is this move of a piece castling?"""
    return kind == KING and abs(target - source) == 2


@kernel
def castling_corner(source, target):
    """Where the rook stands with which the king castles; it goes to the square between the king's two."""
    return source + 3 if target > source else source - 4


@kernel
def move_piece(board, us, move):
    """Move a piece of one side, with its rook if it castles, and take away the castling rights that end so; its kind
    before the move."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    kind = np.int64(board.kind_at[at(source)])
    lift(board, source, us, kind)
    put(board, target, us, promotion if promotion else kind)
    if castles(kind, source, target):
        lift(board, castling_corner(source, target), us, ROOK)
        put(board, (source + target) >> 1, us, ROOK)
    board.castling &= KEPT[at(source)] & KEPT[at(target)]
    return kind


@kernel
def make(board, move):
    """Move without asking whether it is legal; what was captured, as kind + 8 * square, or 0."""
    source, target = move & 63, move >> 6 & 63
    us, them = board.turn, 3 - board.turn
    kind, taken, where = np.int64(board.kind_at[at(source)]), np.int64(board.kind_at[at(target)]), target
    if kind == PAWN and target == board.passing:
        taken, where = PAWN, target ^ 8
    if taken:
        lift(board, where, them, taken)
    board.hash ^= CASTLING_KEYS[at(board.castling)]
    move_piece(board, us, move)
    board.hash ^= CASTLING_KEYS[at(board.castling)]
    if board.passing != NOWHERE:
        board.hash ^= PASSING_KEYS[at(board.passing & 7)]
        board.passing = NOWHERE
    board.turn = them
    board.hash ^= TURN_KEY
    if kind == PAWN and abs(target - source) == 16:
        note_passing(board, (source + target) >> 1)
    board.clock = 0 if kind == PAWN or taken else min(board.clock + 1, FIFTY)
    if board.clock == FIFTY and board.rules & ENDLESS:
        board.clock = 0
    board.history[at(board.clock)] = board.hash
    board.ply += 1
    board.last = move
    return taken | where << 3 if taken else 0


@kernel
def note_passing(board, passing):
    """A pawn has just moved two squares over `passing`: that counts only if it can really be taken, as in the rule of
    repetition."""
    us = board.turn
    pawns = PAWN_ATTACKS[at(3 - us), at(passing)] & board.of_kind[PAWN] & board.of_colour[at(us)]
    while pawns:
        if may_take_passing(board, lowest(pawns), passing):
            board.passing = passing
            board.hash ^= PASSING_KEYS[at(passing & 7)]
            return
        pawns &= pawns - ONE


@kernel
def clear(board):
    """An empty board, White to move. The random state and the rule set are left as they are."""
    board.turn, board.castling, board.passing, board.clock, board.ply = WHITE, 0, NOWHERE, 0, 0
    board.last, board.end, board.tries, board.asked, board.sources = NO_MOVE, 0, 0, 0, NOTHING
    board.hash = CASTLING_KEYS[0]
    board.of_colour[:] = NOTHING
    board.of_kind[:] = NOTHING
    board.kind_at[:] = 0
    board.history[:] = NOTHING


@kernel
def set_rights(board, turn, castling, clock, ply):
    """After the pieces have been put on a cleared board: whose turn it is, who may castle, and the counts."""
    if turn != board.turn:
        board.turn = turn
        board.hash ^= TURN_KEY
    board.hash ^= CASTLING_KEYS[at(board.castling)] ^ CASTLING_KEYS[at(castling)]
    board.castling, board.clock, board.ply = castling, clock, ply
    board.history[at(clock)] = board.hash


@kernel
def repetitions(board):
    """How often this position has been on the board, now included."""
    count, k = 1, board.clock - 2
    while k >= 0:
        count += board.history[at(k)] == board.hash
        k -= 2
    return count
