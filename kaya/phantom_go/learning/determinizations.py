"""How stones stand together, from recorded games of Phantom Go: theta of `phantom_go/knowledge/explained.py`.

At some moments of a game the true board is put among boards that are guessed by what was known then, and theta is what
makes the true ones most likely: sum of log(exp(theta f(true)) / sum of exp(theta f(B))), the conditional logit.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from ...kernel import split_seed
from ..knowledge.belief import weights
from ..knowledge.explained import THETA, count_pairs
from ..rules import PhantomGoPosition
from ..rules.board import arrange

GUESSES, EVERY = 30, 10  # boards beside the true one; half-moves between two moments
STEPS, LARGEST_STEP = 50, 0.5


def groups_of(position: PhantomGoPosition, seed: int) -> Iterator[np.ndarray]:
    """f of the true board, then of guessed ones, at some moments of a game."""
    for side in (1, 2):
        view, after = position.start_for(side).view(), EVERY
        for announcement in position.announcements(side):
            view.hear(announcement)
            if view.ply < after or not view.my_turn or view.known.hidden < 2:
                continue
            after = view.ply + EVERY
            view.weigh(weights(view))
            found = np.zeros((1 + GUESSES, len(THETA)))
            for k, row in enumerate(found):
                boards = view.boards.copy()
                boards.rng = split_seed(seed + view.ply, k)
                if k == 0:
                    arrange(boards[0], position.colours_after(view.ply), side, view.ply, 0)
                else:
                    view.game.guess(boards[0], side)
                count_pairs(boards[0], side, row)
            yield found


def fitted(groups: Sequence[np.ndarray]) -> np.ndarray:
    """Theta by Newton's method, with steps that are cut off."""
    theta = np.zeros(groups[0].shape[1])
    for _ in range(STEPS):
        slope, bend = np.zeros(len(theta)), 1e-6 * np.eye(len(theta))
        for f in groups:
            chance = np.exp(f @ theta - (f @ theta).max())
            chance /= chance.sum()
            mean = chance @ f
            slope += f[0] - mean
            bend += (f * chance[:, None]).T @ f - np.outer(mean, mean)
        theta += np.clip(np.linalg.solve(bend, slope), -LARGEST_STEP, LARGEST_STEP)
    return theta
