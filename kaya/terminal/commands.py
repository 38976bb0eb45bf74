"""What the player may type."""

import difflib
from dataclasses import dataclass

from ..games.go import parse_vertex

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
    "board": "draw the board again",
    "help": "show this",
    "quit": "save and leave, as does Ctrl-D",
}
"""Every command with its meaning, in the order in which they are shown."""

ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "bye": "quit", "u": "undo", "back": "undo",
           "hints": "hint", "s": "save", "estimate": "score", "show": "board", "move": "play", "comment": "comments",
           "end": "quit", "open": "load", "p": "pass"}  # fmt: skip

NAMES = {"play", *HELP} - {"D4"}
WITH_ARGUMENT = {"play", "hint", "save", "load", "level"}


@dataclass(frozen=True)
class Command:
    """A command and what stands behind it; a bare point has become `play`."""

    name: str
    argument: str = ""


def parse(text: str, lines: int) -> Command | None:
    """What a typed line means, None if it is empty; ValueError says what would have been understood."""
    words = "".join(c if c.isprintable() else " " for c in text).split(maxsplit=1)
    if not words:
        return None
    word, argument = words[0], words[1].strip() if len(words) > 1 else ""
    name = ALIASES.get(word.lower(), word.lower())
    if name in NAMES:
        if argument and name not in WITH_ARGUMENT:
            raise ValueError(f"{name} stands alone; nothing may follow it.")
        if name == "play" and not argument:
            raise ValueError("Say where to play, as in: play D4")
        return Command(name, argument)
    if not argument and _is_like_a_point(word):
        parse_vertex(word, lines)  # the sentence of its ValueError says what a point looks like
        return Command("play", word)
    near = difflib.get_close_matches(name, [*sorted(NAMES), *ALIASES], n=1, cutoff=0.55)
    advice = f"Did you mean {ALIASES.get(near[0], near[0])}?" if near else "Type a point such as D4, or help."
    raise ValueError(f"There is no command {_short(word)}. {advice}")


def parse_number(text: str, low: int, high: int, default: int, what: str) -> int:
    """The number behind a command, or the default."""
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise ValueError(f"{what} must be a number from {low} to {high}, not {_short(text)}.")
    return int(text)


def is_yes(text: str) -> bool:
    return text.strip().lower() in ("y", "yes", "ok", "j", "ja", "oui", "si")


def _is_like_a_point(word: str) -> bool:
    return 2 <= len(word) <= 4 and word[0].isascii() and word[0].isalpha() and word[1:].isdigit()


def _short(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:19] + "…")
