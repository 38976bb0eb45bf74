"""Phantom Go, floor by floor, on those of Go: `rules`, with the umpire; `knowledge`, where hidden stones are likely;
`strategies`, when they are filled in; `players`; `files` and `gtp`; `learning`, `experiments`; `terminal` and `web`.
`bundle` names what the rest of Kaya asks for.

>>> import kaya
>>> kaya.phantom_go.PhantomGoPosition(9).rules
'olympiad'
"""

from typing import TYPE_CHECKING

from ..games.registry import imported_when_used

if TYPE_CHECKING:
    from .rules import PhantomGoPosition
    from .rules import phantom_go as game

PLACES = {"PhantomGoPosition": "kaya.phantom_go.rules:PhantomGoPosition", "game": "kaya.phantom_go.rules:phantom_go"}
__getattr__ = imported_when_used(__name__, PLACES)

__all__ = ["PhantomGoPosition", "game"]
