"""What the player may type in a game of Go."""

from functools import partial

from ...terminal.commands import LAST, WORDS, Command, Language
from ..rules import parse_vertex

HELP = {
    "D4": "play there: a letter without I and a number; `play D4` does the same",
    "pass": "pass; two passes in a row end the game",
    "undo": "take back your last move and the answer to it",
    "hint": "show the best moves with their winning rates; `hint 5` shows five",
    "score": "estimate the score and show who owns what",
    "resign": "give the game up",
    "save": "save the game as SGF; `save FILE` under this name",
    "load": "`load FILE` goes on with a saved game",
    "comments": "write what the program thought into the saved game, or stop that",
    "level": "`level 7` lets the program think more, 1 to 10",
    **LAST,
}
"""Every command with its meaning, in the order in which they are shown."""

ALIASES = {"u": "undo", "back": "undo", "hints": "hint", "estimate": "score", "comment": "comments", "p": "pass"}
GO = Language(HELP, WORDS | ALIASES, frozenset({"play", "hint", "save", "load", "level"}), "point")


def is_point(lines: int, word: str) -> bool:
    """Is a word meant as a point? ValueError if it is one that the board does not have."""
    if not (2 <= len(word) <= 4 and word[0].isascii() and word[0].isalpha() and word[1:].isdigit()):
        return False
    parse_vertex(word, lines)  # the sentence of its ValueError says what a point looks like
    return True


def parse(text: str, lines: int) -> Command | None:
    return GO.parse(text, partial(is_point, lines))
