"""How many won positions are won: the stronger side has one to four pieces of the enemy to deal with besides his king.

    python -m bench.kriegspiel_won --player kriegspiel-d
    python -m bench.kriegspiel_won --player kriegspiel-d --suite won_games.txt

Each position is played once under the fifty-move rule; the defender is a program that plays well. Those of
`won_positions.txt` are placed at random, and the stronger side knows its own pieces and how many the enemy has.
Those of `won_games.txt` were reached in games: the player has heard all that was said to that side.

`--make N` prints N new positions, and with `--between A B` new games of two players.
"""

import argparse
import random
import time
from collections import Counter
from pathlib import Path

import chess

from kaya.kriegspiel.rules import WHITE, KriegspielPosition
from kaya.players import make_player
from kaya.search import Budget
from kaya.table import PlayerSeat, Table

HERE = Path(__file__).parent
STRONG = ("Q", "RR", "QP", "RP", "QR", "QN", "RBP", "RNP", "RPP", "QQ")
WEAK = ("p", "pp", "n", "b", "np", "ppp", "bpp", "pppp", "r", "rp")
VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}
AHEAD = 6  # pawns, at least


def new_position(chance: random.Random) -> str:
    """A legal position, White to move, in which White is far ahead, no pawn is past the middle, and neither side can
    take at once."""
    while True:
        pieces = ["K", "k", *chance.choice(STRONG), *chance.choice(WEAK)]
        if sum((1 if m.isupper() else -1) * VALUES.get(m.lower(), 0) for m in pieces) < AHEAD:
            continue
        board = chess.Board(None)
        for piece in pieces:
            rows = range(2, 4) if piece == "P" else range(4, 6) if piece == "p" else range(8)
            free = [s for s in chess.SQUARES if board.piece_at(s) is None and s // 8 in rows]
            board.set_piece_at(chance.choice(free), chess.Piece.from_symbol(piece))
        black = board.copy()
        black.turn = chess.BLACK
        quiet = all(b.is_valid() and not any(b.is_capture(m) for m in b.legal_moves) for b in (board, black))
        if quiet and not board.is_check() and not black.is_check():
            return board.fen()


def is_won(board: chess.Board) -> bool:
    """Is the side to move far ahead, with one to four pieces of the enemy besides his king, and can neither side take
    at once?"""
    mine, theirs = (
        [p.symbol().lower() for p in board.piece_map().values() if p.color == colour]
        for colour in (board.turn, not board.turn)
    )
    ahead = sum(VALUES.get(m, 0) for m in mine) - sum(VALUES.get(m, 0) for m in theirs)
    if ahead < AHEAD or not 2 <= len(theirs) <= 5 or board.is_check():
        return False
    other = board.copy()
    other.push(chess.Move.null())
    return not any(b.is_capture(m) for b in (board, other) for m in b.legal_moves)


def new_game(players: tuple[str, str], budget: Budget, seed: int) -> str:
    """The tries of a game up to the first such position, refused ones too; games without one are thrown away."""
    while True:
        seats = {
            side: PlayerSeat(make_player(name, game="kriegspiel", seed=2 * seed + side), budget)
            for side, name in enumerate(players, start=1)
        }
        table, tries = Table(KriegspielPosition(), seats), []
        while not table.over:
            if is_won(chess.Board(table.position.fen)):
                return " ".join(tries)
            move = table.ask().move
            tries += [] if move is None else [table.position.move_name(move)]
        seed += 1_000_000


def position_of(line: str) -> KriegspielPosition:
    """A line of a suite: a position as FEN, or the tries that led to it."""
    if "/" in line:
        return KriegspielPosition(line)
    position = KriegspielPosition()
    for move in line.split():
        position.attempt(position.parse_move(move))
    return position


def play(line: str, player: str, defender: str, budget: Budget, defence: Budget, seed: int) -> str:
    """How a position ends, the player having the side to move."""
    position = position_of(line)
    strong = position.mover
    seats = {
        strong: PlayerSeat(make_player(player, game="kriegspiel", seed=seed), budget),
        3 - strong: PlayerSeat(make_player(defender, game="kriegspiel", seed=seed + 1), defence),
    }
    verdict = Table(position, seats).play()
    return "won" if verdict.points == (1.0 if strong == WHITE else 0.0) else f"not won, {verdict.how}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="kriegspiel-d")
    parser.add_argument("--defender", default="kriegspiel-minimax")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--simulations", type=int)
    parser.add_argument("--defence", type=int, metavar="SIMULATIONS", help="of the defender, if not as many")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--suite", default="won_positions.txt")
    parser.add_argument("--make", type=int, metavar="N")
    parser.add_argument("--between", nargs=2, metavar=("A", "B"))
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    budget, ends = Budget(args.simulations, args.seconds or (None if args.simulations else 0.1)), Counter()
    if args.make:
        chance, players = random.Random(args.seed), args.between
        for number in range(args.make):
            game = players and new_game(players[:: 1 - 2 * (number % 2)], budget, args.seed + number)
            print(game or new_position(chance), flush=True)
        return
    defence = Budget(args.defence) if args.defence else budget
    for number, line in enumerate((HERE / args.suite).read_text().splitlines()[: args.positions]):
        began = time.process_time()
        end = play(line, args.player, args.defender, budget, defence, args.seed + 2 * number)
        ends[end] += 1
        print(f"{position_of(line).fen:60} {end}, {time.process_time() - began:.1f} CPU-s", flush=True)
    won, whole = ends.pop("won", 0), ends.total()
    print(f"{args.player}: {won} of {won + whole} won; not: {', '.join(f'{n} {e}' for e, n in ends.items()) or 'none'}")


if __name__ == "__main__":
    main()
