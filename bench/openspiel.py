"""Bots of OpenSpiel against each other and against Kaya's players, with equal time: each thinks so many seconds of the
processor before it does anything, another try after a refusal included.

    python -m bench.openspiel kriegspiel ismcts random --games 20 --seconds 1
    python -m bench.openspiel kriegspiel kriegspiel-d ismcts --games 20 --seconds 1

A bot is `random`, OpenSpiel's `mcts` (for open games), its `ismcts` with Kaya's determinizations (for hidden ones), or
a player of Kaya's. Searches count simulations, so each makes as many as that time has been enough for until now. It
needs `pip install "kaya-mcts[openspiel]"`.
"""

import argparse
import random
import time
from typing import Any

import numpy as np
import pyspiel  # pyright: ignore[reportMissingImports]
from open_spiel.python.algorithms import ismcts, mcts  # pyright: ignore[reportMissingImports]

from kaya import Budget
from kaya.frameworks.openspiel import KayaBot, Resampler
from kaya.lab.statistics.results import Score

UCT = 2.0
FIRST, LEAST = 5, 2  # simulations of a first move, before the speed is known; the first one makes the root alone
GAMES = {"go": {"board_size": 9, "komi": 7.5}, "phantom_go": {"board_size": 9, "komi": 7.5}}


class Timed:
    """A bot of OpenSpiel's that searches so many seconds, about. `steps` makes its search with so many simulations."""

    def __init__(self, seconds: float):
        self.wanted, self.simulations, self.seconds, self.lost = seconds, FIRST, 0.0, 0
        self.moves = 0

    def search(self, state: Any, simulations: int) -> int:
        raise NotImplementedError

    def step(self, state: Any) -> int:
        began = time.process_time()
        action = self.search(state, self.simulations)
        spent = max(time.process_time() - began, 1e-6)
        self.seconds, self.moves = self.seconds + spent, self.moves + 1
        self.simulations = max(int(self.simulations * min(max(self.wanted / spent, 0.5), 4.0)), LEAST)
        return action


class InformationSets(Timed):
    """OpenSpiel's ISMCTSBot; a random move where no determinization is found."""

    def __init__(self, game: Any, player: int, seconds: float, seed: int):
        super().__init__(seconds)
        self.game, self.resampler = game, Resampler(game, seed=seed)
        self.chance = np.random.RandomState(seed)

    def search(self, state: Any, simulations: int) -> int:
        evaluator = mcts.RandomRolloutEvaluator(1, self.chance)
        bot = ismcts.ISMCTSBot(
            self.game,
            evaluator,
            UCT,
            simulations,
            random_state=self.chance,
            use_observation_string=True,
            allow_inconsistent_action_sets=True,
        )
        bot.set_resampler(self.resampler)
        try:
            return bot.step(state)
        except ValueError:
            self.lost += 1
            return self.chance.choice(state.legal_actions())


class OpenGames(Timed):
    """OpenSpiel's MCTSBot, the one that is written in C++."""

    def __init__(self, game: Any, player: int, seconds: float, seed: int):
        super().__init__(seconds)
        self.game, self.seed = game, seed

    def search(self, state: Any, simulations: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed + self.moves)
        bot = pyspiel.MCTSBot(self.game, evaluator, UCT, simulations, 500, False, self.seed, False)
        return bot.step(state)


class Random(Timed):
    def __init__(self, game: Any, player: int, seconds: float, seed: int):
        super().__init__(seconds)
        self.chance = random.Random(seed)

    def step(self, state: Any) -> int:
        return self.chance.choice(state.legal_actions())


class Kaya(Timed):
    """A player of Kaya's."""

    def __init__(self, game: Any, player: int, seconds: float, seed: int, name: str):
        super().__init__(seconds)
        self.bot = KayaBot(game, player, name, seed=seed)

    def search(self, state: Any, simulations: int) -> int:
        self.bot.seat.budget = Budget(simulations=simulations)
        self.bot.seat.begin_turn()  # a try after a refusal has as much as the first
        return self.bot.step(state)


BOTS = {"random": Random, "ismcts": InformationSets, "mcts": OpenGames}


def make_bot(name: str, game: Any, player: int, seconds: float, seed: int) -> Timed:
    if name in BOTS:
        return BOTS[name](game, player, seconds, seed)
    return Kaya(game, player, seconds, seed, name)


def play(game: Any, names: tuple[str, str], number: int, seconds: float) -> tuple[float, list[Timed]]:
    """The points of the first of them, who begins in even games; and the bots."""
    players = (number % 2, 1 - number % 2)
    bots = [
        make_bot(name, game, player, seconds, 2 * number + k)
        for k, (name, player) in enumerate(zip(names, players, strict=True))
    ]
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(bots[players.index(state.current_player())].step(state))
    return (state.returns()[players[0]] + 1) / 2, bots


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("game", choices=("kriegspiel", "phantom_go", "go", "tic_tac_toe", "phantom_ttt"))
    asked.add_argument("bots", nargs=2, metavar="BOT")
    asked.add_argument("--games", type=int, default=20)
    asked.add_argument("--seconds", type=float, default=1.0)
    given = asked.parse_args()
    game, points, spent = pyspiel.load_game(given.game, GAMES.get(given.game, {})), [], [[0.0, 0, 0], [0.0, 0, 0]]
    for number in range(given.games):
        score, bots = play(game, tuple(given.bots), number, given.seconds)
        points.append(score)
        for total, bot in zip(spent, bots, strict=True):
            for k, value in enumerate((bot.seconds, bot.moves, bot.lost)):
                total[k] += value
        print(f"{number + 1}: {score:g}; {sum(points):g} of {len(points)}", flush=True)
    wins, draws = sum(p == 1 for p in points), sum(p == 0.5 for p in points)
    score = Score(wins=wins, draws=draws, losses=len(points) - wins - draws)
    print(f"{given.bots[0]} against {given.bots[1]}: {score}; won {wins}, drew {draws}, lost {score.losses}")
    for name, (seconds, moves, lost) in zip(given.bots, spent, strict=True):
        print(f"{name}: {seconds / max(moves, 1):.2f} s a step of {moves}, {lost} without a determinization")


if __name__ == "__main__":
    main()
