"""One own turn on a metaposition, as kernels: its tries, how likely each is legal, the umpire's likeliest answers, and
what the metaposition after each answer is worth."""

import numpy as np

from ....kernel import at, inlined, kernel, parameter, record
from ....kernel.bits import count_bits, lowest
from ...rules.attacks import KNIGHT_STEPS, NOTHING, ONE, PAWN_ATTACKS, bit, piece_attacks
from ...rules.board import castles, king_of
from ...rules.messages import KNIGHT_CHECK
from ...rules.moves import MOST_TRIES, is_pawn_capture, path_of, tries
from ...rules.squares import KING, KNIGHT, PAWN, QUEEN
from ...rules.umpire import in_direction
from ..turn import NEVER
from .deduction import men_left, settle
from .evaluation import Weights, risk, standing, threat, watch
from .likelihood import estimate, expected, survey
from .mating import finality
from .pseudomoves import enemy_move, fade, own_move, took

DEEPEST = 6  # own moves
RARE = 0.03  # answers of the umpire, and tries, less likely than this are left out
LATER = 0.1  # what a mate or stalemate counts deeper in the tree, where the enemy's moves are only estimated
FEW = 2  # enemy pieces besides the king with whom mate and stalemate are looked for everywhere, not at the root alone


class Minimax(Weights):
    """The weights of the evaluation, and the search's own parameters."""

    metapositions: int = parameter(10_000, "metapositions evaluated for a try", low=100, high=10_000_000)
    depth: int = parameter(5, "own moves looked ahead at most", low=1, high=DEEPEST)
    wide: int = parameter(16, "moves at the root that are looked at further", low=2, high=64)
    narrow: int = parameter(5, "moves in the first position below it; one fewer in each further one", low=2, high=32)
    trust: float = parameter(
        0.6, "share of the deeper value; the rest is the evaluation of the position itself", low=0, high=1
    )
    silence: float = parameter(
        0.0, "share of the chance that the reply takes something, by which deeper values count less", low=0, high=1
    )
    repeats: float = parameter(
        2.0, "price of a setting of the own pieces for each time it was there before", low=0, high=10
    )
    noise: float = parameter(0.03, "most that chance adds to a move", low=0, high=1)


# fmt: off
LEVEL = record(
    ("count", "i8"),               # tries
    ("width", "i8"),               # how many are still to be looked at
    ("current", "i8"),             # the one that is
    ("silence", "f8"),             # the chance that the enemy's reply to it takes nothing
    ("moves", "i4", MOST_TRIES),
    ("value", "f8", MOST_TRIES),   # of each try, if it is legal
    ("static", "f8", MOST_TRIES),  # the same without looking further
    ("legal", "f8", MOST_TRIES),   # the chance that it is
    ("share", "f8", MOST_TRIES),   # the chance of the umpire's likeliest answer
    ("taken", "u1", MOST_TRIES),   # is that answer a capture?
    ("stands", "f8", MOST_TRIES),  # the standing after it
    ("rank", "f8", MOST_TRIES),    # what decides which one is looked at next
    ("done", "u1", MOST_TRIES),
    ("chance", "f8", 64),          # see `survey`
    ("value_there", "f8", 64),
)
# fmt: on

WORK = record(
    ("stop", "i8"),  # set from outside to end the search
    ("count", "i8"),  # metapositions so far
    ("limit", "i8"),
    ("rng", "u8"),
)


@inlined
def legality(m, g, level, move):
    """The chance that the umpire accepts a try; `resolves` cares for checks."""
    source, target = move & 63, move >> 6 & 63
    kind = np.int64(m.kind_at[at(source)])
    if kind == KING:
        if castles(kind, source, target):
            return 0.9
        threats, blockers = expected(m, g, PAWN, PAWN_ATTACKS[at(m.side), at(target)]), ~m.may[0] & ~bit(source)
        for enemy in range(KNIGHT, KING + 1):
            if m.may[at(enemy)]:
                threats += expected(m, g, enemy, piece_attacks(enemy, target, blockers))
        return 1.0 - min(threats, 0.95)
    if is_pawn_capture(m, move):
        return max(level.chance[at(target)], 0.1 if m.passing & bit(target) else 0.0)
    way, free = path_of(m, move), 1.0
    while way:
        free *= 1.0 - level.chance[at(lowest(way))]
        way &= way - ONE
    return free


