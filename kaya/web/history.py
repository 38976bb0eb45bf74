"""What searches have found of the positions of a game: who wins, by how much, the best move. The latest counts."""

from dataclasses import dataclass, replace
from typing import Any

from ..search import Report
from ..search.report import MoveReport
from ..table.table import NO_MOVE
from .storage import StoredEvaluation

TOP, LONGEST = 3, 12  # moves of a search that are stored, and of the line after each
SHOWN = 16  # moves of a search that a page gets


@dataclass
class Evaluation:
    """Of one position: the winning rate of side 1 and its lead in points, both if known, and the search. In a game with
    an umpire `costs` says how much winning rate the move that was played has cost, as its author saw it, and as the
    umpire did."""

    rate: float | None = None
    score: float | None = None
    report: Report | None = None
    costs: tuple[float | None, float | None] = (None, None)


class History:
    """Evaluations by the number of moves played. `position` names moves that were stored; ValueError if it cannot."""

    def __init__(self, stored: dict[str, StoredEvaluation], position: Any):
        self.evaluations = {int(number): _read(found, position) for number, found in stored.items()}

    def note(self, number: int, mover: int, report: Report, score: float | None = None) -> None:
        """What a search says of a position in which a side is to move. `score` is side 1's."""
        if not report.chosen:
            return
        rate = report.winning_rate if mover == 1 else 1 - report.winning_rate
        before = self.evaluations.get(number)
        small = replace(report, moves=report.best_first[:SHOWN], priors={}, name=str, picture=None)
        costs = before.costs if before else (None, None)
        self.evaluations[number] = Evaluation(rate, before.score if before and score is None else score, small, costs)

    def forget_after(self, number: int) -> None:
        self.evaluations = {n: found for n, found in self.evaluations.items() if n <= number}

    def payload(self) -> list[list[float | None]]:
        """For a page: the number, winning rate and score of each position."""
        return [
            [n, None if e.rate is None else round(e.rate, 4), None if e.score is None else round(e.score, 1)]
            for n, e in sorted(self.evaluations.items())
        ]

    def costs(self) -> dict[int, list[float | None]]:
        """What moves have cost, by the number of the move, from 1."""
        return {n + 1: list(e.costs) for n, e in sorted(self.evaluations.items()) if e.costs != (None, None)}

    def reports(self, moves: int) -> dict[int, Report]:
        """The searches before each move of a game of so many, by the number of the move, from 1."""
        return {n + 1: e.report for n, e in sorted(self.evaluations.items()) if e.report and n < moves}

    def stored(self) -> dict[str, StoredEvaluation]:
        return {str(n): _stored(found) for n, found in self.evaluations.items()}


def _stored(found: Evaluation) -> StoredEvaluation:
    stored = StoredEvaluation(rate=found.rate, score=found.score, costs=list(found.costs))
    if (report := found.report) and report.chosen:
        best = report.best_first[:TOP]
        moves = [[m.move, m.visits, round(m.value, 5), round(m.prior, 5), list(m.line[:LONGEST])] for m in best]
        spent = {"simulations": report.simulations, "seconds": round(report.seconds, 2), "nodes": report.nodes}
        return replace(stored, moves=moves, **spent)
    return stored


def _read(stored: StoredEvaluation, position: Any) -> Evaluation:
    found = Evaluation(stored.rate, stored.score)
    if len(stored.costs) == 2:
        found.costs = stored.costs[0], stored.costs[1]
    if stored.moves:
        moves = [MoveReport(move, n, value, tuple(line), prior) for move, n, value, prior, line in stored.moves]
        spent = sum(m.visits for m in moves), stored.simulations, stored.seconds, stored.nodes
        found.report = Report(moves[0].move, moves, *spent, chosen=moves[0])
        for move in moves:
            for step in (move.move, *move.line):
                _check_move(position, step)
    return found


def _check_move(position: Any, move: int) -> None:
    try:
        position.move_name(move)
    except NO_MOVE:
        raise ValueError(f"{move} stands for no move.") from None
