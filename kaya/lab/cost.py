"""What a match will cost on this machine, from a few moves timed now."""

import random
import time
from functools import lru_cache

from ..games.go import GoPosition, vertex
from .contestants import Pace, make_contestant
from .match import Match

PER_POINT = 0.75  # moves of an average game, per point of the board
STAGES = (0.0, 0.3, 0.55)  # the parts of the board that are full when moves are timed
SAMPLE = 2  # moves timed at each stage


def match_seconds(match: Match) -> float:
    """CPU-seconds for all games of a match."""
    moves = PER_POINT * match.size**2 / 2  # of each side
    sides = [move_seconds(side, match.pace, match.size, match.komi) for side in (match.first, match.second)]
    return match.games * moves * sum(sides)


@lru_cache(maxsize=256)
def move_seconds(described: str, pace: Pace, size: int, komi: float) -> float:
    """Seconds a contestant takes for a move, timed at the beginning, in the middle and near the end of a game."""
    contestant = make_contestant(described, pace)
    try:
        spent = [_timed(contestant, size, komi, full) for full in STAGES]
        return sum(spent) / len(spent)
    finally:
        contestant.close()


def _timed(contestant, size: int, komi: float, full: float) -> float:
    position, chance = GoPosition(size, komi), random.Random(1)
    contestant.begin({"size": size, "komi": komi}, 1, 0)
    while len(position.played) < 2 * int(full * size**2 / 2):
        move = chance.choice(position.legal_moves())
        side = position.mover
        position.play(move)
        contestant.hear(side, vertex(move, size))
        if position.over:
            return 0.0
    contestant.choose(None)  # what happens only once is not counted
    began = time.monotonic()
    for _ in range(SAMPLE):
        contestant.choose(None)
    return (time.monotonic() - began) / SAMPLE
