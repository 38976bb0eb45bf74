"""A game of Go between the player at the keyboard and a program: with undo, advice, and a count at the end."""

from dataclasses import replace
from typing import Any

from ...games.game import Verdict
from ...players import Decision, set_level
from ...players.levels import Levelled
from ...search import Budget, Report
from ...terminal import person_game as person_game
from ..files.sgf import COLOURS, GameRecord, result_text
from ..rules import BLACK, PASS, WHITE, GoPosition, vertex

REASONS = {
    "occupied": "is occupied",
    "ko": "would take the ko back at once: play elsewhere first",
    "superko": "would repeat an earlier position (superko)",
    "suicide": "is suicide: the stone would have no liberty",
    "not on the board": "is not on the board",
}
HINT_SIMULATIONS, HINT_NODES = 3000, 500_000
HIGHEST = 10  # level


class PersonGame(person_game.PersonGame):
    """Two passes end nothing yet: the dead stones are agreed on first (`count`)."""

    @property
    def verdict(self) -> Verdict | None:
        return self.table.ended

    @property
    def own_winning_rate(self) -> float | None:
        """What the program thought of its chances when it last searched."""
        searched = [report for _, report in sorted(self.table.reports.items()) if report.chosen]
        return searched[-1].winning_rate if searched else None

    def play(self, move: int) -> bool:
        if reason := self.position.why_illegal(move):
            raise ValueError(f"{vertex(move, self.position.lines)} {REASONS.get(reason, reason)}.")
        return super().play(move)

    def answer(self, **watching: Any) -> Decision:
        decision = super().answer(**watching)
        if decision.resigns and decision.report.chosen is None:  # stopped before it had looked at anything
            self.table.ended = None
            kept, self.opponent.budget = self.budget, Budget(simulations=20)
            decision = super().answer()
            self.opponent.budget = kept
        return decision

    def hints(self, **watching: Any) -> Report:
        """What the program would think in the player's place, with more care at low levels, in a search of its own."""
        few, adviser, enough = self.budget.simulations, self.player.twin(), HINT_SIMULATIONS
        if isinstance(self.player, Levelled):
            enough = set_level(adviser, HIGHEST, self.position.lines).simulations or enough
        budget = replace(self.budget, simulations=few and max(few, enough), nodes=HINT_NODES)
        return adviser.think(self.view, budget, **watching)

    def play_on(self) -> None:
        self.table.undo(passes_at_the_end(self.position))

    def count(self, dead: frozenset[int]) -> None:
        """End the game with these stones taken off."""
        self.table.ended = counted(self.position, dead)

    def go_on_with(self, record: GameRecord) -> None:
        """Continue another game; ValueError if it has an illegal move, and nothing is changed."""
        self.__init__(record.position(), self.human, self.player, self.budget)

    def ending(self) -> str:
        return verdict(self.result).capitalize()


def passes_at_the_end(position: GoPosition) -> int:
    return len(position.played) - max((n for n, move in enumerate(position.played, start=1) if move != PASS), default=0)


def counted(position: GoPosition, dead: frozenset[int]) -> Verdict:
    """The verdict with these stones taken off."""
    score = position.score(dead)
    return Verdict(0.5 if score == 0 else float(score > 0), result_text(score), "score")


def count_in_words(position: GoPosition, dead: frozenset[int]) -> str:
    """`Black 45, White 36 + 7.5 komi: Black wins by 1.5.`"""
    black, white, score, _ = position.count(dead)
    return f"Black {black}, White {white} + {position.komi:g} komi: {verdict(result_text(score))}"


def verdict(result: str) -> str:
    """A result of SGF in words."""
    if result == "0":
        return "a draw."
    winner, _, margin = result.partition("+")
    name = COLOURS[BLACK if winner == "B" else WHITE]
    return f"{name} wins by resignation." if margin == "R" else f"{name} wins by {margin}."
