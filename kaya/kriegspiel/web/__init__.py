"""Kriegspiel in the page: `adapter` fits the game to it; the scripts draw, with python-chess's pieces."""

from pathlib import Path

from ...drawing import Drawing
from ..rules.drawing import symbols

DRAWING = Drawing(
    Path(__file__).parent,
    ("chess.js", "chessboard.js"),
    "chessview.js",
    ("chessrecord.js", "chessRecord"),
    "chess.css",
    symbols,
)
