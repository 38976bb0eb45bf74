"""The umpire between two players. It owns the board; a player is handed values and asked for moves."""

from collections.abc import Mapping
from typing import Protocol

from .messages import ILLEGAL, Announcement
from .position import KriegspielPosition
from .squares import BLACK, WHITE
from .view import Start


class Listener(Protocol):
    """A player, as far as the umpire is concerned."""

    def begin(self, start: Start) -> None:
        """A new game, and the own pieces."""
        ...

    def hear(self, announcement: Announcement) -> None:
        """Something that the umpire says to this player, of its own tries as well."""
        ...

    def choose(self) -> int:
        """The move to try next."""
        ...


class Umpire:
    """One game between two players, each of whom learns only what the rules allow.

        Umpire({WHITE: player, BLACK: other}).play()

    A position that is given goes on from where it is: both players are told all that they had heard."""

    def __init__(self, players: Mapping[int, Listener], position: KriegspielPosition | None = None):
        self.position = position or KriegspielPosition()
        self.players = dict(players)
        for side in (WHITE, BLACK):
            self.players[side].begin(self.position.start_for(side))
            for announcement in self.position.announcements(side):
                self.players[side].hear(announcement)

    def step(self) -> int:
        """Ask the player to move for one try, and tell those concerned; the umpire's whole message."""
        side = self.position.mover
        message, heard = self.answer(self.players[side].choose())
        for who, announcement in heard.items():
            self.players[who].hear(announcement)
        return message

    def answer(self, move: int) -> tuple[int, dict[int, Announcement]]:
        """Judge one try: the whole message, and what each side is told of it. ValueError if it is no try at all."""
        side = self.position.mover
        message = self.position.try_move(move)
        if message == ILLEGAL:
            return message, {side: self.position.last_announcement(side)}
        return message, {who: self.position.last_announcement(who) for who in (WHITE, BLACK)}

    def play(self) -> str:
        """Play to the end; the outcome, `1-0`, `0-1` or `1/2-1/2`."""
        while not self.position.over:
            self.step()
        return self.position.outcome
