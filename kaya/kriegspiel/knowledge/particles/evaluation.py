"""What a try is worth on a board: material after the opponent's reply, which is drawn by its habits, and a little
besides.

    V = (S - L + hope T) (1 - (clock / 100)^4)

with S what stands on the board after the try, L what the opponent's captures and promotions are expected to win by
their chances and exchanges, drawn by `caution` to the worst of them (an opponent who sees all) and after a capture by
`doubt` to the loss of the piece that made it, and T the best capture of the own next move. The last factor makes a won
game worth less the nearer the fifty moves are. A draw is worth nothing, or -MATE / 2 where the game was won; a mate
MATE. The unit is a pawn."""

from typing import Any

import numpy as np

from ....kernel import Parameters, at, kernel, parameter, record
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import KING_STEPS, NOTHING, ONE, bit, piece_attacks
from ...rules.board import FIFTY, attackers, everybody, king_of
from ...rules.messages import LOST_STALEMATE, TAKEN, TRIES
from ...rules.messages import MATE as MATED
from ...rules.moves import is_legal, moves
from ...rules.squares import BISHOP, KING, KNIGHT, PAWN, QUEEN, WHITE
from ...rules.umpire import announce
from ..pieces import VALUES
from ..sampling.chess_engine import PLACES
from .exchanges import capture_wins, smallest
from .habits import ROOM, THOUGHTS, now_known, weigh

MATE = 40.0
FEW = 6.0  # what the enemy's pieces are worth together, below which his king is hunted
MANY = 8  # pieces of the enemy below which doubt is less
AHEAD = 3.0  # and by how much one must be ahead


class EvaluationWeights(Parameters):
    """The weights of what a try is worth, in pawns."""

    caution: float = parameter(0.15, "how far the expected loss is drawn to the worst one", low=0.0, high=1.0)
    doubt: float = parameter(
        0.25,
        "chance that a capture is answered where the boards know of nobody: they know less than they seem to",
        low=0.0,
        high=1.0,
    )
    hope: float = parameter(0.2, "how much of the own next capture counts", low=0.0, high=1.0)
    places: float = parameter(1.0, "weight of where own pieces stand", low=0.0, high=5.0)
    mobility: float = parameter(0.03, "for each square that an own piece attacks", low=0.0, high=0.2)
    advance: float = parameter(
        3.0, "how many times as much a pawn's way counts when the king is hunted", low=0.0, high=20.0
    )
    safety: float = parameter(
        3.0, "how many times as much a loss counts then: a won game needs no risk", low=1.0, high=20.0
    )
    confine: float = parameter(0.1, "for each square that the hunted king cannot enter", low=0.0, high=1.0)
    approach: float = parameter(0.05, "for each step that the own king is nearer to him", low=0.0, high=1.0)


EVALUATION = (("evaluation", EvaluationWeights().as_record().dtype, (1,)), ("gains", "f8", 32))  # type: ignore[call-arg]
EVALUATING = record(ROOM, *THOUGHTS, *EVALUATION)
"""What boards are evaluated with; the state of a search over likely boards has the same fields."""


def weights_alone(given: EvaluationWeights) -> Any:
    """The weights as a record, of parameters among which there may be others."""
    own = {d.name: getattr(given, d.name) for d in EvaluationWeights().describe()}  # type: ignore[call-arg]
    return EvaluationWeights(**own).as_record()[0]


@kernel
def side_material(board, colour):
    """The pieces of a side in pawns, and its pieces alone."""
    own, pieces = board.of_colour[at(colour)], 0.0
    for kind in range(PAWN + 1, KING):
        pieces += VALUES[at(kind)] * count_bits(own & board.of_kind[at(kind)])
    return pieces + count_bits(own & board.of_kind[PAWN]), pieces


@kernel
def hunts(board, us):
    """Has the enemy few pieces left, and is he behind, so that his king is hunted?"""
    mine, _ = side_material(board, us)
    theirs, pieces = side_material(board, 3 - us)
    return pieces <= FEW and mine - theirs >= AHEAD


@kernel
def place_of(kind, s, colour):
    return PLACES[at(kind), at(s if colour == WHITE else s ^ 56)] * 0.01


