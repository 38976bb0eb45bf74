"""Ablation: what each part of a player is worth, alone and in pairs.

The parts are two-valued factors: a switch on or off, or any two values of a parameter or of a strategy. Every variant
plays the same opponent; a logistic model over the factors then gives each effect in Elo with its interval, so that all
games tell something about every factor."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np

from ..matches.contestants import own_player
from ..matches.match import Match, Standing

ELO = 400 / np.log(10)  # Elo per unit of the logit
MOST = 10  # factors of which all combinations are played


@dataclass(frozen=True)
class Factor:
    """Two values of one setting."""

    name: str
    off: str
    on: str

    def setting(self, is_on: bool) -> str:
        return f"{self.name}={self.on if is_on else self.off}"


def switches(player: str) -> list[Factor]:
    """The switches of a player: the parameters of its strategies that are on or off."""
    strategies = {role: record for role, record in own_player(player, {}).settings().items() if role != "manners"}
    return [Factor(d.name, "off", "on") for record in strategies.values() for d in record.describe() if d.kind is bool]


def read_factors(player: str, text: str | None) -> list[Factor]:
    """`PB,PU,C=0/0.7`: switches by name, other settings with the value for off and the value for on."""
    if not text:
        found = switches(player)
        if not found:
            raise ValueError(
                f"{player} has no switches of its own: name settings with two values, as --factors C=0/0.7."
            )
        return found
    factors = []
    for part in text.split(","):
        name, equals, values = part.strip().partition("=")
        off, slash, on = values.partition("/")
        if equals and not (slash and off and on):
            raise ValueError(f"{part.strip()!r} is not a factor: write NAME for a switch, or NAME=OFF/ON.")
        factors.append(Factor(name, off or "off", on or "on"))
    for factor in factors:
        for is_on in (False, True):
            own_player(described(player, [factor], [is_on]), {})
    return factors


def variants(factors: Sequence[Factor], one_at_a_time: bool) -> list[tuple[bool, ...]]:
    """Which factors are on: all 2^n combinations, or all on and each off in turn."""
    if not one_at_a_time:
        return list(product((True, False), repeat=len(factors)))
    everything = (True,) * len(factors)
    return [everything, *(tuple(k != off for k in range(len(factors))) for off in range(len(factors)))]


def described(player: str, factors: Sequence[Factor], variant: Sequence[bool]) -> str:
    """The player with these factors on and the others off."""
    separator = "," if ":" in player else ":"
    return player + separator + ",".join(f.setting(is_on) for f, is_on in zip(factors, variant, strict=True))


def planned_matches(match: Match, factors: Sequence[Factor], one_at_a_time: bool) -> dict[tuple[bool, ...], Match]:
    """The match of each variant of its first player; ValueError if there are too many."""
    if len(factors) > MOST and not one_at_a_time:
        raise ValueError(f"{len(factors)} factors have {2 ** len(factors)} combinations: use --one-at-a-time.")
    planned = {}
    for variant in variants(factors, one_at_a_time):
        label = " ".join(f.setting(on) for f, on in zip(factors, variant, strict=True))
        planned[variant] = replace(match, first=described(match.first, factors, variant), label=label)
    return planned


@dataclass(frozen=True)
class Effect:
    """What switching a factor on is worth, in Elo, or what two are worth together beyond the sum of both."""

    name: str
    elo: float
    low: float
    high: float


def effects(
    factors: Sequence[Factor], played: Sequence[tuple[Sequence[bool], Standing]], pairs: bool = True
) -> list[Effect]:
    """Maximum likelihood of logit P(win) = b + sum_i e_i x_i + sum_ij e_ij x_i x_j with x = +1/2 (on) or -1/2 (off).

    e_i is then the average effect of factor i, and e_ij the amount by which it grows when j is switched on: what both
    are worth together beyond the sum of each alone. One virtual draw in each variant keeps all estimates finite."""
    terms = [(i,) for i in range(len(factors))]
    if pairs:
        terms += list(combinations(range(len(factors)), 2))
    rows, points, games = [], [], []
    for variant, standing in played:
        x = [0.5 if is_on else -0.5 for is_on in variant]
        rows.append([1.0, *(np.prod([x[i] for i in term]) for term in terms)])
        points.append(sum(standing.points.values()) + 0.5)
        games.append(len(standing.points) + 1)
    estimate, covariance = logistic_regression(np.array(rows), np.array(points), np.array(games))
    found = []
    for place, term in enumerate(terms, start=1):
        middle, spread = ELO * estimate[place], 1.96 * ELO * np.sqrt(covariance[place, place])
        found.append(Effect(" x ".join(factors[i].name for i in term), middle, middle - spread, middle + spread))
    return found


def logistic_regression(x: np.ndarray, points: np.ndarray, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Newton's method for grouped binary outcomes: the coefficients and their covariance (inverse information)."""
    estimate = np.zeros(x.shape[1])
    information = np.eye(x.shape[1])
    for _ in range(100):
        rate = 1 / (1 + np.exp(-x @ estimate))
        gradient = x.T @ (points - games * rate)
        information = x.T @ (x * (games * rate * (1 - rate))[:, None]) + 1e-9 * np.eye(x.shape[1])
        step = np.linalg.solve(information, gradient)
        estimate = estimate + step * min(1.0, 4.0 / max(np.abs(step).max(), 1e-12))
        if np.abs(step).max() < 1e-10:
            break
    return estimate, np.linalg.inv(information)
