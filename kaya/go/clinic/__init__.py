"""The clinic's problems of Go: text diagrams in `positions`, a file for each category; `problems` reads them."""

from ...lab.clinic import Clinic
from .problems import Answer, Problem, load, shipped

CLINIC = Clinic(shipped, load, "kaya")

__all__ = ["CLINIC", "Answer", "Problem", "load", "shipped"]
