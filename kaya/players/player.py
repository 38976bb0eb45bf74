"""A player: strategies with their constants, a search, and manners at the board."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..games.game import Game, Position
from ..kernel import Described, Parameters
from ..search import Budget, Report, Search, Strategy, strategies_for


@dataclass(frozen=True)
class Decision:
    """What a player does on its turn. `move` is None when it resigns."""

    move: int | None
    report: Report
    reason: str = ""

    @property
    def resigns(self) -> bool:
        return self.move is None


class Adjustable:
    """Whoever has strategies and parameters that a user may set.

    Parameters have their papers' names: `player.set("C", 0.5)`. Where two strategies share a name, the role tells them
    apart: `expand.T`. A strategy itself is exchanged by its role: `player.set("final", "secure_child")`, or a function
    of your own."""

    @property
    def strategies(self) -> dict[str, Strategy]:
        """The strategies in use, by role."""
        return {}

    @property
    def plays(self) -> str | None:
        """The game whose strategies may be set, besides those for any game; None if those of all may."""
        return None

    def settings(self) -> dict[str, Parameters]:
        """All parameter records, by role."""
        return {role: s.parameters for role, s in self.strategies.items()}

    def _change(self, role: str, field: str, value: Any) -> None:
        self.strategies[role] = self.strategies[role](**{field: value})

    def forget(self) -> None:
        """Drop what was found with other settings."""

    def parameters(self) -> dict[str, Described]:
        """Every parameter with its value, range and meaning, under the shortest name that is unambiguous."""
        found = [(role, d) for role, record in self.settings().items() for d in record.describe()]
        names = [d.name for _, d in found]
        return {d.name if names.count(d.name) == 1 else f"{role}.{d.name}": d for role, d in found}

    def choices(self) -> dict[str, tuple[str, list[str]]]:
        """For each role the strategy in use and those that could be."""
        return {role: (s.name, sorted(strategies_for(role, self.plays))) for role, s in self.strategies.items()}

    def set(self, name: str, value: Any) -> None:
        """Set a parameter, or exchange a strategy; ValueError says what is accepted."""
        if name in self.strategies:
            known = strategies_for(name, self.plays)
            given = value if isinstance(value, Strategy) else known.get(value)
            if given is None or given.role != name:
                raise ValueError(f"{name} must be one of {', '.join(sorted(known))}, not {value!r}.")
            self.strategies[name] = given
        else:
            owners = [(role, name.rpartition(".")[2]) for role, record in self.settings().items()
                      for d in record.describe() if name in (d.name, f"{role}.{d.name}")]  # fmt: skip
            if len(owners) != 1:
                names = ", ".join([*self.parameters(), *self.strategies]) or "none"
                raise ValueError(f"There is no parameter {name!r}; there are: {names}.")
            self._change(*owners[0], value)
        self.forget()


class Player(Adjustable):
    """A program that plays one game."""

    def __init__(self, name: str, game: Game, strategies: Mapping[str, Strategy], *, threads: int = 1, seed: int = 0):
        self.name = name
        self.search = Search(game, threads=threads, seed=seed, **strategies)

    @property
    def game(self) -> Game:
        return self.search.game

    @property
    def plays(self) -> str:
        return self.game.name

    @property
    def strategies(self) -> dict[str, Strategy]:
        return self.search.strategies

    def forget(self) -> None:
        """Start a new game: drop the tree, start the random numbers anew."""
        self.search.forget()

    def choose(self, position: Position, budget: Budget, **watching: Any) -> Decision:
        """Think about a position and decide; `watching` is handed to `Search.think`."""
        report = self.search.think(position, budget, **watching)
        return Decision(report.best, report)


def made_from(described: str, makers: Mapping[str, Callable[..., Any]], threads: int, seed: int) -> Any:
    """One of these players from its name and, after a colon, parameters: `uct:C=0.5,T=10`. ValueError says what is
    accepted."""
    name, _, changes = described.partition(":")
    if name not in makers:
        raise ValueError(f"There is no player {name!r}; there are: {', '.join(makers)}.")
    player = makers[name](threads=threads, seed=seed)
    for change in filter(None, changes.split(",")):
        parameter, equals, value = change.partition("=")
        if not equals:
            raise ValueError(f"{change!r} is not a setting: write name=value, as in {name}:C=0.5.")
        player.set(parameter.strip(), value.strip())
    return player
