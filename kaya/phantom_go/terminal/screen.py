"""What the player sees during the game; a test walks everything that can be reached from a `Screen`."""

import textwrap
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from ...go.rules import BLACK, PASS, WHITE
from ...go.terminal.board import Marks, board_width, draw_board, stone_glyph
from ...terminal.hidden_screen import GAP, HiddenScreen, log_entry, turn_text, with_log
from ...terminal.look import LIKELY, Look
from ..knowledge.belief import chances
from ..rules import COLOURS, Announcement, View
from ..rules.deduction import named

BESIDE = 34  # columns that the log needs beside the board
FACTS = 36  # columns that the facts need


@dataclass(frozen=True)
class Known:
    """The stones that a player knows of, as a board to draw."""

    view: View

    @property
    def lines(self) -> int:
        return self.view.lines

    def colour_at(self, p: int) -> int:
        return int(self.view.board.colour[p])


class Screen(HiddenScreen):
    shaded = True  # whether chances are shown

    def picture(self, size: tuple[int, int], marks: Any) -> RenderableType:
        return game_picture(self.seat.view, self.opponent, self.look, size, self.shaded)

    def log_lines(self, width: int) -> list[Text]:
        return log_lines(self.seat.view, width)


def game_picture(view: View, opponent: str, look: Look, size: tuple[int, int], shaded: bool = True) -> RenderableType:
    """Who plays, the board with the facts below it, and the log beside them; below them where the screen is narrow."""
    columns, height = size
    width = max(board_width(view.lines, columns), FACTS)
    beside = columns >= width + GAP + BESIDE
    names = {view.side: "you", 3 - view.side: opponent}
    head = Text().join(Text.assemble(stone_glyph(c, look), f" {COLOURS[c]}: {names[c]}   ") for c in (BLACK, WHITE))
    board = draw_board(Known(view), marks_of(view, shaded), look, columns)
    left = [*board, *facts_of(view, width if beside else columns)]
    log = log_lines(view, columns - width - GAP if beside else columns)
    return with_log([head], left, log, width, height, beside)


def marks_of(view: View, shaded: bool = True) -> Marks:
    """The own last move, tries of this turn in vain, and how likely hidden stones are."""
    own = [a.move for a in view.log if a.legal and a.by == view.side][-1:]
    shown = chances(view).by_place if shaded and not view.over and view.known.hidden else {}
    vain = {p: "x" for p in view.tried if p not in view.known.enemies and shown.get(p, 0.0) < LIKELY}
    return Marks(last=own[0] if own and own[0] in view.known.own else PASS, labels=vain, chances=shown)


def facts_of(view: View, width: int) -> list[Text]:
    """Whose turn it is, what was captured, how many stones are hidden, and what was tried in vain."""
    known, other = view.known, COLOURS[3 - view.side]
    facts = [Text(f"Move {view.ply + 1}: {turn_text(view, COLOURS)}", "bold" if view.my_turn else "")]
    if view.passes == 1 and not view.over:
        facts.append(Text(f"{COLOURS[3 - view.to_move]} has passed", "bold"))
    facts.append(Text(f"Captured {view.won}, lost {view.lost}; komi {view.start.komi:g}"))
    facts.append(Text(f"{other} has {known.stones} stones, {known.hidden} of them hidden"))
    if view.tried:
        facts.append(Text(f"In vain: {named(view.tried, view.lines)}"))
    return [Text(line, fact.style) for fact in facts for line in textwrap.wrap(fact.plain, max(width, 20))]


def told_text(view: View, told: Announcement) -> str:
    """An announcement as a line of the log."""
    return told.written(view.lines).replace("pass: passed", "pass").replace(": moved", "")


def log_lines(view: View, width: int) -> list[Text]:
    """All that the umpire has said to this player, with the player's own moves."""
    lines = []
    for told in view.log:
        style = "dim" if not told.legal else "bold" if told.captured else ""
        lines += log_entry(told.ply, f"{COLOURS[told.by]}: {told_text(view, told)}", style, width)
    return lines
