"""Go: the rules and nothing else. `board` has the kernels, `position` the game as it is really played."""

from .board import BLACK, EMPTY, PASS, WHITE
from .coordinates import column_row, parse_sgf_point, parse_vertex, point, vertex
from .playouts import Estimate
from .position import GoPosition, go

__all__ = [
    "BLACK",
    "EMPTY",
    "PASS",
    "WHITE",
    "Estimate",
    "GoPosition",
    "column_row",
    "go",
    "parse_sgf_point",
    "parse_vertex",
    "point",
    "vertex",
]
