"""The umpire once more, slow and obvious, with python-chess as the authority on chess. It answers in words."""

import chess


class SlowUmpire:
    """`try_move("e2e4")` plays a legal move and says what the umpire says, or says "illegal"."""

    def __init__(self, fen: str = chess.STARTING_FEN):
        self.board = chess.Board(fen)
        self.over = False

    def try_move(self, name: str) -> str:
        move = chess.Move.from_uci(name)
        if self.over or not self.board.is_legal(move):
            return "illegal"
        said = ["moved"]
        if self.board.is_en_passant(move):
            file, row = chess.square_file(move.to_square), chess.square_rank(move.from_square)
            said.append(f"pawn at {chess.square_name(chess.square(file, row))} captured")
        elif self.board.is_capture(move):
            what = "pawn" if self.board.piece_type_at(move.to_square) == chess.PAWN else "piece"
            said.append(f"{what} at {chess.square_name(move.to_square)} captured")
        self.board.push(move)
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
        if tries := self.pawn_tries():
            said.append("1 pawn try" if tries == 1 else f"{tries} pawn tries")
        return "; ".join(said)

    def end(self) -> str:
        if self.board.is_checkmate():
            return "checkmate"
        if self.board.is_stalemate():
            return "stalemate"
        if self.board.is_insufficient_material():
            return "insufficient material"
        if self.board.halfmove_clock >= 100:
            return "fifty moves"
        return "threefold repetition" if self.board.is_repetition(3) else ""

    def pawn_tries(self) -> int:
        """Captures that differ only in the promotion are one try."""
        legal = self.board.legal_moves
        return len(
            {
                (m.from_square, m.to_square)
                for m in legal
                if self.board.is_capture(m) and self.board.piece_type_at(m.from_square) == chess.PAWN
            }
        )

    def tries(self) -> set[str]:
        """What the player to move may try: moves on a board with its own pieces alone, and pawns' captures where there
        is a pawn try."""
        own, us = self.board.copy(stack=False), self.board.turn
        for square, piece in self.board.piece_map().items():
            if piece.color != us:
                own.remove_piece_at(square)
        own.ep_square = None
        found = {m.uci() for m in own.pseudo_legal_moves}
        if self.pawn_tries():
            for source in own.pieces(chess.PAWN, us):
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
