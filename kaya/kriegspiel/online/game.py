"""One game at the server: what it says of the game, and a player who answers."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...search import Budget, Clock
from ...table import Failure, PlayerSeat
from ..protocol.server import hear
from ..rules import KriegspielPosition
from ..rules.rule_sets import RULE_SETS
from ..rules.squares import ASKING, COLOURS
from .connection import Connection, Patience, Time, Trouble
from .scoresheet import OUR_NAMES, SIDES, lines

MOST_TRIES = 400  # in one turn: no position has more


@dataclass
class State:
    """What the server says of a game to one player. Trouble if it says something else."""

    over: bool
    mine: bool  # is this player to move?
    side: int
    allowed: list[str]  # tries
    may_ask: bool
    left: float  # seconds on the own clock
    result: dict[str, Any]
    scoresheet: Any = field(repr=False)

    @classmethod
    def read(cls, said: dict[str, Any]) -> "State":
        try:
            side, active = SIDES[said["your_color"]], said["state"] == "active"
            mine = active and said["turn"] == said["your_color"]
            allowed, result = list(said["allowed_moves"]), said.get("result") or {}
            left = float(said["clock"][f"{said['your_color']}_remaining"])
            if not all(isinstance(name, str) for name in allowed) or not isinstance(result, dict):
                raise TypeError
            asks = "ask_any" in said["possible_actions"]
            return cls(said["state"] == "completed", mine, side, allowed, asks, left, result, said["scoresheet"])
        except (KeyError, TypeError, ValueError, AttributeError):
            raise Trouble("a game of another form than kriegspiel.org's") from None


class OnlineGame:
    """A game, and one of Kaya's players in it. `tell` says a sentence about it."""

    def __init__(
        self,
        connection: Connection,
        known: tuple[str, str, str],
        player: Any,
        budget: Budget,
        tell: Callable[[str], None],
        time: Time,
    ):
        self.id, self.code, variant = known
        self.rules = RULE_SETS[OUR_NAMES[variant]]
        self.seat, self.patience = PlayerSeat(player, budget), Patience(time)
        self.left = float("inf")  # seconds on the own clock, as far as is known
        self.over = False
        self._connection, self._tell = connection, tell
        self._heard: list[str] | None = None
        self._blind = False
        self._refused: set[str] = set()  # in this turn

    def take_turn(self, share: int = 1) -> None:
        """Make a move if it is our turn. `share` is how many games the time of the clock is for."""
        self._refused.clear()
        for _ in range(MOST_TRIES):
            state = State.read(self._connection.get(f"/game/{self.id}/state"))
            self.left = state.left if state.mine else float("inf")
            if state.over:
                return self._end(state)
            if not state.mine or self._try(state, share):
                return None
        raise Trouble("a game in which every move is refused")

    def _try(self, state: State, share: int) -> bool:
        """Try one move; has the turn passed on?"""
        name = self._chosen(state, share)
        if name is None:
            self._connection.post(f"/game/{self.id}/resign")
            return True
        if name == ASKING:
            answer = self._connection.post(f"/game/{self.id}/ask-any")
        else:
            answer = self._connection.post(f"/game/{self.id}/move", {"uci": name})
        self._refused.add(name)
        return answer.get("move_done") is True

    def _chosen(self, state: State, share: int) -> str | None:
        """The player's try if the server allows it, else any that it does; None to resign."""
        allowed = [name for name in state.allowed if name not in self._refused]
        may_ask = state.may_ask and ASKING not in self._refused
        try:
            self._follow(state)
            decision = self.seat.choose(Clock(max(state.left / share, 0.001)))
            if decision.move is None:
                return None
            name = self.seat.view.move_name(decision.move)
            if name in allowed or (name == ASKING and may_ask):
                self._blind = False
                return name
            self._play_blindly(f"{name} is not allowed")
        except (Failure, ValueError) as error:
            self._play_blindly(str(error))
        if not allowed:
            raise Trouble("a game in which nothing may be tried")
        return random.choice(allowed)

    def _play_blindly(self, why: str) -> None:
        if not self._blind:
            self._tell(f"A move at random, because {why.rstrip('.')}.")
        self._blind = True
        self._heard = None

    def _follow(self, state: State) -> None:
        """Let the player hear what is new; from the beginning, if it is something else than before."""
        said = lines(state.scoresheet, state.side, self.rules)
        if self._heard is None or said[: len(self._heard)] != self._heard:
            start = KriegspielPosition(rules=self.rules.name, endless=True).start_for(state.side)
            self.seat.begin(start, state.side)
            self._heard = []
        for line in said[len(self._heard) :]:
            hear(self.seat, line)
            self._heard.append(line)

    def _end(self, state: State) -> None:
        self.over = True
        winner, how = state.result.get("winner"), state.result.get("reason")
        outcome = {COLOURS[state.side].lower(): "won", None: "drawn"}.get(winner, "lost")
        self._tell(f"{outcome.capitalize()} ({str(how)[:40]}).")
