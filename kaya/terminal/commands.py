"""What the player may type."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Command:
    """A command and what stands behind it; a bare move has become `play`."""

    name: str
    argument: str = ""


LAST = {
    "board": "draw the board again",
    "help": "show this",
    "quit": "save and leave, as does Ctrl-D",
}
"""Commands that every game has, with their meaning."""
WORDS = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "bye": "quit", "end": "quit", "s": "save"}
WORDS |= {"open": "load", "show": "board", "move": "play"}
"""Other words for commands that every game has."""


@dataclass(frozen=True)
class Language:
    """The commands of one game: every one with its meaning, other words for them, those that take an argument, and what
    is said to commands of other games. The first of `help` is no command but an example of a move."""

    help: Mapping[str, str]
    aliases: Mapping[str, str]
    with_argument: frozenset[str]
    move: str  # what a move is called: a point, a move
    elsewhere: Mapping[str, str] = field(default_factory=dict)

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
        if word.lower() in self.elsewhere:
            raise ValueError(self.elsewhere[word.lower()])
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
        meant = meant or f"Type a {self.move} such as {self.example}, or help."
        raise ValueError(f"There is no command {short(word)}. {meant}")


def parse_number(text: str, low: int, high: int, default: int, what: str) -> int:
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high):
        raise ValueError(f"{what} must be a number from {low} to {high}, not {short(text)}.")
    return int(text)


def is_yes(text: str) -> bool:
    return text.strip().lower() in ("y", "yes", "ok", "j", "ja", "oui", "si")


def short(text: str) -> str:
    """A typed text in quotation marks, not too much of it."""
    return repr(text if len(text) <= 20 else text[:19] + "…")
