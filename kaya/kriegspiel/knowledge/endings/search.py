"""A search over metapositions: own tries, the umpire's answers, and every move of the king at once.

The cost of a try is the mean of its answers' costs, by the number of squares that would give them, drawn towards the
worst of them. A refused try costs nothing, so trying a king's move to hear the answer comes out by itself.
"""

from ....kernel import at, inlined, kernel
from ....kernel.bits import count_bits
from ...rules.attacks import NOTHING, ONE
from ..sets import neighbours
from .ending import LEVELS, TURNS, attacked, can_mate, refusals, shift_piece, write_tries
from .king_set import directions
from .value import value

NEVER = 1e9
WORST = 0.3  # how far the cost of a try is drawn from the mean of the answers to the worst
AGAIN, AGAIN_WISER = 6.0, 1.2  # for each time that the pieces have stood so before, and if more is known now
THIRD_TIME = 20.0  # it may be a draw by repetition
LOSS = 40.0  # of a piece without whom mate is still possible
BEAM = 6  # tries of an inner node that are searched further
ROOT_BEAM = 12
DEEPEST = 8


@kernel
def again(ending, king_set):
    """What it costs to come back to pieces that stood so before, and more if nothing was learnt since."""
    cost, times = 0.0, 0
    for k in range(min(ending.turns, TURNS)):
        if ending.seen_place[at(k)] == ending.place:
            times += 1
            cost += AGAIN_WISER if ending.seen_set[at(k)] & ~king_set else AGAIN
    return cost + THIRD_TIME if times > 1 else cost


@inlined
def mixed(mean, worst):
    return mean + WORST * (worst - mean)


@kernel
def add_answer(ending, n, squares, safe):
    """The n-th answer to a try came from one of these squares; the king goes on to a safe one and may take a piece."""
    steps, level = neighbours(squares) & safe, at(ending.level)
    taken, silent = steps & ending.own, steps & ~ending.own
    ending.answer_set[level, at(n)] = silent
    ending.answer_weight[level, at(n)] = count_bits(squares)
    ending.answer_risk[level, at(n)] = 0.0
    if taken:
        risk = count_bits(squares & neighbours(taken)) / count_bits(squares) if silent else 1.0
        ending.answer_risk[level, at(n)] = risk
        ending.answer_loss[level, at(n)] = LOSS if can_mate(ending, taken) else ending.draw
    return n + 1


@inlined
def same_message(squares, seen):
    """Those of the squares that give the same message as the lowest of them."""
    first = squares & (~squares + ONE)
    for direction in seen:
        squares &= direction if direction & first else ~direction
    return squares


@kernel
def write_answers(ending, accepted):
    """The own move is made; what the umpire may say, the king being on one of these squares. How many answers. Mate is
    none, for it costs nothing, and stalemate an answer without a set."""
    covered = attacked(ending, ending.own)
    free, n = neighbours(~covered), 0
    silent, checked = accepted & free & ~covered, accepted & free & covered
    stalemated = accepted & ~free & ~covered
    if stalemated:
        n = add_answer(ending, n, stalemated, NOTHING)
        ending.answer_risk[at(ending.level), 0], ending.answer_loss[at(ending.level), 0] = 1.0, ending.draw
    if silent:
        n = add_answer(ending, n, silent, ~covered)
    if checked:
        seen = directions(ending)
        while checked:
            part = same_message(checked, seen)
            n = add_answer(ending, n, part, ~covered)
            checked ^= part
    return n


@kernel
def answer_cost(ending, k, cost):
    """The cost of the k-th answer, if that of its set is known."""
    level = at(ending.level)
    if ending.level == 0 and ending.answer_set[level, at(k)]:
        cost += again(ending, ending.answer_set[level, at(k)])
    risk, loss = ending.answer_risk[level, at(k)], ending.answer_loss[level, at(k)]
    if risk > 0.0:
        cost = mixed(risk * loss + (1.0 - risk) * cost, max(loss, cost))
    return 1.0 + cost


