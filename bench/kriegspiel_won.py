"""How many won positions are won: the stronger side has one to four men of the enemy to deal with besides his king.

    python -m bench.kriegspiel_won --player kriegspiel-c

Each position of `won_positions.txt` is played once under the fifty-move rule, the stronger side knowing nothing but its
own men and how many the enemy has; the defender is a program that plays well. `--make N` prints N new positions.
"""

import argparse
import random
import time
from collections import Counter
from pathlib import Path

import chess

from kaya.games.kriegspiel import KriegspielPosition
from kaya.players import make_player
from kaya.search import Budget
from kaya.table import PlayerSeat, Table

SUITE = Path(__file__).with_name("won_positions.txt")
STRONG = ("Q", "RR", "QP", "RP", "QR", "QN", "RBP", "RNP", "RPP", "QQ")
WEAK = ("p", "pp", "n", "b", "np", "ppp", "bpp", "pppp", "r", "rp")
WORTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
AHEAD = 6  # pawns, at least


def new_position(chance: random.Random) -> str:
    """A legal position, White to move, in which White is far ahead, no pawn is past the middle, and neither side can
    take at once."""
    while True:
        men = ["K", "k", *chance.choice(STRONG), *chance.choice(WEAK)]
        if sum((1 if m.isupper() else -1) * WORTH.get(m.lower(), 0) for m in men) < AHEAD:
            continue
        board = chess.Board(None)
        for man in men:
            rows = range(2, 4) if man == "P" else range(4, 6) if man == "p" else range(8)
            free = [s for s in chess.SQUARES if board.piece_at(s) is None and s // 8 in rows]
            board.set_piece_at(chance.choice(free), chess.Piece.from_symbol(man))
        black = board.copy()
        black.turn = chess.BLACK
        quiet = all(b.is_valid() and not any(b.is_capture(m) for m in b.legal_moves) for b in (board, black))
        if quiet and not board.is_check() and not black.is_check():
            return board.fen()


def play(fen: str, player: str, defender: str, budget: Budget, defence: Budget, seed: int) -> str:
    """How a position ends."""
    seats = {1: PlayerSeat(make_player(player, game="kriegspiel", seed=seed), budget),
             2: PlayerSeat(make_player(defender, game="kriegspiel", seed=seed + 1), defence)}  # fmt: skip
    verdict = Table(KriegspielPosition(fen), seats).play()
    return "won" if verdict.points == 1.0 else f"not won, {verdict.how}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="kriegspiel-c")
    parser.add_argument("--defender", default="kriegspiel-minimax")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--defence", type=int, metavar="SIMULATIONS", help="of the defender, if not as many")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--make", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.make:
        chance = random.Random(args.seed)
        print("\n".join(new_position(chance) for _ in range(args.make)))
        return
    budget, ends = Budget(args.simulations, args.seconds or (None if args.simulations else 0.1)), Counter()
    defence = Budget(args.defence) if args.defence else budget
    for number, fen in enumerate(SUITE.read_text().split("\n")[: args.positions]):
        if not fen:
            continue
        began = time.process_time()
        end = play(fen, args.player, args.defender, budget, defence, args.seed + 2 * number)
        ends[end] += 1
        print(f"{fen:50} {end}, {time.process_time() - began:.1f} CPU-s", flush=True)
    won, whole = ends.pop("won", 0), ends.total()
    print(f"{args.player}: {won} of {won + whole} won; not: {', '.join(f'{n} {e}' for e, n in ends.items()) or 'none'}")


if __name__ == "__main__":
    main()
