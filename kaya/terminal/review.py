"""Going through a finished game: what each player knew, and the umpire's board, half-move by half-move."""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..games.game import view_of
from ..games.registry import bundles
from ..protocols.formats import format_of, game_of
from ..table import Table as GameTable
from .adapter import adapter_of
from .hidden_screen import GAP
from .look import LABEL, Look, fresh_screen
from .session import own_console, typed_lines

LARGEST_HEAD = 1 << 16  # of a file, in bytes, that say what game it is of
BELOW = 9  # rows under the boards


@dataclass(frozen=True)
class Frame:
    """The game after a half-move (0: before the first), its boards, and what was said about it to whom."""

    ply: int
    boards: tuple[Any, Any, Any]
    said: tuple[str, ...]


def replayed(
    position: Any, game: Any, told_text: Callable[[Any, Any], str], frame: Callable[..., Frame], colours: dict[int, str]
) -> list[Frame]:
    """All that there is to see of a game, played anew in `game`: `told_text` says in words what a view hears, `frame`
    numbers the move and has the boards."""
    views = {side: view_of(game.start_for(side)) for side in (1, 2)}
    frames = [frame(game, views, {}, ("The start.",))]
    for ply, by in zip(position.plies, position.movers, strict=True):
        said: dict[int, list[str]] = {1: [], 2: []}
        for move in (*ply.tried, ply.move):
            for side, heard in game.attempt(move).items():
                said[side].append(told_text(views[side], heard))
                views[side].hear(heard)
        told = f"{colours[by]}: {', '.join(said[by])}", f"{colours[3 - by]} hears: {', '.join(said[3 - by])}"
        frames.append(frame(game, views, {by: ply.tried}, told))
    return frames


def three_boards(frame: Frame, draw: Callable[[Any], list[Text]], beside: bool) -> Group:
    """Three boards side by side, or one below the other, and what was said under them."""
    drawn = [Group(Text(f"  {board.title}", LABEL), *draw(board)) for board in frame.boards]
    if beside:
        grid = Table.grid(padding=(0, GAP))
        grid.add_row(*drawn)
        drawn = [grid]
    return Group(*drawn, *map(Text, frame.said))


class Review:
    """Someone goes through a game. A game brings how a record is read from a file, what its title is, the frames of a
    position, and how a frame is drawn on so many columns and rows; `number` says which half-move is meant by a number,
    with or without a b behind it."""

    help = "Enter goes on, back goes back, 12 goes to a move, start and end to the ends, quit leaves."

    read: Any  # read(path, number): a record
    title_of: Any  # title_of(record)
    frames_of: Any  # frames_of(position)
    draw: Any  # draw(frame, look, size)

    def __init__(self, record: Any, console: Console, ask: Callable[[str], str]):
        self.frames, self.title = self.frames_of(record.position), self.title_of(record)
        self.console, self.ask, self.look, self.place = console, ask, Look.of(console), 0

    @classmethod
    def of_file(cls, path: str | Path, number: int = 1) -> None:
        """Go through a recorded game, or show all of it where standard input is no terminal; ValueError if there is
        none of this number."""
        review = cls(cls.read(path, number), own_console(), typed_lines())
        (review.run if sys.stdin.isatty() else review.show_all)()

    @classmethod
    def demonstrated(cls, table: GameTable, names: dict[int, str], console: Console) -> RenderableType:
        """The last frame of a game that is being played."""
        return cls.draw(cls.frames_of(table.position)[-1], Look.of(console), (console.width, 30))

    def number(self, number: int, second: bool) -> int:
        return number

    def run(self) -> None:
        """Until the reader leaves, or goes on from the last frame."""
        problem = self.help
        with suppress(EOFError, KeyboardInterrupt):
            while True:
                self.show()
                self.console.print(problem, markup=False, style=LABEL if problem == self.help else "")
                try:
                    wanted, problem = self._place(self.ask(self._prompt())), ""
                except ValueError as error:
                    problem = str(error)
                    continue
                if wanted is None or wanted >= len(self.frames):
                    return
                self.place = max(wanted, 0)
        self.console.print()

    def show(self) -> None:
        size = fresh_screen(self.console)
        self.console.print(Text(self.title, "bold"), self.draw(self.frames[self.place], self.look, size))

    def show_all(self) -> None:
        """All that was said, and the last position: where nobody can go through it."""
        for frame in self.frames[1:]:
            self.console.print(*frame.said[:2], sep="\n", markup=False)
        self.place = len(self.frames) - 1
        self.show()

    def _prompt(self) -> str:
        last = len(self.frames) - 1
        return f"Half-move {self.place} of {last} > " if self.place < last else "The end; Enter leaves > "

    def _place(self, text: str) -> int | None:
        """Where a typed line leads to, None out of the review; ValueError says what is understood."""
        word, last = text.strip().lower(), len(self.frames) - 1
        steps = {"": 1, "n": 1, "next": 1, "on": 1, "b": -1, "back": -1, "p": -1}
        if word in ("q", "quit", "exit", "bye"):
            return None
        if word in ("start", "end"):
            return 0 if word == "start" else last
        if word in steps:
            return self.place + steps[word]
        if found := re.fullmatch(r"(\d{1,4})(b|\.\.\.|…)?\.?", word, re.ASCII):
            place = self.number(int(found[1]), found[2] is not None)
            if 0 <= place <= last:
                return place
            raise ValueError(f"There is no move {word}; there are {last} half-moves.")
        raise ValueError(self.help)


def review_file(path: Path, number: int = 1) -> None:
    """Go through a game of a file. ValueError if there is none of this number, or nothing was hidden in it."""
    game = _game_in(path)
    review = adapter_of(game).review
    if review is None:
        raise ValueError(f"{path} is a game of {game}, which hides nothing: kaya web opens it for study.")
    review(path, number)


def _game_in(path: Path) -> str:
    """What the file is a game of, by how it begins or by its name."""
    try:
        return game_of(path.read_bytes()[:LARGEST_HEAD].decode("utf-8", "replace"))
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        named = [b.name for b in bundles() if format_of(b.name).suffix == path.suffix and adapter_of(b.name).review]
        if not named:
            raise ValueError(f"{path}: {error}") from None
        return named[0]
