"""What is compiled for Go ahead of time, by using everything once on a small board."""

from typing import Any

from ..games.registry import find_bundle
from ..players import make_player
from ..search import strategies_for
from ..search.loop import Roles
from ..table.ready import play_a_little
from .knowledge.network import compile_shipped
from .rules import GoPosition


def get_ready(player: Any, moves: int = 2) -> None:
    """A few moves on a small board, and the count of a game."""
    position = GoPosition(5)
    play_a_little(player, position, moves)
    position.estimate(playouts=2)
    position.dead_stones(playouts=2)


def warm_up() -> None:
    """Compile the players, and the strategies that no player uses; a simulation is compiled with its policy."""
    player: Any = None
    with_networks = compile_shipped()
    for name in find_bundle("go").players:
        player = make_player(name)
        if getattr(player, "network", None) is None or with_networks:
            get_ready(player)
    policy = player.strategies["policy"]
    for role in Roles._fields:
        for strategy in strategies_for(role, "go").values() if role != "simulate" else ():
            strategy.pointer(player.game, policy)
