"""One game between the player at the keyboard and a program; nothing in here is shown or typed."""

from dataclasses import dataclass, field, replace
from typing import Any

from ...games.go import BLACK, EMPTY, WHITE, GoPosition, vertex
from ...players import LEVELS, Decision, GoPlayer
from ...protocols.sgf import COLOURS, GameRecord, result_text
from ...search import Budget, Report, Search

REASONS = {
    "occupied": "is occupied",
    "ko": "would take the ko back at once: play elsewhere first",
    "superko": "would repeat an earlier position (superko)",
    "suicide": "is suicide: the stone would have no liberty",
    "not on the board": "is not on the board",
}


PERSON = "Player"  # in a record, who is no program
HINT_SIMULATIONS, HINT_NODES = 3000, 500_000


@dataclass
class Duel:
    """The position, who sits where, and what the program thought (`reports`, by move number)."""

    position: GoPosition
    human: int
    player: GoPlayer
    budget: Budget
    result: str = ""
    reports: dict[int, Report] = field(default_factory=dict)

    @property
    def program(self) -> int:
        return BLACK + WHITE - self.human

    @property
    def humans_turn(self) -> bool:
        return self.position.mover == self.human

    @property
    def program_name(self) -> str:
        return self.player.name if self.level is None else f"{self.player.name}, level {self.level}"

    @property
    def level(self) -> int | None:
        """The level that the budget stands for, if it is one."""
        levels = {simulations: level for level, simulations in LEVELS.items()}
        return None if self.budget.seconds else levels.get(self.budget.simulations or 0)

    @property
    def own_winning_rate(self) -> float | None:
        """What the program thought of its chances when it last searched."""
        searched = [number for number, report in self.reports.items() if report.chosen]
        return self.reports[max(searched)].winning_rate if searched else None

    def set_level(self, level: int) -> None:
        self.budget = replace(self.budget, simulations=LEVELS[level], seconds=None)

    def play(self, move: int) -> None:
        """The player's move; ValueError says why it is not allowed."""
        if reason := self.position.why_illegal(move):
            raise ValueError(f"{vertex(move, self.position.lines)} {REASONS.get(reason, reason)}.")
        self.position.play(move)

    def answer(self, **watching: Any) -> Decision:
        """Let the program think and do what it decides."""
        decision = self.player.choose(self.position, self.budget, **watching)
        if decision.resigns and decision.report.chosen is None:  # stopped before it had looked at anything
            decision = self.player.choose(self.position, Budget(simulations=20))
        if decision.move is None:
            self.resign(self.program)
        else:
            self.position.play(decision.move)
            self.reports[len(self.position.played)] = decision.report
        return decision

    def hints(self, **watching: Any) -> Report:
        """What the program would think in the player's place, at low levels with more care. The search is one of its
        own: advice does not change how the program plays."""
        self.player.fit(self.position.lines)
        own = self.player.search
        adviser = Search(own.game, threads=own.threads, seed=own.seed, **own.strategies)
        few = self.budget.simulations
        budget = replace(self.budget, simulations=few and max(few, HINT_SIMULATIONS), nodes=HINT_NODES)
        return adviser.think(self.position, budget, **watching)

    def undo(self) -> int:
        """Take back moves up to and including the player's last one; how many. ValueError if there is none."""
        position, movers = self.position.copy(), []
        while position.played:
            position.undo()
            movers.append(position.mover)
            if movers[-1] == self.human:
                break
        if self.human not in movers:
            raise ValueError("There is no move of yours to take back.")
        for _ in movers:
            self.position.undo()
        self._drop_reports()
        return len(movers)

    def play_on(self) -> None:
        """Take back the passes that ended the game."""
        while self.position.over:
            self.position.undo()
        if self.position.played and self.position.state.passes:
            self.position.undo()
        self._drop_reports()

    def _drop_reports(self) -> None:
        self.reports = {n: r for n, r in self.reports.items() if n <= len(self.position.played)}

    def resign(self, colour: int) -> None:
        self.result = "W+R" if colour == BLACK else "B+R"

    def count(self, dead: frozenset[int]) -> None:
        """End the game with these stones taken off."""
        self.result = result_text(self.position.score(dead))

    def record(self, comments: bool = False) -> GameRecord:
        """The game so far; with what the program thought of its moves, if `comments`."""
        names = {self.human: PERSON, self.program: f"Kaya ({self.program_name})"}
        record = GameRecord.of(self.position, black_name=names[BLACK], white_name=names[WHITE], result=self.result)
        if comments:
            for number, report in self.reports.items():
                record.annotate(number, report)
        return record

    def go_on_with(self, record: GameRecord) -> None:
        """Continue another game; ValueError if it has an illegal move, and nothing is changed."""
        self.position = record.position()
        self.result, self.reports = "", {}
        self.player.forget()


def chain_at(position: GoPosition, p: int) -> set[int]:
    """All stones connected with the one on p."""
    colour, step = position.colour_at(p), position.lines + 1
    if colour == EMPTY:
        return set()
    chain, waiting = {p}, [p]
    while waiting:
        q = waiting.pop()
        new = {n for n in (q - step, q + step, q - 1, q + 1) if position.colour_at(n) == colour} - chain
        chain |= new
        waiting += new
    return chain


def count_in_words(position: GoPosition, dead: frozenset[int]) -> str:
    """`Black 45, White 36 + 7.5 komi: Black wins by 1.5.`"""
    score, owner = position.area(dead)
    black, white = (int((owner == colour).sum()) for colour in (BLACK, WHITE))
    return f"Black {black}, White {white} + {position.komi:g} komi: {verdict(result_text(score))}"


def verdict(result: str) -> str:
    """A result of SGF in words."""
    if result == "0":
        return "a draw."
    winner, _, margin = result.partition("+")
    name = COLOURS[BLACK if winner == "B" else WHITE]
    return f"{name} wins by resignation." if margin == "R" else f"{name} wins by {margin}."
