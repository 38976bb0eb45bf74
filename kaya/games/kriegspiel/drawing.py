"""A chess board as a picture for notebooks, with the pieces of python-chess."""

from collections.abc import Mapping

from .squares import WHITE

SIZE = 320


def board_svg(pieces: Mapping[int, tuple[int, bool]], side: int = WHITE, last: int = 0) -> str:
    """An SVG of these pieces (by square: kind, and whether it is White's), seen by a side; `last` is marked."""
    import chess.svg  # when it is first needed: no game needs it

    board = chess.BaseBoard.empty()
    for square, (kind, white) in pieces.items():
        board.set_piece_at(square, chess.Piece(kind, white))
    move = chess.Move(last & 63, last >> 6 & 63) if last else None
    return chess.svg.board(board, orientation=side == WHITE, lastmove=move, size=SIZE)
