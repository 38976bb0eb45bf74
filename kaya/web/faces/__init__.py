"""What each game brings to the page. A game that is not named here is played with its text and a list of its moves."""

import importlib

from .face import Face

FACES = {"go": "kaya.web.faces.go", "kriegspiel": "kaya.web.faces.kriegspiel",
         "phantom-go": "kaya.web.faces.phantom_go"}  # fmt: skip
"""The games with a board of their own; the class there is called `Face`."""


def face_of(game: str) -> Face:
    return importlib.import_module(FACES.get(game, "kaya.web.faces.face")).Face(game)


__all__ = ["Face", "face_of"]
