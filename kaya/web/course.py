"""What was thought of a game, position by position: who wins, by how many points, and what should be played. Whoever
has thought of a position last is believed."""

from dataclasses import dataclass, replace
from typing import Any

from ..search import Report
from ..search.report import MoveReport

TOP, LONGEST = 3, 12  # moves of a search that are kept, and of the line after each
SHOWN = 16  # moves of a search that a page gets


@dataclass
class Thought:
    """Of one position: the winning rate of side 1 and its lead in points, both if known, and the search."""

    rate: float | None = None
    score: float | None = None
    report: Report | None = None


class Course:
    """The thoughts of one game, by the number of moves that were played."""

    def __init__(self, kept: dict[str, dict[str, Any]]):
        self.thoughts = {int(number): _read(said) for number, said in kept.items()}

    def note(self, number: int, mover: int, report: Report, score: float | None = None) -> None:
        """What a search says of a position in which a side is to move. `score` is side 1's."""
        if not report.chosen:
            return
        rate = report.winning_rate if mover == 1 else 1 - report.winning_rate
        before = self.thoughts.get(number)
        small = replace(report, moves=report.best_first[:SHOWN], priors={}, name=str, picture=None)
        self.thoughts[number] = Thought(rate, before.score if before and score is None else score, small)

    def forget_after(self, number: int) -> None:
        """Moves were taken back."""
        self.thoughts = {n: thought for n, thought in self.thoughts.items() if n <= number}

    def shown(self) -> list[list[float | None]]:
        """For a page: the number, winning rate and score of each position."""
        return [
            [n, None if t.rate is None else round(t.rate, 4), None if t.score is None else round(t.score, 1)]
            for n, t in sorted(self.thoughts.items())
        ]

    def reports(self, moves: int) -> dict[int, Report]:
        """What was thought before each move of a game of so many, by the number of the move, from 1."""
        return {n + 1: t.report for n, t in sorted(self.thoughts.items()) if t.report and n < moves}

    def kept(self) -> dict[str, dict[str, Any]]:
        """What is to be kept of them."""
        return {str(n): _written(thought) for n, thought in self.thoughts.items()}


def _written(thought: Thought) -> dict[str, Any]:
    said: dict[str, Any] = {"rate": thought.rate, "score": thought.score}
    if (report := thought.report) and report.chosen:
        said |= {"simulations": report.simulations, "seconds": round(report.seconds, 2), "nodes": report.nodes}
        said["moves"] = [[m.move, m.visits, round(m.value, 5), round(m.prior, 5), list(m.line[:LONGEST])]
                         for m in report.best_first[:TOP]]  # fmt: skip
    return said


def _read(said: dict[str, Any]) -> Thought:
    """ValueError, TypeError or KeyError if it is none."""
    found = Thought(said.get("rate"), said.get("score"))
    if said.get("moves"):
        moves = [MoveReport(move, visits, value, tuple(line), prior) for move, visits, value, prior, line in
                 said["moves"]]  # fmt: skip
        found.report = Report(moves[0].move, moves, sum(m.visits for m in moves), said["simulations"], said["seconds"],
                              said["nodes"], chosen=moves[0])  # fmt: skip
    return found
