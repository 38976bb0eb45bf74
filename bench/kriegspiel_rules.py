"""What a rule set's information is worth to a program: it plays itself, one side hearing what the umpire of one rule
set says, the other what that of another does. Both try by what they hear; a try is refused where the board forbids it.

    python -m bench.kriegspiel_rules kriegspiel-d berkeley --games 60 --simulations 200
"""

import argparse
import math
import sys
from typing import Any

from kaya import make_player
from kaya.games.game import Announcement
from kaya.kriegspiel.rules import KriegspielPosition
from kaya.kriegspiel.rules.rule_sets import RULE_SETS
from kaya.search import Budget
from kaya.table import PlayerSeat, Table


class TwoUmpires(KriegspielPosition):
    """The game of one umpire, of which `side` hears what another says."""

    def __init__(self, rules: str, other: str, side: int):
        super().__init__(rules=rules)
        self.side, self.other = side, KriegspielPosition(rules=other)

    def start_for(self, side: int) -> Any:
        return self.other.start_for(side) if side == self.side else super().start_for(side)

    def attempt(self, move: int) -> dict[int, Announcement]:
        both = super(), self.other
        able = [umpire._can_be_tried(move) for umpire in both]
        told: list[dict[int, Announcement]] = [
            umpire.attempt(move) if can else {} for umpire, can in zip(both, able, strict=True)
        ]
        if not any(able):
            raise ValueError(f"{self.move_name(move)} is impossible.")
        mine = {side: heard for side, heard in told[0].items() if side != self.side}
        return mine | {side: heard for side, heard in told[1].items() if side == self.side}


def play(player: str, rules: str, against: str, number: int, budget: Budget) -> float:
    """The points of the side that hears `rules`; it has White in even games."""
    side = 1 + number % 2
    position = TwoUmpires(rules, against, 3 - side)
    seats = {s: PlayerSeat(make_player(player, seed=2 * number + s), budget) for s in (1, 2)}
    verdict = Table(position, seats).play()
    return verdict.points if side == 1 else 1 - verdict.points


def elo(share: float) -> float:
    share = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(share / (1 - share))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("player")
    asked.add_argument("rules", choices=RULE_SETS)
    asked.add_argument("--against", default="icc", choices=RULE_SETS)
    asked.add_argument("--games", type=int, default=60)
    asked.add_argument("--first", type=int, default=0, help="The number of the first game, which draws its luck.")
    asked.add_argument("--simulations", type=int, default=200)
    given = asked.parse_args()
    budget = Budget(simulations=given.simulations)
    points: list[float] = []
    for number in range(given.first, given.first + given.games):
        points.append(play(given.player, given.rules, given.against, number, budget))
        print(summary(given, points), end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
    print(summary(given, points))


def summary(given: argparse.Namespace, points: list[float]) -> str:
    share = sum(points) / len(points)
    spread = 1.96 * math.sqrt(sum((p - share) ** 2 for p in points)) / len(points)
    return (
        f"{given.player} by {given.rules} against itself by {given.against}: {sum(points):g} of {len(points)}, "
        f"{share:.1%} ± {spread:.1%}, Elo {elo(share):+.0f} ({elo(share - spread):+.0f} to {elo(share + spread):+.0f})"
    )


if __name__ == "__main__":
    main()
