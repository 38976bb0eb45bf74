"""Positions as FEN, the one-line notation of chess programs, by python-chess; and a board as its board, and back.

python-chess stays on this side: a kernel sees records only. It numbers squares and kinds as we do, and has the same
sets of squares. It is imported when first needed, for that takes a tenth of a second.
"""

from typing import TYPE_CHECKING, Any

from .board import FIFTY, NOWHERE, clear, note_passing, put, set_rights
from .squares import BLACK, PAWN, WHITE
from .umpire import inspect_position

if TYPE_CHECKING:
    import chess

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
CORNERS = (7, 0, 63, 56)  # whose rooks may castle, in the order of the rights' bits
FAULTS = (
    ("NO_WHITE_KING", "White must have one king, not 0."),
    ("NO_BLACK_KING", "Black must have one king, not 0."),
    ("TOO_MANY_KINGS", "A side must have one king, not more."),
    ("TOO_MANY_WHITE_PIECES TOO_MANY_WHITE_PAWNS", "White has more than 16 pieces or 8 pawns."),
    ("TOO_MANY_BLACK_PIECES TOO_MANY_BLACK_PAWNS", "Black has more than 16 pieces or 8 pawns."),
    ("PAWNS_ON_BACKRANK", "A pawn cannot stand on row 1 or 8."),
    ("BAD_CASTLING_RIGHTS", "A castling right needs king and rook at home."),
    ("INVALID_EP_SQUARE", "No pawn can just have passed over the square for en passant."),
    ("OPPOSITE_CHECK", "The player who is not to move is in check."),
)
"""What python-chess calls faults of a position, and what we say of them: the first that is found. Checks that no move
can have given are let pass: one can play from there."""


def read_fen(board: Any, fen: str) -> None:
    """Set up a board; ValueError says what is wrong with the text or the position."""
    import chess

    try:
        read = chess.Board(fen)
    except ValueError as error:
        raise ValueError(f"This is no FEN such as {START!r}: {str(error).split(': ')[0]}.") from None
    status = read.status()
    for names, reason in FAULTS:
        if any(status & chess.Status[name] for name in names.split()):
            raise ValueError(reason)
    if read.halfmove_clock > FIFTY or read.fullmove_number >= 100_000:
        raise ValueError(
            f"The counts of a FEN are from 0 to {FIFTY} and from 1 to 99999: "
            f"not {read.halfmove_clock} and {read.fullmove_number}."
        )
    clear(board)
    for s, piece in read.piece_map().items():
        put(board, s, WHITE if piece.color else BLACK, piece.piece_type)
    rights = sum(1 << k for k, corner in enumerate(CORNERS) if read.castling_rights >> corner & 1)
    set_rights(board, WHITE if read.turn else BLACK, rights, read.halfmove_clock, read.ply())
    if read.ep_square is not None:
        note_passing(board, read.ep_square)
        board.history[board.clock] = board.hash
    inspect_position(board)


def to_chess(board: Any) -> "chess.Board":
    """The same position for python-chess."""
    import chess

    theirs = chess.Board(None)
    kinds, theirs.occupied_co = board.of_kind[PAWN:].tolist(), board.of_colour[[BLACK, WHITE]].tolist()
    theirs.pawns, theirs.knights, theirs.bishops, theirs.rooks, theirs.queens, theirs.kings = kinds
    theirs.occupied = theirs.occupied_co[0] | theirs.occupied_co[1]
    theirs.turn = bool(board.turn == WHITE)
    theirs.castling_rights = sum(1 << corner for k, corner in enumerate(CORNERS) if int(board.castling) >> k & 1)
    theirs.ep_square = None if board.passing == NOWHERE else int(board.passing)
    theirs.halfmove_clock, theirs.fullmove_number = int(board.clock), int(board.ply) // 2 + 1
    return theirs


def write_fen(board: Any) -> str:
    """The position; the square for en passant is written only where it can be taken."""
    return to_chess(board).fen(en_passant="fen")
