"""Kriegspiel in the arena: the umpire's table, and Kaya's players at it.

A contestant hears each announcement as a line of text, so it could as well be another process."""

from typing import Any

from ... import __version__
from ...games.kriegspiel import BLACK, WHITE, Announcement, KriegspielPosition, move_name, parse_move
from ...kernel.cache import sources_hash
from ...players.kriegspiel import make_kriegspiel_player
from ...protocols.kriegspiel_pgn import KriegspielRecord, save
from ...search import Budget, Clock

LOST = {WHITE: (0.0, "0-1"), BLACK: (1.0, "1-0")}
POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


class KriegspielTable:
    """The umpire. A refused try is told to its author, who is asked again; a try that its author could know to be
    impossible, or has made before in the same turn, loses the game."""

    def __init__(self, conditions: dict[str, Any]):
        self.position = KriegspielPosition()

    @property
    def mover(self) -> int:
        return self.position.mover

    @property
    def over(self) -> bool:
        return self.position.over

    def play(self, side: int, move: str) -> dict[int, list[tuple[int, str]]]:
        refused = len(self.position.tried)
        self.position.try_move(parse_move(move))
        hearers = (side,) if len(self.position.tried) > refused else (WHITE, BLACK)
        return {who: [(side, self.position.last_announcement(who).written())] for who in hearers}

    def verdict(self) -> tuple[float, str]:
        return POINTS[self.position.outcome], self.position.outcome

    def lost_by(self, side: int, how: str) -> tuple[float, str]:
        return LOST[side]

    def record(self, names: dict[int, str], outcome: str) -> str:
        return save(KriegspielRecord(self.position, names[WHITE], names[BLACK], outcome))


class KriegspielContestant:
    """A player of Kaya's own, in this process."""

    game = "kriegspiel"

    def __init__(self, described: str, budget: Budget, threads: int = 1):
        self.player = make_kriegspiel_player(described, threads=threads)
        self.budget = budget

    def describe(self, conditions: dict[str, Any]) -> dict[str, Any]:
        return {
            "name": self.player.name, "version": __version__, "sources": sources_hash(), "strategies": {},
            "parameters": {name: d.value for name, d in self.player.parameters().items()} | self.player.words,
            "simulations": self.budget.simulations, "seconds": self.budget.seconds, "threads": self.player.threads,
        }  # fmt: skip

    def begin(self, conditions: dict[str, Any], side: int, seed: int) -> None:
        self.player.seed = seed
        self.player.begin(KriegspielPosition().start_for(side))

    def hear(self, side: int, move: str) -> None:
        assert self.player.view is not None
        self.player.hear(Announcement.read(move, self.player.view.ply + 1, side))

    def choose(self, clock: Clock | None) -> str:
        return move_name(self.player.choose(self.budget))

    def close(self) -> None:
        pass
