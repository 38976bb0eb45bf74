"""What the player sees during the game; `tests/kriegspiel/terminal/test_hidden.py` walks everything that can be reached
from a `Screen`."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from ...terminal.hidden_screen import GAP, HiddenScreen, log_entry, turn_text, with_log
from ...terminal.look import Look
from ..players.hints import Hint
from ..rules import BLACK, WHITE, View, message_text, square_name
from ..rules.messages import CHECK_NAMES, CHECKS, MOVED, SOME, TAKEN, UNTOLD
from ..rules.squares import ASKING, COLOURS, KING, LETTERS
from ..rules.umpire import MUST_CAPTURE
from .board import LARGE, USUAL, Cell, Marks, Pieces, board_width, draw_board, fitting, piece_glyph
from .reading import own_name, try_name

BESIDE = 36  # columns that the log needs beside the board
BELOW = 12  # rows for facts, news and the prompt under the board
IN_VAIN = 2  # lines for the refused tries


class Screen(HiddenScreen):
    def picture(self, size: tuple[int, int], marks: Marks | None) -> RenderableType:
        return game_picture(self.seat.view, self.opponent, self.look, size, marks)

    def log_lines(self, width: int) -> list[Text]:
        return log_lines(self.seat.view, width)

    def show_hints(self, found: Sequence[Hint]) -> None:
        self.console.print(hints_table(self.seat.view, found) if found else "There is nothing to advise.")

    def show_tries(self) -> None:
        self.console.print(tries_table(self.seat.view))


def game_picture(
    view: View, opponent: str, look: Look, size: tuple[int, int], marks: Marks | None = None
) -> RenderableType:
    """Who plays, the board with the facts below it, and the log beside them; below them where the screen is narrow."""
    columns, height = size
    roomy = columns >= board_width(LARGE) + GAP + BESIDE and height >= 8 * LARGE.height + BELOW
    cell = fitting(look, LARGE, USUAL)[0] if roomy else USUAL
    width = board_width(cell)
    beside = columns >= width + GAP + BESIDE
    left = position_lines(view, look, cell, marks, width if beside else columns)
    log = log_lines(view, columns - width - GAP if beside else columns)
    return with_log(players_lines(view, opponent, look, columns), left, log, width, height, beside)


def players_lines(view: View, opponent: str, look: Look, width: int) -> list[Text]:
    """Who plays what, in one line if there is room."""
    names = {view.side: "you", 3 - view.side: opponent}
    both = [
        Text.assemble(piece_glyph(KING, side == WHITE, look), f" {COLOURS[side]}: {names[side]}   ")
        for side in (WHITE, BLACK)
    ]
    return [Text().join(both)] if sum(map(len, both)) <= width else both


def position_lines(view: View, look: Look, cell: Cell, marks: Marks | None, width: int) -> list[Text]:
    board = draw_board(own_pieces(view), marks or view_marks(view), look, view.side, cell)
    return [*board, *(line for fact in facts_of(view) for line in _wrapped(fact, width))]


def own_pieces(view: View) -> Pieces:
    return {s: (kind, view.side == WHITE) for s, kind in view.pieces.items()}


def view_marks(view: View) -> Marks:
    """The own last move; a check, and where something was lost in the last move; where one tried in vain."""
    heard = [a for a in view.log if a.legal]
    own = [a.move for a in heard if a.by == view.side][-1:]
    alarm = {s for s, kind in view.pieces.items() if kind == KING and view.checks}
    if heard and heard[-1].by != view.side and heard[-1].capture is not None:
        alarm.add(heard[-1].capture)
    return Marks(
        moved=frozenset(s for m in own for s in (m & 63, m >> 6 & 63)),
        alarm=frozenset(alarm),
        vain=frozenset(m >> 6 & 63 for m in view.tried),
    )


def facts_of(view: View) -> list[Text]:
    """Whose turn it is, what the umpire has announced for it, what was captured, and what was tried in vain."""
    facts = [Text(f"Move {view.ply // 2 + 1}: {turn_text(view, COLOURS)}", "bold" if view.my_turn else "")]
    if view.checks:
        checks = ", ".join(name for check, name in CHECK_NAMES.items() if view.checks & check)
        facts.append(Text(f"Check: {checks}", "bold red"))
    if view.my_turn:
        facts.append(pawn_tries_of(view))
    won, lost = view.captured().split("; ")
    facts += [Text(won.capitalize()), Text(lost.capitalize())]
    facts.append(Text(f"{COLOURS[3 - view.side]} has {view.enemy_men + 1} pieces left"))
    if view.tried:
        facts.append(Text("In vain: " + " ".join(own_name(view, m) for m in reversed(view.tried))))
    return facts


def pawn_tries_of(view: View) -> Text:
    """What the player knows of the pawn tries of its turn."""
    count, board = view.pawn_tries, view.board
    if count == UNTOLD:
        return Text("Pawn tries: not announced" + ("; any? asks for them" if view.may_ask else ""))
    if board.sources:
        names = " ".join(square_name(s) for s in range(64) if int(board.sources) >> s & 1)
        return Text(f"Pawn tries: from {names}", "bold")
    known = "yes" if count == SOME else count or "none"
    must = "; a pawn must try to capture" if board.asked == MUST_CAPTURE else ""
    return Text(f"Pawn tries: {known}{must}", "bold" if count else "")


def _wrapped(text: Text, width: int) -> list[Text]:
    lines = textwrap.wrap(text.plain, width, subsequent_indent="  ", max_lines=IN_VAIN, placeholder=" …")
    return [Text(line, text.style) for line in lines]


def log_lines(view: View, width: int) -> list[Text]:
    """All that the umpire has said to this player, with the player's own moves, wrapped to a width."""
    lines = []
    for ply, by, text, message, refused in log_of(view):
        style = "dim" if refused else "bold" if message & (TAKEN | CHECKS) else ""
        lines += log_entry((ply + 1) // 2, f"{by}: {text}" if by else text, style, width)
    return lines


def log_of(view: View) -> Iterator[tuple[int, str, str, int, bool]]:
    """What the umpire has said, line by line: the ply, who had moved ("" at the start), the words, the message, and
    whether it was a refusal."""
    replay = View(view.start)
    if said := message_text(view.start.message | MOVED, view.start.squares).partition("; ")[2]:
        yield view.start.ply + 1, "", f"at the start: {said}", view.start.message, False
    for told in view.log:
        yield told.ply, COLOURS[told.by], told_text(replay, told), told.message, not told.legal
        replay.hear(told)


def told_text(view: View, told: Any) -> str:
    """An announcement in words, for a view that has not heard it yet; with the move if it was an own one."""
    kind = int(view.board.kind_at[told.move & 63]) if told.by == view.side else 0
    if told.asks:
        return f"{ASKING} {message_text(told.message)}"
    if not told.legal and told.by != view.side:
        return "a try refused"
    if not told.legal:
        return f"{try_name(kind, told.move)} refused"
    what = try_name(kind, told.move, told.capture is not None) if kind else "moved"
    return "; ".join([what, *message_text(told.message, told.squares).split("; ")[1:]])


def tries_table(view: View) -> Table:
    """What could be tried, piece by piece."""
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for source in sorted({m & 63 for m in view.tries()}, key=lambda s: (-view.pieces[s], s)):
        letter = LETTERS[view.pieces[source]].replace("P", "")
        goals = dict.fromkeys(_goal(view, m) for m in view.tries() if m & 63 == source)
        table.add_row(f"{letter}{square_name(source)}", " ".join(goals))
    return table


def hints_table(view: View, found: Sequence[Hint]) -> Table:
    """The best tries: the value of each in pawns if it is legal, and how likely it is to be."""
    table = Table(box=None, pad_edge=False)
    table.add_column("try", style="bold", no_wrap=True)
    table.add_column("value", justify="right")
    table.add_column("legal", justify="right")
    for hint in found:
        table.add_row(own_name(view, hint.move), f"{hint.value:+.1f}", f"{hint.legal:.0%}")
    return table


def _goal(view: View, move: int) -> str:
    name = own_name(view, move)
    return name if name.startswith("O") else ("x" if "x" in name else "") + square_name(move >> 6 & 63)


def goals_of(view: View, source: int) -> frozenset[int]:
    return frozenset(m >> 6 & 63 for m in view.tries() if m & 63 == source)
