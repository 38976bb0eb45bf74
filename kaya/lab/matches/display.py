"""What a user sees of matches while they run: a table that keeps itself up to date, and the time that is left."""

from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.text import Text

from ..screen import Board, NameTable, one_line
from .match import Standing
from .store import GameResult

FAILURES = 3  # that are shown, the latest ones


def standing_row(standing: Standing, sprt: tuple[float, float] | None = None) -> list[str]:
    """One match as the cells of a table: sides, games, rate with interval, Elo with interval, likelihood, test."""
    match, results = standing.match, standing.results
    label, played = match.label or f"{match.first} - {match.second}", f"{len(standing.points)}/{match.games}"
    if not standing.points:
        return [label, played]
    low, high = results.interval()
    rate = f"{100 * results.rate:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    cells = [label, played, rate, str(results.elo()).replace(" Elo", ""), f"{100 * results.los():.0f} %"]
    if sprt:
        test = standing.sprt(*sprt)
        cells.append(f"{test.state.llr:+.2f} [{test.state.lower:.2f}, {test.state.upper:.2f}] {test.verdict}")
    return cells


def table(standings: Iterable[Standing], sprt: tuple[float, float] | None = None, title: str = "") -> NameTable:
    """Matches as a table; rates and Elo are the first player's, with 95 % intervals."""
    test = [f"SPRT ({sprt[0]:g}, {sprt[1]:g})"] if sprt else []
    made = NameTable("match", "games", "first's rate", "Elo", "superior", *test, title=title)
    for standing in standings:
        made.add_row(*standing_row(standing, sprt))
    return made


class Scoreboard(Board):
    """A live table of matches, with the failures of late."""

    def __init__(self, console: Console, sprt: tuple[float, float] | None = None, title: str = ""):
        super().__init__(console, "games")
        self.sprt, self.title = sprt, title
        self.standings: dict[int, Standing] = {}
        self.failures: list[Text] = []

    def shown(self) -> list[RenderableType]:
        return [table(self.standings.values(), self.sprt, self.title), *self.failures[-FAILURES:]]

    def __call__(self, standing: Standing, result: GameResult | None) -> None:
        """A match has begun, or a game of it has ended."""
        self.standings[standing.id] = standing
        known = self.standings.values()
        done = sum(min(len(s.points), s.match.games) for s in known)
        self.meter.update(done, sum(s.match.games for s in known), sum(s.played_now for s in known))
        if result and ": " in result.reason:  # who failed, and how
            failure = one_line(f"game {result.number + 1}: {result.outcome}, {result.reason}")
            self.failures.append(Text(failure, "yellow"))
