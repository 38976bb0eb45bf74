"""A response surface: what the winning rate is over a box of parameters, from games that were only won or lost.

    logit p(z) = w · φ(z),   w ~ N(m, diag(s²)),   z in [-1, 1]^d

φ holds 1, z_i, z_i z_j (the quadratic surface of R. Coulom's CLOP: "Confident local optimization for noisy black-box
parameter tuning", 2011) and random Fourier features sqrt(2/m) cos(ω · z + b), ω ~ N(0, 1/ℓ²), which draw a Gaussian
process around it (A. Rahimi, B. Recht, "Random features for large-scale kernel machines", 2007), so that a surface that
is not quadratic is believed when the games show it. The posterior of w is Laplace's: normal around the most probable
w, with the inverse of the Hessian H = Φᵀ diag(n p (1 - p)) Φ + diag(1/s²) as covariance. Scales and ℓ are those with
the highest evidence, log p(games | w) - |(w - m)/s|²/2 - ½ log det(H diag(s²)), of a few. m is 0 but for the squares,
whose mean is -s: a range is declared so that the best lies inside."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

WAVES = 60  # random Fourier features
NEWTON = 30  # steps at most
LEVEL = 1.5  # prior deviation of the constant: winning rates from 5 to 95 %


@dataclass(frozen=True)
class Scales:
    """How far the surface may bend: standard deviations of quadratic coefficients and of the process, and its ℓ."""

    bend: float
    process: float
    length: float


PROCESSES = (0.05, 1.0), (0.3, 0.7), (0.8, 0.5)  # deviation and ℓ
CHOICES = tuple(Scales(bend, *process) for bend in (0.3, 1.0, 3.0) for process in PROCESSES)
OPEN = Scales(1.0, 0.05, 1.0)  # before the games say anything


@lru_cache(maxsize=64)
def waves(dimensions: int) -> tuple[np.ndarray, np.ndarray]:
    """Directions and phases of the Fourier features, the same in every process."""
    chance = np.random.default_rng(dimensions)
    return chance.standard_normal((WAVES, dimensions)), chance.uniform(0, 2 * np.pi, WAVES)


@lru_cache(maxsize=64)
def products(dimensions: int) -> tuple[np.ndarray, np.ndarray]:
    """Which two coordinates each product multiplies."""
    return np.triu_indices(dimensions)


def features(units: np.ndarray, scales: Scales) -> np.ndarray:
    """φ, each feature multiplied by its prior deviation, so that w ~ N(0, 1). `units` lie in the unit cube."""
    z = 2 * units - 1
    i, j = products(z.shape[-1])
    directions, phases = waves(z.shape[-1])
    wave = np.sqrt(2 / WAVES) * np.cos(z @ directions.T / scales.length + phases)
    flat = np.ones((*z.shape[:-1], 1))
    return np.concatenate(
        [LEVEL * flat, scales.bend * z, scales.bend * z[..., i] * z[..., j], scales.process * wave], -1
    )


@lru_cache(maxsize=64)
def expectation(dimensions: int) -> np.ndarray:
    """m, in prior deviations: before any game a surface falls off towards the ends of the ranges."""
    i, j = products(dimensions)
    return np.concatenate([np.zeros(1 + dimensions), np.where(i == j, -1.0, 0.0), np.zeros(WAVES)])


def logistic(x: np.ndarray) -> np.ndarray:
    return 0.5 * (1 + np.tanh(0.5 * x))


def times(matrix: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """matrix @ vector on one core: the threads of BLAS would take several times the CPU, and it is the games'."""
    return np.einsum("ki,i->k", matrix, vector)


def hessian(phi: np.ndarray, w: np.ndarray, games: np.ndarray) -> np.ndarray:
    """H, for w ~ N(m, 1)."""
    p = logistic(times(phi, w))
    return np.einsum("ki,kj->ij", phi * (games * p * (1 - p))[:, None], phi) + np.eye(len(w))


class Surface:
    """The posterior of a response surface after `points` points in `games` games at each of `units`."""

    def __init__(self, units: np.ndarray, points: np.ndarray, games: np.ndarray, scales: Scales = OPEN):
        self.scales = scales
        phi, prior = features(units, scales), expectation(units.shape[1])

        def log_posterior(w: np.ndarray) -> float:
            x = times(phi, w)
            return float((points * x - games * np.logaddexp(0, x)).sum() - 0.5 * ((w - prior) ** 2).sum())

        def better(w: np.ndarray, value: float) -> np.ndarray:
            """w after a step of Newton's, halved until it gains."""
            gradient = times(phi.T, points - games * logistic(times(phi, w))) - (w - prior)
            step = np.linalg.solve(hessian(phi, w, games), gradient)
            while log_posterior(w + step) < value and np.abs(step).max() > 1e-6:
                step /= 2
            return w + step

        w, value, before = prior, log_posterior(prior), -np.inf
        for _ in range(NEWTON):
            if value - before < 1e-5:
                break
            w, before = better(w, value), value
            value = log_posterior(w)
        self.mean = w
        self.root = np.linalg.cholesky(hessian(phi, w, games))
        self.evidence = value - np.log(np.diag(self.root)).sum()

    @classmethod
    def fitted(cls, units: np.ndarray, points: np.ndarray, games: np.ndarray) -> "Surface":
        """With the scales that the games make most likely."""
        return max((cls(units, points, games, scales) for scales in CHOICES), key=lambda s: s.evidence)

    def draw(self, chance: np.random.Generator, count: int = 1) -> np.ndarray:
        """Coefficients of `count` surfaces, each as likely as the posterior says."""
        normal = chance.standard_normal((len(self.mean), count))
        return (self.mean[:, None] + np.linalg.solve(self.root.T, normal)).T

    def logits(self, units: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Mean and standard deviation of the logit at some places."""
        phi = features(units, self.scales)
        return times(phi, self.mean), np.linalg.norm(np.linalg.solve(self.root, phi.T), axis=0)
