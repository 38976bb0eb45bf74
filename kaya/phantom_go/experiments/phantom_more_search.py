"""No paper: what more search is worth in Phantom Go, each program against itself with fewer simulations, 9x9."""

from ...lab.experiments.more_search import more_search

PLAYERS = ("phantom-mc", "phantom-late", "phantom-early", "phantom-classic", "phantom")

experiment = more_search(__name__, __doc__, PLAYERS, game="phantom-go", size=9, komi=7.5, openings="none")
