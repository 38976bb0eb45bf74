"""How fast the compiled umpire is: random plies per CPU-second, as a ratio to python-chess driving the same games.

    python -m bench.kriegspiel --games 100

The players know only their own pieces and try at random, so part of the tries is refused. Then python-chess is handed
the same tries: once as an umpire with all announcements (`slow_umpire.py`), and once only to tell
whether each is legal, play it and see whether the game is over. Both run in this one command.
"""

import argparse
import time

import chess
import numpy as np

from kaya.kernel import kernel, split_seed, zeros
from kaya.kriegspiel.rules import KriegspielPosition, message_text, move_name
from kaya.kriegspiel.rules.moves import MOST_TRIES
from kaya.kriegspiel.rules.umpire import random_game

from .slow_umpire import SlowUmpire

LONGEST = 2000
ROOM = 100_000


@kernel
def many_games(boards, room, tried, messages, games):
    """Random games from boards[0], played on boards[1]; the plies of all."""
    plies, board = 0, boards[1]
    for _ in range(games):
        rng = board.rng
        boards[1] = boards[0]
        board.rng = rng
        random_game(board, room, tried, messages, LONGEST)
        plies += board.ply
    return plies


def new_boards(seed: int):
    boards = zeros(KriegspielPosition().states.dtype, 2)
    boards[0] = KriegspielPosition().states[0]
    boards.rng[1] = split_seed(seed)
    return boards, np.zeros(MOST_TRIES, np.int32), np.zeros(ROOM, np.int32), np.zeros(ROOM, np.int32)


def compiled_speed(games: int) -> float:
    """Plies per CPU-second of the compiled umpire."""
    boards, room, tried, messages = new_boards(1)
    many_games(boards, room, tried, messages, 1)
    began = time.process_time()
    plies = many_games(boards, room, tried, messages, games)
    return plies / (time.process_time() - began)


def recorded_games(games: int):
    """The tries and messages of some of these games."""
    boards, room, tried, messages = new_boards(2)
    for _ in range(games):
        rng = boards.rng[1]
        boards[1] = boards[0]
        boards.rng[1] = rng
        asked = random_game(boards[1], room, tried, messages, LONGEST)
        names = [move_name(m) for m in tried[:asked].tolist()]
        yield names, [message_text(m) for m in messages[:asked].tolist()]


def python_chess_speeds(games: int) -> tuple[float, float]:
    """Plies per CPU-second of python-chess as an umpire with all announcements, and as a bare board."""
    plies, full, bare = 0, 0.0, 0.0
    for names, said in recorded_games(games):
        began = time.process_time()
        umpire = SlowUmpire()
        theirs = [umpire.try_move(name) for name in names]
        full += time.process_time() - began
        assert theirs == said
        plies += umpire.board.ply()
        began = time.process_time()
        board = chess.Board()
        for name in names:
            move = chess.Move.from_uci(name)
            if board.is_legal(move):
                board.push(move)
                board.is_game_over()
        bare += time.process_time() - began
    return plies / full, plies / bare


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.kriegspiel", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games that python-chess plays again")
    options = parser.parse_args()
    fast = compiled_speed(50 * options.games)
    full, bare = python_chess_speeds(options.games)
    print(f"compiled umpire             {fast:12,.0f} plies per CPU-second")
    print(f"python-chess as umpire      {full:12,.0f}   ratio {fast / full:,.0f}   (aim: at least 20)")
    print(f"python-chess, board alone   {bare:12,.0f}   ratio {fast / bare:,.0f}")


if __name__ == "__main__":
    main()
