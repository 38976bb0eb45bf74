"""Phantom Go against open Go: python -m bench.phantom

Simulations a CPU-second of `phantom-late` on 9x9 against `uct` on the same board with nothing hidden, run alternately;
the median of the ratios."""

import os
import statistics
import time
from collections.abc import Callable, Sequence

from kaya import Budget, GoPosition, PhantomGoPosition, Player, make_player
from kaya.go.rules import BLACK

SIMULATIONS, ROUNDS = 20_000, 7
MOVES = """E5 D3 F3 C6 G6 E7 C4 G4 F7 D7 B5 H5 E2 C2 G2 B7 H7 A4 J4 C8 G8 B3 H3 F1 D1 A6 J6 E8 D5 F5 B2 H2 C5 G5"""


def per_second(think: Callable[[], object]) -> float:
    began = time.process_time()
    think()
    return SIMULATIONS / (time.process_time() - began)


def hidden_and_open(moves: Sequence[str]) -> tuple[float, float]:
    """Speeds after these moves, Black being to move: of `phantom-late`, which sees half of the stones, and of `uct`."""
    game, board = PhantomGoPosition(9), GoPosition(9)
    for move in moves:
        game.attempt(game.parse_move(move))
        board.play(board.parse_move(move))
    view = game.start_for(BLACK).view()
    for announcement in game.announcements(BLACK):
        view.hear(announcement)
    late, uct = make_player("phantom-late", seed=1), make_player("uct", seed=1, kind=Player)
    budget = Budget(simulations=SIMULATIONS)
    return per_second(lambda: late.choose(view, budget)), per_second(lambda: uct.think(board, budget))


def main() -> None:
    for moves in ([], MOVES.split()):
        hidden_and_open(moves)  # kernels are compiled
        speeds = [hidden_and_open(moves) for _ in range(ROUNDS)]
        late, uct = (statistics.median(column) for column in zip(*speeds, strict=True))
        ratio = statistics.median(a / b for a, b in speeds)
        print(
            f"{len(moves) // 2} hidden stones: phantom-late {late:,.0f} simulations a CPU-second, uct {uct:,.0f}, "
            f"{ratio:.2f} of it"
        )


if __name__ == "__main__":
    os.environ.setdefault("KAYA_QUIET", "1")
    main()
