"""A tour of the paper on Kriegspiel: data for `web/learn`, and what its stops show besides searches."""

from .kriegspiel import KRIEGSPIEL

TOURS = (KRIEGSPIEL,)
