"""Hex in the terminal: a board of hexagons with shifted rows, in the colours of the sides, and hints."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from string import ascii_lowercase
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.style import Style
from rich.text import Text

from kaya import Budget
from kaya.search import Report
from kaya.table import Record, Table
from kaya.terminal import plain
from kaya.terminal.adapter import Resumed, TerminalAdapter
from kaya.terminal.commands import Language
from kaya.terminal.look import Look
from kaya.terminal.person_game import PERSON, PersonGame
from kaya.terminal.progress import thinking

from .files import SGF
from .position import HexPosition
from .rules import BLUE, EMPTY, RED, SWAP, cell

COLOURS = {RED: "rgb(222,66,54)", BLUE: "rgb(66,128,235)"}
SIDES = {RED: "Red", BLUE: "Blue"}
LAST, WON, HINT = "rgb(250,218,94)", "rgb(70,70,70)", "rgb(90,180,90)"
HINTS, HINT_SIMULATIONS = 5, 3_000
DEMONSTRATION = 300  # simulations for a move


@dataclass(frozen=True)
class Marks:
    """What is shown besides the stones: the last move, the chain that has won, and hints by their labels."""

    last: int = SWAP
    chain: frozenset[int] = frozenset()
    labels: Mapping[int, str] = field(default_factory=dict)


def marks_of(position: HexPosition) -> Marks:
    return Marks(int(position.state.last), frozenset(position.winning_chain()))


def draw_board(position: HexPosition, marks: Marks, look: Look) -> list[Text]:
    """The board, line by line. Letters stand at the edges of Red, numbers at those of Blue."""
    lines = position.lines
    red, blue = (Style(color=COLOURS[side], bold=True) if look.colours else Style() for side in (RED, BLUE))
    letters = " ".join(ascii_lowercase[:lines])
    rows = [Text(f"   {letters}", red)]
    for row in range(lines):
        line = Text(" " * row).append(f"{row + 1:2}", blue)
        for column in range(lines):
            line.append_text(_cell(position, cell(column, row), marks, look))
        rows.append(line.append(_closing(position, row, marks, look)).append(f"{row + 1}", blue))
    return [*rows, Text(" " * (lines + 3) + letters, red)]


def _cell(position: HexPosition, at: int, marks: Marks, look: Look) -> Text:
    """A cell and what is in front of it."""
    before = "(" if at == marks.last and not look.colours else ")" if at - 1 == marks.last and not look.colours else " "
    colour = int(position.state.colour[at])
    if at in marks.labels:
        return Text(before).append(marks.labels[at], Style(color=HINT, bold=True) if look.colours else Style())
    if colour == EMPTY:
        return Text(before).append("⬡" if look.unicode else ".", Style(dim=look.colours))
    stone = "⬢" if look.colours and look.unicode else SIDES[colour][0]
    if at in marks.chain and not look.colours:
        stone = "#"
    ground = LAST if at == marks.last else WON if at in marks.chain else None
    return Text(before).append(stone, Style(color=COLOURS[colour], bgcolor=ground, bold=True) if look.colours else "")


def _closing(position: HexPosition, row: int, marks: Marks, look: Look) -> str:
    """What stands behind the last cell of a row."""
    return ")" if not look.colours and marks.last == cell(position.lines - 1, row) else " "


def picture(position: HexPosition, names: Mapping[int, str], marks: Marks, look: Look) -> RenderableType:
    """The board, and below it who plays which edges."""
    edges = {RED: "from top to bottom", BLUE: "from left to right"}
    facts = [
        Text(f"{SIDES[side]} {edges[side]}: {names[side]}", Style(color=COLOURS[side]) if look.colours else "")
        for side in (RED, BLUE)
    ]
    return Group(*draw_board(position, marks, look), *facts)


class Session(plain.Session):
    """A person at the keyboard."""

    file_format = SGF

    def _sit_down(self, person_game: Any) -> None:
        super()._sit_down(person_game)
        hint = {"hint": "mark the best cells; a is what the program would play"}
        swap = {"swap": "take the first stone over"} if person_game.position.conditions["swap"] else {}
        example = {"c2": "play there: the letter of a column and the number of a row"}
        aliases = {**plain.ALIASES, "hints": "hint"}
        self.language = Language({**example, **swap, **hint, **plain.HELP}, aliases, plain.WITH_ARGUMENT, "cell")

    def _do_swap(self, _: str) -> None:
        self._do_play("swap")

    def _do_hint(self, _: str) -> None:
        """What the program would think in the person's place, with a search of its own."""
        game, enough = self.person_game, self.person_game.budget.simulations or HINT_SIMULATIONS
        with thinking(self.console, "Hint", game.position.move_name) as watching:
            budget = replace(game.budget, simulations=max(enough, HINT_SIMULATIONS))
            report: Report = game.player.twin().think(game.view, budget, **watching)
        best = report.best_first[:HINTS]
        self._show(replace(marks_of(game.position), labels={m.move: "abcde"[k] for k, m in enumerate(best)}))
        rates = (f"{'abcde'[k]} {report.name(m.move)} {100 * m.winning_rate:.0f} %" for k, m in enumerate(best))
        self._say(", ".join(rates))

    def _show(self, marks: Marks | None = None) -> None:
        game, console = self.person_game, self.console
        names = {game.human: "you", game.program: game.program_name}
        if console.is_terminal:
            console.clear()
        console.print(picture(game.position, names, marks or marks_of(game.position), self.look))
        self._tell_news()


def _picture(table: Table, names: dict[int, str], console: Console) -> RenderableType:
    return picture(table.position, names, marks_of(table.position), Look.of(console))


def _short(position: Any, budget: Budget) -> Budget:
    return replace(budget, simulations=min(budget.simulations or DEMONSTRATION, DEMONSTRATION))


def _resume(record: Record, path: object) -> Resumed:
    return Resumed(record.position, next((side for side, name in record.names.items() if name == PERSON), None), None)


ADAPTER = TerminalAdapter(SGF, PersonGame, Session, _picture, _short, _resume, every=20)
