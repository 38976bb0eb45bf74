"""Programs that play Kriegspiel. A new one is a new file here and one line in `KRIEGSPIEL_PLAYERS`."""

from ..player import made_from
from .a import ProgramA
from .b import ProgramB
from .c import ProgramC
from .hybrid import ProgramHybrid
from .minimax import MinimaxPlayer
from .player import KriegspielPlayer
from .progressive import ProgramProgressive
from .random_player import RandomPlayer
from .samplers import AllObservations, Hybrid, LastObservation

KRIEGSPIEL_PLAYERS: dict[str, type[KriegspielPlayer]] = {
    player.name: player
    for player in (
        RandomPlayer, ProgramA, ProgramB, ProgramC, ProgramHybrid, ProgramProgressive,
        MinimaxPlayer, LastObservation, AllObservations, Hybrid,
    )
}  # fmt: skip
DEFAULT_KRIEGSPIEL = "kriegspiel-c"  # the strongest of them, as far as is known

KRIEGSPIEL_LEVELS = {1: 0.02, 2: 0.05, 3: 0.1, 4: 0.2, 5: 0.5, 6: 1.0, 7: 2.0, 8: 4.0, 9: 8.0, 10: 16.0}
"""`--level`: seconds for each try. What a simulation is differs from program to program; time does not."""


def make_kriegspiel_player(described: str, *, threads: int = 1, seed: int = 0) -> KriegspielPlayer:
    """A player from its name and, after a colon, parameters; ValueError says what is accepted."""
    return made_from(described, KRIEGSPIEL_PLAYERS, threads, seed)


__all__ = [
    "DEFAULT_KRIEGSPIEL", "KRIEGSPIEL_LEVELS", "KRIEGSPIEL_PLAYERS", "KriegspielPlayer", "MinimaxPlayer", "ProgramA",
    "ProgramB", "ProgramC", "ProgramHybrid", "ProgramProgressive", "RandomPlayer", "make_kriegspiel_player",
]  # fmt: skip
