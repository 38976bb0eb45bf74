"""Go in the page: `adapter` fits the game to it, `clinic` is a part of the page; the scripts draw."""

from pathlib import Path

from ...drawing import Drawing

DRAWING = Drawing(Path(__file__).parent, ("go.js", "goboard.js"), "goview.js", ("gorecord.js", "goRecord"), "go.css")
