"""What the moves of a position are worth to somebody who sees all of it, as the umpire does: the evaluation of
`kriegspiel-particles` on the true board alone. Nothing of it may be told before the game is over."""

import time
from math import tanh
from typing import Any

import numpy as np

from ...search import Budget, MoveReport, Report
from ..knowledge.particles.evaluation import evaluate_boards, weights_alone
from ..rules import KriegspielPosition
from .particles import SCALE, ParticlesPlayer

FEW = Budget(simulations=1)  # boards are only wanted for what the opponent knows and is used to


def judged(position: KriegspielPosition) -> Report:
    """The legal moves, the best first, with what they are worth to the player to move."""
    began, player = time.monotonic(), ParticlesPlayer(seed=1)
    view = position.view_for(position.mover)
    player.choose(view, FEW)
    boards, mind = player.particles.boards, player._mind
    boards[0] = position.state
    sure = player.p.changed(doubt=0.0)  # nobody is on the board whom the umpire does not know
    mind[0].evaluation[0] = weights_alone(sure)
    moves = np.array(position.legal_moves(), np.int64)
    values: Any = np.zeros((1, len(moves)))
    evaluate_boards(boards, 0, 1, moves, mind[0], values)
    worth = {int(move): tanh(value / SCALE) for move, value in zip(moves, values[0], strict=True) if value == value}
    found = [MoveReport(move, 1, value, (move,)) for move, value in sorted(worth.items(), key=lambda row: -row[1])]
    best = found[0] if found else None
    return Report(best and best.move, found, len(found), 1, time.monotonic() - began, 0, chosen=best)
