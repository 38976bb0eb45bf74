"""Residual networks: read from files, evaluated at the speed of the machine."""

from ..kernel.addresses import aligned_memory
from .evaluator import ERROR, SAID_NUMBERS, SCORE, SHORT, SPREAD, Evaluator, evaluate_at
from .file import Network
from .known import KnownNetworks
from .plain import Answer

__all__ = [
    "ERROR",
    "SAID_NUMBERS",
    "SCORE",
    "SHORT",
    "SPREAD",
    "Answer",
    "Evaluator",
    "KnownNetworks",
    "Network",
    "aligned_memory",
    "evaluate_at",
]
