"""What a player sees during a game with an umpire, made from what that player knows: a `View`, and nothing else."""

import textwrap
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..table import PersonSeat
from .look import LABEL, Look, fresh_screen

GAP = 3  # columns between the board and the log, or between two boards


class HiddenScreen:
    """The player's side of the table, on a console: it has the player's seat and no way to the umpire. A game brings
    `picture`, the board with what the umpire has said, and `log_lines`, all that it has said."""

    def __init__(self, seat: PersonSeat, opponent: str, console: Console):
        self.seat, self.opponent, self.console, self.look = seat, opponent, console, Look.of(console)

    def picture(self, size: tuple[int, int], marks: Any) -> RenderableType:
        raise NotImplementedError

    def log_lines(self, width: int) -> list[Text]:
        raise NotImplementedError

    def show(self, marks: Any = None) -> None:
        """The board and what the umpire has said, on a fresh screen where there is one."""
        self.console.print(self.picture(fresh_screen(self.console), marks))

    def show_log(self) -> None:
        lines = self.log_lines(self.console.width)
        self.console.print(Group(*lines) if lines else "The umpire has said nothing yet.")


def with_log(head: list[Text], left: list[Text], log: list[Text], width: int, height: int, beside: bool) -> Group:
    """The board with its facts, and the log beside these columns; below them where the screen is narrow."""
    room = max(height - 4 - len(head) - (0 if beside else len(left)), 2)
    if len(log) > room:
        log = [Text(f"… {len(log) - room + 1} lines above: type log", LABEL), *log[1 - room :]]
    log = [Text("The umpire's log", LABEL), *log] if log else []
    if not beside:
        return Group(*head, *left, *log)
    grid = Table.grid(padding=(0, GAP))
    grid.add_column(width=width)
    grid.add_column(no_wrap=True)
    grid.add_row(Group(*left), Group(*log))
    return Group(*head, grid)


def log_entry(number: int, text: str, style: str, width: int) -> list[Text]:
    """A line of the log, wrapped, with the number of the move before it."""
    wrapped = textwrap.wrap(text, max(width - 5, 20))
    return [
        Text.assemble((f"{f'{number}.' if k == 0 else '':4} ", LABEL), (line, style)) for k, line in enumerate(wrapped)
    ]


def turn_text(view: Any, colours: dict[int, str]) -> str:
    return "the game is over" if view.over else "your turn" if view.my_turn else f"{colours[view.to_move]} to move"
