"""An information state as planes of n x n points, row by row from the top left: bits of one word a point, a plane each,
and numbers that are the same on all points."""

import numpy as np

from ....go.rules.board import BLACK, PASS, WHITE
from ....kernel import at, kernel
from .information import ENEMY, LATEST, OPEN, OWN, SEEN, UNSEEN

EMPTY_FOR = 1, 3, 7
RECENT, LATELY = 2, 8
"""Moves of both: one of each player, and some."""
POINT_NAMES = (
    "board",
    "own stones",
    "known stones of the opponent",
    "surely empty",
    *(f"seen to be empty, {n} stones of the opponent since" for n in EMPTY_FOR),
    "seen to be empty",
    "a stone or suicide",
    "refused before, nothing has changed",
    "tried in vain",
    "refused lately",
    "refused",
    "just lost",
    "lost lately",
    "lost",
    "perhaps just captured",
    "perhaps captured lately",
    *(f"own move {n} moves ago" for n in range(LATEST)),
    *(f"own stones, perhaps {n} liberties" for n in (1, 2, 3)),
    *(f"own stones, surely {n} liberties" for n in (1, 2)),
    *(f"stones of the opponent, perhaps {n} liberties" for n in (1, 2, 3)),
    "just known",
    "lately known",
    "own stones the opponent knows of",
)
NUMBER_NAMES = (
    "komi", "Black", "the opponent has passed", "hidden stones", "share of open points with them",
    "stones of the opponent", "own stones", "moves", "lead in stones", "stones captured", "stones lost",
    "tries in vain", "lines", "passed before", "surely empty points", "open points",
)  # fmt: skip
POINTS, NUMBERS = len(POINT_NAMES), len(NUMBER_NAMES)
NAMES = *POINT_NAMES, *NUMBER_NAMES
PLANES = len(NAMES)
"""Words and numbers, a multiple of 16."""
OWN_BIT, ENEMY_BIT, VAIN_BIT, TRIED_BIT = 1, 2, 9, 10
U32 = np.uint32


@kernel
def longest(lines):
    """Moves after which a game of self-play is counted as it stands."""
    return 2 * lines * lines + 2 * lines


@kernel
def bits_of_point(information, p):
    """What is known of a point besides the liberties of its chain."""
    kind, empty, now = information.kind[at(p)], information.empty[at(p)], information.moves + 1
    bits = 1
    if kind == OWN:
        bits |= 1 << OWN_BIT | np.int64(information.exposed[at(p)]) << 31
    elif kind == ENEMY:
        age = now - information.met[at(p)]
        bits |= 1 << ENEMY_BIT | np.int64(age <= RECENT) << 29 | np.int64(age <= LATELY) << 30
    elif empty != UNSEEN:
        bits |= np.int64(empty == 0) << 3 | np.int64(empty <= 1) << 4 | np.int64(empty <= 3) << 5
        bits |= np.int64(empty <= 7) << 6 | 1 << 7
    bits |= np.int64(information.doubt[at(p)]) << 8 | np.int64(information.vain[at(p)]) << VAIN_BIT
    bits |= np.int64(information.tried[at(p)]) << TRIED_BIT
    if information.refused[at(p)]:
        bits |= np.int64(now - information.refused[at(p)] <= LATELY) << 11 | 1 << 12
    if information.suffered[at(p)]:
        age = now - information.suffered[at(p)]
        bits |= np.int64(age < RECENT) << 13 | np.int64(age <= LATELY) << 14 | 1 << 15
    if information.captured[at(p)]:
        age = now - information.captured[at(p)]
        bits |= np.int64(age <= RECENT) << 16 | np.int64(age <= LATELY) << 17
    return bits


@kernel
def liberty_bits(information, kind, perhaps, sure):
    """What is said of a chain with so many points beside it that may be liberties, and that certainly are."""
    if kind == OWN:
        bits = 1 << 20 + perhaps if 1 <= perhaps <= 3 else 0
        return bits | np.int64(sure >= 1) << 24 | np.int64(sure >= 2) << 25
    return 1 << 25 + perhaps if 1 <= perhaps <= 3 else 0


@kernel
def describe(information, points, numbers):
    """Write the word of each point, row by row, and the numbers of an information state."""
    w, n = information.stride, information.lines
    extra, seen, chain = np.zeros(SEEN, np.int64), np.zeros(SEEN, np.uint8), np.zeros(SEEN, np.int16)
    beside = np.zeros(SEEN, np.int16)
    place, sure_points = 0, 0
    for y in range(1, n + 1):
        for start in range(y * w + 1, y * w + 1 + n):
            kind = information.kind[at(start)]
            sure_points += kind == OPEN and information.empty[at(start)] == 0
            if (kind != OWN and kind != ENEMY) or seen[start]:
                continue
            chain[0], seen[start] = start, 1
            count, done, perhaps, sure = 1, 0, 0, 0
            while done < count:
                p = np.int64(chain[done])
                done += 1
                for d in (-w, w, -1, 1):
                    q = p + d
                    v = information.kind[at(q)]
                    if v == OPEN and beside[q] != start:
                        beside[q] = start
                        perhaps += 1
                        sure += information.empty[at(q)] == 0
                    elif v == kind and not seen[q]:
                        seen[q], chain[count] = 1, q
                        count += 1
            bits = liberty_bits(information, kind, perhaps, sure)
            for k in range(count):
                extra[chain[k]] = bits
    for k in range(LATEST):
        if information.latest[k] != PASS:
            extra[information.latest[k]] |= 1 << 18 + k
    for y in range(1, n + 1):
        for p in range(y * w + 1, y * w + 1 + n):
            points[at(place)] = U32(bits_of_point(information, p) | extra[p])
            place += 1
    write_numbers(information, sure_points, numbers)


@kernel
def write_numbers(information, sure, numbers):
    """The numbers of `NUMBER_NAMES`, most between 0 and 1."""
    n, komi = information.lines, information.komi if information.side == WHITE else -information.komi
    area, hidden = n * n, information.stones - information.enemies
    left = max(area - information.own - information.enemies, 1)
    numbers[0], numbers[1], numbers[2] = komi / 10.0, information.side == BLACK, information.passes > 0
    numbers[3], numbers[4] = hidden / 20.0, hidden / left
    numbers[5], numbers[6] = information.stones / 40.0, information.own / 40.0
    numbers[7] = min(information.moves / longest(n), 1.0)
    numbers[8] = np.tanh((information.own - information.stones + komi) / 10.0)
    numbers[9], numbers[10] = min(information.won, 20) / 20.0, min(information.lost, 20) / 20.0
    numbers[11], numbers[12] = min(information.vain_tries, 10) / 10.0, n / 9.0
    numbers[13] = information.moves >= 2 and information.latest[0] == PASS
    numbers[14], numbers[15] = sure / area, left / area


@kernel
def may_try(word):
    """May a point be tried, by its word: no stone is known there, nor that the try would be refused again?"""
    taken = 1 << OWN_BIT | 1 << ENEMY_BIT | 1 << VAIN_BIT | 1 << TRIED_BIT
    return np.int64(word) & taken == 0


@kernel
def fill_planes(lines, points, numbers, planes):
    """Planes as a network reads them: for each point its PLANES numbers."""
    for s in range(lines * lines):
        place = s * PLANES
        for k in range(POINTS):
            planes[place + k] = np.float32(np.int64(points[s]) >> k & 1)
        for k in range(NUMBERS):
            planes[place + POINTS + k] = numbers[k]
