"""The expert rules of MoGo: H(d) is what learned patterns say of a move plus a bonus or malus for each rule that it
matches (MoGo paper, section 2).

Every rule has its weight, a parameter of the same name; 0 switches it off and leaves the others as they are. Rules are
of three kinds:

    tactics     matched or not: capture, extension, self-atari, atari
    places      matched in part, from 0 to 1: the border, the last two moves, who will own the point
    shapes      matched or not, on large boards only: see `shapes`

The tactics and distances are read from the word of move features (see `features`), which the learned model needs too.
"""

import numpy as np

from ...kernel import Parameters, at, kernel, parameter, record
from ...kernel.views import record_over
from ..rules.board import BLACK, CELLS, EDGE, EMPTY, PASS, WHITE, is_legal, last_liberty
from . import features as f
from . import large_patterns, shapes
from .features import FAR, LEVELS, liberties_after, touches
from .ladders import ladder_capture, saves
from .liberties import captures_by, first_liberties
from .self_atari import is_bad_self_atari

RULES = (
    "capture",
    "capture_beside_atari",
    "extension",
    "out_of_ladder",
    "self_atari",
    "atari",
    "atari_with_ko",
    *shapes.SHAPES,
)
"""The rules that are matched or not, in the order of their bits."""
CAPTURE, CAPTURE_BESIDE_ATARI, EXTENSION, OUT_OF_LADDER, SELF_ATARI, ATARI, ATARI_WITH_KO = (1 << k for k in range(7))
SHAPES_SHIFT = 7
RULE_NOTES = record(
    *large_patterns.NOTES,
    ("extensions", "i8", CELLS),  # EXTENSION and OUT_OF_LADDER of a move on each point
    ("features", "i8", CELLS),  # the word of features of each move, in their order
    ("sums", "f8", CELLS),  # what the rules say of a move on each point
)
"""What the rules need of a board, as it lies in the scratch of a thread."""
OWNERS = record(("owned", "f8", CELLS))
"""Who owned each point at the end of the latest simulated games, +1 for Black: in the lasting memory of a thread."""
NEAR = 10  # from this distance on a former move is far
FORGET = 1 / 256  # by which the memory of owners moves towards the end of each simulated game


class Rules(Parameters):
    """The weight of each term of H."""

    patterns: float = parameter(1.0, "the probability of the move by the learned model", low=0.0, high=10.0)
    sharpness: float = parameter(1.0, "exponent of that probability: lower makes moves more alike", low=0.0, high=2.0)
    large: bool = parameter(False, "the model is that of large patterns, as in the paper; off: of all move features")
    additive: float = parameter(1.0, "weight in H of the sum of all rules", low=0.0, high=10.0)
    initial: float = parameter(
        0.0, "RAVE simulations won that a move begins with if its rules sum up to 1", low=0.0, high=10_000.0
    )

    capture: float = parameter(0.1, "captures a string", low=-1.0, high=1.0)
    capture_beside_atari: float = parameter(
        0.2, "and the string is beside an own one that was just put into atari", low=-1.0, high=1.0
    )
    extension: float = parameter(0.1, "gets a string out of atari, and out of ladders too", low=-1.0, high=1.0)
    out_of_ladder: float = parameter(0.1, "extends a string so that a ladder against it fails", low=-1.0, high=1.0)
    self_atari: float = parameter(-0.2, "puts an own string into atari for nothing", low=-1.0, high=1.0)
    atari: float = parameter(0.05, "puts a string into atari", low=-1.0, high=1.0)
    atari_with_ko: float = parameter(0.1, "and a ko was just taken", low=-1.0, high=1.0)

    border: float = parameter(0.03, "lies on the best line; half of it on the lines beside", low=-1.0, high=1.0)
    best_line: int = parameter(3, "the best distance to the border", low=1, high=6)
    last_move: float = parameter(0.1, "is near the last move", low=-1.0, high=1.0)
    move_before: float = parameter(0.03, "is near the move before", low=-1.0, high=1.0)
    third: float = parameter(0.0, "one's own at the end with probability 1/3; needs `owners`", low=-1.0, high=1.0)

    shapes_from: int = parameter(19, "lines from which a board is large enough for shapes", low=2, high=20)
    territory_line: float = parameter(0.05, "on the third line, nothing around", low=-1.0, high=1.0)
    line_of_death: float = parameter(-0.1, "on the first line, nothing around", low=-1.0, high=1.0)
    peep_connect: float = parameter(0.1, "connects two strings into which the opponent peeps", low=-1.0, high=1.0)
    hane: float = parameter(0.05, "reaches around an enemy stone", low=-1.0, high=1.0)
    threat: float = parameter(0.03, "is a liberty of a string with exactly two", low=-1.0, high=1.0)
    connect: float = parameter(0.05, "connects two strings where they could be cut", low=-1.0, high=1.0)
    wall: float = parameter(0.05, "adds to a line of stones along a line of enemy stones", low=-1.0, high=1.0)
    bad_kogeima: float = parameter(-0.05, "a knight's move with an enemy stone in it", low=-1.0, high=1.0)
    empty_triangle: float = parameter(-0.1, "three stones in a square, no enemy stone around", low=-1.0, high=1.0)
    cut: float = parameter(0.05, "keeps two enemy strings from connecting", low=-1.0, high=1.0)

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        return {**large_patterns.shipped(), **shapes.shape_tables()}


