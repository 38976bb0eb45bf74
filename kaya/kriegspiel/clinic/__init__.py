"""The clinic's problems of Kriegspiel: mate in n moves against every defence that the umpire allows, knowing no more
than what was heard. `problems` reads them, `defence` answers as badly for the player as it can."""

from ...lab.clinic import Clinic
from .problems import Answer, Problem, load, shipped

CLINIC = Clinic(shipped, load, "kriegspiel-e", simulations=2000)

__all__ = ["CLINIC", "Answer", "Problem", "load", "shipped"]
