"""No paper: what more search is worth in Go, each program against itself with fewer simulations, 9x9."""

from ...lab.experiments.more_search import more_search

PLAYERS = ("uct", "mango-paper", "mango", "mogo-paper", "mogo", "kaya-classic", "zero", "kaya")

experiment = more_search(__name__, __doc__, PLAYERS, size=9)
