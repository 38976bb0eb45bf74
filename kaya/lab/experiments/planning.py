"""What to play where the time is limited."""

from collections.abc import Sequence

LEAST = 20  # games of a line that tell something


def even_games(costs: Sequence[float], wanted: Sequence[int], played: Sequence[int], seconds: float) -> list[int]:
    """Games for each line, those already played included, so that what is missing takes so many CPU-seconds at most.

    All lines get the same number, no more than is wanted of them. Where that would be fewer than LEAST, few games of
    every line would tell nothing of any: the costliest lines are left out."""
    lines = sorted(range(len(costs)), key=lambda k: costs[k])
    while lines:
        games = _most(lines, costs, wanted, played, seconds)
        if games >= LEAST or len(lines) == 1 or games >= max(wanted[k] for k in lines):
            return [max(min(games, wanted[k]), played[k]) if k in lines else played[k] for k in range(len(costs))]
        lines.pop()
    return []


def _most(
    lines: list[int], costs: Sequence[float], wanted: Sequence[int], played: Sequence[int], seconds: float
) -> int:
    """The largest even number of games a line that can be afforded; at least 2."""

    def needed(games: int) -> float:
        return sum(costs[k] * max(min(games, wanted[k]) - played[k], 0) for k in lines)

    low, high = 2, max(2, *(wanted[k] + wanted[k] % 2 for k in lines))
    while low < high:
        middle = (low + high + 2) // 4 * 2
        low, high = (middle, high) if needed(middle) <= seconds else (low, middle - 2)
    return low
