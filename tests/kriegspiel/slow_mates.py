"""Mate in n in the dark, slowly and obviously: python-chess, sets of boards, and every order of tries."""

from functools import cache

import chess

Heard = tuple


def checks(board: chess.Board) -> frozenset[str]:
    """From where the king of the side to move is in check, as the umpire says it."""
    king, said = board.king(board.turn), set()
    x, y = chess.square_file(king), chess.square_rank(king)
    for attacker in board.checkers():
        dx, dy = chess.square_file(attacker) - x, chess.square_rank(attacker) - y
        if board.piece_type_at(attacker) == chess.KNIGHT:
            said.add("knight")
        elif dx == 0 or dy == 0:
            said.add("rank" if dy == 0 else "file")
        else:
            rising, falling = (
                sum(1 for k in range(-7, 8) if 0 <= x + k < 8 and 0 <= y + sign * k < 8) for sign in (1, -1)
            )
            said.add("long" if (rising > falling) == (dx * dy > 0) else "short")
    return frozenset(said)


def pawn_tries(board: chess.Board) -> int:
    """The captures that pawns of the side to move can make; a promotion is one, to whatever piece."""
    found = {
        (m.from_square, m.to_square)
        for m in board.legal_moves
        if board.piece_type_at(m.from_square) == chess.PAWN and board.is_capture(m)
    }
    return len(found)


def heard(board: chess.Board, move: chess.Move, by_mover: bool) -> tuple[chess.Board, Heard]:
    """The board after a move, and what is said of it; the pawn tries are for the side that is to move."""
    where, what = None, None
    if board.is_capture(move):
        where = move.to_square ^ 8 if board.is_en_passant(move) else move.to_square
        what = board.piece_type_at(where) == chess.PAWN
    after = board.copy(stack=False)
    after.push(move)
    end = "mate" if after.is_checkmate() else "draw" if is_drawn(after) else ""
    return after, (where, what, end, frozenset() if end else checks(after), 0 if by_mover or end else pawn_tries(after))


def is_drawn(board: chess.Board) -> bool:
    return board.is_stalemate() or board.is_insufficient_material()


def groups(found: list[tuple[chess.Board, Heard]]) -> dict[Heard, frozenset[str]]:
    sets: dict[Heard, set[str]] = {}
    for board, said in found:
        sets.setdefault(said, set()).add(board.fen())
    return {said: frozenset(fens) for said, fens in sets.items()}


board_of = cache(chess.Board)


@cache
def moves_on(fen: str) -> frozenset[chess.Move]:
    return frozenset(board_of(fen).legal_moves)


def tries(fens: frozenset[str]) -> set[chess.Move]:
    """All moves that are legal on one of the boards: no other can help."""
    return {move for fen in fens for move in moves_on(fen)}


def refused(fens: frozenset[str], move: chess.Move) -> frozenset[str]:
    return frozenset(fen for fen in fens if move not in moves_on(fen))


@cache
def is_right(fens: frozenset[str], move: chess.Move, n: int) -> bool:
    """Does every answer to the try, where it is legal, lead to what is solved in one move less?"""
    after = groups([heard(board_of(fen), move, True) for fen in fens - refused(fens, move)])
    for said, boards in after.items():
        if said[2] == "mate":
            continue
        if said[2] or n == 1:
            return False
        replies = [heard(board_of(fen), m, False) for fen in boards for m in moves_on(fen)]
        if any(told[2] for _, told in replies) or not all(solved(s, n - 1) for s in groups(replies).values()):
            return False
    return True


@cache
def solved(fens: frozenset[str], n: int) -> bool:
    """Is there a try that is right, and is what it is refused on solved?"""
    if not fens:
        return True
    return any(is_right(fens, move, n) and solved(refused(fens, move), n) for move in tries(fens))
