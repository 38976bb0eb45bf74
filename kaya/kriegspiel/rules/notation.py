"""Moves as chess players write them: `Nbd7`, `exd6`, `O-O`, `e8=Q#` (SAN), by python-chess."""

from typing import Any

from .fen import to_chess
from .squares import parse_move


def parse_san(board: Any, text: str) -> int:
    """The legal move on this board that is written so; ValueError if there is none, or more than one."""
    import chess

    try:
        return parse_move(to_chess(board).parse_san(text.rstrip("!?")).uci())
    except chess.AmbiguousMoveError:
        raise ValueError(f"{text} is ambiguous.") from None
    except chess.IllegalMoveError:
        raise ValueError(f"{text} is not legal here.") from None
    except chess.InvalidMoveError:
        raise ValueError(f"{text[:20]!r} is not a move.") from None
