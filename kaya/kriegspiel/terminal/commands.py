"""What the player may type in a game of Kriegspiel."""

import re

from ...terminal.commands import LAST, WORDS, Command, Language
from ..rules.squares import ASKING
from .reading import is_move_like

HELP = {
    "e2e4": "try a move, also as e4, Nf3, exd5, O-O, e8=Q; what the umpire refuses is not played, and you try again",
    "tries": "what could be tried; `tries g1` shows where one piece could go",
    "any": "ask whether a pawn of yours can capture, where the rules have it; then a pawn must try to",
    "hint": "the best tries, their values and chances to be legal, and where the opponent's pieces may be",
    "chances": "show in tenths how likely the opponent has a piece on each square, as program C believes; "
    "`chances network`: as the network does",
    "log": "all that the umpire has said to you",
    "resign": "give the game up",
    "save": "save the game as PGN, both sides' moves; `save FILE` under this name",
    "load": "`load FILE` goes on with a saved game",
    "level": "`level 7` lets the program think longer, 1 to 10",
    **LAST,
}

ALIASES = {"try": "tries", "moves": "tries", "l": "log", "umpire": "log", "messages": "log"}
ALIASES |= {ASKING: "any", "belief": "chances", "hints": "hint"}
ELSEWHERE = {
    "undo": "Nothing can be taken back: the umpire has answered.",
    "draw": "There are no draw offers: the umpire ends drawn games by itself.",
    "pass": "In chess nobody may pass.",
    "score": "There is no score; what was captured stands beside the board.",
}
"""Commands of other games, and what is said to them."""

KRIEGSPIEL = Language(
    HELP, WORDS | ALIASES, frozenset({"play", "tries", "chances", "save", "load", "level"}), "move", ELSEWHERE
)


def parse(text: str) -> Command | None:
    """What a typed line means, None if it is empty; ValueError says what would have been understood."""
    text = re.sub(r"(?i)^\s*([a-h][1-8])\s*-?\s+([a-h][1-8])", r"\1\2", text)  # e2 e4
    return KRIEGSPIEL.parse(text, is_move_like)
