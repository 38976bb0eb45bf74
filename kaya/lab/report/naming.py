"""Short names for players that are described by dozens of settings: what they are called, and what sets them apart.

A player of Kaya's reads as it is typed, `uct:C=0.5,simulations=200`: with the settings that are not the usual ones of
the player of this name, and a budget that varies among the players of its name in the store. Where the usual settings
are not known, those that vary are told; what more than half of them share goes without saying. A program has the words
of its command that vary."""

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from ..matches.contestants import game_of, own_player, players_version

BUDGET = ("simulations", "seconds", "threads")
APART = ("name", "version", "sources", "command")  # told only where nothing else tells two players apart


@dataclass(frozen=True)
class Named:
    """A player: its name, the settings that set it apart, and the number that leads to its full description."""

    number: int
    name: str
    settings: tuple[str, ...]
    described: str  # in full, as the store has it (JSON)

    @property
    def full(self) -> dict[str, Any]:
        return flat(json.loads(self.described))

    def __str__(self) -> str:
        return f"{self.name}:{','.join(self.settings)}" if self.settings else self.name


def usual_settings(side: dict[str, Any], size: Any = None) -> dict[str, Any]:
    """The settings with which a player of Kaya's comes, on boards of this size; none of another program, or of a player
    that is no more. Of a player of other sources the parameters only: its strategies may have had other names."""
    if "sources" not in side:
        return {}
    name, lines = printable(side.get("name")), size if isinstance(size, int) else 0
    plain, given = _usual(name, lines)[0].get("level"), side.get("parameters")
    level = given.get("level") if isinstance(given, dict) else None
    at_level = (f"level={level}",) if plain is not None and isinstance(level, int) else ()  # told, and it says it all
    told = {"level": plain} if at_level else {}
    parameters, own = _usual(name, lines, at_level)
    if not own or side["sources"] != players_version(game_of(name)):
        return parameters | told
    others = [(role, chosen) for role, chosen in side.get("strategies", {}).items() if own.get(role) != chosen]
    exchanged = tuple(f"{role}={chosen}" for role, chosen in others if f"{role}{chosen}".isidentifier())
    with_them = _usual(name, lines, at_level + exchanged)[0] or parameters  # one of a user's file is not known here
    return {**dict.fromkeys(side.get("parameters", {})), **own, **with_them, **told}


@cache
def _usual(name: str, lines: int, exchanged: tuple[str, ...] = ()) -> tuple[dict[str, Any], dict[str, Any]]:
    """Parameters and strategies of a player, of which these strategies were exchanged."""
    if ":" in name:  # no player's, but it could start a program or open a file
        return {}, {}
    try:
        player = own_player(":".join(filter(None, [name, ",".join(exchanged)])), {"size": lines})
    except ValueError:
        return {}, {}
    parameters = {parameter: d.value for parameter, d in player.parameters().items()}
    return parameters, {role: chosen for role, (chosen, _) in player.choices().items()}


def name_players(
    sides: dict[str, dict[str, Any]], usual: Mapping[str, dict[str, Any]] = MappingProxyType({})
) -> dict[str, Named]:
    """Different names for the players described by these texts; `usual` has the usual settings where known."""
    families: dict[str, list[str]] = {}
    for text, side in sides.items():
        families.setdefault(printable(side.get("name", "?")), []).append(text)
    chosen: dict[str, tuple[str, list[str]]] = {}
    for name, texts in families.items():
        for text, settings in _told(texts, sides, usual):
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
    """A foreign text on one line, without what could turn or hide the letters around it; a switch as it is typed."""
    if value is None or isinstance(value, bool):
        return "not set" if value is None else ("off", "on")[value]
    text = f"{value:g}" if isinstance(value, float) else str(value)
    return "".join(c if c.isprintable() else " " for c in text).strip()


def _told(
    texts: list[str], sides: dict[str, dict[str, Any]], usual: Mapping[str, dict[str, Any]]
) -> Iterator[tuple[str, list[str]]]:
    """For each player of one name the settings that its name tells."""
    flats = {text: flat(sides[text]) for text in texts}
    keys = [k for k in dict.fromkeys(k for f in flats.values() for k in f) if k not in APART]
    silent = {key: _silent(key, [str(f.get(key)) for f in flats.values()]) for key in keys}
    words = _varying_words([str(f.get("command", "")) for f in flats.values()])
    for (text, settings), command in zip(flats.items(), words, strict=True):
        kept = {**silent, **{key: [str(value)] for key, value in usual.get(text, {}).items()}}
        apart = [k for k in keys if settings.get(k) is not None and str(settings[k]) not in kept[k]]
        told = [f"{printable(k)}={printable(settings[k])}" for k in apart]
        yield text, told + ([printable(command)] if command else [])


def _silent(key: str, values: list[str]) -> list[str]:
    """The values of a setting that go without saying, by what all players of one name have."""
    usual, players = Counter(values).most_common(1)[0]
    if players == len(values):
        return [usual]
    return [usual] if key not in BUDGET and 2 * players > len(values) else []


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
