"""What the player may type."""

import difflib
from collections.abc import Callable, Mapping
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


@dataclass(frozen=True)
class Command:
    """A command and what stands behind it; a bare move has become `play`."""

    name: str
    argument: str = ""


@dataclass(frozen=True)
class Language:
    """The commands of one game: every one with its meaning, other words for them, and those that take an argument. The
    first of `help` is no command but an example of a move."""

    help: Mapping[str, str]
    aliases: Mapping[str, str]
    with_argument: frozenset[str]
    move: str  # what a move is called: a point, a move

    @property
    def example(self) -> str:
        return next(iter(self.help))

    @property
    def names(self) -> set[str]:
        return {"play", *self.help} - {self.example}

    def parse(self, text: str, is_move: Callable[[str], bool]) -> Command | None:
        """What a typed line means, None if it is empty; ValueError says what would have been understood."""
        words = "".join(c if c.isprintable() else " " for c in text).split(maxsplit=1)
        if not words:
            return None
        word, argument = words[0], words[1].strip() if len(words) > 1 else ""
        name = self.aliases.get(word.lower(), word.lower())
        if name in self.names:
            if argument and name not in self.with_argument:
                raise ValueError(f"{name} stands alone; nothing may follow it.")
            if name == "play" and not argument:
                raise ValueError(f"Say where to play, as in: play {self.example}")
            return Command(name, argument)
        if not argument and is_move(word):
            return Command("play", word)
        near = difflib.get_close_matches(name, [*sorted(self.names), *self.aliases], n=1, cutoff=0.55)
        meant = f"Did you mean {self.aliases.get(near[0], near[0])}?" if near else ""
        raise ValueError(
            f"There is no command {short(word)}. {meant or f'Type a {self.move} such as {self.example}, or help.'}"
        )


GO = Language(HELP, ALIASES, frozenset({"play", "hint", "save", "load", "level"}), "point")
NAMES = GO.names


def parse(text: str, lines: int) -> Command | None:
    """A typed line in a game of Go on so many lines."""

    def is_point(word: str) -> bool:
        if not _is_like_a_point(word):
            return False
        parse_vertex(word, lines)  # the sentence of its ValueError says what a point looks like
        return True

    return GO.parse(text, is_point)


def parse_number(text: str, low: int, high: int, default: int, what: str) -> int:
    """The number behind a command, or the default."""
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise ValueError(f"{what} must be a number from {low} to {high}, not {short(text)}.")
    return int(text)


def is_yes(text: str) -> bool:
    return text.strip().lower() in ("y", "yes", "ok", "j", "ja", "oui", "si")


def _is_like_a_point(word: str) -> bool:
    return 2 <= len(word) <= 4 and word[0].isascii() and word[0].isalpha() and word[1:].isdigit()


def short(text: str) -> str:
    """A typed text in quotation marks, not too much of it."""
    return repr(text if len(text) <= 20 else text[:19] + "…")
