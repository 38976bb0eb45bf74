"""A chess board as a picture for notebooks, as `web/chessboard.js` draws it in a page, with python-chess's pieces."""

import functools
from collections.abc import Iterable, Mapping
from html import escape
from math import hypot
from pathlib import Path
from typing import Any

from ...drawing import Mark, style
from .squares import KINDS, LETTERS, WHITE

STYLE = Path(__file__).parent.parent / "web" / "chess.css"
SIZE = 340  # in a notebook
Pieces = Mapping[int, tuple[int, bool]]
"""By square: the kind of a piece, and whether it is White's."""


@functools.cache
def symbol(letter: str) -> str:
    """A piece, white if it is a capital, as a group in a square of 45 that has the id `white-king`."""
    import chess.svg  # when it is first needed: no game needs it

    return chess.svg.PIECES[letter]


def symbols(letters: Iterable[str] = "PNBRQKpnbrqk") -> str:
    """These pieces, for a page to draw from."""
    return "".join(map(symbol, dict.fromkeys(letters)))


def board_svg(pieces: Pieces, side: int = WHITE, last: int = 0, over: str = "") -> str:
    """An SVG of these pieces, seen by a side, a picture that needs nothing but a viewer; `last` is marked, `over` is
    drawn above them."""
    letters = [LETTERS[kind] if white else LETTERS[kind].lower() for kind, white in pieces.values()]
    defs = f"<style>{style(STYLE)}.chess-board{{width:auto}}</style><defs>{symbols(letters)}</defs>"
    shape = f'width="{SIZE}" height="{SIZE}" class="kaya-board chess-board"'
    return drawn(pieces, side, last, defs, over).replace('class="kaya-board chess-board"', shape, 1)


def own_svg(states: Any, report: Any = None, marks: Iterable[Mark] = ()) -> str:
    """What a player sees of its own, from a belief, with what is said of its tries."""
    state = states[0]
    side = int(state.turn)
    pieces = {s: (int(k), side == WHITE) for s, k in enumerate(state.kind_at) if k}
    return board_svg(pieces, side, over=arrows(marks, side))


def arrows(marks: Iterable[Mark], side: int = WHITE) -> str:
    """What is said of moves, as arrows with words at their points; the best and the chosen above the others."""
    shapes = [_arrow(m, side) for m in sorted(marks, key=lambda m: (m.kind in ("best", "chosen"), m.share))]
    return f'<g class="arrows">{"".join(shapes)}</g>' if shapes else ""


def _arrow(mark: Mark, side: int) -> str:
    (x, y), (u, v) = ((a + 0.5, b + 0.5) for a, b in (_place(mark.move >> at & 63, side) for at in (0, 6)))
    length = hypot(u - x, v - y) or 1.0
    dx, dy, width = (u - x) / length, (v - y) / length, 0.06 + 0.12 * mark.share
    bx, by = u - 0.3 * dx, v - 0.3 * dy
    head = f"M{u:.2f} {v:.2f}L{bx - 0.2 * dy:.2f} {by + 0.2 * dx:.2f}L{bx + 0.2 * dy:.2f} {by - 0.2 * dx:.2f}Z"
    text = f'<text x="{u:g}" y="{v + 0.32:.2f}">{escape(mark.text)}</text>' if mark.text else ""
    shaft = f'<path d="M{x:g} {y:g}L{bx:.2f} {by:.2f}" class="shaft" style="stroke-width:{width:.2f}"/>'
    return (
        f'<g class="arrow {mark.kind}" data-move="{escape(mark.name)}">{shaft}<path d="{head}" class="head"/>{text}</g>'
    )


def shaded(chances: Mapping[int, float], side: int = WHITE, kind: str = "chance", most: float = 1.0) -> str:
    """Squares, the darker the likelier it is that somebody stands there; where it may be read, in per cent."""
    shapes = []
    for s, chance in chances.items():
        if chance <= 0.005:
            continue
        (x, y), share = _place(s, side), min((chance / most) ** 0.5, 1.0)
        shapes.append(f'<rect x="{x}" y="{y}" width="1" height="1" class="{kind}" style="--share:{share:.2f}"/>')
        shapes.append(f'<text x="{x + 0.5}" y="{y + 0.52:g}" class="percent">{100 * chance:.0f}</text>')
    return f'<g class="shaded">{"".join(shapes)}</g>' if shapes else ""


def drawn(pieces: Pieces, side: int = WHITE, last: int = 0, defs: str = "", over: str = "") -> str:
    """The board as a page has it."""
    squares = [_square(s, side, "light" if (s + (s >> 3)) & 1 else "dark") for s in range(64)]
    squares += [_square(s, side, "moved") for s in (last & 63, last >> 6 & 63) if last]
    names = [
        f'<text x="{i + 0.5}" y="8.27">{"abcdefgh"[i if side == WHITE else 7 - i]}</text>'
        f'<text x="-0.26" y="{i + 0.5}">{8 - i if side == WHITE else i + 1}</text>'
        for i in range(8)
    ]
    shapes = [_piece(*pieces[s], s, side) for s in sorted(pieces)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="kaya-board chess-board" viewBox="-0.5 -0.1 8.6 8.7">{defs}'
        f'<g class="squares">{"".join(squares)}</g><g class="names">{"".join(names)}</g>'
        f'<g class="pieces">{"".join(shapes)}</g>{over}</svg>'
    )


def _place(s: int, side: int) -> tuple[int, int]:
    return (s & 7, 7 - (s >> 3)) if side == WHITE else (7 - (s & 7), s >> 3)


def _square(s: int, side: int, kind: str) -> str:
    x, y = _place(s, side)
    return f'<rect x="{x}" y="{y}" width="1" height="1" class="{kind}"/>'


def _piece(kind: int, white: bool, s: int, side: int) -> str:
    x, y = _place(s, side)
    name = f"{'white' if white else 'black'}-{KINDS[kind]}"
    return f'<use href="#{name}" transform="translate({x} {y}) scale(.0222)" class="piece"/>'
