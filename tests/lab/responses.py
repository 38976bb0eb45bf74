"""Best responses, worked out twice: by the kernels, and by a plain walk over all histories. Run interpreted, where the
games are so small that compiling would take longer."""

import json
import tempfile
from collections import defaultdict
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from examples.dark_hex import DarkHex
from kaya.games.phantom_tictactoe import PhantomTicTacToe
from kaya.kernel import plain, zeros
from kaya.lab.exploitability.information import Information
from kaya.lab.exploitability.measuring import Asked, Kept, exploitability, response
from kaya.lab.learning.regret import Learner
from kaya.players import make_player
from kaya.players.player import BasePlayer, Decision
from kaya.players.regret import announcements
from kaya.players.tabular import ARRAYS, Policy, TabularPlayer
from kaya.search import Budget, Report
from kaya.search.information_sets import HEAD, reorder

NOBODY = lambda *_: None  # noqa: E731


def after(*moves: int) -> PhantomTicTacToe:
    position = PhantomTicTacToe()
    for move in moves:
        position.attempt(move)
    return position


class ByHand(Asked):
    """A policy that is written down: what is tried, in this order or by these weights."""

    def __init__(self, *tried: int, weights: Any = None):
        super().__init__(None, Budget(simulations=1))
        self.tried, self.weights = tried, weights

    def answer(self, view, first=0):
        open_ones = [m for m in self.tried if m in view.tries()] or view.tries()
        if self.weights is None:
            return {open_ones[0]: 1.0}
        weights = {m: self.weights(m) for m in view.tries()}
        return {m: w / sum(weights.values()) for m, w in weights.items()}


class Halves(Asked):
    """Two policies that are written down, as if each were half of the answers."""

    def __init__(self, *both: ByHand):
        super().__init__(None, Budget(simulations=1))
        self.both = both

    def answer(self, view, first=0):
        return self.both[first].answer(view)

    def halves(self, view):
        one, other = self.answer(view, 0), self.answer(view, 1)
        return {m: (one[m], other[m]) for m in one}


class AnyTry(BasePlayer):
    """All tries are alike to it, but it does not say so."""

    name, game = "any try", DarkHex(2, 2).game

    def choose(self, position, budget, **watching):
        return Decision(Random(self.seed).choice(position.tries()), Report.of_nothing())


def learned(position: Any, file: Path, *iterations: int) -> Asked:
    """A player with a policy that was learned in so many steps."""
    for number in iterations:
        begun = Policy.read(file) if file.exists() else None
        Learner(position, seed=1, begun=begun).learn(number).write(file)
    return Asked(TabularPlayer(position.game, given=Policy.read(file)), Budget(simulations=1))


def heard(position: Any, side: int) -> tuple:
    return tuple(position.announcements(side))


def view_for(position: Any, side: int) -> Any:
    view = position.start_for(side).view()
    for announcement in position.announcements(side):
        view.hear(announcement)
    return view


def by_walking(position: Any, side: int, asked: Asked, met: Asked | None = None) -> np.ndarray:
    """What the best response to the policy of `side` gets from it, and from the one that is met, over whole histories:
    nothing is merged, nothing remembered."""

    def value(worlds: list[tuple[Any, np.ndarray]]) -> np.ndarray:
        """Of the histories that the responder holds possible, to whoever the turn is."""
        total, mine = np.zeros(2), []
        for game, weight in worlds:
            if game.over:
                total += weight * game.result * (1 if side == 2 else -1)
            else:
                mine.append((game, weight))
        if not mine:
            return total
        if mine[0][0].mover == side:
            groups = defaultdict(list)
            for game, weight in mine:
                met_there = (met or asked).answer(view_for(game, side))
                for move, chance in asked.answer(view_for(game, side)).items():
                    then = game.copy()
                    then.attempt(move)
                    chances = np.array([chance, met_there[move]])
                    groups[then.over, then.mover, heard(then, 3 - side)].append((then, weight * chances))
            return total + sum(value(group) for group in groups.values())
        found = []
        for move in view_for(mine[0][0], 3 - side).tries():
            groups = defaultdict(list)
            for game, weight in mine:
                then = game.copy()
                then.attempt(move)
                groups[then.over, then.mover, heard(then, 3 - side)].append((then, weight))
            found.append(sum(value(group) for group in groups.values()))
        return total + max(found, key=lambda v: v[0])

    return value([(position, np.ones(2))])


