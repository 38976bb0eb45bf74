"""A hash of everything the rules do in a few random games; `test_modes` compares it between ways to run kernels."""

import hashlib

import numpy as np

from kaya.go.rules import GoPosition, go
from kaya.go.rules import board as rules
from kaya.go.rules.playouts import light_playout, sum_playouts
from kaya.go.rules.replay import replay
from kaya.go.rules.zobrist import superko_moves, zobrist
from kaya.kernel import split_seed, zeros

FIELDS = ["rng", *(field[0] for field in rules.FIELDS)]
GAMES = {2: 2, 3: 2, 5: 2, 11: 1}  # board size: games
MOVES = 150  # of a game at most: interpreted, each takes milliseconds


def fingerprint() -> str:
    digest = hashlib.sha256()

    def add(*things) -> None:
        for thing in things:
            digest.update(np.ascontiguousarray(thing).tobytes())

    boards = zeros(go.dtype, 2)
    board = boards[0]
    for lines, games in GAMES.items():
        for game in range(games):
            board.rng = split_seed(game, lines)
            rules.clear(board, lines, 7.5)
            seen, moves, owner = [], [], np.zeros(rules.CELLS, np.uint8)
            into = np.zeros(rules.CELLS, np.int64)
            while board.moves < min(2 * lines * lines, MOVES) and not rules.over(board):
                moves.append(int(rules.random_move(board)))
                rules.play(board, moves[-1])
                seen.append(int(zobrist(board)))
                add(*(board[name] for name in FIELDS))
            banned = superko_moves(boards, board.turn, np.sort(np.array(seen, np.uint64)), into)
            add(into[:banned], into[: rules.moves(board, into)], float(rules.result(board)))
            add(int(rules.area_of(board, owner)), owner)
            played = np.array(moves, np.int64)
            add(np.array(replay(board, lines, played[:0], played), np.int64))
            rules.clear(board, lines, 0.5)
            light_playout(board)
            add(*(board[name] for name in FIELDS))
            owned, sums = np.zeros(rules.CELLS, np.int64), np.zeros(3)
            boards.rng[1] = split_seed(game)
            rules.clear(board, lines, 0.5)
            sum_playouts(boards, 4 if lines < 9 else 1, owned, sums)
            add(owned, sums)
    game = GoPosition(5)
    while not game.over and len(game.played) < 60:
        considered = game.legal_moves()
        game.play(considered[len(game.played) % len(considered)])
    add(game.states["colour"], game.score(), np.array(game._hashes, np.uint64))
    return digest.hexdigest()


if __name__ == "__main__":
    print(fingerprint())
