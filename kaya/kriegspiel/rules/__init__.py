"""Kriegspiel: chess in which each player sees only its own pieces, and an umpire says which moves are legal.

`attacks`, `board`, `moves` and `umpire` are the kernels, from the bottom up; `messages` is what an umpire says;
`position` is the umpire's game, and `view` what one player knows of it.
"""

from .fen import START
from .game import kriegspiel
from .messages import ILLEGAL, Announcement, message_text, parse_message
from .position import KriegspielPosition
from .squares import BLACK, WHITE, move_name, parse_move, square, square_name
from .view import Start, View

__all__ = [
    "BLACK",
    "ILLEGAL",
    "START",
    "WHITE",
    "Announcement",
    "KriegspielPosition",
    "Start",
    "View",
    "kriegspiel",
    "message_text",
    "move_name",
    "parse_message",
    "parse_move",
    "square",
    "square_name",
]
