"""Phantom Go, floor by floor, on those of Go: `rules`, with the umpire; `knowledge`, where hidden stones are likely;
`strategies`, when they are filled in; `players`; `files` and `gtp`; `learning`, `experiments`; `terminal` and `web`.
`bundle` names what the rest of Kaya asks for.

>>> import kaya
>>> kaya.phantom_go.PhantomGoPosition(9).rules
'olympiad'
"""

from .rules import PhantomGoPosition
from .rules import phantom_go as game

__all__ = ["PhantomGoPosition", "game"]
