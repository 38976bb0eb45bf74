"""Find problems for the clinic of Kriegspiel: mate in n against every defence that the umpire allows.

    python -m bench.kriegspiel_problems KRK KRPK+px KBNKx --minutes 5 --seed 1 > found.jsonl

A kind is White's men, a K, and after + Black's men besides his king, of whom White is told by a pawn try or a check.
With an x at its end Black's king begins by taking a pawn, so that White knows where he was.

White plays from a random position, now well, now at random, and Black at random.
Whenever it is White's turn, all boards that agree with what White has heard are handed to the exact solver. What is
solved, and where few of the tries solve, is written as a line of JSON; which of them are worth keeping is for a person
to say.
"""

import argparse
import json
import random
import time
from collections.abc import Iterator

import chess
import numpy as np

from kaya.kernel import plain
from kaya.kriegspiel.knowledge.endings.finish import finish
from kaya.kriegspiel.knowledge.forced.mate import Solver
from kaya.kriegspiel.knowledge.forced.sets import pool_of
from kaya.kriegspiel.rules import WHITE, KriegspielPosition, move_name

NODES = 1500  # of the solver, for one set
LARGEST = 150  # boards of a set that is looked at
DEEPEST = 6
LONGEST = 14  # moves of a game
SMALL, SHORT = 40, 4  # in larger sets no longer mates are looked for
FEW = 4  # right tries


def placed(kind: str, chance: random.Random) -> str:
    """A random position of this kind: White's men, Black's king, and Black's other men. He is near the edge, and
    White's king near him, that mates are not too far."""
    white, _, black = kind.removesuffix("x").partition("+")
    baited = kind.endswith("x")
    while True:
        board = chess.Board(None)
        near = chance.choice([s for s in chess.SQUARES if s % 8 in (0, 7) or s // 8 in (0, 7)])
        board.set_piece_at(near, chess.Piece.from_symbol("k"))
        for piece in [*white.removesuffix("K"), *black]:
            rows = range(3, 7) if piece == "P" else range(1, 7) if piece == "p" else range(8)
            free = [s for s in chess.SQUARES if board.piece_at(s) is None and s // 8 in rows]
            if piece == "K":
                free = [s for s in free if 1 < chess.square_distance(s, near) < 4]
            if free:
                board.set_piece_at(chance.choice(free), chess.Piece.from_symbol(piece))
        board.turn = not baited and (chance.random() < 0.5 or bool(black))
        told = board
        if baited:
            bait = chance.choice([s for s in chess.SquareSet(chess.BB_KING_ATTACKS[near]) if 0 < s // 8 < 7])
            if board.piece_at(bait):
                continue
            board.set_piece_at(bait, chess.Piece.from_symbol("P"))
            taking = chess.Move(near, bait)
            if not board.is_valid() or not board.is_legal(taking):
                continue
            told = board.copy()
            told.push(taking)
        if board.is_valid() and not told.is_game_over() and (not black or is_told(told)):
            return board.fen()


def is_told(board: chess.Board) -> bool:
    """Does the umpire tell where a black pawn is, by a pawn try or a check?"""
    can_take = any(board.is_capture(m) and board.piece_type_at(m.from_square) == chess.PAWN for m in board.legal_moves)
    return can_take or board.is_check()


def found(kind: str, chance: random.Random, solver: Solver) -> Iterator[dict]:
    """The problems that one game shows. White makes tries that the solver calls right, with some chance; or those of
    the programs that know the endings; or any."""
    start = placed(kind, chance)
    position, pool, skill = KriegspielPosition(start), None, chance.choice((0.3, 0.6, 0.9))
    if kind.endswith("x"):
        position.attempt(next(m for m in position.legal_moves() if position.pieces.get(m >> 6 & 63)))
        if not solver.solved(plain(position.states), SHORT):
            return
    view = KriegspielPosition(start).start_for(WHITE).view()
    for announcement in position.announcements(WHITE):
        view.hear(announcement)
    right: list[int] = []
    while not position.over and view.ply < view.start.ply + 2 * LONGEST:
        if position.mover == WHITE and not view.tried:
            pool = pool or pool_of(view.start)
            pool.follow(view)
            if not pool.complete or (not pool.count):
                return
            problem, right = problem_of(pool.boards[: pool.count], solver)
            if problem:
                yield dict(kind=kind, start=start, heard=[a.written() for a in view.log], **problem)
        if position.mover == WHITE:
            known = [m for m in right if m in view.tries()]
            skilled = chance.choice(known) if known else finish(view)
            wanted = skilled if skilled is not None and chance.random() < skill else chance.choice(view.tries())
            told = position.attempt(wanted)
        else:
            told = position.attempt(chance.choice(position.legal_moves()))
        if WHITE in told:
            view.hear(told[WHITE])


def problem_of(boards: np.ndarray, solver: Solver) -> tuple[dict, list[int]]:
    """What is asked of these boards, if it is worth asking; and the right tries."""
    if len(boards) > LARGEST:
        return {}, []
    n = solver.moves_to_mate(boards, DEEPEST if len(boards) < SMALL else SHORT)
    if not n or solver.gave_up:
        return {}, []
    verdicts = solver.verdicts(boards, n)
    right = [m for m, ok in verdicts.items() if ok]
    if n < 2 or len(boards) < 2 or len(right) > FEW:
        return {}, right
    names = sorted(map(move_name, right))
    return dict(moves=n, right=names, of=len(verdicts), boards=len(boards)), right


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="+")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance, solver, until = random.Random(args.seed), Solver(NODES), time.monotonic() + 60 * args.minutes
    while time.monotonic() < until:
        for kind in args.kinds:
            for problem in found(kind, chance, solver):
                print(json.dumps(problem), flush=True)


if __name__ == "__main__":
    main()
