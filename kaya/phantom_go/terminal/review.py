"""Going through a finished game: what Black knew, the umpire's board, and what White knew, half-move by half-move."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from ...go.rules import PASS
from ...go.terminal.board import Marks, board_width, draw_board
from ...terminal.files import read_game
from ...terminal.hidden_screen import GAP
from ...terminal.look import Look
from ...terminal.review import BELOW, Frame, replayed, three_boards
from ...terminal.review import Review as AnyReview
from ..files import PHANTOM_SGF
from ..files.sgf import PhantomRecord, at_start
from ..rules import COLOURS, PhantomGoPosition, View
from .screen import told_text


@dataclass(frozen=True)
class Board:
    title: str
    lines: int
    colours: Any  # by cell
    marks: Marks

    def colour_at(self, p: int) -> int:
        return int(self.colours[p])


def frames_of(position: PhantomGoPosition) -> list[Frame]:
    return replayed(position, at_start(position), told_text, _frame, COLOURS)


def _frame(
    game: PhantomGoPosition, views: dict[int, View], tried: dict[int, tuple[int, ...]], said: tuple[str, ...]
) -> Frame:
    last, by = (game.played[-1], game.movers[-1]) if game.played else (PASS, 0)
    sides, counts = [], []
    for side, view in views.items():
        vain = {p: "x" for p in tried.get(side, ()) if p not in view.known.own | view.known.enemies}
        marks = Marks(last if side == by else PASS, labels=vain)
        sides.append(Board(f"{COLOURS[side]} knows", game.lines, view.board.colour.copy(), marks))
        known = view.known
        counts.append(
            f"{COLOURS[side]} has captured {view.won}, lost {view.lost}, and knows {len(known.enemies)} of "
            f"{known.stones} stones"
        )
    umpire = Board("The umpire knows", game.lines, game.state.colour.copy(), Marks(last))
    first = f"{len(game.plies)}. {said[0]}" if game.plies else said[0]
    return Frame(len(game.plies), (sides[0], umpire, sides[1]), (first, *said[1:], *counts))


def review_picture(frame: Frame, look: Look, size: tuple[int, int]) -> RenderableType:
    columns, height = size
    lines, each = frame.boards[0].lines, (columns - 2 * GAP) // 3
    beside = board_width(lines, each) <= each and lines + BELOW <= height
    return three_boards(frame, lambda b: draw_board(b, b.marks, look, each if beside else columns), beside)


def title_of(record: PhantomRecord) -> str:
    return f"{record.black or 'Black'} – {record.white or 'White'}  {record.result}"


def read_record(path: str | Path, number: int) -> PhantomRecord:
    """The game of a file, which has but one."""
    return read_game(path, PHANTOM_SGF)


class Review(AnyReview):
    read, title_of = staticmethod(read_record), staticmethod(title_of)
    frames_of, draw = staticmethod(frames_of), staticmethod(review_picture)
