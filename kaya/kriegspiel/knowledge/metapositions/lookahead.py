"""Minimax over metapositions (section 4.3), as kernels.

A tree of own moves. After each of them the umpire gives his likeliest answers, the result is evaluated, and the enemy
makes his one anonymous move, which only makes less certain where he is. So no enemy moves branch the tree; what he may
do with his move is the `risk` of the evaluation, and the risks of a line add up. By `silence` what is found deeper
counts with the chance that the reply takes nothing, after which the tree goes on.
"""

import numpy as np

from ....kernel import at, atomic_load, inlined, kernel, random_unit
from ...rules.attacks import PAWN_ATTACKS, bit
from ...rules.moves import is_among, is_pawn_capture
from ...rules.squares import KING, PAWN
from ..pieces import MINIMAX_VALUES
from ..turn import NEVER, value_of_turn
from .evaluation import pawns_at, watch
from .own_turn import RARE, become, chance_of_silence, enemy_turn, open_turn, resolves

UNLIKELY = -500.0  # for tries that are nearly certain to be refused: all others come first
TAKE_BACK, PAWN_TRY = 1.0, 0.4  # what the rules of thumb add, in pawns


@kernel
def next_best(level):
    """The best try that was not looked at further, or -1."""
    best = -1
    for k in range(level.count):
        if level.done[at(k)] == 0 and level.rank[at(k)] > (NEVER if best < 0 else level.rank[at(best)]):
            best = k
    return best


@inlined
def value_of_level(level):
    """The value of the tries that were looked at."""
    for k in range(level.count):
        if level.done[at(k)] == 0:
            level.value[at(k)] = NEVER
    return value_of_turn(level.value, level.legal, level.count, -1, NEVER, RARE)


@kernel
def look(metas, levels, estimates, depth, width, work, w):
    """Look `depth` own moves ahead at the `width` best tries of the root. One loop goes down and up the levels: kept on
    disk, a kernel that calls itself crashed."""
    d, g = 0, estimates[0]
    levels[0].width = width
    while True:
        level = levels[d]
        enough = d == 0 and work.count >= work.limit
        k = next_best(level) if level.width > 0 and not enough and not atomic_load(work, "stop") else -1
        if k < 0:
            deeper = value_of_level(level)
            if d == 0:
                return
            d -= 1
            if deeper > 0.5 * NEVER:
                credit(levels[d], deeper, w)
            continue
        level.width -= 1
        level.current, level.done[at(k)], level.value[at(k)] = k, 1, level.static[at(k)]
        if d + 1 < depth:
            become(metas, d, np.int64(level.moves[at(k)]), level.taken[at(k)], level)
            d += 1
            watch(metas[d], g)
            levels[d - 1].silence = chance_of_silence(metas[d], g, w)
            enemy_turn(metas[d], g)
            open_turn(metas, levels, g, d, work, w)
            levels[d].width = max(w.narrow - d + 1, 2) if d + 1 < depth else levels[d].count


@inlined
def credit(level, deeper, w):
    """The try that is being looked at is worth a part of what was found deeper, if the reply takes nothing."""
    k = level.current
    level.value[at(k)] += level.share[at(k)] * level.silence * w.trust * (deeper - level.stands[at(k)])


@inlined
def careful(m, g, move, before):
    """What the rules of thumb add to a try at the root; `m` is the metaposition after it and `before` that before it.

    1. Take back where a piece was just lost, with the cheapest one.
    2. Use the pawn tries.
    3. No piece goes without protection to where a pawn is likely to take it."""
    source, target = move & 63, move >> 6 & 63
    kind, price = np.int64(before.kind_at[at(source)]), 0.0
    if before.noticed[at(target)] == 1.0 and not before.may[0] & bit(target):
        price += TAKE_BACK - 0.08 * MINIMAX_VALUES[at(kind)]
    if is_pawn_capture(before, move):
        price += PAWN_TRY
    alone = kind != PAWN and kind != KING and not g.watched & bit(target)
    if alone and pawns_at(m, g, PAWN_ATTACKS[at(m.side), at(target)]) > 0.3:
        price -= 0.5 * MINIMAX_VALUES[at(kind)]
    return price


@kernel
def open_root(metas, levels, estimates, tried, past, work, w):
    """The tries of the real turn, evaluated, and what belongs to the real game alone: checks, what was `tried` in vain,
    the settings of the own pieces that were there in the `past`, and chance."""
    level, m, g = levels[0], metas[0], estimates[0]
    open_turn(metas, levels, g, 0, work, w)
    goals = resolves(m)
    for k in range(level.count):
        move = np.int64(level.moves[at(k)])
        if m.checks and m.kind_at[at(move & 63)] != KING:
            level.legal[at(k)] *= 0.6 if goals & bit(move >> 6 & 63) else 0.0
        become(metas, 0, move, level.taken[at(k)], level)
        watch(metas[1], g)
        bonus = careful(metas[1], g, move, m) + w.noise * random_unit(work)
        for hashed in past:
            bonus -= w.repeats * (hashed == metas[1].hash)
        level.static[at(k)] += bonus if level.legal[at(k)] >= RARE else UNLIKELY
        level.rank[at(k)] = NEVER if is_among(move, tried, len(tried)) else level.static[at(k)]
