"""How good the lead is that a network shows, on records: `python -m bench.lead pro19.txt.xz [--network FILE]`.

The error at move 150, in points, of games that were played to the end and counted; and by how much the lead changes
after the best move of 50 simulations, in positions between moves 10 and 50. Komi is taken for 7.5 where a file has none
that can be relied on."""

import argparse
import re
from collections.abc import Iterator

import numpy as np

from kaya import Budget, GoPosition, make_player
from kaya.go.files.archives import GameRecord, read_games
from kaya.go.knowledge.network import evaluate_position

COUNTED = re.compile(r"([BW])\+(\d+(\.\d+)?)$")
MOVE, OPENING, SIMULATIONS = 150, (10, 50), 50


def position_after(game: GameRecord, moves: int, komi: float) -> GoPosition:
    position = GoPosition(game.lines, komi=komi)
    for move in game.moves[:moves].tolist():
        position.play(move)
    return position


def counted(path: str, most: int) -> Iterator[tuple[GameRecord, float]]:
    """Even games that were counted, with Black's margin."""
    for game in read_games([path], skipped=[]):
        found = COUNTED.match(game.result)
        if found and len(game.handicap) == 0 and len(game.moves) > MOVE:
            yield game, float(found[2]) * (1 if found[1] == "B" else -1)
            most -= 1
            if not most:
                return


def score(position: GoPosition, network: str) -> float:
    said = evaluate_position(position, network)
    if said is None:
        raise SystemExit("This network has not learned to say a score.")
    return said.score


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("games")
    asked.add_argument("--network", default="", help="a file or a name; else the one that ships")
    asked.add_argument("--count", type=int, default=100, help="games")
    asked.add_argument("--komi", type=float, default=7.5)
    given = asked.parse_args()
    errors, changes = [], []
    player = make_player(f"zero:network={given.network}" if given.network else "zero", seed=1)
    chance = np.random.default_rng(1)
    for game, margin in counted(given.games, given.count):
        errors.append(abs(score(position_after(game, MOVE, given.komi), given.network) - margin))
        position = position_after(game, int(chance.integers(*OPENING)), given.komi)
        before = score(position, given.network)
        move = player.choose(position, Budget(simulations=SIMULATIONS)).move
        assert move is not None
        position.play(move)
        changes.append(abs(score(position, given.network) - before))
    mean, median = np.mean(errors), np.median(errors)
    print(f"{len(errors)} games, error at move {MOVE}: mean {mean:.1f}, median {median:.1f} points")
    print(f"change after the best move, opening: mean {np.mean(changes):.2f} points")


if __name__ == "__main__":
    main()
