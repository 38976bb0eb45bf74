"""How long H takes: `python -m bench.heuristic pro19.txt.xz go9.txt.xz` prints CPU-microseconds per position.

The first 20 even games of each file are played to so many moves; in each position all legal moves get their strength by
features (`log_move_strength`) and their probability by shapes (`pattern_value`, `pattern_value_by_rows`), the best of
five runs. The other column is the time of the features without the shapes."""

import sys
import time
from itertools import islice

import numpy as np

from kaya.go.files.archives import read_games
from kaya.go.knowledge.features import count_liberties, features, log_move_strength
from kaya.go.knowledge.large_patterns import as_record, draw_rows, pattern_value, pattern_value_by_rows, shipped
from kaya.go.learning.prediction import WORK
from kaya.go.rules import go
from kaya.go.rules.board import CELLS, clear, is_legal, play
from kaya.kernel import kernel, plain, zeros

MOVE_NUMBERS = ((10, 50), (60, 140), (150, 250))
STRENGTHS, FEATURES, VALUES, VALUES_BY_ROWS = range(4)
MOVES = np.dtype([("move", "u2", CELLS)])


@kernel
def legal_moves(board, into):
    """Write the legal moves into into.move; how many there are."""
    count = 0
    for k in range(board.empties):
        p = np.int64(board.empty[k])
        if is_legal(board, p, board.turn):
            into.move[count] = p
            count += 1
    return count


@kernel
def evaluate(boards, work, table, into, what):
    """Evaluate all positions; the sum of all values."""
    total = 0.0
    for i in range(len(boards)):
        board = boards[i]
        count = legal_moves(board, into[0])
        if what == STRENGTHS or what == FEATURES:
            count_liberties(board, work[0])
        elif what == VALUES_BY_ROWS:
            draw_rows(board, work[0])
        for k in range(count):
            p = np.int64(into[0].move[k])
            if what == STRENGTHS:
                total += np.exp(log_move_strength(board, p, board.turn, work[0], table[0]))
            elif what == FEATURES:
                total += features(board, p, board.turn, work[0])
            elif what == VALUES:
                total += pattern_value(board, p, board.turn, table[0])
            else:
                total += pattern_value_by_rows(board, p, board.turn, work[0], table[0])
    return total


def positions(path: str, first: int, last: int, games: int = 20) -> np.ndarray:
    """Positions after every tenth move from `first` to `last`."""
    found, board = [], zeros(go.dtype)
    for game in islice((game for game in read_games([path]) if len(game.handicap) == 0), games):
        clear(board[0], game.lines, 0.0)
        for number, move in enumerate(game.moves[: last + 1].tolist()):
            if number >= first and number % 10 == 0:
                found.append(plain(board.copy()))
            play(board[0], move)
    return np.concatenate(found) if found else plain(zeros(go.dtype, 0))


def main(paths: list[str]) -> None:
    table, work, into = plain(as_record(shipped())), np.zeros(1, WORK), np.zeros(1, MOVES)
    print(f"{'file':24} {'moves':>8} {'positions':>9} {'strengths':>9} {'features':>9} {'values':>9} {'by rows':>9}")
    for path in paths:
        for first, last in MOVE_NUMBERS:
            boards, times = positions(path, first, last), []
            for what in (STRENGTHS, FEATURES, VALUES, VALUES_BY_ROWS) if len(boards) else ():
                evaluate(boards, work, table, into, what)
                best = float("inf")
                for _ in range(5):
                    began = time.process_time()
                    evaluate(boards, work, table, into, what)
                    best = min(best, time.process_time() - began)
                times.append(f"{1e6 * best / len(boards):9.1f}")
            print(f"{path.split('/')[-1]:24} {f'{first}-{last}':>8} {len(boards):9} {' '.join(times)}")


if __name__ == "__main__":
    main(sys.argv[1:])
