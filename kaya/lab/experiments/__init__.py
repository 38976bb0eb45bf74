"""Experiments: how one is run, shown and published. Those of a game are in its folder, a file each, and found there."""

import importlib
import pkgutil

from ...games.registry import bundles
from .experiment import Experiment


def _modules(package: str) -> list[str]:
    if not package:
        return []
    return [f"{package}.{m.name}" for m in pkgutil.iter_modules(importlib.import_module(package).__path__)]


def all_experiments() -> dict[str, Experiment]:
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
