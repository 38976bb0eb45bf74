"""What all games at the keyboard share: ask, do, say, and save the game whatever happens."""

import random
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..games.registry import find_bundle
from .commands import Command, Language, is_yes, parse_number
from .files import FileFormat, GameFile
from .look import Look
from .progress import thinking


class Quit(Exception):
    """The player leaves."""


class TerminalSession:
    """A person, a person_game and its file. `ask` reads a line, as `input` does.

    A game brings `language` (what may be typed), `_parse` (what a line means), `_show` (the board), `_do_play` and a
    method `_do_NAME` for each command of its own."""

    language: Language
    file_format: FileFormat
    unit = "simulations a move"  # of a level

    def __init__(
        self, person_game: Any, file: GameFile, console: Console, ask: Callable[[str], str] = input, **options: Any
    ):
        self.file, self.console, self._input = file, console, ask
        self.look = Look.of(console)
        self.news: list[Any] = []  # what is said below the next board
        self._sit_down(person_game)

    def _sit_down(self, person_game: Any) -> None:
        self.person_game = person_game

    def _parse(self, text: str) -> Command | None:
        raise NotImplementedError

    def _show(self) -> None:
        raise NotImplementedError

    def _record(self) -> Any:
        return self.file_format.of(self.person_game.record())

    @property
    def _begun(self) -> bool:
        return bool(self.person_game.position.played)

    @property
    def _side(self) -> str:
        return find_bundle(self.person_game.position.game.name).sides[self.person_game.human - 1].capitalize()

    # The game

    def _play(self) -> None:
        self._greet()
        while not self.person_game.result:
            if self.person_game.position.over:
                self._count()
            elif self.person_game.humans_turn:
                self._obey(f"{self._side} to move > ")
            else:
                self._programs_turn()
        self._say(Text(self.person_game.ending(), "bold"))

    def _greet(self) -> None:
        tip = f"a {self.language.move} such as {self.language.example}"
        self.news.append(f"You are {self._side}. Type {tip}; help shows what else there is.")
        if self.person_game.humans_turn:
            self._show()

    def _count(self) -> None:
        """The rules have ended the game; a game that must still be counted does that here."""

    def _programs_turn(self) -> None:
        person_game = self.person_game
        named = None if person_game.position.game.hidden else person_game.position.move_name
        with thinking(self.console, person_game.player.name, named) as watching:
            move = person_game.answer(**watching).move
        if move is None:
            self.news.append(f"{person_game.player.name} resigns.")
        elif named:
            self.news.append(f"{person_game.player.name} plays {named(move)}.")
        self._show()

    def run(self) -> None:
        """Play until there is a result or the player leaves; the game is saved either way."""
        try:
            self._play()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
        finally:
            self._save_at_the_end()

    def _obey(self, prompt: str) -> None:
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
        self._say(error)

    def _try(self, move: int, name: str) -> None:
        if not self.person_game.play(move):
            self.news.append(f"The umpire refuses {name}. Try another {self.language.move}.")
        self._show()

    def _do_save(self, argument: str) -> None:
        self._say(f"Saved as {self.file.write(self._record(), argument or None)}.")

    def _do_quit(self, _: str) -> None:
        raise Quit

    def _do_resign(self, _: str) -> None:
        if self._confirmed("Resign? "):
            self.person_game.resign()

    def _do_undo(self, _: str) -> None:
        count = self.person_game.undo()
        self.news.append(f"Took back {count} move{'s' * (count > 1)}.")
        self._show()

    def _do_board(self, _: str) -> None:
        self._show()

    def _do_help(self, _: str) -> None:
        self._say(help_table(self.language.help))

    def _do_level(self, argument: str) -> None:
        if argument:
            self.person_game.set_level(parse_number(argument, 1, 10, 5, "The level"))
        now, budget = self.person_game.level, self.person_game.budget
        amount = budget.simulations or budget.seconds or 0
        self._say(f"Level {now}: {amount:g} {self.unit}." if now else "No level is set; level 1 to 10 sets one.")

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
                self._say(f"Saved as {rescued}." if rescued else self.file.file_format.write(record).decode())
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
        self.console.print(str(item) if isinstance(item, Exception) else item, markup=False, emoji=False)


def chosen_side(name: str | None, seed: int, game: str) -> int:
    """The side of this name or first letter, or `random` by the seed; the first if none is named, else ValueError."""
    sides = find_bundle(game).sides
    word = (name or sides[0]).lower()
    if word in ("random", "r"):
        return random.Random(seed).choice((1, 2))
    for side, called in enumerate(sides, start=1):
        if word in (called, called[0]):
            return side
    raise ValueError(f"The colour must be {', '.join(sides)} or random, not {name!r}.")


def help_table(commands: Mapping[str, str]) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, meaning in commands.items():
        table.add_row(Text(name), Text(meaning))
    return table


def own_console() -> Console:
    """The terminal. What it has no sign for becomes a question mark."""
    with suppress(AttributeError, OSError):
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # as the suppressed error knows
    return Console(highlight=False, emoji=False, markup=False)


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
