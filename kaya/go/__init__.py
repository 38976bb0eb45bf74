"""Go, floor by floor: `rules`; `knowledge` beyond them (captures, patterns, urgencies, networks); `strategies`, what
the search leaves open; `players`, the programs (Mango, MoGo, Kaya); `files` and `gtp`; `learning`, the `clinic` and the
`experiments` of the papers; `terminal` and `web`. `bundle` names what the rest of Kaya asks for.

>>> import kaya
>>> kaya.go.GoPosition(5).play(kaya.go.PASS)
"""

from .rules import PASS, GoPosition
from .rules import go as game

__all__ = ["PASS", "GoPosition", "game"]
