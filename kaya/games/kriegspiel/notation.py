"""Moves as chess players write them: `Nbd7`, `exd6`, `O-O`, `e8=Q#` (SAN)."""

import re

from .judgement import try_move
from .messages import MATE
from .moves import danger
from .position import KriegspielPosition
from .squares import KING, LETTERS, PAWN, move_parts, square, square_name

_WRITTEN = re.compile("([NBRQK]?)([a-h]?)([1-8]?)x?([a-h][1-8])(?:=?([NBRQ]))?")


def san(position: KriegspielPosition, move: int) -> str:
    """A legal move in this position."""
    board, legal = position.state, position.legal_moves()
    source, target, promotion = move_parts(move)
    kind = int(board.kind_at[source])
    capture = bool(board.kind_at[target]) or (kind == PAWN and source & 7 != target & 7)
    if kind == KING and abs(source - target) == 2:
        text = "O-O" if target > source else "O-O-O"
    elif kind == PAWN:
        text = f"{square_name(source)[0]}x" if capture else ""
        text += square_name(target) + (f"={LETTERS[promotion]}" if promotion else "")
    else:
        twins = [m & 63 for m in legal if m & 63 != source and m >> 6 & 63 == target and board.kind_at[m & 63] == kind]
        text = LETTERS[kind] + _apart(source, twins) + ("x" if capture else "") + square_name(target)
    after = position.states.copy()
    try_move(after[0], move)
    if after[0].end == MATE:
        return text + "#"
    return text + ("+" if danger(after[0])[1] else "")


def _apart(source: int, twins: list[int]) -> str:
    """What tells this piece from others of its kind that could go there: the file, else the row, else both."""
    name = square_name(source)
    if not twins:
        return ""
    if all(t & 7 != source & 7 for t in twins):
        return name[0]
    return name[1] if all(t >> 3 != source >> 3 for t in twins) else name


def parse_san(position: KriegspielPosition, text: str) -> int:
    """The legal move that is written so; ValueError if there is none, or more than one."""
    bare = text.rstrip("+#!?").replace("0", "O")
    legal, board = position.legal_moves(), position.state
    if bare in ("O-O", "O-O-O"):
        way = 2 if bare == "O-O" else -2
        found = [m for m in legal if board.kind_at[m & 63] == KING and (m >> 6 & 63) - (m & 63) == way]
    elif match := _WRITTEN.fullmatch(text.rstrip("+#!?")):
        letter, file, row, goal, promotion = match.groups()
        kind = LETTERS.index(letter) if letter else PAWN
        wanted = square(goal), LETTERS.index(promotion) if promotion else 0
        found = [
            m for m in legal
            if move_parts(m)[1:] == wanted and board.kind_at[m & 63] == kind
            and square_name(m & 63).startswith(file) and square_name(m & 63).endswith(row)
        ]  # fmt: skip
    else:
        raise ValueError(f"{text[:20]!r} is not a move.")
    if len(found) != 1:
        raise ValueError(f"{text} is {'ambiguous' if found else 'not legal here'}.")
    return found[0]
