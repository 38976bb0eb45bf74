"""What the player sees: the board with the facts of the game beside or below it, and hints."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ...search import Report
from ...terminal.look import Look
from ..files.sgf import COLOURS
from ..knowledge.outlook import Evaluate, by_playouts
from ..rules import BLACK, EMPTY, PASS, WHITE, GoPosition, vertex
from .board import Marks, board_width, draw_board, stone_glyph, stone_name

BESIDE = 30  # columns that the facts need beside the board
BELOW = 8  # rows that they need below it, the prompt included
EXPECTED = 0.5  # ownership from which on a point is shown as somebody's


def game_picture(
    position: GoPosition,
    names: dict[int, str],
    marks: Marks,
    look: Look,
    size: tuple[int, int],
    more: Sequence[RenderableType] = (),
    brief: str = "",
) -> RenderableType:
    """Board and facts on a screen of so many columns and rows: side by side where there is room, else the facts below.
    `more` follows the facts; on a low screen there is only a line of facts, and `brief`."""
    columns, height = size
    rows = draw_board(position, marks, look, columns)
    width = board_width(position.lines, columns)
    if columns < width + 3 + BESIDE:
        if height < len(rows) + BELOW + len(more):
            return Group(*rows, _facts_in_one_line(position, names, look), *([Text(brief)] if brief else []))
        return Group(*rows, *facts_of(position, names, look), *more)
    grid = Table.grid(padding=(0, 3))
    grid.add_column(no_wrap=True)
    grid.add_column(vertical="middle", max_width=columns - width - 3)
    grid.add_row(Group(*rows), Group(*facts_of(position, names, look), *more))
    return grid


def facts_of(position: GoPosition, names: dict[int, str], look: Look) -> list[Text]:
    """Who plays, what was captured, and what the last moves were."""
    facts = [Text.assemble(stone_name(colour, look), f"  {names[colour]}") for colour in (BLACK, WHITE)]
    number = len(position.played)
    japanese = ", Japanese rules" if position.counts_territory else ""
    facts.append(Text(f"Move {number}, komi {position.komi:g}{japanese}"))
    black, white = position.captured(WHITE), position.captured(BLACK)
    facts.append(Text(f"Captured: Black {black}, White {white}"))
    if number:
        facts.append(Text("Last: " + " ".join(vertex(p, position.lines) for p in position.played[-5:])))
    return facts


def _facts_in_one_line(position: GoPosition, names: dict[int, str], look: Look) -> Text:
    sides = [part for colour in (BLACK, WHITE) for part in (stone_glyph(colour, look), f" {names[colour]} ")]
    return Text.assemble(*sides, f"Move {len(position.played)}")


def facts_room(lines: int, columns: int) -> int:
    """How many columns there are for the facts, beside the board or below it."""
    beside = columns - board_width(lines, columns) - 3
    return beside if beside >= BESIDE else columns


def hint_table(report: Report, lines: int, count: int, room: int) -> Table:
    """The best moves with their winning rates, and as much of what would follow as there is room for."""
    best = report.moves[:count]
    rows = [
        [f"{rank}", vertex(m.move, lines), f"{100 * m.winning_rate:.1f} %", f"{m.visits}"]
        for rank, m in enumerate(best, start=1)
    ]
    titles = ["", "move", "wins", "visits"]
    widths = [max(len(cell) for cell in column) for column in zip(titles, *rows, strict=True)]
    left = room - sum(widths) - 2 * len(widths)
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 1))
    for title, width in zip(titles, widths, strict=True):
        table.add_column(title, justify="left" if title == "move" else "right", no_wrap=True, min_width=width)
    if left >= len("then"):
        table.add_column("then", no_wrap=True)
    for row, m in zip(rows, best, strict=True):
        after = [vertex(p, lines) for p in m.line[1:5]]
        while after and len(" ".join(after)) > left:
            after.pop()
        table.add_row(*row, *([" ".join(after)] if left >= len("then") else []))
    return table


def hint_line(report: Report, lines: int, count: int) -> str:
    """The same in few words."""
    best = enumerate(report.moves[:count], start=1)
    return ", ".join(f"{rank} {vertex(m.move, lines)} {100 * m.winning_rate:.0f} %" for rank, m in best)


def hint_labels(report: Report, count: int) -> dict[int, str]:
    return {m.move: str(rank)[-1] for rank, m in enumerate(report.moves[:count], start=1) if m.move != PASS}


def estimate_marks(position: GoPosition, last: int, evaluate: Evaluate = by_playouts) -> tuple[Marks, str]:
    """Who will own what, as marks and as a sentence."""
    expected = evaluate(position) or position.estimate()
    owners = {p: _owner(expected.ownership[p]) for p in position.points if position.colour_at(p) == EMPTY}
    sentence = lead_in_words(expected.score, expected.deviation)
    return Marks(last, owners=owners, dead=frozenset(position.dead_stones())), sentence


def lead_in_words(score: float, deviation: float) -> str:
    """Who leads, by Black's score and how uncertain it is."""
    leads = COLOURS[BLACK if score > 0 else WHITE]
    about = f"about {abs(score):.1f} points ahead, give or take {deviation:.0f}"
    return f"{leads} is {about}." if abs(score) >= 0.05 else "The game is even."


def _owner(ownership: float) -> int:
    return BLACK if ownership > EXPECTED else WHITE if ownership < -EXPECTED else EMPTY


def counted_marks(position: GoPosition, dead: frozenset[int]) -> Marks:
    """The end of the game: whose every point is, once the dead stones are off."""
    owner = position.count(dead).owner
    return Marks(owners={p: int(owner[p]) for p in position.points if position.colour_at(p) == EMPTY}, dead=dead)
