"""One game in the browser, with those who work on it and the pages that show it.

All that changes the game happens in the server's loop; only searches run in threads, and nothing at the table changes
meanwhile. `payloads` decides what a page is told, `actions` has what a person may do besides moving, and `programs` how
programs come to their moves."""

from collections.abc import Sequence
from typing import Any

from ..table import PlayerSeat
from ..table.tree import KINDS, Mark
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
        if keep and path:
            self.tree.add(self.named(position))
            self._tree_changed()
        return payloads.line(self, position, ply, path)

    def forget(self, ply: int, path: tuple[str, ...]) -> None:
        """Delete a move from the game tree, with all that follows it."""
        whole = self._path(ply, path)
        if not self.stored.study and whole == [name for _, name in self.named(self.position)][: len(whole)]:
            raise ValueError("These moves were played: what was tried out beside them can be deleted.")
        self.tree.remove(whole)
        self._tree_changed()

    def promote(self, ply: int, path: tuple[str, ...]) -> None:
        """Make a variation the main line of a game that is studied."""
        if not self.stored.study:
            raise ValueError("What was played stays the main line: open a file, or a study, to choose another.")
        self.tree.promote(self._path(ply, path))
        self._follow_tree(whole=True)
        self._tree_changed()

    def begin_with(self, position: Any) -> None:
        """Another position to study, before any move of it."""
        self.history.forget_after(-1)
        self._sit_down(position)
        self.changed()

    def note(self, ply: int, path: tuple[str, ...], comment: str | None, marks: Sequence[Mark] | None) -> None:
        """Write a comment or marks to a position."""
        if any(kind not in KINDS for kind, _, _ in marks or ()):
            raise ValueError(f"A mark is one of {', '.join(KINDS)}.")
        self.tree.note(self._path(ply, path), comment, marks)
        self._tree_changed()

    def _path(self, ply: int, path: tuple[str, ...]) -> list[str]:
        """The moves from the start to a place of the tree, which is grown first."""
        self.grow_tree()
        return [*(name for _, name in self.named(self.position)[:ply]), *path]

    def _tree_changed(self) -> None:
        """Tell the tree and store it; where nobody plays, its main line is the game."""
        if self.stored.study:
            self._follow_tree(whole=not self.stored.over)
        self.tell(payloads.tree(self), "tree")
        self.changed()

    def _follow_tree(self, whole: bool) -> None:
        """The main line of the tree is the game; of one that has ended, unless the whole line is wanted, as far as it
        went: what is tried out after its end was not played."""
        position = self.position_at(0)
        for name in self.tree.main()[: None if whole else self.number]:
            if position.over:
                break
            position.play(self.adapter.read_open(position, name))
        if position.line != self.position.line:
            same = [a == b for a, b in zip(position.line, self.position.line, strict=False)]
            self.history.forget_after([*same, False].index(False))
            self._in_tree = len(position.line)
            self._sit_down(position)

    # The game goes on

    def advance(self) -> None:
        """After whatever has happened: store the game, tell it, and let a program move if it is its turn."""
        self.programs.changed()
        self.grow_tree()
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
