"""Ratings of many players from the games they played with each other: the Bradley-Terry model.

>>> table = ratings({("mango", "gnugo"): Score(60, 0, 40), ("gnugo", "uct"): Score(70, 0, 30)}, anchor="gnugo")
>>> print(table)
mango     +70 Elo [+1, +140]      60.0 % ± 9.4 (100 games)
gnugo      +0 Elo [+0, +0]        55.0 % ± 6.8 (200 games)
uct      -147 Elo [-221, -73]     30.0 % ± 8.8 (100 games)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log
from statistics import NormalDist

import numpy as np

from .results import Elo, Score, quantile

ELO = 400 / log(10)  # Elo per natural unit of strength
ROUNDS = 10_000  # of climbing at most; a dozen is usual


@dataclass(frozen=True)
class Rating:
    """A player's rating with its interval, and all its games together."""

    player: str
    elo: Elo
    score: Score


@dataclass(frozen=True, eq=False)
class Ratings:
    """Ratings, best player first, with their covariance: `difference` compares any two players."""

    table: tuple[Rating, ...]
    covariance: np.ndarray  # in Elo², in the order of the table
    confidence: float = 0.95

    def __iter__(self) -> Iterator[Rating]:
        return iter(self.table)

    def __len__(self) -> int:
        return len(self.table)

    def __getitem__(self, player: str) -> Rating:
        return self.table[self.place(player)]

    def place(self, player: str) -> int:
        """Where the player stands in the table, from 0."""
        for place, rating in enumerate(self.table):
            if rating.player == player:
                return place
        raise ValueError(f"no player {player!r} here; there are {listed(rating.player for rating in self.table)}")

    def spread(self, first: str, second: str) -> tuple[float, float]:
        """The difference of two ratings and its standard deviation, sqrt(C_ii + C_jj - 2 C_ij)."""
        i, j = self.place(first), self.place(second)
        C = self.covariance
        variance = max(C[i, i] + C[j, j] - 2 * C[i, j], 0.0)
        return self.table[i].elo.value - self.table[j].elo.value, float(np.sqrt(variance))

    def difference(self, first: str, second: str) -> Elo:
        """How much stronger the first player is. Tighter than the two intervals suggest where the players met."""
        value, deviation = self.spread(first, second)
        half = quantile(self.confidence) * deviation
        return Elo(value, value - half, value + half)

    def los(self, first: str, second: str) -> float:
        """Likelihood of superiority of the first player over the second: Phi(difference / standard deviation)."""
        value, deviation = self.spread(first, second)
        return NormalDist().cdf(value / deviation) if deviation else 0.5

    def __str__(self) -> str:
        width = max((len(rating.player) for rating in self), default=0)
        lines = []
        for rating in self:
            value, interval = str(rating.elo).split(" ", 1)
            lines.append(f"{rating.player:{width}}  {value:>6} {interval:18}  {rating.score.percentage()}")
        return "\n".join(lines)


