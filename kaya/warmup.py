"""Compile everything ahead of time, by using everything once on a small board."""

import time
from typing import Any

from .kernel import progress
from .knowledge.go.network import compile_shipped
from .players import make_player, players_of
from .search import strategies_for
from .search.loop import Roles
from .table.ready import get_ready


def warm_up() -> tuple[int, float]:
    """Compile all kernels of Go, the umpires and the small games that are not in the cache yet; how many that were, and
    the CPU-seconds it took."""
    began, before = time.process_time(), progress.kernels
    player: Any = None
    with_networks = compile_shipped()
    for name in players_of("go"):
        if name != "mcts":
            player = make_player(name)
            if getattr(player, "network", None) is None or with_networks:
                get_ready(player)
    policy = player.strategies["policy"]
    for role in Roles._fields:  # those that no player uses by itself; a simulation is compiled with its policy
        for strategy in strategies_for(role, player.game.name).values() if role != "simulate" else ():
            strategy.pointer(player.game.type, policy)
    for game in ("tictactoe", "phantom-tictactoe"):
        get_ready(make_player("mcts", game=game))
    get_ready(make_player("kriegspiel-random"), moves=40)
    get_ready(make_player("phantom-random"), moves=40)
    return progress.kernels - before, time.process_time() - began
