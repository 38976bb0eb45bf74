"""A program that plays Kriegspiel at another program's table: copy it, and put your own idea into `choose`.

    kaya match kriegspiel-random "kriegspiel:python examples/kriegspiel_program.py" --game kriegspiel --games 4

It knows its own pieces and what the umpire says (kaya/kriegspiel/protocol has the whole conversation), and takes any
pawn try that was announced, else any move that its own pieces allow."""

import random
import re
import sys

import chess


class Game:
    """What this side knows: a board with its own pieces alone."""

    def __init__(self, colour: chess.Color):
        self.colour, self.tried, self.pawn_tries = colour, set(), 0
        self.board = chess.Board()
        self.board.set_piece_map({s: p for s, p in self.board.piece_map().items() if p.color == colour})

    def heard(self, said: str) -> None:
        """`e2e4: moved` is about an own try, `moved; pawn at d5 captured` about the opponent's move."""
        own, colon, words = said.rpartition(": ")
        if words == "illegal":
            self.tried.add(chess.Move.from_uci(own))
            return
        if colon:
            self.board.turn = self.colour
            self.board.push(chess.Move.from_uci(own))
        elif taken := re.search(r"at (..) captured", words):
            self.board.remove_piece_at(chess.parse_square(taken[1]))
        tries = re.search(r"(\d+) pawn tr", words)
        self.tried, self.pawn_tries = set(), int(tries[1]) if tries else 0

    def tries(self) -> list[chess.Move]:
        """All moves that the own pieces allow; the pawns' captures, which need somebody to capture, where they were
        announced."""
        self.board.turn = self.colour
        found = list(self.board.pseudo_legal_moves)
        if self.pawn_tries:
            for pawn in self.board.pieces(chess.PAWN, self.colour):
                for target in self.board.attacks(pawn) - chess.SquareSet(self.board.occupied_co[self.colour]):
                    last = chess.square_rank(target) in (0, 7)
                    found.append(chess.Move(pawn, target, chess.QUEEN if last else None))
        return [move for move in found if move not in self.tried]

    def choose(self) -> chess.Move | None:
        tries = self.tries()
        captures = [
            m
            for m in tries
            if self.board.piece_type_at(m.from_square) == chess.PAWN
            and chess.square_file(m.from_square) != chess.square_file(m.to_square)
        ]
        return random.choice(captures or tries) if tries else None


def main() -> None:
    game = None
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "quit":
            break
        if command == "kriegspiel":
            print("name Any move", "version 1", "ready", sep="\n", flush=True)
        elif command == "new" and rest in ("white", "black"):
            game = Game(rest == "white")
            print("ready", flush=True)
        elif command == "heard" and game:
            game.heard(rest)
        elif command == "go" and game:
            move = game.choose()
            print(f"try {move}" if move else "resign", flush=True)
        else:
            print(f"error this program does not know {line.strip()!r}", flush=True)


if __name__ == "__main__":
    main()
