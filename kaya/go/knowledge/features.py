"""Features of moves, and a Bradley-Terry model of them (Coulom 2007, "Computing Elo Ratings of Move Patterns in the
Game of Go"; the "more advanced knowledge" of the Mango paper).

A move is a team: it has one level of each group of features, and each level has a strength gamma. The team's strength
is the product, and the probability that a professional chooses move i is

    gamma_i / (sum of gamma_j over all legal moves j),    gamma_i = product of the gammas of its levels.

Level 0 of a tactical group means that the feature is absent. The levels of all groups but two fit in one word, six bits
each. The two groups of large patterns hold the *class* of the largest known shape, the logarithm of its probability in
steps of a quarter of a factor 2; the strength of each shape itself is in the table of `large_patterns`.
"""

import numpy as np

from ...kernel import at, kernel
from ...kernel.views import record_over
from ..rules.board import BLACK, EDGE, EMPTY, PASS, WHITE
from .large_patterns import BOARD_NOTES, box_from_rows, draw_rows, largest_shapes, log_strength

NONE = "none"
STAGE_NAMES = ("opening", "middle", "endgame")
STAGES = (40, 150)  # a middle game begins at the 40th of 361 moves, an endgame at the 150th
DISTANCE_LEVELS = tuple(
    name and f"{name} {stage}" for stage in STAGE_NAMES for name in (NONE, "", *(str(d) for d in range(2, 18)), "18+")
)
GROUPS: dict[str, tuple[str, ...]] = {
    "capture": (
        NONE,
        "of the last move, frees own stones",
        "of the last move",
        "frees own stones",
        "one stone",
        "more",
        "takes a ko",
    ),
    "extension": (
        NONE,
        "new atari, to 2 liberties",
        "new atari, to 3+",
        "old atari, to 2 liberties",
        "old atari, to 3+",
    ),
    "self-atari": (NONE, "of 1 stone", "of 2 to 4 stones", "of 5+ stones"),
    "atari": (NONE, "in a ko", "on the last move", "on one stone", "on more stones", "on two chains"),
    "support": (NONE, "2 liberties to 2", "2 to 3", "2 to 4+", "3 to 2", "3 to 3", "3 to 4+"),
    "pressure": (NONE, "2 liberties left, last move", "2 left", "3 left, last move", "3 left"),
    "border": tuple(f"line {n} {stage}" for stage in STAGE_NAMES for n in (1, 2, 3, 4, 5, "6+")),
    "last move": DISTANCE_LEVELS,
    "move before": DISTANCE_LEVELS,
    "shape": ("unknown", *(f"probability 2^-{k / 4:g}" for k in range(62)), "superseded by the answer"),
    "answer": ("unknown", *(f"probability 2^-{k / 4:g}" for k in range(63))),
}
BITS = 6
LEVELS = 1 << BITS
IN_WORD = 9  # groups
CAPTURE, EXTENSION, SELF_ATARI, ATARI, SUPPORT, PRESSURE, BORDER, LAST, BEFORE = (BITS * k for k in range(IN_WORD))
SHAPE, ANSWER = 9, 10  # where the weights of these groups begin, in LEVELS
FAR = 18
CLASSES_PER_FACTOR_2 = 4
SUPERSEDED = LEVELS - 1  # the level of a shape whose answer is known at the same size, and tells more


@kernel
def count_liberties(board, work):
    """Note how many liberties each chain has, by its head, and the rows of stones for large patterns."""
    draw_rows(board, work)
    liberties = record_over(work.scratch, BOARD_NOTES).liberties
    w = board.stride
    for y in range(1, board.lines + 1):
        for p in range(y * w + 1, y * w + 1 + board.lines):
            liberties[at(p)] = 0
    for k in range(board.empties):
        p = np.int64(board.empty[at(k)])
        one, two, three = 0, 0, 0
        for d in (-w, w, -1, 1):
            head = np.int64(board.head[at(p + d)])
            v = board.colour[at(p + d)]
            if (v == BLACK or v == WHITE) and head != one and head != two and head != three:
                liberties[at(head)] += 1
                one, two, three = head, one, two


