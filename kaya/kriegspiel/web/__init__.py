"""Kriegspiel in the page: `adapter` fits the game to it; the scripts draw, with python-chess's pieces."""

from pathlib import Path

from ...drawing import Drawing
from ..rules.drawing import symbols

BOARD, RECORD = ("chess.js", "chessboard.js"), ("chessrecord.js", "chessRecord")
DRAWING = Drawing(Path(__file__).parent, BOARD, "chessview.js", RECORD, "chess.css", symbols)
