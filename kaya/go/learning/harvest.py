"""Learning large patterns from games: which shapes are played often, and how often when they could be.

1. `sketch_games`: each shape of each played move is counted in a count-min sketch (Cormode and Muthukrishnan 2005) of a
   fixed size, with conservative updates: an estimate is never too low.
2. `collect_games`: shapes that the sketch has at least N times get a number, and are counted exactly.
3. `count_games`: for the largest known shape of every legal move, how often it was played, and (in a sample of the
   positions) how often another move was. The share of the former is the P_i of the Mango paper.

Games come as flat arrays: `moves` of all games one after the other, `starts` where each begins (one more at the end),
`handicaps` how many of its moves are Black's handicap stones, `lines` of its board.
"""

import numpy as np

from ...kernel import at, kernel
from ..knowledge.large_patterns import SIZES, box_around, find, insert, largest_shapes
from ..rules.board import BLACK, PASS, WHITE, clear, is_legal, play, put

SKETCH_BITS = 28
SKETCH = np.dtype([("counts", "u1", 1 << SKETCH_BITS)])
_MASK = (1 << SKETCH_BITS) - 1
MOST_COUNTED = 255


@kernel
def begin(board, lines, moves, start, handicap):
    """An empty board with the handicap stones of a game on it."""
    clear(board, lines, 0.0)
    for k in range(start, start + handicap):
        put(board, np.int64(moves[k]), BLACK)
    if handicap > 0:
        board.turn = WHITE


@kernel
def is_sampled(game, move, one_in, seed):
    """Is this position in a sample of one in so many? Games take turns."""
    return (move + 7 * game + seed) % one_in == 0


@kernel
def estimate(sketch, code):
    """How often a hash was counted, at least; 255 stands for more."""
    return min(sketch.counts[at(code & _MASK)], sketch.counts[at((code >> 11) * 0x5851F42D & _MASK)])


@kernel
def count_in_sketch(sketch, code):
    one, two = code & _MASK, (code >> 11) * 0x5851F42D & _MASK
    least = min(sketch.counts[at(one)], sketch.counts[at(two)])
    if least < MOST_COUNTED:
        if sketch.counts[at(one)] == least:
            sketch.counts[at(one)] += 1
        if sketch.counts[at(two)] == least:
            sketch.counts[at(two)] += 1


@kernel
def sketch_games(boards, table, codes, sketch, lines, handicaps, starts, moves):
    """Count all shapes of all played moves in the sketch; how many moves there were."""
    board, made = boards[0], 0
    for game in range(len(lines)):
        begin(board, lines[game], moves, starts[game], handicaps[game])
        for k in range(starts[game] + handicaps[game], starts[game + 1]):
            p = np.int64(moves[k])
            if p != PASS:
                largest_shapes(board, p, board.turn, table[0], box_around(board, p), codes[0])
                for size in range(SIZES):
                    count_in_sketch(sketch[0], codes[0].plain[size])
                    if codes[0].answer[size] > 0:
                        count_in_sketch(sketch[0], codes[0].answer[size])
                made += 1
            play(board, p)
    return made


@kernel
def count_exactly(table, sketch, code, fewest, counts, known):
    """Count a hash that the sketch has often enough, giving it the next number if it is new. How many are known."""
    found = find(table, code)
    if found < 0:
        if known >= len(counts) or estimate(sketch, code) < fewest:
            return known
        found, known = known, known + 1
        insert(table, code, found)
    counts[found] += 1
    return known


@kernel
def collect_games(boards, table, codes, sketch, lines, handicaps, starts, moves, fewest, counts, known):
    """Number and count the shapes that are played at least `fewest` times by the sketch; how many are known."""
    board = boards[0]
    for game in range(len(lines)):
        begin(board, lines[game], moves, starts[game], handicaps[game])
        for k in range(starts[game] + handicaps[game], starts[game + 1]):
            p = np.int64(moves[k])
            if p != PASS:
                largest_shapes(board, p, board.turn, table[0], box_around(board, p), codes[0])
                for size in range(SIZES):
                    known = count_exactly(table[0], sketch[0], codes[0].plain[size], fewest, counts, known)
                    if codes[0].answer[size] > 0:
                        known = count_exactly(table[0], sketch[0], codes[0].answer[size], fewest, counts, known)
            play(board, p)
    return known


@kernel
def count_games(boards, table, lines, handicaps, starts, moves, first, one_in, seed, passed_over, played):
    """Count, for the largest known shapes (and answers), how often they were played, in all positions; and how often
    they were passed over, in one of so many positions. `first` is the number of the first game."""
    board = boards[0]
    for game in range(len(lines)):
        begin(board, lines[game], moves, starts[game], handicaps[game])
        for k in range(starts[game] + handicaps[game], starts[game + 1]):
            move = np.int64(moves[k])
            if move != PASS:
                plain, _, answer, _ = largest_shapes(board, move, board.turn, table[0], box_around(board, move), None)
                if plain >= 0:
                    played[plain] += 1
                if answer >= 0:
                    played[answer] += 1
                for e in range(board.empties if is_sampled(first + game, board.moves, one_in, seed) else 0):
                    p = np.int64(board.empty[e])
                    if p != move and is_legal(board, p, board.turn):
                        plain, _, answer, _ = largest_shapes(board, p, board.turn, table[0], box_around(board, p), None)
                        if plain >= 0:
                            passed_over[plain] += 1
                        if answer >= 0:
                            passed_over[answer] += 1
            play(board, move)


def probabilities(played: np.ndarray, passed_over: np.ndarray, one_in: int) -> np.ndarray:
    """P_i: how often a shape was played of the times it could have been, half a time added to each of the two."""
    return (played + 0.5) / (played + 0.5 + one_in * (passed_over + 0.5))
