"""What an answer says of a position: KataGo's words for what a search has found."""

import hashlib
from typing import Any

import numpy as np

from ...search import MoveReport, Report
from ..gtp.findings import Findings
from ..players.player import GoPlayer
from ..rules import BLACK, PASS, GoPosition
from .query import Task

LOOKED_AT = 8  # visits: to look at a position with its network costs a player as much as 4 to 6 simulations
DIGITS = 6


class Answer:
    """What is told of one task, while its search runs and in the end."""

    def __init__(self, task: Task, player: GoPlayer):
        self.task, self.position = task, task.position
        self.findings = Findings(self.position, player.evaluate, task.wishes.perspective)

    def of(self, report: Report, during: bool) -> dict[str, Any]:
        """What a report says, as an object of JSON."""
        wishes, findings = self.task.wishes, self.findings
        findings.look_at(m.move for m in report.moves if m.visits >= LOOKED_AT)
        told: dict[str, Any] = {"id": wishes.id, "turnNumber": self.task.turn, "isDuringSearch": during}
        told["moveInfos"] = [self._move(order, m) for order, m in enumerate(report.best_first)]
        told["rootInfo"] = rounded(findings.of_root(report)) | self._of_position
        if "includeOwnership" in wishes.shows:
            told["ownership"] = [round(x, 3) for x in findings.ownership()]
        if "includePolicy" in wishes.shows:
            told["policy"] = policy(self.position, report)
        return told

    def _move(self, order: int, m: MoveReport) -> dict[str, Any]:
        wishes, info = self.task.wishes, rounded(self.findings.of_move(order, m))
        info["pv"] = info["pv"][: wishes.longest]
        info |= {"edgeVisits": m.visits, "weight": float(m.visits), "edgeWeight": float(m.visits)}
        if "includePVVisits" in wishes.shows:
            info["pvVisits"] = info["pvEdgeVisits"] = list(m.line_visits[: wishes.longest])
        if "includeMovesOwnership" in wishes.shows:
            info["ownership"] = [round(x, 3) for x in self.findings.ownership(m.move)]
        return info

    @property
    def _of_position(self) -> dict[str, str]:
        this, symmetric = hashes(self.position)
        return {
            "currentPlayer": "B" if self.position.mover == BLACK else "W",
            "thisHash": this,
            "symHash": symmetric,
        }


def rounded(facts: dict[str, Any]) -> dict[str, Any]:
    return {name: round(x, DIGITS) if isinstance(x, float) else x for name, x in facts.items()}


def policy(position: GoPosition, report: Report) -> list[float]:
    """What the player's knowledge says of each point, row by row from above, and of a pass; -1 where none can be played
    and 0 where the search does not consider it."""

    def of(move: int) -> float:
        if move in report.priors:
            return round(report.priors[move], DIGITS)
        return -1.0 if position.why_illegal(move) else 0.0

    return [of(move) for move in (*position.points, PASS)]


def hashes(position: GoPosition) -> tuple[str, str]:
    """Names of a position: by its stones, the player to move and ko; and one that its reflections and rotations
    share."""
    lines, state = position.lines, position.state
    marks = np.array([position.colour_at(p) for p in position.points], np.uint8).reshape(lines, lines)
    if int(state.ko) in position.points:
        marks.flat[position.points.index(int(state.ko))] = 3
    turned = [np.rot90(board, k) for board in (marks, marks.T) for k in range(4)]
    names = [hashlib.blake2b(bytes([lines, position.mover]) + t.tobytes(), digest_size=16).hexdigest() for t in turned]
    return names[0].upper(), min(names).upper()
