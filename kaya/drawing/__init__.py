"""How boards look, wherever they are drawn: in the page, in the report and in notebooks.

`boards.css` is their look, `goboard.js` and `chessboard.js` write them as SVG where there is a browser, and
`games/*/drawing.py` writes the same where there is none: a test compares the two, letter by letter. `go.js` and
`chess.js` replay games. The pieces are python-chess's.
"""

import functools
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent
SCRIPTS = ("go.js", "goboard.js", "phantomboard.js", "chess.js", "chessboard.js")
"""The modules, each after those that it needs."""


@functools.cache
def read(name: str) -> str:
    """One of the files beside this one."""
    return (FOLDER / name).read_text(encoding="utf-8")


def style() -> str:
    """The look of all boards."""
    return read("boards.css")


@functools.cache
def piece(letter: str) -> str:
    """A chess piece, white if it is a capital, as a group in a square of 45 that has the id `white-king`."""
    import chess.svg  # when it is first needed: no game needs it

    return chess.svg.PIECES[letter]


def pieces(letters: Iterable[str] = "PNBRQKpnbrqk") -> str:
    """These pieces, for a page to draw from."""
    return "".join(map(piece, dict.fromkeys(letters)))
