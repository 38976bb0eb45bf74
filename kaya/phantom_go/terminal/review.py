"""Going through a finished game: what Black knew, the umpire's board, and what White knew, half-move by half-move."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...go.rules import BLACK, PASS, WHITE
from ...go.terminal.board import Marks, board_width, draw_board
from ...terminal.files import read_game
from ...terminal.look import LABEL, Look
from ...terminal.review import BELOW, GAP, Frame
from ...terminal.review import Review as AnyReview
from ...terminal.session import own_console, typed_lines
from ..files.sgf import PhantomRecord
from ..rules import COLOURS, PhantomGoPosition, View
from .screen import told_text


@dataclass(frozen=True)
class Board:
    """One of the three boards, as it is drawn."""

    title: str
    lines: int
    colours: Any  # by cell
    marks: Marks

    def colour_at(self, p: int) -> int:
        return int(self.colours[p])


def frames_of(position: PhantomGoPosition) -> list[Frame]:
    """All that there is to see, from the start on."""
    game = PhantomGoPosition(position.lines, position.komi, position.rules)
    views = {side: game.start_for(side).view() for side in (BLACK, WHITE)}
    frames = [_frame(game, views, {}, ("The start.",))]
    for ply, by in zip(position.plies, position.movers, strict=True):
        said: dict[int, list[str]] = {BLACK: [], WHITE: []}
        for move in (*ply.tried, ply.move):
            told: dict[int, Any] = game.attempt(move)
            for side, heard in told.items():
                said[side].append(told_text(heard, game.lines))
                views[side].hear(heard)
        number = len(game.plies)
        lines = f"{number}. {COLOURS[by]}: {', '.join(said[by])}", f"{COLOURS[3 - by]} hears: {said[3 - by][0]}"
        frames.append(_frame(game, views, {by: ply.tried}, lines))
    return frames


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
    return Frame(len(game.plies), (sides[0], umpire, sides[1]), (*said, *counts))


def review_picture(frame: Frame, look: Look, size: tuple[int, int]) -> RenderableType:
    """Three boards side by side, and what was said under them; on a narrow screen one below the other."""
    columns, height = size
    lines = frame.boards[0].lines
    each = (columns - 2 * GAP) // 3
    beside = board_width(lines, each) <= each and lines + BELOW <= height
    drawn = [_titled(board, look, each if beside else columns) for board in frame.boards]
    said = [Text(line) for line in frame.said]
    if not beside:
        return Group(*drawn, *said)
    grid = Table.grid(padding=(0, GAP))
    grid.add_row(*drawn)
    return Group(grid, *said)


def _titled(board: Board, look: Look, room: int) -> Group:
    return Group(Text(f"  {board.title}", LABEL), *draw_board(board, board.marks, look, room))


class Review(AnyReview):
    """Someone goes through a game of Phantom Go."""

    def __init__(self, record: PhantomRecord, console: Console, ask: Callable[[str], str]):
        title = f"{record.black or 'Black'} – {record.white or 'White'}  {record.result}"
        super().__init__(frames_of(record.position), title, console, ask)

    def picture(self, frame: Frame, size: tuple[int, int]) -> RenderableType:
        return review_picture(frame, self.look, size)


def review(
    path: str | Path, number: int = 1, *, console: Console | None = None, ask: Callable[[str], str] | None = None
) -> None:
    """Go through a recorded game. ValueError with one sentence if there is none."""
    from ..files import PHANTOM_SGF

    record = read_game(path, PHANTOM_SGF)
    Review(record, console or own_console(), ask or typed_lines()).go_through(ask is not None)
