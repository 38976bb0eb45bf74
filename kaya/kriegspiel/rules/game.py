"""The umpire's board as a game for the search: its moves are the legal ones. What a player knows is another matter, see
`view`."""

from ...games.game import Game
from . import umpire
from .board import FIELDS
from .fen import START, read_fen
from .moves import moves
from .rule_sets import Conditions


def _start(state, fen: str = START) -> None:
    read_fen(state, fen)


kriegspiel = Game(
    "kriegspiel",
    FIELDS,
    over=umpire.over,
    mover=umpire.mover,
    play=umpire.play,
    moves=moves,
    result=umpire.result,
    attempt=umpire.try_move,
    tries=umpire.tries_by_rules,
    told=umpire.told,
    start=_start,
    conditions=Conditions(),
)
