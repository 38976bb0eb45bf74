"""All boards that agree with what a player has heard, from a start with few enemies on."""

from itertools import combinations, product
from typing import Any

import numpy as np

from ....kernel import kernel, plain, zeros
from ...rules import Start, View
from ...rules.board import clear, in_check, put, set_rights
from ...rules.game import kriegspiel
from ...rules.messages import MOVED
from ...rules.squares import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK
from ...rules.umpire import inspect_position, told
from ..sampling.pool import Pool

MOST = 200_000  # boards of a set
ROOM = 20_000
PAWN_SQUARES = range(8, 56)


@kernel
def set_up(board, pieces, colours, kinds, turn, castling, ply):
    """Put these pieces on the board; the umpire's message, or -1 where the side that has just moved is in check."""
    clear(board)
    for k in range(len(pieces)):
        put(board, pieces[k], colours[k], kinds[k])
    set_rights(board, turn, castling, 0, ply)
    if in_check(board, 3 - turn):
        return -1
    return inspect_position(board)


def men_of(start: Start) -> list[tuple[tuple[int, int], ...]]:
    """All ways to place the enemy's men on free squares, each as (square, kind)."""
    own = {s for s, _ in start.pieces}
    free, pawn_squares = ([s for s in squares if s not in own] for squares in (range(64), PAWN_SQUARES))
    found = []
    for pawns in combinations(pawn_squares, start.enemy_pawns):
        others = [s for s in free if s not in pawns]
        for pieces in combinations(others, start.enemy_pieces):
            for kinds in product((KNIGHT, BISHOP, ROOK, QUEEN), repeat=start.enemy_pieces):
                men = tuple((s, PAWN) for s in pawns) + tuple(zip(pieces, kinds, strict=True))
                found += [((s, KING), *men) for s in others if s not in pieces]
        if len(found) > MOST:
            raise ValueError(f"There are more than {MOST:,} ways to place the enemy's men: the start must have fewer.")
    return found


def all_boards(start: Start) -> np.ndarray:
    """Every board on which a game can have begun of which the player was told this. Enemies are taken to have no
    castling rights."""
    made: Any = zeros(kriegspiel.dtype)
    made.rules = start.rule_set.bits
    found, own = [], list(start.pieces)
    for enemies in men_of(start):
        squares, kinds = np.array(own + list(enemies), np.int64).T.copy()
        colours = np.array([start.side] * len(own) + [3 - start.side] * len(enemies), np.int64)
        message = int(set_up(made[0], squares, colours, kinds, start.to_move, start.castling, start.ply))
        if message >= 0 and start.to_move != start.side:
            message = int(told(made[0], message | MOVED)) ^ MOVED
        if message == start.message:
            found.append(made.copy())
    return plain(np.concatenate(found)) if found else plain(zeros(kriegspiel.dtype, 0))


def pool_of(start: Start) -> Pool:
    """All boards at the start; `follow` keeps those that agree with what a view has heard, as long as it is
    `complete`."""
    first = all_boards(start)
    pool = Pool(max(ROOM, 2 * len(first)), start)
    pool.count, pool.complete = 0, True
    pool.add(first)
    return pool


def boards_of(view: View) -> np.ndarray:
    """Every board that agrees with all that the player has heard; ValueError if they are too many."""
    pool = pool_of(view.start)
    pool.follow(view)
    if not pool.complete:
        raise ValueError("There are too many boards that agree with what was heard.")
    return pool.boards[: pool.count].copy()
