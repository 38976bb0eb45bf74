"""No paper: what more search is worth in Kriegspiel, each program against itself with fewer simulations.

A simulation is a metaposition for minimax and a board for each try for the samplers, particles and E. The programs as
written know the recipe for bare kings here, or most games that one of them leads would be drawn. Minimax has more noise
than usual, a quarter of a pawn: with its own it plays the same few openings against itself again and again, so that 60
games are not 60."""

from ...lab.experiments.more_search import more_search

WRITTEN = tuple(f"kriegspiel-{name}-paper:finishes=on" for name in ("b", "c"))
MINIMAX = ("kriegspiel-minimax-paper:finishes=on,noise=0.25", "kriegspiel-minimax:noise=0.25")
NAMES = ("a", "los", "aosp", "hs", "b", "c", "particles", "d", "e")
PLAYERS = (*WRITTEN, *MINIMAX, *(f"kriegspiel-{name}" for name in NAMES))

experiment = more_search(__name__, __doc__, PLAYERS, game="kriegspiel", openings="none")