@kernel
def extends(board, stone, move, colour):
    """Does this move, which captures nothing, save the chain of `stone` from all ladders?"""
    return is_legal(board, move, colour) and not captures_by(board, move, colour) and saves(board, stone, move)


@kernel
def find_extensions(board, work, is_wanted):
    """Write EXTENSION and OUT_OF_LADDER of each move of the player to move into the notes, or 0 if this is not wanted;
    `count_liberties` comes before.

    A string in atari is extended if it has three liberties then, or two and no ladder catches it. Out of a ladder is
    that second case; and each move on a liberty of a string with two liberties that a ladder would catch, if it does
    not any more. A capture is no extension."""
    notes = record_over(work.scratch, RULE_NOTES)
    for p in range(CELLS):
        notes.extensions[at(p)] = 0
    if not is_wanted:
        return
    w, colour = board.stride, board.turn
    for y in range(1, board.lines + 1):
        for p in range(y * w + 1, y * w + 1 + board.lines):
            if board.colour[at(p)] != colour or board.head[at(p)] != p:
                continue
            liberties = notes.liberties[at(p)]
            if liberties == 1:
                move = last_liberty(board, p)
                if is_legal(board, move, colour) and not captures_by(board, move, colour):
                    after = liberties_after(board, move, colour, work)
                    if after > 2:
                        notes.extensions[at(move)] |= EXTENSION
                    elif after == 2 and saves(board, p, move):
                        notes.extensions[at(move)] |= EXTENSION | OUT_OF_LADDER
            elif liberties == 2 and ladder_capture(board, p) != 0:
                _, one, two = first_liberties(board, p)
                for move in (one, two):
                    if extends(board, p, move, colour):
                        notes.extensions[at(move)] |= OUT_OF_LADDER


@kernel
def captures_beside_new_atari(board, p, colour, work):
    """Does `colour`, by playing p, capture a string beside an own one that the last move has put into atari?"""
    if board.last == PASS:
        return False
    w, notes = board.stride, record_over(work.scratch, RULE_NOTES)
    for d in (-w, w, -1, 1):
        q = p + d
        head = np.int64(board.head[at(q)])
        if board.colour[at(q)] != EDGE - colour or notes.liberties[at(head)] != 1:
            continue
        stone = head
        while True:
            for e in (-w, w, -1, 1):
                n = stone + e
                if board.colour[at(n)] == colour:
                    own = np.int64(board.head[at(n)])
                    if notes.liberties[at(own)] == 1 and touches(board, board.last, own):
                        return True
            stone = np.int64(board.next_in_chain[at(stone)])
            if stone == head:
                break
    return False


@kernel
def rules_at(board, p, colour, word, work, table):
    """The bits of the RULES that a move of `colour` on p matches, `word` being its features; `count_liberties` and
    `find_extensions` come before."""
    found = record_over(work.scratch, RULE_NOTES).extensions[at(p)]
    if word >> f.CAPTURE & LEVELS - 1:
        found |= CAPTURE
        if captures_beside_new_atari(board, p, colour, work):
            found |= CAPTURE_BESIDE_ATARI
    if word >> f.SELF_ATARI & LEVELS - 1 and is_bad_self_atari(board, p, colour):
        found |= SELF_ATARI
    is_atari = word >> f.ATARI & LEVELS - 1 != 0
    if is_atari:
        found |= ATARI | ATARI_WITH_KO if board.ko != 0 else ATARI
    shaped = shapes.shapes_at(board, p, colour, table)
    if board.lines < table.shapes_from:
        shaped &= shapes.CUT
    elif is_atari:
        shaped |= shapes.THREAT
    return found | shaped << SHAPES_SHIFT


