"""Doors to other frameworks: every game as an environment of PettingZoo, every player as a bot of OpenSpiel.

`encoding.py` is a game as learners see it; `pettingzoo.py`, `gymnasium.py` and `openspiel.py` are the doors. What a
game brings for them is named in its bundle; none of it knows a game by its name."""

import importlib
from typing import Any

from ..extras import DISTRIBUTION
from ..players import Decision


def needed(module: str, extra: str) -> Any:
    """A module that is installed with an extra of Kaya; ImportError says with which."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.split(".")[0]:
            raise
        sentence = f'{error.name} is not installed: pip install "{DISTRIBUTION}[{extra}]".'
        raise ImportError(sentence, name=module) from None


def move_of(decision: Decision) -> int | None:
    """What a player wants to play. Nobody can resign in these frameworks: who would, plays what the search found."""
    return decision.report.best if decision.move is None else decision.move
