"""What a match of Go will cost on this machine, from a few moves timed now."""

import time
from dataclasses import replace
from functools import lru_cache

from ..lab.matches.contestants import OwnPlayer, Pace, is_program, make_contestant
from ..lab.matches.match import Match
from ..players import Player, make_player
from ..search import Budget
from .rules import PASS, GoPosition

PER_POINT = 0.75  # moves of an average game of Go, per point of the board
STAGES = (0.0, 0.3, 0.55)  # the parts of the board that are full when moves are timed
SAMPLE = 2  # moves timed at each stage
ENOUGH = 500  # simulations of a timed move; more of them take as much longer


def match_seconds(match: Match) -> float:
    size, komi = match.board["size"], match.board["komi"]
    moves = PER_POINT * size**2 / 2  # of each side
    sides = [move_seconds(side, _own(side, match.pace), size, komi) for side in (match.first, match.second)]
    return match.games * moves * sum(sides)


def _own(side: str, pace: Pace) -> Pace:
    """What of the pace this side is told: simulations are not known to other programs."""
    return replace(pace, simulations=None) if is_program(side) else pace


@lru_cache(maxsize=256)
def move_seconds(described: str, pace: Pace, size: int, komi: float) -> float:
    """Seconds a contestant takes for a move of Go, timed at the beginning, in the middle and near the end of a game."""
    contestant, longer, clock = make_contestant(described, pace), 1.0, time.monotonic
    if isinstance(contestant, OwnPlayer):
        budget, clock = contestant.budget, time.process_time
        if budget.simulations is None and budget.seconds is not None:
            return budget.seconds  # it takes what it is given
        if budget.simulations and budget.simulations > ENOUGH:
            contestant.budget, longer = Budget(simulations=ENOUGH), budget.simulations / ENOUGH
    try:
        spent = [_timed(contestant, size, komi, full, clock) for full in STAGES]
        return longer * sum(spent) / len(spent)
    finally:
        contestant.close()


def _timed(contestant, size: int, komi: float, full: float, clock) -> float:
    position = GoPosition(size, komi)
    for move in _game(size, komi)[: 2 * int(full * size**2 / 2)]:
        position.play(move)
    if position.over:
        return 0.0
    contestant.begin(position.start_for(1), 1)
    for announcement in position.announcements(1):
        contestant.hear(announcement)
    contestant.choose()  # what happens only once is not counted
    began = clock()
    for _ in range(SAMPLE):
        contestant.choose()
    return (clock() - began) / SAMPLE


@lru_cache
def _game(size: int, komi: float) -> list[int]:
    """A game to time moves in, by plain UCT with little thought. Some programs take very long over random stones."""
    player, position = make_player("uct", seed=1, kind=Player), GoPosition(size, komi)
    while len(position.played) < max(STAGES) * size**2 and (moves := set(position.legal_moves()) - {PASS}):
        position.play(player.think(position, Budget(simulations=100), only=moves).moves[0].move)
    return position.played


def equal_simulations(described: str, reference: str, simulations: int, size: int, komi: float = 7.5) -> int:
    """In how many simulations a player of Go takes as much CPU time for a move as the reference, measured here."""
    pace = Pace(simulations=simulations)
    ratio = move_seconds(reference, pace, size, komi) / move_seconds(described, pace, size, komi)
    return max(1, round(simulations * ratio))
