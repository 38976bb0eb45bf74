"""Positions as FEN, the one-line notation of chess programs; impossible ones are refused with a reason."""

from typing import Any

from .board import FIFTY, NOWHERE, attackers, clear, king_of, note_passing, put, set_rights
from .judgement import judge
from .squares import BLACK, KING, LETTERS, PAWN, ROOK, WHITE, square, square_name

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
RIGHTS = "KQkq"  # in the order of their bits
_NEEDED = {"K": (4, 7), "Q": (4, 0), "k": (60, 63), "q": (60, 56)}  # king and rook at home


def read_fen(board: Any, fen: str) -> None:
    """Set up a board; ValueError says what is wrong with the text or the position."""
    words = fen.split()
    if not 1 <= len(words) <= 6:
        raise ValueError(f"A FEN has up to six words, as {START!r}, not {len(words)}.")
    placement, turn, castling, passing, clock, number = words + ["w", "-", "-", "0", "1"][len(words) - 1 :]
    clear(board)
    for s, colour, kind in _placed(placement):
        put(board, s, colour, kind)
    if turn not in ("w", "b"):
        raise ValueError(f"The player to move must be w or b, not {turn!r}.")
    us = WHITE if turn == "w" else BLACK
    if not (clock.isdecimal() and number.isdecimal() and int(clock) <= FIFTY and 1 <= int(number) < 100_000):
        raise ValueError(f"The counts of a FEN must be from 0 to {FIFTY} and from 1 on, not {clock!r} and {number!r}.")
    _check_kings(board, us)
    ply = 2 * (int(number) - 1) + (us == BLACK)
    set_rights(board, us, _rights(board, castling), int(clock), ply)
    if passing != "-":
        _set_passing(board, us, passing)
        board.history[board.clock] = board.hash
    judge(board)


def _placed(placement: str) -> list[tuple[int, int, int]]:
    """The pieces as (square, colour, kind)."""
    rows = placement.split("/")
    if len(rows) != 8:
        raise ValueError(f"A FEN has eight rows, not {len(rows)}.")
    found = []
    for y, row in zip(range(7, -1, -1), rows, strict=True):
        x = 0
        for mark in row:
            if mark in "12345678":
                x += int(mark)
            elif mark.upper() in LETTERS[1:]:
                kind = LETTERS.index(mark.upper())
                if kind == PAWN and y in (0, 7):
                    raise ValueError(f"A pawn cannot stand on row {y + 1}.")
                found.append((x + 8 * y, WHITE if mark.isupper() else BLACK, kind))
                x += 1
            else:
                raise ValueError(f"{mark!r} in row {y + 1} is no piece: pieces are PNBRQK and pnbrqk.")
            if x > 8:
                break
        if x != 8:
            raise ValueError(f"Row {y + 1} of the FEN has {'more' if x > 8 else 'fewer'} than eight squares.")
    for colour, name in ((WHITE, "White"), (BLACK, "Black")):
        own = [kind for _, c, kind in found if c == colour]
        if own.count(KING) != 1:
            raise ValueError(f"{name} must have one king, not {own.count(KING)}.")
        if len(own) > 16 or own.count(PAWN) > 8:
            raise ValueError(f"{name} has more than 16 pieces or 8 pawns.")
    return found


def _check_kings(board: Any, us: int) -> None:
    occupied = board.of_colour[WHITE] | board.of_colour[BLACK]
    if attackers(board, king_of(board, 3 - us), us, occupied):
        raise ValueError("The player who is not to move is in check.")


def _rights(board: Any, castling: str) -> int:
    if castling == "-":
        return 0
    if not castling or any(letter not in RIGHTS for letter in castling) or len(set(castling)) != len(castling):
        raise ValueError(f"Castling rights must be from KQkq or -, not {castling!r}.")
    for letter in castling:
        own = int(board.of_colour[WHITE if letter.isupper() else BLACK])
        king, rook = _NEEDED[letter]
        at_home = board.kind_at[king] == KING and board.kind_at[rook] == ROOK and own >> king & own >> rook & 1
        if not at_home:
            raise ValueError(f"The castling right {letter} needs king and rook at home.")
    return sum(1 << RIGHTS.index(letter) for letter in castling)


def _set_passing(board: Any, us: int, name: str) -> None:
    """A pawn has just passed over this square; kept only if it can be taken."""
    passing = square(name)
    occupied = int(board.of_colour[WHITE] | board.of_colour[BLACK])
    enemy_pawns = int(board.of_colour[3 - us] & board.of_kind[PAWN])
    start = passing + 8 if us == WHITE else passing - 8
    possible = passing >> 3 == (5 if us == WHITE else 2) and enemy_pawns >> (passing ^ 8) & 1
    if not possible or occupied >> passing & 1 or occupied >> start & 1:
        raise ValueError(f"No pawn can just have passed over {name}.")
    note_passing(board, passing)


def write_fen(board: Any) -> str:
    """The position; the square for en passant is written only where it can be taken."""
    rows = []
    for y in range(7, -1, -1):
        row, gap = "", 0
        for s in range(8 * y, 8 * y + 8):
            if kind := int(board.kind_at[s]):
                letter = LETTERS[kind]
                row += (str(gap) if gap else "") + (letter if int(board.of_colour[WHITE]) >> s & 1 else letter.lower())
                gap = 0
            else:
                gap += 1
        rows.append(row + (str(gap) if gap else ""))
    castling = "".join(letter for k, letter in enumerate(RIGHTS) if int(board.castling) >> k & 1) or "-"
    passing = square_name(int(board.passing)) if board.passing != NOWHERE else "-"
    turn = "w" if board.turn == WHITE else "b"
    return f"{'/'.join(rows)} {turn} {castling} {passing} {int(board.clock)} {int(board.ply) // 2 + 1}"
