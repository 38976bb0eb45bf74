"""Squares, pieces and moves, and their names.

A square is a number from 0 (a1) over 1 (b1) to 63 (h8). A move is one small number,

    from + 64 * to + 4096 * promotion

where the promotion is KNIGHT, BISHOP, ROOK or QUEEN, or 0. Castling is the king's move of two squares. A move so packed
takes 15 bits and says nothing about the other side: a try and a legal move look the same.
"""

import re
from collections.abc import Mapping

WHITE, BLACK = 1, 2
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
NO_MOVE = 0  # a1a1
ANY = 65  # b1b1: the question whether any pawn can capture, where the rule set has it
ASKING = "any?"

COLOURS = {WHITE: "White", BLACK: "Black"}
KINDS = ("", "pawn", "knight", "bishop", "rook", "queen", "king")
LETTERS = " PNBRQK"  # a piece's letter at its kind


def square(name: str) -> int:
    """The square called `e4`; ValueError if there is none."""
    if not re.fullmatch("[a-h][1-8]", name):
        raise ValueError(f"{name!r} is not a square: squares are a1 to h8.")
    return ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1)


def square_name(s: int) -> str:
    return f"{'abcdefgh'[s & 7]}{(s >> 3) + 1}"


def new_move(source: int, target: int, promotion: int = 0) -> int:
    return source | target << 6 | promotion << 12


def move_parts(move: int) -> tuple[int, int, int]:
    """From, to and promotion."""
    return move & 63, move >> 6 & 63, move >> 12


def move_name(move: int) -> str:
    """The move in coordinates: `e2e4`, `e7e8q`, `e1g1` for castling; and `any?`."""
    if move == ANY:
        return ASKING
    source, target, promotion = move_parts(move)
    return square_name(source) + square_name(target) + LETTERS[promotion].strip().lower()


def parse_move(name: str) -> int:
    """The move called `e2e4` or `e7e8q`, or the question `any?`; ValueError if it is not written so."""
    if name.strip().lower() == ASKING:
        return ANY
    found = re.fullmatch("([a-h][1-8])([a-h][1-8])([nbrq]?)", name.strip().lower())
    if not found:
        raise ValueError(f"{name[:20]!r} is not a move: write it as e2e4, or e7e8q to promote.")
    return new_move(square(found[1]), square(found[2]), LETTERS.index(found[3].upper()) if found[3] else 0)


def show(pieces: Mapping[int, tuple[int, bool]]) -> str:
    """A bare picture of a board: by square, the kind of a piece and whether it is White's (which is a capital)."""
    marks = ["."] * 64
    for s, (kind, white) in pieces.items():
        marks[s] = LETTERS[kind] if white else LETTERS[kind].lower()
    rows = [f"{y + 1} {' '.join(marks[8 * y : 8 * y + 8])}" for y in range(7, -1, -1)]
    return "\n".join([*rows, "  a b c d e f g h"])
