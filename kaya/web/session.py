"""One game in the browser, with those who work on it and the pages that show it.

All that changes the game happens in the server's loop; only searches run in threads, and nothing at the table changes
meanwhile. `payloads` decides what a page is told, `actions` has what a person may do besides moving, and `programs` how
programs come to their moves."""

from typing import Any

from ..table import PlayerSeat
from . import payloads, records
from .analysis import Analysis
from .pool import PlayerPool
from .programs import Programs
from .review import GameReview
from .scheduler import Scheduler
from .state import GameState
from .storage import Storage, StoredGame
from .viewers import BOTH, SPECTATOR, Viewer


class Session(GameState):
    """A game that is open, and is stored whenever it changes."""

    def __init__(
        self,
        stored: StoredGame,
        position: Any,
        players: dict[int, Any],
        scheduler: Scheduler,
        pool: PlayerPool,
        storage: Storage,
    ):
        super().__init__(stored, position, players, scheduler, pool)
        self.programs, self.analysis, self.review = Programs(self), Analysis(self), GameReview(self)
        self.storage = storage

    # What the person does

    async def play(self, name: str, viewer: Viewer | None = None) -> None:
        hands = self.hands(viewer) if viewer else set(self.persons)
        if not self.persons_turn or self.programs.thinking or self.table.mover not in hands:
            raise ValueError("The game is over." if self.over else "It is not your turn.")
        side = self.table.mover
        move = self.adapter.read(self.view_of(side), name)
        self.end_of_turn()
        if self.table.put(move)[side].legal:
            self.clocks.move_made()
            self.stored.offer = 0 if self.stored.offer != side else side  # a move declines what was offered
        self.advance()

    def turn_device(self, viewer: Viewer, on: bool) -> None:
        """At one board with an umpire: the side to move sits there now, or what was shown is covered."""
        if viewer.seat != BOTH or not self.adapter.hidden:
            raise ValueError("Only at one board, and in a game with an umpire, is the device handed over.")
        viewer.shown = self.table.mover if on and not self.table.over else 0
        self.advance()

    def set_watch(self, viewer: Viewer, side: int) -> None:
        """Choose what spectators are shown: what is public, or a side's view, which must be one's own."""
        own = (1, 2) if viewer.seat == BOTH else (viewer.seat,)
        if viewer.seat == SPECTATOR or viewer.seat != self.stored.begun_by or side not in (0, *own):
            raise ValueError("Who began the game chooses what spectators see: what is public, or their own side.")
        self.stored.watch = side
        self.changed()

    def turn_dead(self, name: str) -> None:
        if self.dead is None:
            raise ValueError("Dead stones are marked when both have passed.")
        self.dead = self.adapter.turned(self.position, self.dead, name)
        self.agreed.clear()
        self.changed()

    async def set_level(self, level: int) -> None:
        await self.programs.interrupt()
        for side in self.players:
            self.stored.levels[str(side)] = level
            seat = self.table.seats[side]
            assert isinstance(seat, PlayerSeat)
            seat.budget = self.budget(side)
        self.advance()

    def try_out(self, ply: int, path: tuple[str, ...], keep: bool) -> dict[str, Any]:
        """The payload of a position that a variation leads to; the variation is kept if that is wanted."""
        position = self.position_at(ply, path)
        if keep:
            self.variations.add(ply, path)
            self.changed()
        return payloads.line(self, position, ply, path)

    def forget_variation(self, ply: int, path: tuple[str, ...]) -> None:
        self.variations.drop(ply, path)
        self.changed()

    # The game goes on

    def advance(self) -> None:
        """After whatever has happened: store the game, tell it, and let a program move if it is its turn."""
        self.programs.changed()
        if self.stored.study:
            self.changed()
            return
        if self.table.over and self.adapter.counts and self.table.ended is None and self.dead is None:
            self.dead = self.adapter.dead(self.position)
        if self.table.over:
            self.clocks.halt()
        elif self.persons_turn and (self.clocks.running or not self.waits):
            self.clocks.start(self.table.mover)
        elif self.persons_turn:
            pass  # no clock runs while the device goes from hand to hand
        elif not self.paused:
            self.programs.begin()
        self.changed()

    def changed(self) -> None:
        for page, viewer in self.pages.items():
            page.send(payloads.game(self, viewer), "game")
        self.storage.save(records.stored_of(self))
        self.analysis.follow()

    # Time

    def end_of_turn(self) -> None:
        """The person's clock stands still; ValueError if it has run out."""
        if not self.clocks.stop():
            self._flag()
            raise ValueError("Your time is over.")

    def tick(self) -> None:
        if not self.table.over and self.clocks.is_over():
            self._flag()

    def _flag(self) -> None:
        self.clocks.halt()
        self.table.ended = self.position.lost_by(self.clocks.side, "T")
        self.advance()

    async def rest(self) -> None:
        """Nobody looks any more: end the analysis, and free the trees."""
        await self.analysis.stop()
        self.analysis.forget()
        for player in () if self.programs.thinking else self.players.values():
            player.forget()

    async def close(self) -> None:
        self.paused = True
        await self.programs.interrupt()
        await self.review.stop()
        await self.rest()
