"""The shapes of Figure 1 of the MoGo paper: good and bad form around a move.

The figure itself was not at hand. Each shape is built from its name and from what the text says of it; so these are
Kaya's drawings, not the paper's. `Threat`, an atari, is no drawing in the paper either: see `expert_rules`.

The move is in the middle, Black's, and a drawing holds turned and mirrored, and for White with the colours exchanged.
What is around a move, eight points of two bits, is looked up in a table that says which shapes are possible. That
settles those that are drawn 3x3; the larger ones are then compared point by point.
"""

from functools import cache

import numpy as np

from ...kernel import at, constant, kernel
from ..rules.board import BLACK, EDGE, EMPTY, WHITE

SHAPES: dict[str, tuple[str, ...]] = {
    "territory_line": ("... .*. ...",),  # and the move is on the third line
    "line_of_death": ("... .*. ---", "..- .*- ---"),
    "peep_connect": ("?O? X*X ?;?",),
    "hane": ("XOo .*. ?.?", "XOo .*. ---"),
    "threat": (),
    "connect": ("OX? X*; ?;?",),
    "wall": ("????? OOo?? XX*.? ?..?? ?????",),
    "bad_kogeima": ("????? XO;?? ;.*?? ????? ?????", "????? X.;?? ;O*?? ????? ?????"),
    "empty_triangle": (",,,,? ,.X,? ,X*,? ,,,,? ?????", ",,,,? ,X.,? ,X*,? ,,,,? ?????"),
    "cut": ("XO? O*, ?,?", "?X? O*O ?,?"),
}
"""X own and O enemy stones, . empty, o enemy or empty, - the edge of the board, `,` no enemy stone, `;` no own stone
(both may be the edge), ? anything. In `peep_connect`, `connect` and `cut` the two stones beside the move must belong to
different strings."""

TERRITORY_LINE, LINE_OF_DEATH, PEEP_CONNECT, HANE, THREAT = 1, 2, 4, 8, 16
CONNECT, WALL, BAD_KOGEIMA, EMPTY_TRIANGLE, CUT = 32, 64, 128, 256, 512
LARGE = WALL, BAD_KOGEIMA, EMPTY_TRIANGLE
ANY_LARGE = WALL | BAD_KOGEIMA | EMPTY_TRIANGLE
MARKS = {
    "X": (BLACK,),
    "O": (WHITE,),
    ".": (EMPTY,),
    "o": (EMPTY, WHITE),
    "-": (EDGE,),
    ",": (EMPTY, BLACK, EDGE),
    ";": (EMPTY, WHITE, EDGE),
    "?": (EMPTY, BLACK, WHITE, EDGE),
}
Cells = dict[tuple[int, int], str]


def drawn_cells(rows: str) -> Cells:
    """The marks of a drawing by column and row, the move being at (0, 0)."""
    lines = rows.split()
    reach = len(lines) // 2
    return {(x - reach, y - reach): mark for y, line in enumerate(lines) for x, mark in enumerate(line) if mark != "*"}


def turned(cells: Cells) -> list[Cells]:
    """A drawing in its 8 rotations and reflections."""
    found = []
    for _ in range(4):
        cells = {(-y, x): mark for (x, y), mark in cells.items()}
        found += [cells, {(-x, y): mark for (x, y), mark in cells.items()}]
    return found


AROUND = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)


