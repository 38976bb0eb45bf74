"""The papers' tables and figures, one small file each. A new file that defines `experiment` is found by itself."""

import importlib
import pkgutil

from .experiment import Experiment
from .measured import MeasuredExperiment, Measurement
from .played import MatchExperiment, Row

__all__ = ["Experiment", "MatchExperiment", "MeasuredExperiment", "Measurement", "Row", "all_experiments",
           "find_experiment"]  # fmt: skip


def all_experiments() -> dict[str, Experiment]:
    """Every experiment by name."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        made = getattr(importlib.import_module(f"{__name__}.{module.name}"), "experiment", None)
        if made is not None:
            found[made.name] = made
    return found


def find_experiment(name: str) -> Experiment:
    known = all_experiments()
    if name not in known:
        raise ValueError(f"There is no experiment {name!r}; there are: {', '.join(known)}.")
    return known[name]