@kernel
def touches(board, p, head):
    """Is one of the four neighbours of p a stone of this chain?"""
    w = board.stride
    for d in (-w, w, -1, 1):
        v = board.colour[at(p + d)]
        if (v == BLACK or v == WHITE) and board.head[at(p + d)] == head:
            return True
    return False


@kernel
def frees(board, head, colour, work):
    """Is a chain of `colour` in atari beside this enemy chain, so that capturing it sets it free?"""
    w, stone, liberties = board.stride, head, record_over(work.scratch, BOARD_NOTES).liberties
    while True:
        for d in (-w, w, -1, 1):
            q = stone + d
            if board.colour[at(q)] == colour and liberties[at(board.head[at(q)])] == 1:
                return True
        stone = np.int64(board.next_in_chain[at(stone)])
        if stone == head:
            return False


@kernel
def liberties_after(board, p, colour, work):
    """How many liberties the stone on p and the chains it joins will have, 4 standing for more. What a capture opens
    beside p is counted; what it opens elsewhere is not."""
    w, liberties = board.stride, record_over(work.scratch, BOARD_NOTES).liberties
    one, two, three, count = 0, 0, 0, 0
    for d in (-w, w, -1, 1):
        q = p + d
        v = board.colour[at(q)]
        taken = v == EDGE - colour and liberties[at(board.head[at(q)])] == 1
        if v == EMPTY or taken:
            if q != one and q != two and q != three:
                count += 1
                if count == 4:
                    return 4
                one, two, three = q, one, two
        elif v == colour:
            head = np.int64(board.head[at(q)])
            if liberties[at(head)] > 4:
                return 4
            stone = head
            while True:
                for e in (-w, w, -1, 1):
                    n = stone + e
                    if board.colour[at(n)] == EMPTY and n != p and n != one and n != two and n != three:
                        count += 1
                        if count == 4:
                            return 4
                        one, two, three = n, one, two
                stone = np.int64(board.next_in_chain[at(stone)])
                if stone == head:
                    break
    return count


@kernel
def stage_of(board):
    """0 in the opening, 1 in the middle game, 2 in the endgame, by the number of moves for the size of the board."""
    moves, area = board.moves * 361, board.lines * board.lines
    return np.int64(moves >= STAGES[0] * area) + np.int64(moves >= STAGES[1] * area)


@kernel
def gridcular_level(board, x, y, q, stage):
    """The level of the distance from column x and row y to a former move q, at this stage of the game."""
    if q == PASS:
        return (FAR + 1) * stage
    row = q // board.stride
    x, y = abs(x - (q - row * board.stride)), abs(y - row)
    return (FAR + 1) * stage + min(max(x + y + max(x, y), 2), FAR)


@kernel
def border_level(board, x, y, stage):
    """The level of the line on which a point lies, and of the stage of the game."""
    line = min(min(x, board.lines + 1 - x), min(y, board.lines + 1 - y))
    return 6 * stage + min(line, 6) - 1


@kernel
def is_alone(board, p):
    """Are all neighbours of p empty or off the board?"""
    w = board.stride
    for d in (-w, w, -1, 1):
        v = board.colour[at(p + d)]
        if v == BLACK or v == WHITE:
            return False
    return True


