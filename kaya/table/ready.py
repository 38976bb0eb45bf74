"""Getting ready: a player compiles all that it needs for a game before a clock runs or a person waits."""

from typing import Any

from ..games.registry import find_bundle, imported
from ..search import Budget
from .seats import PlayerSeat
from .table import Table

FEW = Budget(simulations=60, memory=1 << 20)


def get_ready(player: Any, moves: int = 2) -> None:
    """Let a player play a little with itself, in the game's own way if it has one; a second with a warm cache."""
    if own := find_bundle(player.game.name).get_ready:
        imported(own)(player, moves)
    else:
        play_a_little(player, player.game.new_game(), moves)


def play_a_little(player: Any, position: Any, moves: int = 2) -> None:
    """A few moves of a player against itself: the second search goes on with the tree of the first."""
    table = Table(position, {side: PlayerSeat(player, FEW) for side in (1, 2)})
    while len(position.played) < moves and not table.over:
        table.ask()
    player.compile_ahead()
    player.forget()
