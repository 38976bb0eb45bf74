"""Short names for players that are described by dozens of settings: what they are called, and what sets them apart.

A player of Kaya's reads as it is typed, `uct:C=0.5,simulations=200`, with those settings that vary among the players
of its name in the store; what more than half of them share goes without saying, budgets excepted. A program has the
words of its command that vary.
"""

import shlex
from collections import Counter
from dataclasses import dataclass
from typing import Any

BUDGET = ("simulations", "seconds", "threads")
APART = ("name", "version", "sources", "command")  # told only where nothing else tells two players apart


@dataclass(frozen=True)
class Named:
    """A player: its name, the settings that set it apart, and the number that leads to its full description."""

    number: int
    name: str
    settings: tuple[str, ...]
    described: str  # in full, as the store has it (JSON)

    def __str__(self) -> str:
        return f"{self.name}:{','.join(self.settings)}" if self.settings else self.name


def name_players(sides: dict[str, dict[str, Any]]) -> dict[str, Named]:
    """Names for the players described by these texts; all different, as far as two players are."""
    families: dict[str, list[str]] = {}
    for text, side in sides.items():
        families.setdefault(printable(side.get("name", "?")), []).append(text)
    chosen: dict[str, tuple[str, list[str]]] = {}
    for name, texts in families.items():
        for text, settings in zip(texts, _settings([sides[text] for text in texts]), strict=True):
            chosen[text] = name, settings
    for told in ("version", "sources"):
        for text, family in _alike(chosen).items():
            if len({sides[other].get(told) for other in family}) > 1:
                chosen[text][1].append(f"{told}={printable(sides[text].get(told))[:7]}")
    for number, text in enumerate(_alike(chosen), start=1):
        chosen[text][1].append(f"#{number}")
    return {text: Named(i, name, tuple(s), text) for i, (text, (name, s)) in enumerate(chosen.items(), start=1)}


def flat(side: dict[str, Any]) -> dict[str, Any]:
    """Every setting under the name a user knows it by: strategies by role, parameters by name."""
    settings: dict[str, Any] = {}
    for key, value in side.items():
        settings.update(value if isinstance(value, dict) else {key: value})
    return settings


def printable(value: Any) -> str:
    """A foreign text on one line, without what could turn or hide the letters around it."""
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return "".join(c if c.isprintable() else " " for c in text).strip()


def _settings(sides: list[dict[str, Any]]) -> list[list[str]]:
    """For each player of one name the settings that vary among them."""
    flats = [flat(side) for side in sides]
    keys = [k for k in dict.fromkeys(k for f in flats for k in f) if k not in APART]
    told: list[list[str]] = [[] for _ in flats]
    for key in keys:
        values = [f.get(key) for f in flats]
        usual, players = Counter(map(str, values)).most_common(1)[0]
        silent = "None" if key in BUDGET or 2 * players <= len(flats) else usual
        for settings, value in zip(told, values, strict=True):
            if players < len(flats) and str(value) != silent:
                settings.append(f"{printable(key)}={printable(value)}")
    for settings, words in zip(told, _varying_words([str(f.get("command", "")) for f in flats]), strict=True):
        settings += [printable(words)] if words else []
    return told


def _varying_words(commands: list[str]) -> list[str]:
    """What differs between command lines: the words between their common beginning and end."""
    if len(set(commands)) == 1:
        return [""] * len(commands)
    lists = [_words(command) for command in commands]
    shortest = min(map(len, lists))
    start = next((i for i in range(shortest) if len({words[i] for words in lists}) > 1), shortest)
    rest = shortest - start
    end = next((i for i in range(rest) if len({words[-1 - i] for words in lists}) > 1), rest)
    if start and lists[0][start - 1].startswith("-"):  # an option whose values differ
        start -= 1
    return [" ".join(words[start : len(words) - end]) for words in lists]


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()


def _alike(chosen: dict[str, tuple[str, list[str]]]) -> dict[str, list[str]]:
    """The players whose names do not tell them apart yet, each with all of its name."""
    families: dict[tuple[str, ...], list[str]] = {}
    for text, (name, settings) in chosen.items():
        families.setdefault((name, *settings), []).append(text)
    return {text: family for family in families.values() if len(family) > 1 for text in family}
