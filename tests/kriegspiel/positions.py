"""Turns of random games: what the player to move knows, and the true position beside it."""

from collections.abc import Iterator

from kaya.games.kriegspiel import BLACK, WHITE, KriegspielPosition, Umpire, View
from kaya.players.kriegspiel import RandomPlayer

from .games import STARTS


def turns(games: int, every: int, longest: int = 120, starts=STARTS) -> Iterator[tuple[View, KriegspielPosition]]:
    """Every so-manyth try of some games, the starts taken in turn."""
    for k in range(games):
        players = {WHITE: RandomPlayer(seed=k), BLACK: RandomPlayer(seed=1000 + k)}
        umpire, asked = Umpire(players, KriegspielPosition(starts[k % len(starts)])), 0
        while not umpire.position.over and asked < longest:
            if asked % every == every - 1:
                view = players[umpire.position.mover].view
                assert view is not None
                yield view, umpire.position
            umpire.step()
            asked += 1
