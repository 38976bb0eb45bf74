"""Phantom Go in the page: `adapter` fits the game to it; the scripts draw, with those of Go."""

from pathlib import Path

from ...drawing import Drawing

DRAWING = Drawing(Path(__file__).parent, ("phantomboard.js",), "phantomview.js", ("phantomrecord.js", "phantomRecord"))
