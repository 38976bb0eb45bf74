"""What a field of a message may be: a check answers with the value, or says in a ValueError what is accepted."""

import math
from collections.abc import Callable
from typing import Any

Check = Callable[[Any], Any]


def text(most: int = 64) -> Check:
    def check(value: Any) -> str:
        if not isinstance(value, str) or len(value) > most or not value.isprintable():
            raise ValueError(f"a text of at most {most} letters")
        return value

    return check


def document(value: Any) -> str:
    """A file's content."""
    if not isinstance(value, str) or any("\ud800" <= letter <= "\udfff" for letter in value):
        raise ValueError("the text of a file")
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
    for name, given in value.items():
        text()(name)
        if not isinstance(given, str | int | float | bool) or (isinstance(given, float) and not math.isfinite(given)):
            raise ValueError("an object of texts, numbers and switches")
        if isinstance(given, str):
            text()(given)
    return dict(value)
