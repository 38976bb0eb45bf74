"""`@command`: a plain function becomes a GTP command. Its parameters say what arguments it takes, its docstring what it
does; `list_commands`, `help` and the messages for wrong arguments all read them from there.

    @command("komi")
    def komi(engine: Engine, new_komi: float) -> None:
        \"\"\"Set the komi.\"\"\"

A handler returns its answer (None for none) and raises GtpError to refuse."""

import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NewType, TypeVar

from ..rules import BLACK, WHITE, parse_vertex

Colour = NewType("Colour", int)
Vertex = NewType("Vertex", int)

WHOLE = re.compile(r"[+-]?[0-9]{1,18}")
COLOURS = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
SWITCH = {"true": True, "1": True, "on": True, "false": False, "0": False, "off": False}


class GtpError(Exception):
    """What is wrong: GTP's own words first, then what would be accepted."""


def parse(kind: Any, text: str, lines: int) -> Any:
    """The value of one argument; ValueError says what is accepted."""
    shown = repr(text if len(text) <= 40 else text[:39] + "…")
    if kind is Colour:
        if text.lower() not in COLOURS:
            raise ValueError(f"{shown} is not a colour: give b, w, black or white")
        return COLOURS[text.lower()]
    if kind is Vertex:
        if len(text) > 10:
            raise ValueError(f"{shown} is not a point")
        return parse_vertex(text, lines)
    if kind is bool:
        if text.lower() not in SWITCH:
            raise ValueError(f"{shown} is not a switch: give true or false")
        return SWITCH[text.lower()]
    if kind is int:
        if not WHOLE.fullmatch(text):
            raise ValueError(f"{shown} is not a whole number")
        return int(text)
    if kind is float:
        try:
            value = float(text) if "_" not in text else math.nan
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise ValueError(f"{shown} is not a number")
        return value
    return text


@dataclass(frozen=True)
class Command:
    """A command: its names, the function that does it, and what that takes."""

    name: str
    run: Callable[..., str | None]
    parameters: tuple[inspect.Parameter, ...]

    @property
    def usage(self) -> str:
        words = [self.name]
        for p in self.parameters:
            word = p.name.upper()
            if p.kind is p.VAR_POSITIONAL:
                word = f"[{word} ...]"
            elif p.default is not p.empty:
                word = f"[{word}]"
            words.append(word)
        return " ".join(words)

    @property
    def help(self) -> str:
        return f"{self.usage}: {' '.join((self.run.__doc__ or '').split())}"

    def arguments(self, words: list[str], lines: int) -> list[Any]:
        """The words of a line as values; GtpError if they do not fit."""
        needed = sum(p.default is p.empty and p.kind is not p.VAR_POSITIONAL for p in self.parameters)
        open_ended = any(p.kind is p.VAR_POSITIONAL for p in self.parameters)
        if len(words) < needed or (len(words) > len(self.parameters) and not open_ended):
            raise GtpError(f"syntax error: {self.usage}")
        values = []
        for place, word in enumerate(words):
            p = self.parameters[min(place, len(self.parameters) - 1)]
            try:
                values.append(parse(p.annotation, word, lines))
            except ValueError as error:
                raise GtpError(f"syntax error: {error}") from None
        return values


COMMANDS: dict[str, Command] = {}


Handler = TypeVar("Handler", bound=Callable[..., str | None])


def command(*names: str, known: dict[str, Command] = COMMANDS) -> Callable[[Handler], Handler]:
    """Make the function below a GTP command, under each of these names; `known` is who is to know it."""

    def register(function: Handler) -> Handler:
        parameters = tuple(inspect.signature(function).parameters.values())[1:]
        for name in names:
            known[name] = Command(name, function, parameters)
        return function

    return register
