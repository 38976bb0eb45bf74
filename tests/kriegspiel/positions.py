"""Turns of random games: what the player to move knows, and the true position beside it."""

from collections.abc import Iterator

from kaya.kriegspiel.players import RandomPlayer
from kaya.kriegspiel.rules import KriegspielPosition, View

from .games import STARTS
from .tables import seated


def turns(games: int, every: int, longest: int = 120, starts=STARTS) -> Iterator[tuple[View, KriegspielPosition]]:
    """Every so-manyth try of some games, the starts taken in turn."""
    for k in range(games):
        start = KriegspielPosition(starts[k % len(starts)])
        table, asked = seated(RandomPlayer(seed=k), RandomPlayer(seed=1000 + k), start), 0
        while not table.over and asked < longest:
            if asked % every == every - 1:
                yield table.seats[table.mover].view, table.position
            table.ask()
            asked += 1
