"""Residual networks: read from files, evaluated at the speed of the machine."""

from ..kernel.addresses import aligned_memory
from .evaluator import Evaluator, evaluate_at
from .file import Network

__all__ = ["Evaluator", "Network", "aligned_memory", "evaluate_at"]