@kernel
def tactics(board, p, colour, work):
    """The word of the tactical features of a move; `count_liberties` comes before."""
    if is_alone(board, p):
        return 0
    w, enemy, notes = board.stride, EDGE - colour, record_over(work.scratch, BOARD_NOTES)
    captured, of_last, free = 0, False, False
    ataris, atari_last, atari_stones, pressed = 0, False, 0, 0
    own_least, own_stones, new_atari, seen_one, seen_two, seen_three = 9, 1, False, 0, 0, 0
    for d in (-w, w, -1, 1):
        q = p + d
        v = board.colour[at(q)]
        if v == EMPTY or v == EDGE:
            continue
        head = np.int64(board.head[at(q)])
        if head == seen_one or head == seen_two or head == seen_three:
            continue
        seen_one, seen_two, seen_three = head, seen_one, seen_two
        liberties, stones = notes.liberties[at(head)], np.int64(board.stones[at(head)])
        if v == enemy:
            is_last = board.last != PASS and board.head[at(board.last)] == head
            if liberties == 1:
                captured += stones
                of_last |= is_last
                free |= frees(board, head, colour, work)
            elif liberties == 2:
                ataris += 1
                atari_last |= is_last
                atari_stones += stones
            elif liberties <= 4:
                level = 2 * (liberties - 3) + (1 if is_last else 2)
                pressed = level if pressed == 0 else min(pressed, level)
        else:
            own_stones += stones
            own_least = min(own_least, liberties)
            if liberties == 1 and board.last != PASS:
                new_atari |= touches(board, board.last, head)
    after = liberties_after(board, p, colour, work)
    word = pressed << PRESSURE
    if captured == 1 and after == 1 and own_stones == 1:
        word |= 6 << CAPTURE
    elif captured > 0:
        word |= (1 if of_last and free else 2 if of_last else 3 if free else 4 if captured == 1 else 5) << CAPTURE
    elif after <= 1:
        word |= (1 if own_stones == 1 else 2 if own_stones <= 4 else 3) << SELF_ATARI
    elif own_least == 1:
        word |= ((1 if new_atari else 3) + (after > 2)) << EXTENSION
    elif own_least <= 3:
        word |= ((1 if own_least == 2 else 4) + min(after, 4) - 2) << SUPPORT
    if ataris > 0:
        level = 3 if atari_stones == 1 else 4
        if ataris > 1:
            level = 5
        elif board.ko != 0:
            level = 1
        elif atari_last:
            level = 2
        word |= level << ATARI
    return word


@kernel
def features(board, p, colour, work):
    """The word of all features of a move but the two of large patterns; `count_liberties` comes before."""
    y, stage = p // board.stride, stage_of(board)
    x = p - y * board.stride
    word = tactics(board, p, colour, work) | border_level(board, x, y, stage) << BORDER
    word |= gridcular_level(board, x, y, board.last, stage) << LAST
    return word | gridcular_level(board, x, y, board.before_last, stage) << BEFORE


@kernel
def log_move_strength(board, p, colour, work, table):
    """ln gamma of a move, the model being `table.weights` (ln gamma of each level) and the shapes of `table.slots`."""
    return log_team_strength(board, p, colour, features(board, p, colour, work), work, table)


@kernel
def log_team_strength(board, p, colour, word, work, table):
    """The same for a move whose features are known."""
    total = 0.0
    for k in range(IN_WORD):
        total += table.weights[at(k << BITS | (word >> BITS * k & LEVELS - 1))]
    box = box_from_rows(board, p, work)
    plain, plain_size, answer, answer_size = largest_shapes(board, p, colour, table, box, None)
    if answer >= 0 and answer_size == plain_size:
        total += table.weights[SHAPE * LEVELS + SUPERSEDED]
    else:
        total += log_strength(plain) if plain >= 0 else table.weights[SHAPE * LEVELS]
    return total + (log_strength(answer) if answer >= 0 else table.weights[ANSWER * LEVELS])


def strengths_in_words(board, p, colour, work, table) -> dict[str, float]:
    """ln gamma of each feature that a move has, by its name; together they are `log_move_strength`."""
    word, found = int(features(board, p, colour, work)), {}
    for k, (group, levels) in enumerate(list(GROUPS.items())[:IN_WORD]):
        level = word >> BITS * k & LEVELS - 1
        if weight := float(table.weights[k << BITS | level]):
            found[f"{group}: {levels[level] or NONE}"] = weight
    whole = float(log_team_strength(board, p, colour, word, work, table))
    return {**found, "large patterns": whole - sum(found.values())}
