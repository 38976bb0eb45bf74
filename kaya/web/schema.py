"""What comes from outside, read by a schema: messages of pages and stored games alike.

A schema is a dataclass each of whose fields is `Annotated` with a check. A check returns the value, or says in a
ValueError what is accepted. `parse` and `build` raise nothing but a ValueError with one sentence."""

import json
import math
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, TypeVar, get_type_hints

Check = Callable[[Any], Any]
T = TypeVar("T")


def parse(text: str | bytes, what: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise ValueError(f"{what} is one JSON object.")
    return value


def build(kind: type[T], value: dict[str, Any], what: str, *, strict: bool = True) -> T:
    """An instance of a schema from an object; unless it is strict, unknown fields are passed over."""
    known = {f.name: f for f in fields(kind)}  # type: ignore[arg-type]  # a schema is a dataclass
    if strict and (unknown := value.keys() - known.keys()):
        raise ValueError(f"{what} has no {str(min(unknown))[:40]!r}; it takes {', '.join(known) or 'nothing'}.")
    checked, checks = {}, _checks(kind)
    for name in known.keys() & value.keys():
        try:
            checked[name] = checks[name](value[name])
        except ValueError as error:
            raise ValueError(f"{name} must be {error}.") from None
    needed = (f.name for f in known.values() if f.default is MISSING and f.default_factory is MISSING)
    if missing := [name for name in needed if name not in checked]:
        raise ValueError(f"{what} needs {', '.join(missing)}.")
    return kind(**checked)


@cache
def _checks(kind: type[Any]) -> dict[str, Check]:
    hints = get_type_hints(kind, include_extras=True)
    return {f.name: hints[f.name].__metadata__[0] for f in fields(kind)}


# Checks


def text(most: int = 64) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            raise ValueError(f"a text of at most {most} letters")
        return value

    return check


def document(value: Any) -> str:
    """A text of any length and with any letters, as the content of a file."""
    try:
        value.encode()
    except (AttributeError, UnicodeEncodeError):
        raise ValueError("the text of a file") from None
    return value


def whole(low: int, high: int) -> Check:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return value

    return check


def number(low: float, high: float) -> Check:
    def check(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise ValueError(f"a number from {low:g} to {high:g}")
        return float(value)

    return check


def flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def names(most: int) -> Check:
    def check(value: Any) -> tuple[str, ...]:
        if not isinstance(value, list) or len(value) > most:
            raise ValueError(f"a list of at most {most} names")
        return tuple(map(text(), value))

    return check


def settings(value: Any) -> dict[str, Any]:
    """Parameters by their names: texts, numbers and switches."""
    if not isinstance(value, dict) or len(value) > 40:
        raise ValueError("an object of at most 40 settings")
    for name, setting in value.items():
        text()(name)
        if not isinstance(setting, str | int | float | bool):
            raise ValueError("an object of texts, numbers and switches")
        if isinstance(setting, float) and not math.isfinite(setting):
            raise ValueError("an object of texts, numbers and switches")
        if isinstance(setting, str):
            text()(setting)
    return dict(value)


def optional(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def listed(check: Check) -> Check:
    def check_all(value: Any) -> list[Any]:
        if not isinstance(value, list):
            raise ValueError("a list")
        return [check(entry) for entry in value]

    return check_all


def row(*checks: Check) -> Check:
    """A list of so many entries, each with its own check."""

    def check_all(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list) or len(value) != len(checks):
            raise ValueError(f"a list of {len(checks)} entries")
        return tuple(check(entry) for check, entry in zip(checks, value, strict=True))

    return check_all


def by_number(check: Check, low: int = 0, high: int = 100_000) -> Check:
    """An object whose names are whole numbers."""

    def check_all(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError("an object")
        for name in value:
            if not (name.isascii() and name.isdecimal() and len(name) <= 6 and low <= int(name) <= high):
                raise ValueError(f"an object by whole numbers from {low} to {high}")
        return {name: check(entry) for name, entry in value.items()}

    return check_all


def by_name(check: Check) -> Check:
    """An object with names of any kind."""

    def check_all(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValueError("an object")
        return {document(name): check(entry) for name, entry in value.items()}

    return check_all


def instance(kind: type[Any]) -> Check:
    """An object with a schema of its own."""

    def check(value: Any) -> Any:
        if not isinstance(value, dict):
            raise ValueError("an object")
        try:
            return build(kind, value, "it", strict=False)
        except ValueError as error:
            raise ValueError(f"an object in which {str(error).removesuffix('.')}") from None

    return check
