"""How often captures are taken back at once, from the games of a results store.

    python -m bench.kriegspiel_captures results.db [--plies 60]

For each player: its captures; those with a piece worth at least two pawns more than its victim; and how many of either
the other side took back with its next move. A move that promotes counts as a pawn's.
"""

import argparse
import io
from collections import Counter, defaultdict
from typing import Any

import chess.pgn

from kaya.lab.matches.store import Store
from kaya.lab.statistics.results import wilson

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
MORE = 2


def count(game: chess.pgn.Game, plies: int, into: dict[str, Counter]) -> None:
    """Count the captures of one game by the names of its players."""
    board, moves = game.board(), list(game.mainline_moves())
    for ply, move in enumerate(moves[:plies]):
        if board.is_capture(move):
            seen = into[game.headers["White" if board.turn else "Black"]]
            victim: Any = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
            piece: Any = board.piece_type_at(move.from_square)
            risky = piece != chess.KING and VALUES[piece] >= VALUES[victim] + MORE
            back = ply + 1 < len(moves) and moves[ply + 1].to_square == move.to_square
            seen.update({"all": 1, "back": back, "risky": risky, "risky back": risky and back})
        board.push(move)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store")
    parser.add_argument("--plies", type=int, default=10_000, help="of each game, from its start")
    args = parser.parse_args()
    found: dict[str, Counter] = defaultdict(Counter)
    with Store(args.store) as store:
        for match in (m for m in store.matches() if m.game == "kriegspiel"):
            for stored in store.games(match.id):
                game = chess.pgn.read_game(io.StringIO(stored.record))
                if game:
                    count(game, args.plies, found)
    for name, seen in sorted(found.items()):
        low, high = wilson(seen["risky back"], max(seen["risky"], 1))
        print(
            f"{name:28} captures {seen['all']}, taken back {seen['back']}; with a piece worth {MORE} more "
            f"{seen['risky']}, taken back {seen['risky back']} = "
            f"{seen['risky back'] / max(seen['risky'], 1):.0%} [{low:.0%}, {high:.0%}]"
        )


if __name__ == "__main__":
    main()