def ratings(
    results: Mapping[tuple[str, str], Score],
    anchor: str | None = None,
    anchor_elo: float = 0.0,
    virtual_draws: float = 0.0,
    confidence: float = 0.95,
) -> Ratings:
    """Maximum-likelihood ratings in the Bradley-Terry model (R. A. Bradley and M. E. Terry, 1952):

    P(i beats j) = γ_i / (γ_i + γ_j), Elo_i = 400 log10 γ_i, a draw counting as half a win of each.

    `results` gives the score of each pair of players from the first one's view; a pair may stand in both orders. The
    mean of the ratings is `anchor_elo`, or the rating of the player `anchor` is.

    `virtual_draws` is a weak prior (R. Coulom's BayesElo, whose default is 2): that many drawn games for each player,
    half of its own and half of its opponents', spread over the opponents as its games are. Two players get that many
    draws in all. It keeps ratings finite for one who won or lost everything; without it such results are refused, as
    are groups of players between whom no game was played."""
    players, points, games, draws = tabulate(results)
    if anchor is not None and anchor not in players:
        raise ValueError(f"the anchor {anchor!r} played no game; there are {listed(players)}")
    if virtual_draws < 0:
        raise ValueError(f"virtual_draws is {virtual_draws:g}: it must be 0 or more")
    if not players:
        return Ratings((), np.zeros((0, 0)), confidence)
    check_connected(players, games)
    share = games / games.sum(1, keepdims=True) if len(players) > 1 else games
    virtual = virtual_draws * (share + share.T) / 2
    if not virtual_draws:
        check_finite(players, points)
    strengths = maximise(points + virtual / 2, games + virtual)
    covariance = rating_covariance(strengths, games, draws, virtual, quantile(confidence))
    elo, covariance = anchored(ELO * strengths, ELO**2 * covariance, players.index(anchor) if anchor else None)
    elo = elo + anchor_elo
    half = quantile(confidence) * np.sqrt(np.clip(np.diag(covariance), 0, None))
    order = sorted(range(len(players)), key=lambda i: (-elo[i], players[i]))
    found = [Elo(float(e), float(e - h), float(e + h)) for e, h in zip(elo, half, strict=True)]
    table = tuple(Rating(players[i], found[i], total(results, players[i])) for i in order)
    return Ratings(table, covariance[np.ix_(order, order)], confidence)


def groups(results: Mapping[tuple[str, str], Score]) -> list[list[str]]:
    """The players in groups joined by games, directly or through others. Ratings compare players of one group only."""
    players, _, games, _ = tabulate(results)
    return components(players, reachable(games > 0))


def tabulate(results: Mapping[tuple[str, str], Score]) -> tuple[list[str], np.ndarray, np.ndarray, np.ndarray]:
    """The players in order of their names, and per ordered pair of them the points, games and draws."""
    for first, second in results:
        if first == second:
            raise ValueError(f"{first!r} cannot be rated by games with itself: give the two sides different names")
    players = sorted({player for pair in results for player in pair})
    place = {player: i for i, player in enumerate(players)}
    points, games, draws = np.zeros((3, len(players), len(players)))
    for (first, second), score in results.items():
        i, j = place[first], place[second]
        for a, b, seen in ((i, j, score), (j, i, score.swapped())):
            points[a, b] += seen.points
            games[a, b] += seen.games
            draws[a, b] += seen.draws
    return players, points, games, draws


def total(results: Mapping[tuple[str, str], Score], player: str) -> Score:
    """All games of a player, from its view."""
    score = Score()
    for (first, second), seen in results.items():
        if player in (first, second):
            score += seen if player == first else seen.swapped()
    return score


def maximise(points: np.ndarray, games: np.ndarray) -> np.ndarray:
    """The strengths θ = ln γ, of mean 0, that maximise the `log_likelihood`.

    Minorization-maximization (D. R. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics
    32, 2004): γ_i ← W_i / Σ_j n_ij / (γ_i + γ_j), for all i at once, until every player's expected points equal its
    points W_i. A round always climbs, but where a player won nearly everything millions of them may be needed; so each
    round takes the step of Newton's method instead where that climbs higher."""
    won, tolerance = points.sum(1), 1e-10 * games.sum(1)
    strengths = np.zeros(len(won))
    for _ in range(ROUNDS):
        win = win_chance(strengths)
        missing = won - (games * win).sum(1)
        if (np.abs(missing) <= tolerance).all():
            break
        gamma = np.exp(strengths)
        hunter = np.log(won / (games / (gamma[:, None] + gamma)).sum(1))
        newton = strengths + np.linalg.pinv(laplacian(games * win * (1 - win)), hermitian=True) @ missing
        strengths = max(hunter, newton, key=lambda candidate: log_likelihood(candidate, points))
        strengths -= strengths.mean()
    return strengths


