"""Tours of the two papers on Go: data for `web/learn`."""

from .mango import MANGO
from .mogo import MOGO

TOURS = (MANGO, MOGO)