def orders(view: Any) -> list[tuple[tuple[int, int], ...]]:
    """The orders in which own moves are drawn: who, and which move."""
    heads, log = zeros(HEAD), announcements(view)
    heads.rng, heads.side, heads.length = 1, view.side, len(log)
    found = set()
    for _ in range(60):
        reorder(plain(heads)[0], plain(log))
        found.add(tuple(zip(log["by"].tolist(), log["move"].tolist(), strict=True)))
    return sorted(found)


def values(position: Any, asked: Asked) -> list[float]:
    return [response(position, side, asked, Kept(None, {}), NOBODY).value for side in (1, 2)]


def walked(position: Any, asked: Asked) -> list[float]:
    return [by_walking(position, side, asked)[0] for side in (1, 2)]


def held(position: Any, *both: ByHand) -> list[list[float]]:
    """What responses to either half get from the other, by the kernels and by walking."""
    ways = (both, both[::-1])
    return [
        [response(position, side, Halves(*both), Kept(None, {}), NOBODY).held for side in (1, 2)],
        [sum(by_walking(position, side, *way)[1] for way in ways) / 2 for side in (1, 2)],
    ]


def main() -> None:
    random, uneven = Asked(None, Budget(simulations=1)), ByHand(weights=lambda m: m + 1.0)
    hex_board = DarkHex(2, 2)
    winning = ByHand(1, 2, 3)  # two ways down from cell 1: one of them is free
    found = exploitability(DarkHex(2, 2), winning, Kept(None, {}))
    information = Information(DarkHex(2, 2), 1, winning.each, winning.knows)
    for _ in information.explore():
        pass
    with tempfile.TemporaryDirectory() as folder:
        whole, parts = Path(folder) / "whole.npz", Path(folder) / "parts.npz"
        learning = exploitability(DarkHex(2, 2), learned(DarkHex(2, 2), whole, 30), Kept(None, {})).value
        learned(DarkHex(2, 2), parts, 12, 30)
        together = Policy.read(whole), Policy.read(parts)
        same = all((getattr(together[0], name) == getattr(together[1], name)).all() for name in ARRAYS)
        learned(after(0, 4, 1, 8, 5, 3), Path(folder) / "row.npz", 6)
        row = Policy.read(Path(folder) / "row.npz").at(1)
    drawn, several = (
        exploitability(DarkHex(2, 2), Asked(AnyTry(), Budget(simulations=1), 2, others=others), Kept(None, {}))
        for others in ([], [Asked(AnyTry(), Budget(simulations=1), 2)])
    )
    regret = make_player("regret", game="phantom-tictactoe", seed=3)
    winner = regret.mixed(view_for(after(4, 0, 3, 1), 1), Budget(simulations=200))
    print(
        json.dumps(
            {
                "hex": [values(hex_board, random), walked(hex_board, random)],
                "uneven": [values(hex_board, uneven), walked(hex_board, uneven)],
                "held": held(hex_board, uneven, ByHand(weights=lambda m: 7.0 - m * m / 2)),
                "drawn": [drawn.least, exploitability(hex_board, random, Kept(None, {})).value, drawn.value],
                "threads": several == drawn,
                "orders": orders(view_for(after(0, 4, 4, 1, 8, 5), 1)),
                "winning": [found.responses[0].value, found.value, information.asked],
                "wins": values(after(0, 4, 1, 8), ByHand(2))[0],
                "learning": learning,
                "same": same,
                "row": {move: round(chance, 3) for move, chance in row.items()},
                "regret": max(winner, key=lambda m: winner[m]),
            }
        )
    )


if __name__ == "__main__":
    main()