def win_chance(strengths: np.ndarray) -> np.ndarray:
    """P(i beats j) for all i, j: 1 / (1 + exp(θ_j - θ_i))."""
    return np.exp(-np.logaddexp(0, strengths - strengths[:, None]))


def log_likelihood(strengths: np.ndarray, points: np.ndarray) -> float:
    """Σ points_ij ln P(i beats j), over ordered pairs."""
    return float(-(points * np.logaddexp(0, strengths - strengths[:, None])).sum())


def rating_covariance(
    strengths: np.ndarray, games: np.ndarray, draws: np.ndarray, virtual: np.ndarray, z: float
) -> np.ndarray:
    """The covariance of strengths of mean 0: H⁺ J H⁺.

    H is the observed information, minus the Hessian of the log-likelihood: -n_ij p_ij (1 - p_ij) off the diagonal, rows
    of sum 0; H⁺ its pseudo-inverse, which is the covariance under the constraint of mean 0. J is the variance of the
    points that enter the likelihood. Without draws J = H and the covariance is H⁺. A drawn game varies less than one
    that is won or lost: it takes 1/4 off the variance of its pair, as in `score_interval` times n / (n + z²), so that
    ratings with many draws have the narrower intervals they deserve (the sandwich estimator: P. J. Huber, 1967)."""
    win = win_chance(strengths)
    single = win * (1 - win)
    known = np.divide(games, games + z * z, out=np.zeros_like(games), where=games > 0)
    information = laplacian((games + virtual) * single)
    scatter = laplacian((games + virtual) * single - known * np.minimum(draws / 4, games * single))
    inverse = np.linalg.pinv(information, hermitian=True)
    return inverse @ scatter @ inverse


def laplacian(weights: np.ndarray) -> np.ndarray:
    """The matrix with -w_ij off the diagonal and rows of sum 0."""
    return np.diag(weights.sum(1)) - weights


def anchored(elo: np.ndarray, covariance: np.ndarray, fixed: int | None) -> tuple[np.ndarray, np.ndarray]:
    """The ratings relative to the player `fixed` (its own then has no spread), or to the mean."""
    if fixed is None:
        return elo, covariance
    contrast = np.eye(len(elo))
    contrast[:, fixed] -= 1
    return contrast @ elo, contrast @ covariance @ contrast.T


def reachable(links: np.ndarray) -> np.ndarray:
    """Who is reached from whom over any number of links (S. Warshall, 1962)."""
    reach = links | np.eye(len(links), dtype=bool)
    for k in range(len(links)):
        reach |= reach[:, k : k + 1] & reach[k]
    return reach


def components(players: list[str], reach: np.ndarray) -> list[list[str]]:
    """The players that reach each other, group by group."""
    mutual = reach & reach.T
    firsts = dict.fromkeys(int(np.argmax(row)) for row in mutual)
    return [[players[i] for i in np.flatnonzero(mutual[first])] for first in firsts]


def check_connected(players: list[str], games: np.ndarray):
    found = components(players, reachable(games > 0))
    if len(found) > 1:
        raise ValueError(
            f"no game joins {' and '.join(f'({listed(group)})' for group in found)}: rate each group by itself, or let "
            "a player of one meet a player of another"
        )


def check_finite(players: list[str], points: np.ndarray):
    """The likelihood has a maximum when every player reaches every other through games not lost (L. R. Ford, 1957)."""
    found = components(players, reachable(points > 0))
    if len(found) > 1:
        inside = [np.isin(players, group) for group in found]
        unbeaten = next(g for g, within in zip(found, inside, strict=True) if not points[~within][:, within].any())
        raise ValueError(
            f"({listed(unbeaten)}) lost no half point to anyone else, so the ratings are infinite: play on, or pass "
            "virtual_draws=1"
        )


def listed(players: Iterable[str]) -> str:
    return ", ".join(players)