@kernel
def distance(a, b):
    """Steps of a king."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


@kernel
def standing(board, us, p):
    """What a board is worth to one side as it stands: material, the places of own pieces and of the enemy's pawns, and
    if one is far ahead how near the enemy's king is to being mated. A lone knight or bishop wins no game."""
    own, enemy = board.of_colour[at(us)], board.of_colour[at(3 - us)]
    occupied = own | enemy
    mine, pieces = side_material(board, us)
    theirs, _ = side_material(board, 3 - us)
    hunting = hunts(board, us)
    value, covered, left = 0.0, NOTHING, own
    while left:
        s = lowest(left)
        left &= left - ONE
        kind = np.int64(board.kind_at[at(s)])
        if kind == PAWN:
            value += p.places * place_of(kind, s, us) * (p.advance if hunting else 1.0)
            continue
        if kind != KING:
            reached = piece_attacks(kind, s, occupied) & ~own
            covered |= reached
            value += p.mobility * min(count_bits(reached), 8)
        value += p.places * place_of(0 if kind == KING and hunting else kind, s, us)
    left = enemy & board.of_kind[PAWN]
    while left:
        value -= place_of(PAWN, lowest(left), 3 - us) * (p.advance if hunting else 1.0)
        left &= left - ONE
    if hunting:
        king, other = king_of(board, us), king_of(board, 3 - us)
        free = KING_STEPS[at(other)] & ~(covered | KING_STEPS[at(king)])
        value -= p.confine * count_bits(free) + p.approach * distance(king, other)
        value -= 0.5 * p.places * place_of(0, other, 3 - us)
    value += mine - theirs
    return min(value, 0.0) if mine == pieces <= VALUES[BISHOP] else value


@kernel
def expected_loss(board, heard, known, home, mind):
    """What the player to move is expected to win with its next move by captures and promotions."""
    room, weights = mind.room, mind.weights
    count = moves(board, room)
    whole = max(weigh(board, heard, known, home, room, count, mind.habits[0], weights), 1e-9)
    expected, worst = 0.0, 0.0
    for k in range(count):
        if weights[at(k)] == 0.0:
            continue
        move = np.int64(room[at(k)])
        source, target = move & 63, move >> 6 & 63
        victim = np.int64(board.kind_at[at(target)])
        if victim == 0 and board.kind_at[at(source)] == PAWN and target == board.passing:
            victim = np.int64(PAWN)
        won = 0.0
        if move >> 12:
            unsafe = attackers(board, target, 3 - board.turn, everybody(board) & ~bit(source)) != NOTHING
            won = VALUES[at(victim)] + (0.0 if unsafe else VALUES[QUEEN]) - 1.0
        elif victim:
            won = capture_wins(board, source, target, VALUES[at(victim)], mind.gains)
        expected += weights[at(k)] / whole * won
        worst = max(worst, won)
    return expected + mind.evaluation[0].caution * max(worst - expected, 0.0)


@kernel
def best_threat(board, us, gains):
    """What the best capture of one side would win, if it were to move."""
    occupied, best = everybody(board), 0.0
    left = board.of_colour[at(3 - us)] & ~board.of_kind[KING]
    while left:
        s = lowest(left)
        left &= left - ONE
        pieces = attackers(board, s, us, occupied)
        if pieces:
            victim = VALUES[at(board.kind_at[at(s)])]
            best = max(best, capture_wins(board, smallest(board, pieces), s, victim, gains))
    return best


@kernel
def struck_loss(board, s, us):
    """What it costs if the own piece on a square is taken by somebody who was not expected: its value, less what
    another own piece takes back, which is a piece, or less if it was worth less."""
    value = VALUES[at(board.kind_at[at(s)])]
    if attackers(board, s, us, everybody(board)) == NOTHING:
        return value
    return value - min(value, VALUES[KNIGHT])


@kernel
def drawn_value(board, us):
    """What a drawn game is worth: nothing, or if the enemy's king was hunted, less: a won game was given away."""
    return -MATE / 2 if hunts(board, us) else 0.0


@kernel
def value_of_try(board, move, mind):
    """V of a legal move, which is played on the board; `mind` has the fields of EVALUATING."""
    us = board.turn
    message = announce(board, move)
    if board.end:
        return MATE if board.end == MATED or board.end == LOST_STALEMATE else drawn_value(board, us)
    return value_after(board, move, message, mind)


@kernel
def value_after(board, move, message, mind):
    """V of a move that was just made, and of which the umpire said this; the game goes on."""
    us, target, p = 3 - board.turn, move >> 6 & 63, mind.evaluation[0]
    known = now_known(mind.known, move, message & TAKEN != 0)
    loss = expected_loss(board, message & ~TRIES, known, mind.home & ~bit(move & 63), mind)
    if message & TAKEN:
        pieces = count_bits(board.of_colour[at(3 - us)]) - 1
        loss += p.doubt * min(pieces / MANY, 1.0) * max(struck_loss(board, target, us) - loss, 0.0)
    if hunts(board, us):
        loss *= p.safety
    value = standing(board, us, p) - loss + p.hope * best_threat(board, us, mind.gains)
    left = 1.0 - (board.clock / FIFTY) ** 4
    return value * left if value > 0.0 else value


@kernel
def evaluate_boards(boards, first, last, tries, mind, values):
    """V of every try on the boards from `first` to before `last`, NaN where it is not legal; by board and try."""
    for b in range(first, last):
        for k in range(len(tries)):
            move = np.int64(tries[at(k)])
            if is_legal(boards[at(b)], move):
                mind.spare[0] = boards[at(b)]
                values[at(b), at(k)] = value_of_try(mind.spare[0], move, mind)
            else:
                values[at(b), at(k)] = np.nan
