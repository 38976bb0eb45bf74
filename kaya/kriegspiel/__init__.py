"""Kriegspiel (Ciancarini and Favini 2010), floor by floor.

`rules` is the game and its umpire (section 2). `knowledge` follows the sections of the paper: `sampling`, boards drawn
at random or from what was heard (4.2), `metapositions` (4.3), `belief`, the abstract model (5.2 and 5.3), `densities`,
the opponent database; and what is ours, `particles` and `endings`. `strategies` are the parts of the programs' trees
(section 5), `players` the programs A, B, C and ours, `experiments` the paper's tables and figures. `files`, `protocol`,
`learning`, `terminal` and `web` as in every game. `bundle` names what the rest of Kaya asks for.

>>> import kaya
>>> kaya.kriegspiel.KriegspielPosition().fen
'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
"""

from typing import TYPE_CHECKING

from ..games.registry import imported_when_used

if TYPE_CHECKING:
    from .rules import KriegspielPosition
    from .rules import kriegspiel as game

PLACES = {"KriegspielPosition": "kaya.kriegspiel.rules:KriegspielPosition", "game": "kaya.kriegspiel.rules:kriegspiel"}
__getattr__ = imported_when_used(__name__, PLACES)

__all__ = ["KriegspielPosition", "game"]
