"""Deciding by a network's policy: one evaluation a try, no search."""

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..search import MoveReport, Report
from .player import Decision


def softmax(logits: np.ndarray) -> np.ndarray:
    chances = np.exp(logits - logits.max())
    return chances / chances.sum()


def decide_by_policy(
    tries: Sequence[int], said: Any, logits: np.ndarray, temperature: float, chance: random.Random, **watching: Any
) -> Decision:
    """The try with the highest of these logits, or at a temperature T above 0 one that is drawn by π^(1/T). The report
    has all tries, the likeliest first; the value and the priors are what the network said."""
    order = np.argsort(-logits, kind="stable").tolist()
    policy = softmax(logits / max(temperature, 0.01)).tolist()
    k = order[0] if temperature == 0.0 else chance.choices(range(len(tries)), policy)[0]
    priors = softmax(said.logits).tolist()
    moves = [MoveReport(tries[j], 1, said.value, (tries[j],), prior=priors[j]) for j in order]
    report = Report(tries[k], moves, 1, 1, 0.0, 1, chosen=moves[order.index(k)])
    if progress := watching.get("progress"):
        progress(report)
    return Decision(tries[k], report)
