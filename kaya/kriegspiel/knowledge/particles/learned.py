"""The weights of habits as they were learned: a small text file, and one for each opponent that is known by name."""

import functools
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..densities import opponent_file as table_of
from .habits import KINDS_OF_MOVES

SHIPPED = Path(__file__).with_name("habits.json")


@dataclass(frozen=True)
class Learned:
    """A weight for each of KINDS_OF_MOVES; beta, the power of the densities; and the weight of a piece more that is
    left unprotected."""

    weights: np.ndarray
    beta: float
    bare: float


def opponent_file(opponent: str) -> Path:
    """Where the habits of an opponent are kept."""
    return table_of(opponent).with_suffix(".json")


@functools.cache
def learned_habits(path: Path = SHIPPED) -> Learned:
    """What stands in a file that `kaya learn habits` wrote; ValueError if it is none."""
    try:
        told = json.loads(Path(path).read_text())
        return Learned(
            np.array([float(told["weights"][name]) for name in KINDS_OF_MOVES]),
            float(told["beta"]),
            float(told["bare"]),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: no habits that `kaya learn habits` wrote.") from error


def save(path: str | Path, learned: Learned, games: dict[str, int]) -> None:
    """Write habits, with how many games of whom taught them."""
    weights = {name: round(float(w), 4) for name, w in zip(KINDS_OF_MOVES, learned.weights, strict=True)}
    told = {
        "made by": "kaya learn habits",
        "games": games,
        "beta": round(learned.beta, 4),
        "bare": round(learned.bare, 4),
        "weights": weights,
    }
    Path(path).write_text(json.dumps(told, indent=1) + "\n")
