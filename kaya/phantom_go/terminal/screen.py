"""What the player sees during the game, made from what the player knows: a `View`, and nothing else.

A `Screen` has the player's seat and no way to the umpire; a test walks everything that can be reached from it."""

import textwrap
from dataclasses import dataclass

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...go.rules import BLACK, PASS, WHITE
from ...go.terminal.board import Marks, board_width, draw_board, stone_glyph
from ...table import PersonSeat
from ...terminal.look import LABEL, LIKELY, Look
from ..knowledge.belief import chances
from ..rules import COLOURS, Announcement, View
from ..rules.deduction import named

BESIDE = 34  # columns that the log needs beside the board
BELOW = 9  # rows for facts, news and the prompt under the board
FACTS = 36  # columns that the facts need
GAP = 3


@dataclass(frozen=True)
class Known:
    """The stones that a player knows of, as a board to draw."""

    view: View

    @property
    def lines(self) -> int:
        return self.view.lines

    def colour_at(self, p: int) -> int:
        return int(self.view.board.colour[p])


class Screen:
    """The player's side of the table, on a console."""

    def __init__(self, seat: PersonSeat, opponent: str, console: Console):
        self.seat, self.opponent, self.console = seat, opponent, console
        self.look, self.shaded = Look.of(console), True

    def show(self) -> None:
        """The board and what the umpire has said, on a fresh screen where there is one."""
        console = self.console
        size = (console.width, console.height if console.is_terminal else 40)
        if console.is_terminal:
            console.clear()
        console.print(game_picture(self.seat.view, self.opponent, self.look, size, self.shaded))

    def show_log(self) -> None:
        lines = log_lines(self.seat.view, self.console.width)
        self.console.print(Group(*lines) if lines else "The umpire has said nothing yet.")


def game_picture(view: View, opponent: str, look: Look, size: tuple[int, int], shaded: bool = True) -> RenderableType:
    """Who plays, the board with the facts below it, and the log beside them; below them where the screen is narrow."""
    columns, height = size
    width = max(board_width(view.lines, columns), FACTS)
    beside = columns >= width + GAP + BESIDE
    board = draw_board(Known(view), marks_of(view, shaded), look, columns)
    left = [*board, *facts_of(view, width if beside else columns)]
    head = players_line(view, opponent, look)
    room = height - 3 - (0 if beside else len(left))
    log = log_lines(view, columns - width - GAP if beside else columns)
    log = [Text("The umpire's log", LABEL), *last_of(log, max(room - 2, 2))] if log else []
    if not beside:
        return Group(head, *left, *log)
    grid = Table.grid(padding=(0, GAP))
    grid.add_column(width=width)
    grid.add_column(no_wrap=True)
    grid.add_row(Group(*left), Group(*log))
    return Group(head, grid)


def players_line(view: View, opponent: str, look: Look) -> Text:
    names = {view.side: "you", 3 - view.side: opponent}
    both = [Text.assemble(stone_glyph(c, look), f" {COLOURS[c]}: {names[c]}   ") for c in (BLACK, WHITE)]
    return Text().join(both)


def marks_of(view: View, shaded: bool = True) -> Marks:
    """The own last move, tries of this turn in vain, and how likely hidden stones are."""
    own = [a.move for a in view.log if a.legal and a.by == view.side][-1:]
    shown = chances(view).by_place if shaded and not view.over and view.known.hidden else {}
    vain = {p: "x" for p in view.tried if p not in view.known.enemies and shown.get(p, 0.0) < LIKELY}
    return Marks(last=own[0] if own and own[0] in view.known.own else PASS, labels=vain, chances=shown)


def facts_of(view: View, width: int) -> list[Text]:
    """Whose turn it is, what was captured, how many stones are hidden, and what was tried in vain."""
    known, other = view.known, COLOURS[3 - view.side]
    turn = "the game is over" if view.over else "your turn" if view.my_turn else f"{COLOURS[view.to_move]} to move"
    facts = [Text(f"Move {view.ply + 1}: {turn}", "bold" if view.my_turn else "")]
    if view.passes == 1 and not view.over:
        facts.append(Text(f"{COLOURS[3 - view.to_move]} has passed", "bold"))
    facts.append(Text(f"Captured {view.won}, lost {view.lost}; komi {view.start.komi:g}"))
    facts.append(Text(f"{other} has {known.stones} stones, {known.hidden} of them hidden"))
    if view.tried:
        facts.append(Text(f"In vain: {named(view.tried, view.lines)}"))
    return [Text(line, fact.style) for fact in facts for line in textwrap.wrap(fact.plain, max(width, 20))]


def told_text(told: Announcement, lines: int) -> str:
    """An announcement as a line of the log."""
    return told.written(lines).replace("pass: passed", "pass").replace(": moved", "")


def log_lines(view: View, width: int) -> list[Text]:
    """All that the umpire has said to this player, with the player's own moves."""
    lines = []
    for told in view.log:
        style = "dim" if not told.legal else "bold" if told.captured else ""
        text = f"{COLOURS[told.by]}: {told_text(told, view.lines)}"
        for k, line in enumerate(textwrap.wrap(text, max(width - 5, 20))):
            lines.append(Text.assemble((f"{f'{told.ply}.' if k == 0 else '':4} ", LABEL), (line, style)))
    return lines


def last_of(lines: list[Text], room: int) -> list[Text]:
    """The last lines, and a word about those that are not shown."""
    if len(lines) <= room:
        return lines
    return [Text(f"… {len(lines) - room + 1} lines above: type log", LABEL), *lines[1 - room :]]
