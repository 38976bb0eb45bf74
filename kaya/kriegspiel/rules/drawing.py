"""A chess board as a picture for notebooks, as `web/chessboard.js` draws it in a page, with python-chess's pieces."""

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path

from ...drawing import style
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


def board_svg(pieces: Pieces, side: int = WHITE, last: int = 0) -> str:
    """An SVG of these pieces, seen by a side, a picture that needs nothing but a viewer; `last` is marked."""
    letters = [LETTERS[kind] if white else LETTERS[kind].lower() for kind, white in pieces.values()]
    defs = f"<style>{style(STYLE)}.chess-board{{width:auto}}</style><defs>{symbols(letters)}</defs>"
    shape = f'width="{SIZE}" height="{SIZE}" class="kaya-board chess-board"'
    return drawn(pieces, side, last, defs).replace('class="kaya-board chess-board"', shape, 1)


def drawn(pieces: Pieces, side: int = WHITE, last: int = 0, defs: str = "") -> str:
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
        f'<g class="pieces">{"".join(shapes)}</g></svg>'
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
