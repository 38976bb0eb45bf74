"""What a match will cost on this machine."""

from ...games.registry import find_bundle, imported
from .match import Match

MOVES, SECONDS = 100, 0.5  # moves of both sides in an average game, roughly; for a move, where nothing is said


def match_seconds(match: Match) -> float:
    """CPU-seconds for all games of a match: as the game measures them, or a rough guess."""
    if measured := find_bundle(match.game).match_seconds:
        return imported(measured)(match)
    return match.games * MOVES * (match.pace.seconds or SECONDS)