@cache
def shape_tables() -> dict[str, np.ndarray]:
    """What kernels read:

    shape_bits      for each code of the eight points around a move, which shapes are possible there
    shape_x, shape_y, shape_allowed   the cells of the large shapes, all turns of one after the other, and the contents
                    that each may have (a bit for each)
    turn_ends       where the cells of each turn end
    large_ends      where the turns of each of LARGE end
    """
    bits, cells, turn_ends, large_ends = np.zeros(1 << 16, np.uint16), [], [], []
    for k, (_, drawings) in enumerate(SHAPES.items()):
        for drawing in drawings:
            for turn in turned(drawn_cells(drawing)):
                codes = {0}
                for place, where in enumerate(AROUND):
                    codes = {code | content << 2 * place for code in codes for content in MARKS[turn[where]]}
                bits[list(codes)] |= 1 << k
                if 1 << k in LARGE:
                    # what is far is what the table does not tell
                    far_first = sorted(turn.items(), key=lambda cell: -max(abs(cell[0][0]), abs(cell[0][1])))
                    cells += [(x, y, sum(1 << c for c in MARKS[mark])) for (x, y), mark in far_first if mark != "?"]
                    turn_ends.append(len(cells))
        if 1 << k in LARGE:
            large_ends.append(len(turn_ends))
    x, y, allowed = np.array(cells).T
    return {
        "shape_bits": constant(bits),
        "shape_x": constant(x.astype(np.int8)),
        "shape_y": constant(y.astype(np.int8)),
        "shape_allowed": constant(allowed.astype(np.uint8)),
        "turn_ends": constant(np.array(turn_ends)),
        "large_ends": constant(np.array(large_ends)),
    }


@kernel
def code_around(board, p, colour):
    """The eight points around p, row by row, two bits each: empty, own, enemy or edge."""
    w, code, shift = board.stride, 0, 0
    for d in (-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1):
        code |= np.int64(board.colour[at(p + d)]) << shift
        shift += 2
    return code if colour == BLACK else (code & 0x5555) << 1 | code >> 1 & 0x5555


@kernel
def strings_beside(board, p, colour):
    """How many different strings of `colour` are beside p."""
    w, count, one, two, three = board.stride, 0, 0, 0, 0
    for d in (-w, w, -1, 1):
        if board.colour[at(p + d)] == colour:
            head = np.int64(board.head[at(p + d)])
            if head != one and head != two and head != three:
                count += 1
                one, two, three = head, one, two
    return count


@kernel
def fits(board, p, colour, table, turn):
    """Is everything around p as this turn of a large shape has it?"""
    y = p // board.stride
    x, lines = p - y * board.stride, board.lines
    for k in range(table.turn_ends[at(turn - 1)] if turn > 0 else 0, table.turn_ends[at(turn)]):
        across, down = x + np.int64(table.shape_x[at(k)]), y + np.int64(table.shape_y[at(k)])
        content = EDGE
        if 1 <= across <= lines and 1 <= down <= lines:
            content = np.int64(board.colour[at(down * board.stride + across)])
            if colour != BLACK and content != EMPTY:
                content = EDGE - content
        if np.int64(table.shape_allowed[at(k)]) >> content & 1 == 0:
            return False
    return True


@kernel
def has_large_shape(board, p, colour, table, number):
    """Does the large shape with this number in LARGE fit in any of its turns?"""
    for turn in range(table.large_ends[at(number - 1)] if number > 0 else 0, table.large_ends[at(number)]):
        if fits(board, p, colour, table, turn):
            return True
    return False


@kernel
def line_of(board, p):
    """The line on which p lies, counted from the nearest edge."""
    y = p // board.stride
    x = p - y * board.stride
    return min(min(x, board.lines + 1 - x), min(y, board.lines + 1 - y))


@kernel
def shapes_at(board, p, colour, table):
    """The bits of all shapes that a move of `colour` on p has; `threat` is not among them."""
    found = np.int64(table.shape_bits[at(code_around(board, p, colour))])
    if found & TERRITORY_LINE and line_of(board, p) != 3:
        found &= ~TERRITORY_LINE
    if found & (PEEP_CONNECT | CONNECT) and strings_beside(board, p, colour) < 2:
        found &= ~(PEEP_CONNECT | CONNECT)
    if found & CUT and strings_beside(board, p, EDGE - colour) < 2:
        found &= ~CUT
    if found & ANY_LARGE:
        for number in range(3):
            if found & LARGE[number] and not has_large_shape(board, p, colour, table, number):
                found &= ~LARGE[number]
    return found
