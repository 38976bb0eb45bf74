"""Programs that play Kriegspiel (Ciancarini and Favini 2010), a file each."""

from .a import ProgramA
from .b import ProgramB
from .c import ProgramC
from .hybrid import ProgramHybrid
from .minimax import MinimaxPlayer
from .player import KriegspielPlayer
from .progressive import ProgramProgressive
from .random_player import RandomPlayer

__all__ = [
    "KriegspielPlayer",
    "MinimaxPlayer",
    "ProgramA",
    "ProgramB",
    "ProgramC",
    "ProgramHybrid",
    "ProgramProgressive",
    "RandomPlayer",
]
