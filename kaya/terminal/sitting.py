"""What all games at the keyboard share: ask, do, say, and save the game whatever happens."""

import random
import signal
import sys
from collections.abc import Callable
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console

from .commands import Command, is_yes
from .files import GameFile


class Quit(Exception):
    """The player leaves."""


class Sitting:
    """A person, a game and its file. `ask` reads a line, as `input` does.

    A game brings `_play` (to the end of it), `_parse` (what a line means), `_record` (what is saved), `_begun` (whether
    there is anything to save), and a method `_do_NAME` for each command."""

    def __init__(self, file: GameFile, console: Console, ask: Callable[[str], str] = input):
        self.file, self.console, self._input = file, console, ask
        self.news: list[Any] = []  # what is said below the next board

    def _play(self) -> None:
        raise NotImplementedError

    def _parse(self, text: str) -> Command | None:
        raise NotImplementedError

    def _record(self) -> Any:
        raise NotImplementedError

    @property
    def _begun(self) -> bool:
        raise NotImplementedError

    def run(self) -> None:
        """Play until there is a result or the player leaves; the game is saved either way."""
        try:
            self._play()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
        finally:
            self._save_at_the_end()

    def _obey(self, prompt: str) -> None:
        """Ask for a command and do it."""
        try:
            command = self._parse(self.ask(prompt))
            if command is not None:
                getattr(self, f"_do_{command.name}")(command.argument)
        except ValueError as error:
            self._correct(error)
        except KeyboardInterrupt:
            self.console.print()
            self._say("Type quit, or press Ctrl-D, to save and leave.")

    def _correct(self, error: ValueError) -> None:
        """Say what was wrong with a command."""
        self._say(error)

    def _do_save(self, argument: str) -> None:
        self._say(f"Saved as {self.file.write(self._record(), argument or None)}.")

    def _do_quit(self, _: str) -> None:
        raise Quit

    def _save_at_the_end(self) -> None:
        """Save, and if that fails ask for another name; what nobody answers goes to the temporary folder."""
        record = self._record()
        if not self._begun or self.file.is_saved(record):
            return
        name: str | None = None
        while True:
            try:
                self._say(f"Saved as {self.file.write(record, name)}.")
                return
            except ValueError as error:
                problem = error
            try:
                self._say(problem)
                name = self.ask("Another file name (Enter: a temporary folder) > ").strip()
            except (EOFError, KeyboardInterrupt, OSError):  # nobody is there any more
                name = ""
            if not name:
                rescued = self.file.rescue(record)
                self._say(f"Saved as {rescued}." if rescued else self.file.form.write(record).decode())
                return

    @property
    def _unsaved(self) -> bool:
        return self._begun and not self.file.is_saved(self._record())

    def _confirmed(self, question: str) -> bool:
        try:
            return is_yes(self.ask(f"{question}(yes or no) > "))
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            return False

    def ask(self, prompt: str) -> str:
        """A typed line; what is no text at all becomes a mark that no command has."""
        try:
            return self._input(prompt)
        except UnicodeError:
            return "\N{REPLACEMENT CHARACTER}"

    def _tell_news(self) -> None:
        news, self.news = self.news, []
        for item in news:
            self._say(item)

    def _say(self, item: Any) -> None:
        self.console.print(str(item) if isinstance(item, Exception) else item, markup=False)


def chosen_colour(name: str, seed: int, colours: dict[str, int]) -> int:
    """The colour called `black`, `b`, `white`, `w`, or `random` by the seed; ValueError if it is none of them."""
    word = name.lower()
    if word in ("random", "r"):
        return random.Random(seed).choice([*colours.values()])
    for colour in colours:
        if word in (colour, colour[0]):
            return colours[colour]
    raise ValueError(f"The colour must be black, white or random, not {name!r}.")


def own_console() -> Console:
    """The terminal. What it has no sign for becomes a question mark."""
    with suppress(AttributeError, OSError):
        sys.stdout.reconfigure(errors="replace")
    return Console(highlight=False)


def typed_lines() -> Callable[[str], str]:
    """`input`, with the arrow keys where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401
    return input


@contextmanager
def ending_in_order():
    """When the terminal is closed or the process told to end, the game is still saved."""

    def end(*_) -> None:
        raise SystemExit(1)

    before = {s: signal.signal(s, end) for s in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM))}
    try:
        yield
    finally:
        for s, handler in before.items():
            signal.signal(s, handler)
