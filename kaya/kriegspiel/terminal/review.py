"""Going through a finished game: what White knew, the umpire's board, and what Black knew, half-move by half-move."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...terminal.files import read_file
from ...terminal.look import LABEL, Look
from ...terminal.review import BELOW, GAP, Frame
from ...terminal.review import Review as AnyReview
from ...terminal.session import own_console, typed_lines
from ..files import PGN
from ..files.pgn import KriegspielRecord, load_all
from ..rules import BLACK, WHITE, KriegspielPosition, View
from ..rules.squares import COLOURS, move_parts
from .board import LARGE, SMALL, USUAL, Cell, Marks, Pieces, board_width, draw_board, fitting
from .screen import own_pieces, told_text, view_marks

HELP = "Enter goes on, back goes back, 12 or 12b goes to a move, start and end to the ends, quit leaves."


@dataclass(frozen=True)
class Board:
    """One of the three boards, as it is drawn."""

    title: str
    pieces: Pieces
    marks: Marks


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


def _frame(
    game: KriegspielPosition, views: dict[int, View], tried: dict[int, tuple[int, ...]], said: tuple[str, ...]
) -> Frame:
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


class Review(AnyReview):
    """Someone goes through a game of Kriegspiel."""

    help = HELP

    def __init__(self, record: KriegspielRecord, console: Console, ask: Callable[[str], str]):
        title = f"{record.white} – {record.black}  {record.result}"
        super().__init__(frames_of(record.position), title, console, ask)

    def picture(self, frame: Frame, size: tuple[int, int]) -> RenderableType:
        return review_picture(frame, self.look, size)

    def number(self, number: int, second: bool) -> int:
        return 2 * number - (0 if second else 1) - self.frames[0].ply


def review(
    path: str | Path, number: int = 1, *, console: Console | None = None, ask: Callable[[str], str] | None = None
) -> None:
    """Go through a recorded game; where standard input is no terminal, all that was said and the last position are
    shown. ValueError with one sentence if there is no such game."""
    Review(read_record(path, number), console or own_console(), ask or typed_lines()).go_through(ask is not None)


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
