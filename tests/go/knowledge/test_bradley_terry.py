"""Minorization-maximization finds the strengths that made the results."""

from itertools import pairwise

import numpy as np
import pytest

from kaya.go.knowledge.features import ATARI, BITS, LAST, LEVELS
from kaya.go.learning.bradley_terry import FIRST_SHAPE, PARTICIPANT, maximise

ATARIS, DISTANCES, SHAPES = np.array([1.0, 4.0, 0.25]), np.array([1.0, 2.0, 8.0, 0.5]), np.array([3.0, 0.2])


def competitions(count: int, seed: int = 0):
    """Results between teams of 3 members, drawn by the model."""
    random = np.random.default_rng(seed)
    teams = np.zeros((count, 8), PARTICIPANT)
    atari, distance = random.integers(0, 3, teams.shape), random.integers(0, 4, teams.shape)
    shape = random.integers(-1, 2, teams.shape)
    teams["levels"] = atari << ATARI | distance << LAST
    teams["shape"], teams["answer"] = shape, -1
    strength = ATARIS[atari] * DISTANCES[distance] * np.where(shape >= 0, SHAPES[shape], 1)
    for row, p in zip(teams, strength / strength.sum(axis=1, keepdims=True), strict=True):
        winner = random.choice(8, p=p)
        row[[0, winner]] = row[[winner, 0]]
    return teams.reshape(-1), np.arange(0, count * 8 + 1, 8)


@pytest.mark.slow
def test_known_strengths_are_recovered():
    participants, starts = competitions(20_000)
    gammas = np.ones(FIRST_SHAPE + 2)
    likelihoods = [maximise(participants, starts, gammas, rounds=1) for _ in range(30)]
    atari = gammas[ATARI // BITS * LEVELS :][:3]
    distance = gammas[LAST // BITS * LEVELS :][:4]
    np.testing.assert_allclose(atari / atari[0], ATARIS, rtol=0.1)
    np.testing.assert_allclose(distance / distance[0], DISTANCES, rtol=0.1)
    np.testing.assert_allclose(gammas[FIRST_SHAPE:], SHAPES, rtol=0.1)
    assert all(later >= earlier - 1e-4 for earlier, later in pairwise(likelihoods))


def test_without_results_all_are_equal_and_with_few_the_prior_holds_them_back():
    participants, starts = competitions(0)
    gammas = np.ones(FIRST_SHAPE + 2)
    maximise(participants, starts, gammas, rounds=2)
    assert (gammas == 1).all()
    participants, starts = competitions(3)
    maximise(participants, starts, gammas, rounds=20)
    assert np.isfinite(gammas).all()
    assert gammas.min() > 0.05
    assert gammas.max() < 20


def test_rounds_one_by_one_are_the_same_as_all_at_once():
    participants, starts = competitions(200)
    once, singly = np.ones(FIRST_SHAPE + 2), np.ones(FIRST_SHAPE + 2)
    maximise(participants.copy(), starts, once, rounds=4)
    for _ in range(4):
        maximise(participants.copy(), starts, singly, rounds=1)
    assert (once == singly).all()
    assert (once != 1).any()
