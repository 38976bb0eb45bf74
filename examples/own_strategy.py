"""A strategy of your own: another selection formula, handed to the search, and a match against the one it replaces.

UCB1-tuned (Auer, Cesa-Bianchi and Fischer 2002) replaces the constant C of formula 2.1 by the variance of the results:
a move whose outcome is certain needs less exploration. Run it: python examples/own_strategy.py
"""

from math import log, sqrt

import numpy as np

from kaya import Budget, GoPosition, Parameters, Player, make_player, parameter, strategy


class Tuned(Parameters):
    """Parameters of UCB1-tuned."""

    scale: float = parameter(0.7, "exploration: 1 is the formula as published", low=0.0, high=3.0)


@strategy("select", Tuned)
def ucb1_tuned(nodes, index, p):
    """The child with the highest v + scale sqrt(ln n_p / n min(1, 1 - v^2 + sqrt(2 ln n_p / n)))."""
    node = nodes[index]
    first, log_visits = np.int64(node.first), log(node.visits)
    best, best_value = first, -np.inf
    for i in range(first, first + node.count):
        child = nodes[i]
        if child.visits == 0:
            return i
        v, ratio = child.reward / child.visits, log_visits / child.visits
        variance = min(1.0, 1 - v * v + sqrt(2 * ratio))
        value = v + p.scale * sqrt(ratio * variance)
        if value > best_value:
            best, best_value = i, value
    return best


def play_game(black: Player, white: Player, simulations: int) -> float:
    """+1 if Black wins a 7x7 game, -1 if White does."""
    game = GoPosition(7, komi=9.5)
    black.forget()
    white.forget()
    while not game.over:
        decision = (black if game.mover == 1 else white).choose(game, Budget(simulations=simulations))
        if decision.move is None:
            return -1.0 if game.mover == 1 else 1.0
        game.play(decision.move)
    return 1.0 if game.score() > 0 else -1.0


def match(pairs: int, simulations: int) -> tuple[int, int]:
    """Games won by UCB1-tuned against formula 2.1, colours alternating, and games played."""
    won = 0
    for seed in range(pairs):
        mine, other = make_player("uct", seed=2 * seed), make_player("uct", seed=2 * seed + 1)
        mine.set("select", "ucb1_tuned")
        won += play_game(mine, other, simulations) > 0
        won += play_game(other, mine, simulations) < 0
    return won, 2 * pairs


if __name__ == "__main__":
    won, games = match(pairs=20, simulations=1000)
    print(f"UCB1-tuned won {won} of {games} games against formula 2.1.")