@inlined
def resolves(m):
    """Where a piece other than the king may go to end the checks, if that is possible at all."""
    king, goals = king_of(m, m.side), NOTHING
    if m.checks == KNIGHT_CHECK:
        goals = KNIGHT_STEPS[at(king)] & m.may[KNIGHT]
    elif m.checks & (m.checks - 1) == 0:
        goals = in_direction(king, piece_attacks(QUEEN, king, NOTHING), m.checks) & ~m.of_colour[at(m.side)]
    return goals


@kernel
def become(metas, d, move, taken, level):
    """The metaposition after a try of level d that is accepted, with or without a capture, is written one level up."""
    metas[d + 1] = metas[d]
    m, target = metas[d + 1], move >> 6 & 63
    if taken:
        value = level.value_there[at(target)]
        took(m, target, value < 1.5 and m.pawns > 0, value)
    own_move(m, move)
    if taken:
        m.exposed |= bit(target)


@inlined
def consider(metas, level, g, d, k, work, w):
    """Evaluate the k-th try of level d, over the umpire's answers."""
    move = np.int64(level.moves[at(k)])
    source, target = move & 63, move >> 6 & 63
    hit = level.chance[at(target)]
    if metas[d].kind_at[at(source)] == PAWN:
        hit = 0.0 if source & 7 == target & 7 else 1.0
    hit = 0.0 if hit < RARE else 1.0 if hit > 1.0 - RARE else hit
    value = 0.0
    for taken in range(2):
        share = hit if taken else 1.0 - hit
        if share == 0.0:
            continue
        become(metas, d, move, taken, level)
        m = metas[d + 1]
        work.count += 1
        watch(m, g)
        stands = standing(m, g, w)
        value += share * (stands - risk(m, g, w))
        if d == 0 or men_left(m) <= FEW:
            value += share * finality(m, g, w) * (1.0 if d == 0 else LATER)
        if share >= 0.5:
            level.share[at(k)], level.taken[at(k)], level.stands[at(k)] = share, taken, stands
    level.static[at(k)] = value


@inlined
def chance_of_silence(m, g, w):
    """The chance that the enemy's next move takes nothing; `watch` has been asked."""
    own, silence = m.of_colour[at(m.side)], 1.0
    while own and w.silence > 0.0:
        silence *= 1.0 - w.silence * threat(m, g, lowest(own), w)[1]
        own &= own - ONE
    return silence


@inlined
def enemy_turn(m, g):
    """The enemy's anonymous move after the own one that was evaluated last. A king goes where he is not attacked."""
    few = men_left(m) <= FEW
    kings = m.may[KING] & g.guarded
    if few and 2 * count_bits(kings) > count_bits(m.may[KING]):
        m.may[KING] = kings  # the likelier answer was: check
    elif few and kings != m.may[KING]:
        m.may[KING] &= ~kings
    fade(m)
    enemy_move(m)
    if few and m.may[KING] & ~g.guarded:
        m.may[KING] &= ~g.guarded
    settle(m)
    m.tries = 1  # pawns may capture, with the chance that there is someone


@inlined
def list_tries(m, level):
    """Write the tries of a metaposition, with queens as the only promotion."""
    count, kept = tries(m, level.moves), 0
    for k in range(count):
        move = level.moves[at(k)]
        if move >> 12 == 0 or move >> 12 == QUEEN:
            level.moves[at(kept)] = move
            kept += 1
    level.count = kept


@kernel
def open_turn(metas, levels, g, d, work, w):
    """List the tries of level d and evaluate those that are not hopeless; at the root all, as others may be refused."""
    level, m = levels[d], metas[d]
    estimate(m, g)
    survey(m, g, level.chance, level.value_there)
    list_tries(m, level)
    for k in range(level.count):
        level.legal[at(k)] = legality(m, g, level, np.int64(level.moves[at(k)]))
    for k in range(level.count):
        level.done[at(k)], level.rank[at(k)] = 0, NEVER
        if level.legal[at(k)] >= RARE or d == 0:
            consider(metas, level, g, d, k, work, w)
            level.rank[at(k)] = level.static[at(k)]
