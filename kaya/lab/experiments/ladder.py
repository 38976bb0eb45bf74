"""Ladders: programs in the order of their strength, of which each meets its neighbours; ratings join all games."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..screen import NameTable
from ..statistics.ratings import Ratings, groups, ratings
from ..statistics.results import Elo, Score, signed
from .experiment import Run
from .played import MatchExperiment, Row
from .tournament import PRIOR, Field, by_board


def neighbours(board: str, field: Field, conditions: dict[str, Any], reach: int = 2) -> list[Row]:
    """Each of a field with the next ones above it, as rows: `9x9: level 2 - level 1`."""
    names = list(field)
    return [
        Row.of(f"{board}: {names[k]} - {names[below]}", field[names[k]], field[names[below]], conditions)
        for k in range(len(names))
        for below in range(max(k - reach, 0), k)
    ]


@dataclass(frozen=True)
class LadderExperiment(MatchExperiment):
    """Rows `BOARD: A - B`, shown as one ladder for each board. Elo is above the lowest of it."""

    def tables(self, run: Run) -> list[NameTable]:
        return [self._ladder(board, met) for board, met in by_board(self.standings(run)).items()]

    def _ladder(self, board: str, met: Mapping[tuple[str, str], Score]) -> NameTable:
        """The strongest first: its rating, the step from the next below it, and what it is based on."""
        played = {pair: score for pair, score in met.items() if score.games}
        columns = "Elo", "95 % interval", "above the next", "95 % interval", "points", "games"
        shown = NameTable(board, *columns, title=f"{self.title}, {board}")
        if not played or len(groups(played)) > 1:
            return shown
        rated = _from_the_lowest(played)
        for place, rating in enumerate(rated):
            below = rated.table[place + 1].player if place + 1 < len(rated) else None
            step = _cells(rated.difference(rating.player, below)) if below else ("", "")
            score = rating.score
            shown.add_row(rating.player, *_cells(rating.elo), *step, f"{score.points:g}", str(score.games))
        return shown


def _from_the_lowest(played: Mapping[tuple[str, str], Score]) -> Ratings:
    lowest = ratings(played, virtual_draws=PRIOR).table[-1].player
    return ratings(played, anchor=lowest, virtual_draws=PRIOR)


def _cells(elo: Elo) -> tuple[str, str]:
    return signed(elo.value), f"{signed(elo.low)} to {signed(elo.high)}"
