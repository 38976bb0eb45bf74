"""Going through a finished game: what White knew, the umpire's board, and what Black knew, half-move by half-move."""

from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from rich.console import RenderableType

from ...terminal.files import read_file
from ...terminal.hidden_screen import GAP
from ...terminal.look import Look
from ...terminal.review import BELOW, Frame, replayed, three_boards
from ...terminal.review import Review as AnyReview
from ..files import PGN
from ..files.pgn import KriegspielRecord, load_all
from ..rules import WHITE, KriegspielPosition, View
from ..rules.squares import ANY, COLOURS, move_parts
from .board import LARGE, SMALL, USUAL, Marks, Pieces, board_width, draw_board, fitting
from .screen import own_pieces, told_text, view_marks


@dataclass(frozen=True)
class Board:
    title: str
    pieces: Pieces
    marks: Marks


def frames_of(position: KriegspielPosition) -> list[Frame]:
    return replayed(position, KriegspielPosition(position.start_fen, position.rules.name), told_text, _frame, COLOURS)


def _frame(
    game: KriegspielPosition, views: dict[int, View], tried: dict[int, tuple[int, ...]], said: tuple[str, ...]
) -> Frame:
    last = frozenset(move_parts(game.played[-1])[:2]) if game.played else frozenset()
    sides, material = [], []
    for side, view in views.items():
        vain = frozenset(move_parts(move)[1] for move in tried.get(side, ()) if move != ANY)
        sides.append(Board(f"{COLOURS[side]} knows", own_pieces(view), replace(view_marks(view), vain=vain)))
        material.append(f"{COLOURS[side]} has {view.captured()}")
    boards, ply = (sides[0], Board("The umpire knows", game.pieces, Marks(last)), sides[1]), int(game.state.ply)
    first = f"{ply + 1 >> 1}. {said[0]}" if game.played else said[0]
    return Frame(ply, boards, (first, *said[1:], *material))


def review_picture(frame: Frame, look: Look, size: tuple[int, int]) -> RenderableType:
    """White always below, with the largest squares with which three boards fit side by side."""
    columns, height = size
    fit = (c for c in fitting(look, LARGE, USUAL, SMALL) if 3 * board_width(c) + 2 * GAP <= columns)
    cell = next((c for c in fit if 8 * c.height + BELOW <= height), None)
    return three_boards(frame, lambda b: draw_board(b.pieces, b.marks, look, WHITE, cell or USUAL), cell is not None)


def read_record(path: str | Path, number: int) -> KriegspielRecord:
    games, count = load_all(read_file(path, PGN)), 0
    try:
        for count, record in enumerate(islice(games, number), start=1):
            if count == number:
                return record
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    raise ValueError(f"{path}: there is no game {number}; the file has {count}.")


def title_of(record: KriegspielRecord) -> str:
    return f"{record.white} – {record.black}  {record.result}"


class Review(AnyReview):
    help = "Enter goes on, back goes back, 12 or 12b goes to a move, start and end to the ends, quit leaves."
    read, title_of = staticmethod(read_record), staticmethod(title_of)
    frames_of, draw = staticmethod(frames_of), staticmethod(review_picture)

    def number(self, number: int, second: bool) -> int:
        return 2 * number - (0 if second else 1) - self.frames[0].ply
