"""The ratings of the page: a table for each group of three or more players who met under the same conditions."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..statistics.ratings import Ratings
from . import plots
from .fields import Pairs, fields, rate
from .reading import PlayedMatch

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
    found, drawn = [], 0
    for title, results, joined in fields(matches):
        if large := [group for group in joined if len(group) > 2]:
            tables = [_rated(group, results, drawn + place < DRAWN) for place, group in enumerate(large)]
            drawn += len(large)
            found.append(RatedField(title, len(joined), len(large) < len(joined), tables))
    return found


def _rated(group: Sequence[str], results: Pairs, draw: bool) -> RatedTable:
    if len(group) > MOST:
        return RatedTable(len(group))
    rated, virtual = rate(group, results)
    title = "Ratings with 95 % intervals" + (f", the best {plots.ROWS}" if len(rated) > plots.ROWS else "")
    picture = (title, plots.rating_rows(rated, title + group[0])) if draw else None
    return RatedTable(len(group), rated, virtual, picture)
