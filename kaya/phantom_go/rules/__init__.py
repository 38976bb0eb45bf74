"""Phantom Go: Go in which each player sees only its own stones, and an umpire says which tries are legal.

`messages` is what an umpire says, `rules` the kernels, `deduction` what follows from messages with certainty;
`position` is the umpire's game, and `view` what one player knows of it.
"""

from .board import ANNOUNCED_ATARIS, OLYMPIAD, phantom_go
from .deduction import Known
from .messages import COLOURS, NOWHERE, Announcement, message_text, parse_message
from .position import PhantomGoPosition
from .view import Start, View

__all__ = [
    "ANNOUNCED_ATARIS",
    "COLOURS",
    "NOWHERE",
    "OLYMPIAD",
    "Announcement",
    "Known",
    "PhantomGoPosition",
    "Start",
    "View",
    "message_text",
    "parse_message",
    "phantom_go",
]
