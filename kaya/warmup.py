"""Compile everything ahead of time, by using everything once on a small board."""

import contextlib
import time
from typing import Any

from .games.go import GoPosition
from .kernel import progress
from .players import make_player, players_of
from .search import Budget, strategies_for
from .search.loop import Roles
from .table import PlayerSeat, Table


def warm_up() -> tuple[int, float]:
    """Compile all kernels of Go, the umpires and the small games that are not in the cache yet; how many that were, and
    the CPU-seconds it took."""
    began, before = time.process_time(), progress.kernels
    player: Any = None
    for name in players_of("go"):
        if name != "mcts":
            player = make_player(name)
            warm_up_player(player)
    policy = player.search.strategies["policy"]
    for role in Roles._fields:  # those that no player uses by itself; a simulation is compiled with its policy
        for strategy in strategies_for(role).values() if role != "simulate" else ():
            with contextlib.suppress(TypeError):
                strategy.pointer(player.game.type, policy)
    for game in ("tictactoe", "phantom-tictactoe"):
        warm_up_player(make_player("mcts", game=game))
    warm_up_player(make_player("kriegspiel-random"), moves=40)
    return progress.kernels - before, time.process_time() - began


def warm_up_player(player: Any, moves: int = 2) -> None:
    """Compile what this player needs for a game; a second or less when it is in the cache."""
    game = player.game
    position: Any = GoPosition(5) if game.name == "go" else game.new_game()
    table = Table(position, {side: PlayerSeat(player, Budget(simulations=60, memory=1 << 20)) for side in (1, 2)})
    while len(position.played) < moves and not table.over:  # the second search goes on with the tree of the first
        table.ask()
    if game.name == "go":
        position.estimate(playouts=2)
        position.dead_stones(playouts=2)
    player.forget()
