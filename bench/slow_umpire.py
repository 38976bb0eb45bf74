"""The umpire once more, slow and obvious, with python-chess as the authority on chess. It answers in words, and knows
all rule sets by their names."""

import chess


class SlowUmpire:
    """`try_move("e2e4")` plays a legal move and says what the umpire says, or says "illegal"; `try_move("any?")`
    answers the question."""

    def __init__(self, fen: str = chess.STARTING_FEN, rules: str = "icc"):
        self.board, self.rules = chess.Board(fen), rules
        self.over = False
        self.answer = ""  # to "any?", in this turn
        self.obliged = False  # to capture with a pawn

    def try_move(self, name: str) -> str:
        if name == "any?":
            self.obliged = bool(self.pawn_captures())
            self.answer = "yes, a pawn can capture" if self.obliged else "no pawn can capture"
            return self.answer
        move = chess.Move.from_uci(name)
        if self.obliged and not self.is_pawn_capture(move):
            return "illegal"
        if self.over or not self.board.is_legal(move):
            self.obliged = self.obliged and self.rules != "english"
            return "illegal"
        said = ["moved", *self.said_of_move(move)]
        self.board.push(move)
        self.answer, self.obliged = "", False
        if end := self.end():
            self.over = True
            return "; ".join([*said, end])
        if self.board.is_check():
            king = self.board.king(self.board.turn)
            assert king is not None
            directions = {direction(king, attacker) for attacker in self.board.checkers()}
            said += [
                f"{d} check" for d in ("rank", "file", "long-diagonal", "short-diagonal", "knight") if d in directions
            ]
        if tries := self.said_of_pawn_tries():
            said.append(tries)
        return "; ".join(said)

    def said_of_move(self, move: chess.Move) -> list[str]:
        """What is captured, and a promotion."""
        said, where, passing = [], chess.square_name(move.to_square), self.board.is_en_passant(move)
        stood = chess.square_name(chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square)))
        if passing and self.rules == "english":
            said.append(f"capture at {where} en passant")
        elif self.board.is_capture(move) and self.rules in ("berkeley", "berkeley-any", "english"):
            said.append(f"capture at {stood if passing else where}")
        elif self.board.is_capture(move):
            pawn = passing or self.board.piece_type_at(move.to_square) == chess.PAWN
            said.append(f"{'pawn' if pawn else 'piece'} at {stood if passing else where} captured")
        if move.promotion and self.rules == "rand":
            said.append("promotion")
        return said

    def said_of_pawn_tries(self) -> str:
        captures = self.pawn_captures()
        if self.rules in ("berkeley", "berkeley-any", "english") or not captures:
            return ""
        if self.rules == "cincinnati":
            return "pawn tries"
        if self.rules == "rand":
            return f"pawn tries from {' '.join(map(chess.square_name, sorted({s for s, _ in captures})))}"
        return "1 pawn try" if len(captures) == 1 else f"{len(captures)} pawn tries"

    def is_pawn_capture(self, move: chess.Move) -> bool:
        aside = chess.square_file(move.from_square) != chess.square_file(move.to_square)
        return aside and self.board.piece_type_at(move.from_square) == chess.PAWN

    def end(self) -> str:
        if self.board.is_checkmate():
            return "checkmate"
        if self.board.is_stalemate():
            return "stalemate, which loses" if self.rules == "rand" else "stalemate"
        if self.board.is_insufficient_material():
            return "insufficient material"
        if self.board.halfmove_clock >= 100:
            return "fifty moves"
        return "threefold repetition" if self.board.is_repetition(3) else ""

    def pawn_tries(self) -> int:
        return len(self.pawn_captures())

    def pawn_captures(self) -> set[tuple[int, int]]:
        """The pawn tries: captures that differ only in the promotion are one."""
        legal = self.board.legal_moves
        return {
            (m.from_square, m.to_square)
            for m in legal
            if self.board.is_capture(m) and self.board.piece_type_at(m.from_square) == chess.PAWN
        }

    def capturing_pawns(self) -> set[int]:
        """Which pawns may try to capture, as far as the player is told."""
        pawns, sources = set(self.board.pieces(chess.PAWN, self.board.turn)), {s for s, _ in self.pawn_captures()}
        if self.rules == "rand":
            return sources
        if self.rules in ("icc", "cincinnati"):
            return pawns if sources else set()
        return set() if self.answer.startswith("no") else pawns

    def tries(self) -> set[str]:
        """What the player to move may try: moves on a board with its own pieces alone, and pawns' captures where there
        is a pawn try, or might be; nothing else when it is obliged to capture."""
        own, us = self.board.copy(stack=False), self.board.turn
        for square, piece in self.board.piece_map().items():
            if piece.color != us:
                own.remove_piece_at(square)
        own.ep_square = None
        found = set() if self.obliged else {m.uci() for m in own.pseudo_legal_moves}
        for source in self.capturing_pawns():
            for target in own.attacks(source):
                if own.piece_at(target) is None:
                    ends = "nbrq" if chess.square_rank(target) in (0, 7) else [""]
                    found |= {chess.square_name(source) + chess.square_name(target) + end for end in ends}
        return found


def direction(king: int, attacker: int) -> str:
    """From where a king is in check; its long diagonal is the one with more squares."""
    if chess.square_rank(king) == chess.square_rank(attacker):
        return "rank"
    if chess.square_file(king) == chess.square_file(attacker):
        return "file"
    lines = diagonals(king)
    for line in lines:
        if attacker in line:
            return "long-diagonal" if len(line) == max(map(len, lines)) else "short-diagonal"
    return "knight"


def diagonals(s: int) -> list[set[int]]:
    """The squares of both diagonals through a square."""
    x, y = chess.square_file(s), chess.square_rank(s)
    cells = {(a, b): chess.square(a, b) for a in range(8) for b in range(8)}
    return [
        {c for (a, b), c in cells.items() if a - x == b - y},
        {c for (a, b), c in cells.items() if a - x == y - b},
    ]
