"""Hex where there is a browser: `adapter` fits the game to the page, the scripts draw."""

from pathlib import Path

from kaya.drawing import Drawing

DRAWING = Drawing(
    Path(__file__).parent,
    modules=("hexboard.js",),
    view="hexview.js",
    record=("hexrecord.js", "hexRecord"),
    style="hex.css",
)
