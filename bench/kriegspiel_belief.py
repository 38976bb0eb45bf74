"""How well likely boards say what really stood where, from the games of a results store.

    python -m bench.kriegspiel_belief results.db [--games 20] [--boards 1000] [--plies 80]

Each side of a game is followed with what it heard. Printed are the mean of ln P of what really stood on a square where
no own piece is (an enemy or nobody), against a belief that spreads the enemy's pieces evenly; how often a square held
an enemy, by the chance that the boards gave it; and the same of captures with a piece worth two pawns more than its
victim: how often the piece could be taken at once."""

import argparse
import itertools

import numpy as np

from kaya.kriegspiel.knowledge.particles.filter import Particles
from kaya.kriegspiel.knowledge.pieces import VALUES
from kaya.kriegspiel.learning.densities import games_of
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, View
from kaya.kriegspiel.rules.board import attackers, everybody, make
from kaya.kriegspiel.rules.moves import is_legal
from kaya.kriegspiel.rules.squares import KING

BINS = (0.0, 0.05, 0.15, 0.3, 0.5, 0.7, 0.9, 1.001)
LEAST = 0.01  # no square is quite sure
MORE = 2.0


class Table:
    """Chances and what came true."""

    def __init__(self) -> None:
        self.said: list[float] = []
        self.came: list[bool] = []

    def note(self, chances: np.ndarray, truth: np.ndarray) -> None:
        self.said += chances.tolist()
        self.came += truth.tolist()

    def log_likelihood(self) -> float:
        said = np.clip(self.said, LEAST, 1.0 - LEAST)
        return float(np.log(np.where(self.came, said, 1.0 - said)).mean())

    def show(self, what: str) -> None:
        said, came = np.array(self.said), np.array(self.came)
        print(f"{what}: expected   seen   cases")
        for low, high in itertools.pairwise(BINS):
            inside = (said >= low) & (said < high)
            if inside.any():
                print(
                    f"  {low:.2f} to {min(high, 1.0):.2f}       {said[inside].mean():.2f}       "
                    f"{came[inside].mean():.2f}   {int(inside.sum()):,}"
                )


def occupied(boards: np.ndarray, colour: int) -> np.ndarray:
    """The chance of each square to hold a piece of a colour."""
    pieces = boards["of_colour"][:, colour, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)
    return pieces.mean(axis=0)


def can_be_taken(state: np.ndarray, move: int, side: int) -> bool | None:
    """Can the piece that makes this capture be taken at once? None if it is no such capture on this board."""
    board = state.copy().view(np.recarray)
    source, target = move & 63, move >> 6 & 63
    piece, victim = int(board[0].kind_at[source]), int(board[0].kind_at[target])
    if not victim or piece == KING or VALUES[piece] < VALUES[victim] + MORE or not is_legal(board[0], move):
        return None
    make(board[0], move)
    return bool(attackers(board[0], target, 3 - side, np.uint64(everybody(board[0]))))


def follow(moves: list[int], side: int, boards: int, squares: Table, evenly: Table, captures: Table) -> None:
    """One side of a game: before each of its moves, what its boards say and what is so."""
    game = KriegspielPosition()
    view: View = game.start_for(side).view()
    particles = Particles(boards, view, 1)
    for move in moves:
        if game.mover == side:
            particles.follow(view)
            likely, pieces = particles.boards[: particles.count], int(game.state.of_colour[side])
            free = np.array([not pieces >> s & 1 for s in range(64)])
            truth = occupied(game.states, 3 - side)[free] > 0
            squares.note(occupied(likely, 3 - side)[free], truth)
            evenly.note(np.full(len(truth), truth.sum() / len(truth)), truth)
            real = can_be_taken(game.states, move, side)
            if real is not None:
                found = [can_be_taken(likely[k : k + 1], move, side) for k in range(0, particles.count, 4)]
                known = [f for f in found if f is not None]
                if known:
                    captures.note(np.array([sum(known) / len(known)]), np.array([real]))
        told = game.attempt(move)
        if side in told:
            view.hear(told[side])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--plies", type=int, default=80, help="of each game, from its start")
    args = parser.parse_args()
    squares, evenly, captures = Table(), Table(), Table()
    games = list(itertools.islice(games_of([args.store], []), args.games))
    for game in games:
        for side in (WHITE, BLACK):
            follow(game.moves[: args.plies].tolist(), side, args.boards, squares, evenly, captures)
    if not squares.said:
        print(f"{args.store} has no games of Kriegspiel.")
        return
    print(
        f"{len(games)} games, both sides; ln P of a square {squares.log_likelihood():.4f}, "
        f"with the pieces spread evenly {evenly.log_likelihood():.4f}"
    )
    squares.show("a square holds an enemy")
    captures.show("the piece that took can be taken")


if __name__ == "__main__":
    main()
