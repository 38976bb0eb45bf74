"""No paper: what more search is worth in Kriegspiel, each program against itself with fewer simulations.

A simulation is a metaposition for minimax and a board for each try for the samplers, particles and E. The programs as
written know the recipe for bare kings here, or most games that one of them leads would be drawn. Games of minimax and
of E begin with random openings: from the start they play the same few games against themselves again and again."""

from ...lab.experiments.more_search import more_search

WRITTEN = tuple(f"kriegspiel-{name}-paper:finishes=on" for name in ("b", "c"))
REPEATING = "kriegspiel-minimax-paper:finishes=on", "kriegspiel-minimax", "kriegspiel-e"
NAMES = ("a", "los", "aosp", "hs", "b", "c", "particles", "d")
PLAYERS = (*WRITTEN, *REPEATING, *(f"kriegspiel-{name}" for name in NAMES))

experiment = more_search(__name__, __doc__, PLAYERS, opened=REPEATING, game="kriegspiel", openings="none")
