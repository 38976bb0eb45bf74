"""Programs that play Kriegspiel (Ciancarini and Favini 2010), a file each."""

from .a import ProgramA
from .b import ProgramB
from .c import ProgramC
from .minimax import MinimaxPlayer
from .player import KriegspielPlayer
from .random_player import RandomPlayer

__all__ = ["KriegspielPlayer", "MinimaxPlayer", "ProgramA", "ProgramB", "ProgramC", "RandomPlayer"]
