"""Who is rated with whom: those who met under the same conditions, in groups that games join."""

from collections.abc import Iterator, Sequence

from ..statistics.ratings import Ratings, groups, ratings
from ..statistics.results import Score
from .reading import PlayedMatch, conditions

Pairs = dict[tuple[str, str], Score]
"""Results by the names of the two players."""


def fields(matches: Sequence[PlayedMatch]) -> Iterator[tuple[str, Pairs, list[list[str]]]]:
    """For all conditions under which games were played: what they are, the results, and the groups that these join."""
    met: dict[str, list[PlayedMatch]] = {}
    for match in matches:
        met.setdefault(match.terms, []).append(match)
    for field in met.values():
        results: Pairs = {}
        for match in (m for m in field if m.first != m.second):
            names = str(match.first), str(match.second)
            results[names] = results.get(names, Score()) + match.score
        yield conditions(field[0]).partition(", seed")[0], results, [list(group) for group in groups(results)]


def rate(group: Sequence[str], results: Pairs) -> tuple[Ratings, bool]:
    """The ratings of a group, and whether draws were made up, because somebody won or lost everything."""
    among = {names: score for names, score in results.items() if names[0] in group}
    try:
        return ratings(among), False
    except ValueError:
        return ratings(among, virtual_draws=1), True
