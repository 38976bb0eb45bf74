"""Who may play a match: Kaya's own players, those of users' files, and programs that speak GTP or Kriegspiel in lines.

    uct:C=0.5,simulations=2000            a player, its parameters, and its budget where it has its own
    gtp:"gnugo --mode gtp --level 10"     a program for Go
    kriegspiel:"kaya kriegspiel"          a program for Kriegspiel (`kriegspiel/protocol`)

A contestant is a seat at the table that can say what it is."""

import functools
import hashlib
import re
from dataclasses import dataclass
from typing import Any, Protocol

from ... import __version__
from ...games.registry import Place, imported, other_games, outside_files, own_bundles
from ...kernel.cache import sources_hash
from ...players import make_player
from ...players.catalogue import find_player, own_budget, settings_of
from ...players.player import Adjustable
from ...search import Budget, Clock
from ...table import PlayerSeat, Seat
from ...table.ready import get_ready


@dataclass(frozen=True)
class Pace:
    """How long a contestant may think: simulations or seconds a move, or a clock; where nothing is given, as it likes.
    `patience` is when a contestant that does not answer counts as hung."""

    simulations: int | None = None
    seconds: float | None = None
    clock: str | None = None
    patience: float = 300.0

    def new_clock(self) -> Clock | None:
        """`300`: that many seconds for all moves. `300+30/5`: then 5 moves in each 30 seconds; `300+3x10`: then three
        times 10 seconds, a move each."""
        if self.clock is None:
            return None
        found = re.fullmatch(r"([\d.]+)(?:\+(?:([\d.]+)/(\d+)|(\d+)x([\d.]+)))?", self.clock)
        if not found:
            raise ValueError(f"{self.clock!r} is not a clock: write 300, 300+30/5 or 300+3x10.")
        main, period, stones, periods, byoyomi = found.groups()
        if stones:
            return Clock(float(main), float(period), int(stones))
        if byoyomi:
            return Clock(float(main), float(byoyomi), 1, int(periods))
        return Clock(float(main))


class Contestant(Seat, Protocol):
    """One side of a match."""

    def describe(self, conditions: dict[str, Any]) -> dict[str, Any]:
        """Everything that makes it play under these conditions as it does: name, version, parameters, budget."""
        ...

    def reseed(self, seed: int) -> None:
        """The random numbers of the next game."""
        ...

    def get_ready(self) -> None:
        """Do all that may take long before the first clock runs."""
        ...


def game_of(described: str) -> str:
    """What a contestant plays; "" if it plays any game. ValueError if there is no such player."""
    if protocol := is_program(described):
        games = protocols()[protocol]
        return next(iter(games)) if len(games) == 1 else ""
    return find_player(described.partition(":")[0]).game


def make_contestant(described: str, pace: Pace, threads: int = 1, game: str = "") -> Contestant:
    """A contestant from its description; ValueError says what is accepted."""
    if protocol := is_program(described):
        command, seats = described.removeprefix(f"{protocol}:").strip(), protocols()[protocol]
        quoted = len(command) > 1 and command[0] == command[-1] and command[0] in "\"'"
        wanted = game or next(iter(seats))
        if wanted not in seats:
            raise ValueError(f"A program behind {protocol}: plays {' or '.join(seats)}, not {game}.")
        allowed = {"clock": pace.new_clock(), "seconds": pace.seconds, "simulations": pace.simulations}
        return imported(seats[wanted])(command[1:-1] if quoted else command, patience=pace.patience, **allowed)
    return OwnPlayer(described, pace, threads, game)


def own_player(described: str, conditions: dict[str, Any], game: str = "") -> Adjustable:
    """The player that is described, as it plays under these conditions; ValueError if it is another program."""
    if is_program(described):
        raise ValueError("Only Kaya's own players declare parameters: a program outside has none that could be set.")
    player = make_player(own_budget(described)[0], game=game)
    player.fit_to(conditions)
    return player


def protocols() -> dict[str, dict[str, Place]]:
    """By protocol: what a program that speaks it may play, and the seat that it then has."""
    known: dict[str, dict[str, Place]] = {}
    for bundle in own_bundles():
        for protocol, seat in bundle.programs.items():
            known.setdefault(protocol, {})[bundle.name] = seat
    return known


def is_program(described: str) -> str:
    """The protocol that a program outside speaks; "" if it is one of Kaya's players."""
    return next((protocol for protocol in protocols() if described.startswith(f"{protocol}:")), "")


class OwnPlayer(PlayerSeat):
    """A player of the catalogue, in this process."""

    def __init__(self, described: str, pace: Pace, threads: int = 1, game: str = ""):
        rest, own = own_budget(described)
        self.threads, self._name = threads, rest.partition(":")[0]
        super().__init__(make_player(rest, game=game, threads=threads), _budget(own, pace))

    @property
    def name(self) -> str:
        """As it was asked for: a user's player may bear the name of what it is made of."""
        return self._name

    def describe(self, conditions: dict[str, Any]) -> dict[str, Any]:
        self.player.fit_to(conditions)
        return {
            "name": self.name,
            "version": __version__,
            "sources": players_version(self.player.game.name),
            "strategies": {role: chosen for role, (chosen, _) in self.player.choices().items()},
            "parameters": {name: d.value for name, d in self.player.parameters().items()} | self.player.words,
            "simulations": self.budget.simulations,
            "seconds": self.budget.seconds,
            "threads": self.threads,
        }

    def reseed(self, seed: int) -> None:
        self.player.seed = seed

    def get_ready(self) -> None:
        get_ready(self.player)


@functools.cache
def players_version(game: str = "") -> str:
    """A hash of all that decides how Kaya's players of a game play, or of all games: their sources, and the tables that
    were learned; behind it one of the package that has brought the game, if it is not Kaya's own."""
    version = sources_hash(tables=True, without=other_games(game) if game else ())
    outside = b"".join(path.read_bytes() for path in (outside_files(game) if game else ()))
    return f"{version}-{hashlib.sha256(outside).hexdigest()[:8]}" if outside else version


def given_names(*described: str) -> set[str]:
    """The parameters and strategies that descriptions of Kaya's players set by name."""
    own = (d for d in described if not is_program(d))
    return {setting.partition("=")[0] for d in own for setting in settings_of(d)}


def _budget(own: dict[str, Any], pace: Pace) -> Budget:
    if not own:
        own = {"simulations": pace.simulations, "seconds": pace.seconds}
        if pace == Pace(patience=pace.patience):
            own["simulations"] = 1000
    return Budget(**own)
