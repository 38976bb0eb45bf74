"""What players of Kriegspiel aim at (section 7): H is the sum of the weights of all objectives that a try serves. A try
is evaluated as in C when it is first visited."""

import numpy as np

from ...games.rules import moves
from ...kernel import Parameters, at, kernel, parameter
from ...search import best_first, strategy
from ..knowledge.belief.control import captures, gives_check, is_pawn_capture, legal, threatened
from ..knowledge.belief.evaluation import INFORMATION, look, scaled, try_worth, worth_of
from ..knowledge.belief.model import ANSWER, OWN_TURN
from ..knowledge.belief.opponent import hit
from ..rules.attacks import bit
from ..rules.squares import KING, PAWN, WHITE
from .weighted import count_on


class Objectives(Parameters):
    """What a try may aim at, and how much it counts in H."""

    advance: float = parameter(0.3, "a pawn's step, the more the farther it has come", low=0.0, high=5.0)
    promote: float = parameter(3.0, "a new queen", low=0.0, high=5.0)
    hunt: float = parameter(0.5, "the probability that the try gives check", low=0.0, high=5.0)
    inform: float = parameter(
        0.3, "that the answer is uncertain: p (1 - p) for the chance p to be legal", low=0.0, high=5.0
    )
    protect: float = parameter(0.1, "the control over own men that the moved one protects", low=0.0, high=5.0)
    flee: float = parameter(0.3, "the risk for the man where it stands, less that where it goes", low=0.0, high=5.0)
    capture: float = parameter(1.0, "the probability to capture something", low=0.0, high=5.0)
    recapture: float = parameter(1.5, "a capture where an own man was just taken", low=0.0, high=5.0)
    pawn_try: float = parameter(1.5, "a pawn's capture that was announced", low=0.0, high=5.0)


@kernel
def objectives(state, move, p):
    """H of a try."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    kind, chance = np.int64(state.kind_at[at(source)]), legal(state, move)
    pawn, piece = captures(state, move)
    h = p.hunt * gives_check(state, move) + p.inform * chance * (1.0 - chance)
    h += chance * p.capture * (pawn + piece)
    if target == state.taken_at:
        h += p.recapture
    if is_pawn_capture(state, move):
        h += p.pawn_try * chance
    elif kind == PAWN:
        h += p.advance * ((target >> 3 if state.turn == WHITE else 7 - (target >> 3)) - 1) / 6.0
    if promotion:
        h += p.promote
    if kind != KING:
        h += p.flee * worth_of(state, kind) * (hit(state, source) - hit(state, target))
    return h + p.protect * protected(state, threatened(state, move) & ~bit(source))


@kernel
def protected(state, squares):
    """The control that the enemy has over own men on these squares."""
    squares &= state.of_colour[at(state.turn)] & ~state.of_kind[KING]
    total = 0.0
    for s in range(64):
        if squares & bit(s):
            total += state.control[at(s)]
    return total


@strategy("expand", Objectives, keeps="gains")
def by_objectives(state, nodes, index, work, p):
    """All tries of a position at once, in the order of H, best first; where an answer is awaited, as in C."""
    if state.phase == ANSWER:
        if nodes[at(index)].visits > 1:
            state.otherwise = nodes[at(index)].slot1
            return 0
        look(state)
        state.value = scaled(state, state.balance + try_worth(state, state.pending))
        nodes[at(index)].slot1 = scaled(state, state.balance + state.stand + state.progress * INFORMATION)
        return -1
    if state.phase != OWN_TURN:
        return 0
    count_on(state, nodes[at(index)])
    count = moves(state, work.moves)
    for k in range(count):
        work.heuristic[at(k)] = objectives(state, np.int64(work.moves[at(k)]), p)
    best_first(work, count)
    return count if count > 0 else -1
