"""Experiments: what one is, how it is run, shown and published. The experiments themselves are in the folders of their
games, one small file each; a new file there that defines `experiment` is found by itself."""

import importlib
import pkgutil

from ...games.registry import bundles
from .experiment import Experiment
from .measured import MeasuredExperiment, Measurement
from .played import MatchExperiment, Row

__all__ = [
    "Experiment",
    "MatchExperiment",
    "MeasuredExperiment",
    "Measurement",
    "Row",
    "all_experiments",
    "find_experiment",
]


def _modules(package: str) -> list[str]:
    if not package:
        return []
    return [f"{package}.{m.name}" for m in pkgutil.iter_modules(importlib.import_module(package).__path__)]


def all_experiments() -> dict[str, Experiment]:
    """Every experiment by name."""
    found = {}
    for bundle in bundles():
        for name in _modules(bundle.experiments):
            made = getattr(importlib.import_module(name), "experiment", None)
            if made is not None:
                found[made.name] = made
    return dict(sorted(found.items()))


def find_experiment(name: str) -> Experiment:
    known = all_experiments()
    if name not in known:
        raise ValueError(f"There is no experiment {name!r}; there are: {', '.join(known)}.")
    return known[name]
