"""Compile everything ahead of time, by using everything once on a small board."""

import contextlib
import time

from .games.go import GoPosition
from .games.kriegspiel import BLACK, WHITE, KriegspielPosition, Umpire
from .games.tictactoe import tictactoe
from .kernel import progress
from .players import PLAYERS, make_player
from .players.kriegspiel import KriegspielPlayer, RandomPlayer
from .search import Budget, Search, strategies_for
from .search.loop import Roles


def warm_up() -> tuple[int, float]:
    """Compile all kernels that are not in the cache yet; how many that were, and the CPU-seconds it took."""
    began, before = time.process_time(), progress.kernels
    player = make_player()
    for name in PLAYERS:
        player = make_player(name)
        warm_up_player(player)
    policy = player.search.strategies["policy"]
    for role in Roles._fields:  # those that no player uses by itself; a simulation is compiled with its policy
        for strategy in strategies_for(role, player.game.name).values() if role != "simulate" else ():
            with contextlib.suppress(TypeError):
                strategy.pointer(player.game.type, policy)
    Search(tictactoe).think(tictactoe.start(), Budget(simulations=50))
    Umpire({WHITE: RandomPlayer(), BLACK: RandomPlayer()}).play()
    return progress.kernels - before, time.process_time() - began


def warm_up_player(player) -> None:
    """Compile what this player needs for a game; a second or less when it is in the cache."""
    position = GoPosition(5)
    for _ in range(2):  # the second search goes on with the tree of the first
        decision = player.choose(position, Budget(simulations=60, memory=1 << 20))
        position.play(decision.move or 0)
    position.estimate(playouts=2)
    position.dead_stones(playouts=2)
    player.forget()


def warm_up_kriegspiel(player: KriegspielPlayer) -> None:
    """The same for a player of Kriegspiel, with the umpire that it needs."""
    position = KriegspielPosition()
    player.begin(position.start_for(WHITE))
    position.try_move(player.choose(Budget(simulations=2, seconds=0.1)))
    player.hear(position.last_announcement(WHITE))
