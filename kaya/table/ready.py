"""Getting ready: a player compiles all that it needs for a game before a clock runs or a person waits."""

from typing import Any

from ..games.go import GoPosition
from ..search import Budget
from .seats import PlayerSeat
from .table import Table

FEW = Budget(simulations=60, memory=1 << 20)


def get_ready(player: Any, moves: int = 2) -> None:
    """Let a player play a little with itself on a small board; a second or less when its kernels are in the cache."""
    game = player.game
    position: Any = GoPosition(5) if game.name == "go" else game.new_game()
    table = Table(position, {side: PlayerSeat(player, FEW) for side in (1, 2)})
    while len(position.played) < moves and not table.over:  # the second search goes on with the tree of the first
        table.ask()
    if game.name == "go":
        position.estimate(playouts=2)
        position.dead_stones(playouts=2)
    player.compile_ahead()
    player.forget()
