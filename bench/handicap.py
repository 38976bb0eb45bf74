"""What the network says of handicap games, against how they end: `python -m bench.handicap [GAMES] [--workers N]`.

For each handicap at komi 0.5: Black's chance to win by the network's value before the first move, (1 + v) / 2, and by a
search of `kaya`; and the share of games of `kaya` against itself, with as many simulations, that Black wins. The first
moves are drawn in proportion to their visits, so that no two games are the same; nobody resigns."""

import argparse
import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass

from kaya import Budget, make_player
from kaya.go.knowledge.network import evaluate_position
from kaya.go.players.player import GoPlayer
from kaya.go.rules import WHITE
from kaya.go.rules.position import new_game
from kaya.kernel import split_seed
from kaya.lab.matches.workers import cores
from kaya.lab.statistics.results import wilson

KOMI, DRAWN = 0.5, 10  # moves that are drawn at the beginning of a game


@dataclass(frozen=True)
class Game:
    lines: int
    stones: int
    player: str
    simulations: int
    seed: int


def player_of(game: Game) -> GoPlayer:
    return make_player(game.player, seed=game.seed % (1 << 30), game="go", kind=GoPlayer)


def play(game: Game) -> tuple[Game, bool, int]:
    """A game to its end: whether Black wins, and how many moves it took."""
    player, chance = player_of(game), random.Random(game.seed)
    player.set("resign", False)
    position = new_game(game.lines, KOMI, game.stones)
    budget = Budget(simulations=game.simulations)
    while not position.over:
        if len(position.played) < DRAWN:
            visits = player.think(position, budget).visit_distribution()
            [move] = chance.choices(list(visits), list(visits.values()))
        else:
            move = player.choose(position, budget).move
            assert move is not None, "nobody resigns"
        position.play(move)
    return game, position.final_score() > 0, len(position.played)


def said(game: Game) -> tuple[float, float]:
    """Black's chance before the first move, by the network alone and by a search."""
    position, player = new_game(game.lines, KOMI, game.stones), player_of(game)
    player.prepare(position)
    found = evaluate_position(position, player.network or "")
    assert found is not None, "the network has learned value and owners"
    rate = player.think(position, Budget(simulations=game.simulations)).winning_rate
    return (1 + found.value) / 2, 1 - rate if position.mover == WHITE else rate


def main() -> None:
    asked = argparse.ArgumentParser(
        prog="python -m bench.handicap", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    asked.add_argument("games", type=int, nargs="?", default=40, help="for each handicap")
    asked.add_argument("--workers", type=int, default=cores(), help="processes")
    asked.add_argument("--size", type=int, default=19)
    asked.add_argument("--stones", type=int, nargs="+", default=[2, 4, 9])
    asked.add_argument("--player", default="kaya", help="one with a network")
    asked.add_argument("--simulations", type=int, default=64, help="a move")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()

    def game(stones: int, number: int) -> Game:
        seed = int(split_seed(given.seed, 1000 * stones + number))
        return Game(given.size, stones, given.player, given.simulations, seed)

    before = {stones: said(game(stones, 0)) for stones in given.stones}  # all is compiled before the workers begin
    ended: dict[int, list[tuple[bool, int]]] = {stones: [] for stones in given.stones}
    with ProcessPoolExecutor(given.workers, multiprocessing.get_context("spawn")) as pool:
        jobs = [pool.submit(play, game(stones, k)) for k in range(given.games) for stones in given.stones]
        for job in as_completed(jobs):
            of, won, moves = job.result()
            ended[of.stones].append((won, moves))
    for stones, games in ended.items():
        wins = sum(won for won, _ in games)
        low, high = wilson(wins, len(games))
        network, search = before[stones]
        print(
            f"{stones} stones: the network says {network:.3f}, {given.simulations} simulations {search:.3f}; Black won "
            f"{wins} of {len(games)}, {wins / len(games):.3f} [{low:.2f}, {high:.2f}], "
            f"{sum(moves for _, moves in games) / len(games):.0f} moves a game"
        )


if __name__ == "__main__":
    main()
