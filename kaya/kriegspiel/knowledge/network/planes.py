"""An information state as planes of 8 x 8 squares: words, a plane each, and numbers that are the same on all squares.

The board is seen from the player's own side: for Black it is turned upside down, so that its pawns go up, too."""

import numpy as np

from ....kernel import at, kernel
from ....kernel.bits import lowest
from ...rules.attacks import NOTHING, ONE, bit
from ...rules.board import LONG, SHORT
from ...rules.messages import FILE, KNIGHT_CHECK, LONG_DIAGONAL, RANK, SHORT_DIAGONAL, SOME, UNTOLD
from ...rules.moves import own_targets
from ...rules.squares import BLACK, KING, PAWN, QUEEN
from ..metapositions.deduction import men_left

AGES = 1, 2, 4, 8
"""A plane for each: what has been known for no more moves of the enemy than that."""
NOTICED = 0.1, 0.5
WORD_NAMES = (
    *(f"own {kind}" for kind in ("pawns", "knights", "bishops", "rooks", "queens", "king")),
    "may be empty",
    *(f"may be an enemy {kind}" for kind in ("pawn", "knight", "bishop", "rook", "queen", "king")),
    *(f"known for {n} moves" for n in AGES),
    *(f"an enemy noticed, {chance}" for chance in NOTICED),
    "own pieces the enemy knows of",
    "may be taken in passing",
    *(f"lost {n} moves ago" for n in range(4)),
    *(f"captured {n} moves ago" for n in range(4)),
    *(f"own move {n} moves ago" for n in range(2)),
    "tried in vain from",
    "tried in vain to",
)
NUMBER_NAMES = (
    "pawn tries", "rank check", "file check", "long-diagonal check", "short-diagonal check", "knight check",
    "plies without progress", "enemy pawns", "enemy pieces", "the enemy may have promoted",
    "may castle short", "may castle long", "moves", "Black", "what a draw is worth",
)  # fmt: skip
WORDS, NUMBERS = len(WORD_NAMES), len(NUMBER_NAMES)
PLANES = WORDS + NUMBERS
"""Words and numbers, a multiple of 16."""

EVEN_BYTES, EVEN_PAIRS, LOW_HALF = (
    np.uint64(bits) for bits in (0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF)
)
EIGHT, SIXTEEN, HALF = np.uint64(8), np.uint64(16), np.uint64(32)


@kernel
def upside_down(word):
    """The first rank becomes the last."""
    word = (word & EVEN_BYTES) << EIGHT | word >> EIGHT & EVEN_BYTES
    word = (word & EVEN_PAIRS) << SIXTEEN | word >> SIXTEEN & EVEN_PAIRS
    return (word & LOW_HALF) << HALF | word >> HALF


@kernel
def describe(information, words, numbers):
    """Write the words and numbers of an information state."""
    m = information.metaposition[0]
    own = m.of_colour[at(m.side)]
    k = 0
    for kind in range(PAWN, KING + 1):
        words[k] = own & m.of_kind[kind]
        k += 1
    for kind in range(KING + 1):
        words[k] = m.may[kind]
        k += 1
    for most in AGES:
        word = NOTHING
        for s in range(64):
            if m.age[s] <= most:
                word |= bit(s)
        words[k] = word
        k += 1
    for least in NOTICED:
        word = NOTHING
        for s in range(64):
            if m.noticed[s] >= least:
                word |= bit(s)
        words[k] = word
        k += 1
    words[k], words[k + 1] = m.exposed, m.passing
    k += 2
    for n in range(4):
        words[k], words[k + 4] = information.gone[n], information.taken[n]
        k += 1
    k += 4
    words[k], words[k + 1] = information.moved[0], information.moved[1]
    words[k + 2], words[k + 3] = information.sources, information.targets
    if m.side == BLACK:
        for n in range(WORDS):
            words[n] = upside_down(words[n])
    write_numbers(m, numbers)
    numbers[NUMBERS - 1] = information.draw


@kernel
def write_numbers(m, numbers):
    """The numbers of `NUMBER_NAMES`, most between 0 and 1. The network has learned by the ICC's rules: where no number
    of pawn tries is told there are none or one, and who was captured without a name is shared out."""
    rights = m.castling if m.side != BLACK else m.castling >> 2
    checks = m.checks
    tries = 0 if m.tries == UNTOLD else 1 if m.tries == SOME else min(m.tries, 4)
    left = men_left(m) / max(m.pawns + m.pieces, 1)
    numbers[0] = tries / 4.0
    numbers[1], numbers[2], numbers[3] = checks & RANK != 0, checks & FILE != 0, checks & LONG_DIAGONAL != 0
    numbers[4], numbers[5] = checks & SHORT_DIAGONAL != 0, checks & KNIGHT_CHECK != 0
    numbers[6], numbers[7], numbers[8] = min(m.clock, 100) / 100.0, left * m.pawns / 8.0, left * m.pieces / 7.0
    numbers[9], numbers[10], numbers[11] = m.promoted, rights & SHORT != 0, rights & LONG != 0
    numbers[12], numbers[13] = min(m.moves, 100) / 100.0, m.side == BLACK


@kernel
def describe_tries(board, information, targets):
    """By square from which the player to move may try something, where to, without what was refused in this turn; as
    the planes see it. It looks at own pieces only, so the board may be the umpire's or the player's."""
    targets[:] = NOTHING
    own, black = board.of_colour[at(board.turn)], board.turn == BLACK
    while own:
        s = lowest(own)
        left = own_targets(board, s) & ~information.vain[at(s)]
        targets[at(s ^ 56 if black else s)] = upside_down(left) if black else left
        own &= own - ONE


@kernel
def seen_move(board, source, target):
    """The move between two squares as the planes see them; a pawn becomes a queen."""
    if board.turn == BLACK:
        source, target = source ^ 56, target ^ 56
    promotes = board.kind_at[at(source)] == PAWN and (target < 8 or target >= 56)
    return source | target << 6 | (QUEEN << 12 if promotes else 0)


@kernel
def fill_planes(words, numbers, planes):
    """Planes as a network reads them: for each square its PLANES numbers."""
    for s in range(64):
        place = s * PLANES
        for k in range(WORDS):
            planes[place + k] = np.float32((words[k] >> np.uint64(s)) & ONE)
        for k in range(NUMBERS):
            planes[place + WORDS + k] = numbers[k]
