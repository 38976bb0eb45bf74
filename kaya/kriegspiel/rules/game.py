"""The umpire's board as a game for the search: its moves are the legal ones. What a player knows is another matter, see
`view`."""

from ...games.game import Game
from . import judgement
from .board import FIELDS
from .fen import START, read_fen
from .moves import moves, tries


def _start(state, fen: str = START) -> None:
    read_fen(state, fen)


kriegspiel = Game(
    "kriegspiel",
    FIELDS,
    over=judgement.over,
    mover=judgement.mover,
    play=judgement.play,
    moves=moves,
    result=judgement.result,
    attempt=judgement.try_move,
    tries=tries,
    told=judgement.told,
    start=_start,
)
