"""Going through a finished game: what White knew, the umpire's board, and what Black knew, half-move by half-move."""

import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...games.kriegspiel import BLACK, WHITE, KriegspielPosition, View
from ...games.kriegspiel.squares import COLOURS, move_parts
from ...protocols.kriegspiel_pgn import KriegspielRecord, load_all
from ..files import PGN, read_file
from ..look import LABEL, Look
from ..sitting import own_console, typed_lines
from .board import LARGE, SMALL, USUAL, Cell, Marks, Pieces, board_width, draw_board, fitting
from .screen import own_pieces, told_text, view_marks

GAP = 3
BELOW = 9  # rows under the boards
HELP = "Enter goes on, back goes back, 12 or 12b goes to a move, start and end to the ends, quit leaves."


@dataclass(frozen=True)
class Board:
    """One of the three boards, as it is drawn."""

    title: str
    pieces: Pieces
    marks: Marks


@dataclass(frozen=True)
class Frame:
    """The game after a half-move (0: before the first), and what was said about it to whom."""

    ply: int
    boards: tuple[Board, Board, Board]
    said: tuple[str, ...]


def frames_of(position: KriegspielPosition) -> list[Frame]:
    """All that there is to see, from the start on."""
    game = KriegspielPosition(position.start_fen)
    views = {side: View(game.start_for(side)) for side in (WHITE, BLACK)}
    frames = [_frame(game, views, {}, ("The start.",))]
    for ply, by in zip(position.plies, position.movers, strict=True):
        said: dict[int, list[str]] = {WHITE: [], BLACK: []}
        for move in (*ply.tried, ply.move):
            kind = int(views[by].board.kind_at[move & 63])
            for side, heard in game.attempt(move).items():
                said[side].append(told_text(heard, kind if side == by else 0))
                views[side].hear(heard)
        number = int(game.state.ply) + 1 >> 1
        lines = f"{number}. {COLOURS[by]}: {', '.join(said[by])}", f"{COLOURS[3 - by]} hears: {said[3 - by][0]}"
        frames.append(_frame(game, views, {by: ply.tried}, lines))
    return frames


def _frame(game: KriegspielPosition, views: dict[int, View], tried: dict[int, tuple[int, ...]],
           said: tuple[str, ...]) -> Frame:  # fmt: skip
    last = frozenset(move_parts(game.played[-1])[:2]) if game.played else frozenset()
    sides, material = [], []
    for side, view in views.items():
        vain = frozenset(move_parts(move)[1] for move in tried.get(side, ()))
        sides.append(Board(f"{COLOURS[side]} knows", own_pieces(view), replace(view_marks(view), vain=vain)))
        material.append(f"{COLOURS[side]} has {view.captured()}")
    boards = sides[0], Board("The umpire knows", game.pieces, Marks(last)), sides[1]
    return Frame(int(game.state.ply), boards, (*said, *material))


def review_picture(frame: Frame, look: Look, size: tuple[int, int]) -> RenderableType:
    """Three boards side by side, White always below, and what was said under them; on a narrow screen one below the
    other."""
    cell = _cell(look, *size)
    drawn = [_titled(board, look, cell or USUAL) for board in frame.boards]
    said = [Text(line) for line in frame.said]
    if cell is None:
        return Group(*drawn, *said)
    grid = Table.grid(padding=(0, GAP))
    grid.add_row(*drawn)
    return Group(grid, *said)


def _cell(look: Look, columns: int, height: int) -> Cell | None:
    """The largest squares with which three boards fit."""
    for cell in fitting(look, LARGE, USUAL, SMALL):
        if 3 * board_width(cell) + 2 * GAP <= columns and 8 * cell.height + BELOW <= height:
            return cell
    return None


def _titled(board: Board, look: Look, cell: Cell) -> Group:
    return Group(Text(f"  {board.title}", LABEL), *draw_board(board.pieces, board.marks, look, WHITE, cell))


class Review:
    """Someone goes through a game."""

    def __init__(self, record: KriegspielRecord, console: Console, ask: Callable[[str], str]):
        self.record, self.console, self.ask = record, console, ask
        self.frames, self.look, self.place = frames_of(record.position), Look.of(console), 0

    def run(self) -> None:
        """Until the reader leaves, or goes on from the last frame."""
        problem = HELP
        with suppress(EOFError, KeyboardInterrupt):
            while True:
                self.show()
                self.console.print(problem, markup=False, style=LABEL if problem == HELP else "")
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
        console = self.console
        if console.is_terminal:
            console.clear()
        size = (console.width, console.height if console.is_terminal else 40)
        title = f"{self.record.white} – {self.record.black}  {self.record.result}"
        console.print(Text(title, "bold"), review_picture(self.frames[self.place], self.look, size))

    def _prompt(self) -> str:
        last = len(self.frames) - 1
        return f"Half-move {self.place} of {last} > " if self.place < last else "The end; Enter leaves > "

    def _place(self, text: str) -> int | None:
        """Where a typed line leads to, None out of the review; ValueError says what is understood."""
        word, last = text.strip().lower(), len(self.frames) - 1
        steps = {"": 1, "n": 1, "next": 1, "on": 1, "b": -1, "back": -1, "p": -1, "start": -last, "end": last}
        if word in ("q", "quit", "exit", "bye"):
            return None
        if word in ("start", "end"):
            return 0 if word == "start" else last
        if word in steps:
            return self.place + steps[word]
        if found := re.fullmatch(r"(\d{1,4})(b|\.\.\.|…)?\.?", word, re.ASCII):
            place = 2 * int(found[1]) - (1 if found[2] is None else 0) - self.frames[0].ply
            if 0 <= place <= last:
                return place
            raise ValueError(f"There is no move {word}; there are {last} half-moves.")
        raise ValueError(HELP)


def review(path: str | Path, *, number: int = 1, console: Console | None = None,
           ask: Callable[[str], str] | None = None) -> None:  # fmt: skip
    """Go through a recorded game; where standard input is no terminal, all that was said and the last position are
    shown. ValueError with one sentence if there is no such game."""
    console = console or own_console()
    found = Review(read_record(path, number), console, ask or typed_lines())
    if ask is not None or sys.stdin.isatty():
        found.run()
        return
    found.place = len(found.frames) - 1
    for frame in found.frames[1:]:
        console.print(*frame.said[:2], sep="\n", markup=False)
    found.show()


def read_record(path: str | Path, number: int) -> KriegspielRecord:
    """The game with this number, from 1, in a file."""
    games, count = load_all(read_file(path, PGN)), 0
    try:
        for count, record in enumerate(islice(games, number), start=1):
            if count == number:
                return record
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    raise ValueError(f"{path}: there is no game {number}; the file has {count}.")
