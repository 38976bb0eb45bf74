"""Tournaments: every program meets every other one, on each board, and a cross table says who came where."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ..matches.match import Standing
from ..screen import NameTable
from ..statistics.ratings import groups, ratings
from ..statistics.results import Score, signed
from .experiment import Run
from .played import Line, MatchExperiment, Row

PRIOR = 2.0  # drawn games that each is credited with, so that ratings stay finite
Field = Mapping[str, str]
"""The programs of a tournament: names, and how they are described to a match."""


def round_robin(board: str, field: Field, conditions: dict[str, Any], **pace: Any) -> list[Row]:
    """All pairs of a field as rows, `9x9: mango - uct`."""
    pairs = combinations(field, 2)
    return [Row.of(f"{board}: {a} - {b}", field[a], field[b], conditions, **pace) for a, b in pairs]


def by_board(standings: list[tuple[Line, Standing]]) -> dict[str, dict[tuple[str, str], Score]]:
    """How all pairs of each board stand, from rows `BOARD: A - B`."""
    scores: dict[str, dict[tuple[str, str], Score]] = {}
    for line, standing in standings:
        board, _, pair = line.row.label.partition(": ")
        first, _, second = pair.partition(" - ")
        scores.setdefault(board, {})[first, second] = standing.score
    return scores


@dataclass(frozen=True)
class Tournament(MatchExperiment):
    """Rows made by `round_robin`, shown as a cross table for each board."""

    places: Callable[[str], str] = lambda board: ""  # what the paper says of a board

    def tables(self, run: Run) -> list[NameTable]:
        return [self._cross_table(board, met) for board, met in by_board(self.standings(run)).items()]

    def _cross_table(self, board: str, met: dict[tuple[str, str], Score]) -> NameTable:
        """Points of the row's program against the column's; programs by rating, or by points where there is none."""
        met = met | {(b, a): score.swapped() for (a, b), score in met.items()}
        total = {a: sum((s for (x, _), s in met.items() if x == a), Score()) for a, _ in met}
        played = {pair: score for pair, score in met.items() if score.games and pair[0] < pair[1]}
        joined = len(groups(played)) == 1
        known = {r.player: r.elo for r in ratings(played, virtual_draws=PRIOR)} if joined else {}
        order = sorted(total, key=lambda a: (not total[a].games, a in known and -known[a].value, -total[a].rate))
        said = f" ({self.places(board)})" if self.places(board) else ""
        shown = NameTable(f"{board}{said}", "place", *order, "points", "games", "Elo", title=f"{self.title}, {board}")
        for place, a in enumerate(order, start=1):
            against = [_points(met.get((a, b), Score())) for b in order]
            elo = known.get(a)
            rating = f"{signed(elo.value)} [{signed(elo.low)}, {signed(elo.high)}]" if elo else ""
            counted = [str(place), *against, f"{total[a].points:g}"] if total[a].games else ["", *against, ""]
            shown.add_row(a, *counted, str(total[a].games), rating)
        return shown


def _points(score: Score) -> str:
    return f"{score.points:g} of {score.games}" if score.games else ""
