"""Games with an umpire in the tests: what a side knows of a position, and tables of two players."""

from typing import Any

from kaya.games.umpire import Umpired
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition
from kaya.search import Budget
from kaya.table import PlayerSeat, Table


def view_of(position: Umpired, side: int) -> Any:
    """The view of a side that has heard all so far."""
    return position.view_for(side)


def views_of(position: Umpired) -> dict[int, Any]:
    return {side: view_of(position, side) for side in (1, 2)}


def announce(position: Umpired, move: int, views: dict[int, Any]) -> dict[int, Any]:
    """A try, told to the views of those concerned, where they are given; what was told."""
    heard = position.attempt(move)
    for side in heard.keys() & views.keys():
        views[side].hear(heard[side])
    return heard


def seated(white: Any, black: Any, position: Umpired | None = None, budget: Budget | None = None) -> Table:
    """Two players at a table, each of whom may use this budget for a move."""
    seats = {WHITE: PlayerSeat(white, budget), BLACK: PlayerSeat(black, budget)}
    return Table(position or KriegspielPosition(), seats)


def played(
    white: Any, black: Any, plies: int = 21, position: Umpired | None = None, budget: Budget | None = None
) -> Table:
    """A game between two players after so many plies."""
    table = seated(white, black, position, budget)
    while len(table.position.plies) < plies and not table.over:
        table.ask()
    return table