@kernel
def nearness(distance):
    """1 beside a former move, 0 from NEAR on and where there is none; distances are as in `large_patterns`."""
    return max(0.0, (NEAR - distance) / (NEAR - 2.0)) if distance > 0 else 0.0


@kernel
def places(p, colour, word, work, table):
    """The sum of the rules that are matched in part: the line, the last two moves, the owner at the end."""
    line = (word >> f.BORDER & LEVELS - 1) % 6 + 1
    total = table.border * max(0.0, 1.0 - 0.5 * abs(line - table.best_line))
    total += table.last_move * nearness((word >> f.LAST & LEVELS - 1) % (FAR + 1))
    total += table.move_before * nearness((word >> f.BEFORE & LEVELS - 1) % (FAR + 1))
    if table.third != 0.0:
        total += table.third * third(work, p, colour)
    return total


@kernel
def rules_value(board, p, colour, word, work, table):
    """The sum of the weights of all rules that a move of `colour` on p matches."""
    total = places(p, colour, word, work, table)
    found = rules_at(board, p, colour, word, work, table)
    if found == 0:
        return total
    total += table.capture * (found & 1) + table.capture_beside_atari * (found >> 1 & 1)
    total += table.extension * (found >> 2 & 1) + table.out_of_ladder * (found >> 3 & 1)
    total += table.self_atari * (found >> 4 & 1) + table.atari * (found >> 5 & 1)
    total += table.atari_with_ko * (found >> 6 & 1)
    found >>= SHAPES_SHIFT
    if found == 0:
        return total
    total += table.territory_line * (found & 1) + table.line_of_death * (found >> 1 & 1)
    total += table.peep_connect * (found >> 2 & 1) + table.hane * (found >> 3 & 1) + table.threat * (found >> 4 & 1)
    total += table.connect * (found >> 5 & 1) + table.wall * (found >> 6 & 1) + table.bad_kogeima * (found >> 7 & 1)
    return total + table.empty_triangle * (found >> 8 & 1) + table.cut * (found >> 9 & 1)


def rules_in_words(board, p, colour, word, work, table) -> dict[str, float]:
    """The weight of each rule that a move matches, by its name; together they are `rules_value`."""
    bits = int(rules_at(board, p, colour, word, work, table))
    found = {name: float(getattr(table, name)) for k, name in enumerate(RULES) if bits >> k & 1}
    line = (word >> f.BORDER & LEVELS - 1) % 6 + 1
    found["border"] = float(table.border) * max(0.0, 1.0 - 0.5 * abs(line - int(table.best_line)))
    found["last_move"] = float(table.last_move) * float(nearness((word >> f.LAST & LEVELS - 1) % (FAR + 1)))
    found["move_before"] = float(table.move_before) * float(nearness((word >> f.BEFORE & LEVELS - 1) % (FAR + 1)))
    if table.third != 0.0:
        found["third"] = float(table.third) * float(third(work, p, colour))
    return {name: weight for name, weight in found.items() if weight}


@kernel
def remember_owners(board, work):
    """At the end of a simulated game: move the owner of each point a little towards +1 where Black owns it, -1 where
    White does. An empty point belongs to whom all its neighbours belong."""
    w, memory = board.stride, record_over(work.lasting, OWNERS)
    for y in range(1, board.lines + 1):
        for p in range(y * w + 1, y * w + 1 + board.lines):
            owners = 1 << board.colour[at(p)]
            if owners == 1 << EMPTY:
                owners = 1 << board.colour[at(p - w)] | 1 << board.colour[at(p + w)]
                owners = (owners | 1 << board.colour[at(p - 1)] | 1 << board.colour[at(p + 1)]) & (1 << EDGE) - 1
            value = np.float64(owners == 1 << BLACK) - np.float64(owners == 1 << WHITE)
            memory.owned[at(p)] += FORGET * (value - memory.owned[at(p)])


@kernel
def third(work, p, colour):
    """1 if p becomes a point of `colour` with probability 1/3, by the latest simulated games; 0 if it is 1/6 or 1/2, or
    beyond. A point of which nothing is known has 1/2."""
    owned = record_over(work.lasting, OWNERS).owned[at(p)]
    probability = 0.5 * (1.0 + owned if colour == BLACK else 1.0 - owned)
    return max(0.0, 1.0 - 6.0 * abs(probability - 1.0 / 3.0))