@kernel
def open_try(ending, king_set, move):
    """Make a try and write what may be answered: how many answers, and the squares from which it would be refused. All
    of them, and nothing is done, if it cannot be accepted."""
    piece, target, kind = move & 15, move >> 4 & 63, move >> 10
    source, before, level = ending.square[at(piece)], ending.kind[at(piece)], at(ending.level)
    refused = king_set & refusals(before, source, target)
    if refused == king_set:
        return 0, refused
    ending.piece[level], ending.source[level], ending.before[level] = piece, source, before
    shift_piece(ending, piece, kind, target)
    return write_answers(ending, king_set & ~refused), refused


@inlined
def close_try(ending):
    """Take it back."""
    level = at(ending.level)
    shift_piece(ending, ending.piece[level], ending.before[level], ending.source[level])


@kernel
def quick_cost(ending, king_set, move):
    """The cost of a try by the value of what comes after it; NEVER if it cannot be accepted."""
    ending.nodes += 1
    answers, refused = open_try(ending, king_set, move)
    if refused == king_set:
        return NEVER
    total, worst, level = 0.0, 0.0, at(ending.level)
    for k in range(answers):
        after = ending.answer_set[level, at(k)]
        cost = answer_cost(ending, k, value(ending, after) if after else 0.0)
        total, worst = total + cost * ending.answer_weight[level, at(k)], max(worst, cost)
    close_try(ending)
    if refused:
        cost = value(ending, refused)
        total, worst = total + cost * count_bits(refused), max(worst, cost)
    return mixed(total / count_bits(king_set), worst)


@kernel
def write_best_tries(ending, king_set, beam):
    """Write all tries of this level, the `beam` cheapest in front; how many of these there are."""
    moves, costs = ending.tries[at(ending.level)], ending.costs[at(ending.level)]
    count = write_tries(ending, moves)
    for k in range(count):
        costs[at(k)] = quick_cost(ending, king_set, moves[at(k)])
    beam = min(beam, count)
    for k in range(beam):
        best = k
        for j in range(k + 1, count):
            if costs[at(j)] < costs[at(best)]:
                best = j
        moves[at(k)], moves[at(best)] = moves[at(best)], moves[at(k)]
        costs[at(k)], costs[at(best)] = costs[at(best)], costs[at(k)]
        if costs[at(k)] >= NEVER:
            return k
    return beam


@kernel
def best_cost(ending, king_set, depth):
    """The cost of the best try, the own pieces being to move. What the tries cost that were searched stays in
    `costs`."""
    level = ending.level
    if depth == 0 or level >= LEVELS or ending.nodes > ending.limit:
        return value(ending, king_set)
    count = write_best_tries(ending, king_set, BEAM if level else ROOT_BEAM)
    if depth == 1 or count == 0:
        return ending.costs[at(level), 0]
    best = NEVER
    for k in range(count):
        answers, refused = open_try(ending, king_set, ending.tries[at(level), at(k)])
        total, worst = 0.0, 0.0
        for j in range(answers):
            after, cost = ending.answer_set[at(level), at(j)], 0.0
            if after:
                ending.level = level + 1
                cost = best_cost(ending, after, depth - 1)
                ending.level = level
            cost = answer_cost(ending, j, cost)
            total, worst = total + cost * ending.answer_weight[at(level), at(j)], max(worst, cost)
        close_try(ending)
        if refused:
            ending.level = level + 1
            cost = best_cost(ending, refused, depth - 1)
            ending.level = level
            total, worst = total + cost * count_bits(refused), max(worst, cost)
        cost = mixed(total / count_bits(king_set), worst)
        ending.costs[at(level), at(k)] = cost
        best = min(best, cost)
    return best


@kernel
def best_try(ending):
    """Deepen until the nodes are used up; the best try, or -1 if there is none."""
    chosen, ending.level, ending.nodes = -1, 0, 0
    for depth in range(1, DEEPEST):
        before = ending.nodes
        cost = best_cost(ending, ending.king_set, depth)
        if (chosen >= 0 and ending.nodes > ending.limit) or cost >= NEVER:
            break
        k = 0
        while ending.costs[0, at(k)] > cost:
            k += 1
        chosen = ending.tries[0, at(k)]
        if 4 * (ending.nodes - before) > ending.limit - ending.nodes:
            break
    return chosen
