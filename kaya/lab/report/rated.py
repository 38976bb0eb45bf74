"""Who is rated with whom: a table for each group of three or more players who met under the same conditions."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..statistics.ratings import Ratings, groups, ratings
from ..statistics.results import Score
from . import plots
from .reading import PlayedMatch, conditions

MOST = 300  # players in one table: the work grows with the cube of their number
DRAWN = 6  # tables that have a picture


@dataclass(frozen=True)
class RatedTable:
    """The ratings of one group; none where it is too large."""

    players: int
    ratings: Ratings | None = None
    virtual: bool = False  # whether draws were made up, because somebody won or lost everything
    picture: tuple[str, Markup] | None = None  # with its title


@dataclass(frozen=True)
class RatedField:
    """All who met under some conditions."""

    title: str
    groups: int  # that no game joins
    left_out: bool  # whether there are groups of two
    tables: list[RatedTable]


def rated_fields(matches: Sequence[PlayedMatch]) -> list[RatedField]:
    """The fields in which there is somebody to rate."""
    fields: dict[str, list[PlayedMatch]] = {}
    for match in matches:
        fields.setdefault(match.terms, []).append(match)
    found, drawn = [], 0
    for field in fields.values():
        results: dict[tuple[str, str], Score] = {}
        for match in (m for m in field if m.first != m.second):
            names = str(match.first), str(match.second)
            results[names] = results.get(names, Score()) + match.score
        joined = groups(results)
        if large := [group for group in joined if len(group) > 2]:
            tables = [_rated(group, results, drawn + place < DRAWN) for place, group in enumerate(large)]
            drawn += len(large)
            title = conditions(field[0]).partition(", seed")[0]
            found.append(RatedField(title, len(joined), len(large) < len(joined), tables))
    return found


def _rated(group: Sequence[str], results: dict[tuple[str, str], Score], draw: bool) -> RatedTable:
    if len(group) > MOST:
        return RatedTable(len(group))
    among, virtual = {names: score for names, score in results.items() if names[0] in group}, False
    try:
        rated = ratings(among)
    except ValueError:
        rated, virtual = ratings(among, virtual_draws=1), True
    title = "Ratings with 95 % intervals" + (f", the best {plots.ROWS}" if len(rated) > plots.ROWS else "")
    picture = (title, plots.rating_rows(rated, title + group[0])) if draw else None
    return RatedTable(len(group), rated, virtual, picture)
