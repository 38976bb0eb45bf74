"""Prove what the clinic calls right, however long it takes: `python -m tests.lab.prove` writes `proved.json`.

A test proves again what takes few boards. Of the others it checks that the position is the one that was proved here.
"""

import hashlib
import json
from pathlib import Path

from kaya.go.clinic import Problem, shipped
from kaya.go.rules import BLACK, PASS, column_row

from . import proof

PROVED = Path(__file__).with_name("proved.json")
GALLERY = 9  # lines above which a position is made of several groups
BOARDS = 1_800  # that a proof may look at in a test


def to_prove() -> list[Problem]:
    """The positions in which every move has to be right or wrong."""
    small = (p for p in shipped() if p.region is None and p.category != "ladder")
    return [p for p in small if not (p.winner and p.lines > GALLERY)]


def bit(p: int, lines: int) -> int:
    column, row = column_row(p, lines)
    return proof.PASS if p == PASS else row * lines + column


def board_of(problem: Problem) -> proof.Board:
    black, white = (sum(1 << bit(p, problem.lines) for p in side) for side in (problem.black, problem.white))
    return proof.Board((black, white), problem.to_play - BLACK)


def is_right(problem: Problem, boards: int) -> bool:
    """Whether the answers win and all other moves lose; `GaveUp` if that takes more boards a move. Where the question
    is who wins, the loser may retake a ko at once, so that it holds for several such groups on a board, too."""
    loser = 2 - problem.winner if problem.winner else None
    solver = proof.Solver(problem.lines, problem.komi, 2 * boards if problem.winner else boards, loser)
    right = solver.right_moves(board_of(problem))
    answers = {bit(p, problem.lines) for p in problem.answers}
    if problem.winner:
        return bool(right) == (problem.winner == problem.to_play)
    return bool(right) and not right & answers if problem.negated else right == answers


def fingerprint(problem: Problem) -> str:
    """All that decides whether the answers are right."""
    stones = sorted(problem.black), sorted(problem.white), sorted(problem.answers)
    said = repr((problem.lines, problem.komi, problem.to_play, problem.winner, problem.negated, *stones))
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def main() -> None:
    known = json.loads(PROVED.read_text()) if PROVED.exists() else {}
    for problem in to_prove():
        if known.get(problem.name) == fingerprint(problem):
            continue
        try:
            is_right(problem, BOARDS)
            continue  # a test proves it
        except proof.GaveUp:
            pass
        for boards in (20_000, 200_000, 2_000_000):
            try:
                if not is_right(problem, boards):
                    raise SystemExit(f"{problem.name} is wrong.")
            except proof.GaveUp:
                continue
            known[problem.name] = fingerprint(problem)
            PROVED.write_text(json.dumps(known, indent=1) + "\n")
            print(f"{problem.name}: proved with {boards:,} boards a move", flush=True)
            break
        else:
            print(f"{problem.name}: not proved", flush=True)


if __name__ == "__main__":
    main()
