"""How opponents move, as chances of the legal moves of a board: each move is of one of a few kinds (it takes back, with
a bishop; it uses a pawn try; a knight develops), and a kind has a weight that is learned from games.

    P(move) = w(kind of the move) bare^u a(target) / a(source)  /  the sum of the same over all legal moves

with a(s) = D(p, t)^beta, where D are the densities of section 5 for the moving piece p, and u how many own pieces more
the move leaves unprotected (which only the belief looks at: it takes too long in a tree). The weights, beta and bare
are those under which the moves of recorded games are likeliest (`kaya learn habits`): a conditional logit model.

The opponent sees none of the opponent's pieces, so no kind depends on what it takes or what attacks it; what it has
heard (a capture, a check, its own pawn tries) does."""

import numpy as np

from ....kernel import at, kernel, record
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import NOTHING, ONE, bit
from ...rules.board import attackers, castles, everybody
from ...rules.game import kriegspiel
from ...rules.messages import CHECKS, TAKEN, TAKEN_AT
from ...rules.moves import MOST_TRIES
from ...rules.squares import BISHOP, KINDS, KING, PAWN, QUEEN, WHITE

_GROUPS = (
    "takes back",
    "takes a known piece",
    "takes at home",
    "takes in check",
    "takes",
    "goes ahead",
    "goes elsewhere",
    "leaves check",
)
KINDS_OF_MOVES = (
    *(f"{group} with a {piece}" for group in _GROUPS for piece in KINDS[1:]),
    "two steps with a pawn",
    "develops a knight",
    "develops a bishop",
    "castles",
    "promotes",
)
"""A known piece has captured, and has not moved since; one at home has never moved, and everybody knows where it stood
at the start. Where pawns can take, the umpire says so."""
TAKES_BACK, TAKES_KNOWN, TAKES_AT_HOME, TAKES_IN_CHECK, TAKES, AHEAD, ELSEWHERE, LEAVES_CHECK = (
    6 * k - 1 for k in range(8)
)
TAKING_BACK = slice(TAKES_BACK + 1, TAKES_BACK + 7)  # with any piece
TWO_STEPS, DEVELOPS, CASTLES, PROMOTES = 48, 47, 51, 52
LEAST = 1e-4  # no square is less likely
FEW, EAGER = 6, 4.0  # pieces with whom pawns run, and how many times as likely their moves are then

HABITS = record(
    ("weight", "f8", len(KINDS_OF_MOVES)),
    ("attraction", "f8", (7, 64)),  # a(s) of each kind of piece for the opponent's colour, now
    ("bare", "f8"),  # how many times as likely a move is for each own piece more that it leaves unprotected
)
THOUGHTS = (
    ("known", "u8"),  # squares of own pieces that the opponent knows,
    ("home", "u8"),  # and of those that have not moved
    ("careless", "f8"),  # the chance that the other moves at random, whatever its habits
    ("habits", HABITS, (1,)),
    ("weights", "f8", MOST_TRIES),  # of its moves
    ("spare", kriegspiel.dtype, (1,)),  # a board for trying
)
"""What a player thinks of the opponent's next move, as fields of a record; `room` for moves comes beside them."""
ROOM = ("room", "i4", MOST_TRIES)


@kernel
def kind_of_move(board, move, heard, known, home):
    """Which of KINDS_OF_MOVES a legal move is; its author has `heard` this message of the opponent's last move, and the
    other's `known` pieces and those at `home` stand on these squares."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    piece, taken = np.int64(board.kind_at[at(source)]), board.kind_at[at(target)] != 0
    taken |= piece == PAWN and target == board.passing
    if taken:
        if heard & TAKEN and heard >> TAKEN_AT & 63 == target:
            return TAKES_BACK + piece
        if known & bit(target):
            return TAKES_KNOWN + piece
        if home & bit(target):
            return TAKES_AT_HOME + piece
        return (TAKES_IN_CHECK if heard & CHECKS else TAKES) + piece
    if promotion:
        return np.int64(PROMOTES)
    if heard & CHECKS:
        return LEAVES_CHECK + piece
    if castles(piece, source, target):
        return np.int64(CASTLES)
    if piece == PAWN:
        return np.int64(TWO_STEPS) if abs(target - source) == 16 else AHEAD + piece
    if piece <= BISHOP and source >> 3 == (0 if board.turn == WHITE else 7):
        return DEVELOPS + piece
    rises = (target >> 3) - (source >> 3)
    return (AHEAD if (rises if board.turn == WHITE else -rises) > 0 else ELSEWHERE) + piece


@kernel
def unprotected(board, colour):
    """How many pieces of a colour, the king aside, no other piece of it protects."""
    pieces, occupied, bare = board.of_colour[at(colour)] & ~board.of_kind[KING], everybody(board), 0
    while pieces:
        bare += attackers(board, lowest(pieces), colour, occupied) == NOTHING
        pieces &= pieces - ONE
    return bare


@kernel
def without(squares, s):
    """The same squares, but for one."""
    return squares & ~bit(s)


@kernel
def now_known(known, move, captured):
    """The squares of a side's pieces that the opponent knows, after a move of that side."""
    known &= ~bit(move & 63)
    return known | bit(move >> 6 & 63) if captured else known


@kernel
def weigh(board, heard, known, home, moves, count, habits, weights):
    """The weights of the first `count` of these legal moves into `weights`; their sum. A pawn becomes a queen."""
    whole, ending = 0.0, count_bits(board.of_colour[at(board.turn)]) <= FEW
    for k in range(count):
        move = np.int64(moves[at(k)])
        source, target, promotion = move & 63, move >> 6 & 63, move >> 12
        weight = 0.0
        if promotion == 0 or promotion == QUEEN:
            piece = at(board.kind_at[at(source)])
            weight = habits.weight[at(kind_of_move(board, move, heard, known, home))]
            if ending and piece == PAWN:
                weight *= EAGER
            else:
                weight *= habits.attraction[piece, at(target)] / habits.attraction[piece, at(source)]
        weights[at(k)] = weight
        whole += weight
    return whole
