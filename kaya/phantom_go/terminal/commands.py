"""What the player may type in a game of Phantom Go."""

from functools import partial

from ...go.terminal.commands import is_point
from ...terminal.commands import LAST, WORDS, Command, Language

HELP = {
    "D4": "try a point; what the umpire refuses is not played, and you try again",
    "pass": "pass; two passes in a row end the game, and the area is counted as the stones stand",
    "chances": "shade the points that may have a hidden stone, or stop that; the numbers are tenths",
    "log": "all that the umpire has said to you",
    "resign": "give the game up",
    "save": "save the game as SGF, both sides' moves; `save FILE` under this name",
    "load": "`load FILE` goes on with a saved game",
    "level": "`level 7` lets the program think more, 1 to 10",
    **LAST,
}
ALIASES = {"l": "log", "umpire": "log", "messages": "log", "try": "play", "p": "pass"}
ALIASES |= {"belief": "chances", "guess": "chances"}
ELSEWHERE = {
    "undo": "Nothing can be taken back: the umpire has answered.",
    "hint": "There are no hints; chances shows where hidden stones may be.",
    "score": "Nobody knows the score before the game is over; chances shows where hidden stones may be.",
}
"""Commands of Go, and what is said to them."""

PHANTOM = Language(HELP, WORDS | ALIASES, frozenset({"play", "save", "load", "level"}), "point", ELSEWHERE)


def parse(text: str, lines: int) -> Command | None:
    """What a typed line means, None if it is empty; ValueError says what would have been understood."""
    return PHANTOM.parse(text, partial(is_point, lines))
