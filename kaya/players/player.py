"""A player: strategies with their constants, a search, and manners at the board."""

from collections.abc import Hashable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ..games.game import Game, Position
from ..games.umpire import View
from ..kernel import Described, Parameters
from ..kernel.parameters import no_parameter
from ..search import Budget, Report, Search, SearchHandle, Steps, Strategy, Terms, strategies_for
from ..search.strategy import check_together, name_now, no_strategy


@dataclass(frozen=True)
class Decision:
    """What a player does on its turn. `move` is None when it resigns.

    >>> Decision(None, Report.of_nothing(), "lost").resigns
    True
    """

    move: int | None
    report: Report
    reason: str = ""

    @property
    def resigns(self) -> bool:
        return self.move is None


class Adjustable:
    """Whoever has strategies and parameters that a user may set.

    Parameters have their papers' names: `player.set("C", 0.5)`. Where two strategies share a name, the role tells them
    apart: `expand.T`; a file that several of them read is one parameter. A strategy itself is exchanged by its role:
    `player.set("final", "secure_child")`, or a function of your own. What else can be set is named in `records`."""

    records: ClassVar[dict[str, str]] = {}  # parameters besides those of the strategies: by role, the attribute

    @property
    def strategies(self) -> dict[str, Strategy]:
        """The strategies in use, by role."""
        return {}

    @property
    def plays(self) -> tuple[str, ...]:
        """The games whose strategies may be set, besides those for any game; none: those of all may."""
        return ()

    def settings(self) -> dict[str, Parameters]:
        """All parameter records, by role."""
        own: dict[str, Parameters] = {role: getattr(self, name) for role, name in self.records.items()}
        return {role: s.parameters for role, s in self.strategies.items()} | own

    def _change(self, role: str, field: str, value: Any) -> None:
        if role in self.records:
            setattr(self, self.records[role], getattr(self, self.records[role]).changed(**{field: value}))
        else:
            self.strategies[role] = self.strategies[role](**{field: value})

    def forget(self) -> None:
        """Drop what was found with other settings."""

    def meet_person(self) -> None:
        """Behave as people like it, unless it was asked to behave otherwise."""

    def compile_ahead(self) -> None:
        """Use once what a game needs later than in its first moves."""

    def check(self) -> None:
        """ValueError with one sentence if the strategies do not go together."""
        check_together(self.strategies)

    def fit_to(self, conditions: Mapping[str, Any]) -> None:
        """Take the constants for a game under these conditions."""

    @property
    def words(self) -> dict[str, str]:
        """What was set that is no number."""
        return {}

    def parameters(self) -> dict[str, Described]:
        """Every parameter with its value, range and meaning, under the shortest name that is unambiguous."""
        found = [(role, d) for role, record in self.settings().items() for d in record.describe()]
        names = [d.name for _, d in found]
        return {d.name if d.is_file or names.count(d.name) == 1 else f"{role}.{d.name}": d for role, d in found}

    def choices(self) -> dict[str, tuple[str, list[str]]]:
        """For each role the strategy in use and those that could be."""
        return {role: (s.name, sorted(strategies_for(role, *self.plays))) for role, s in self.strategies.items()}

    def set(self, name: str, value: Any) -> None:
        """Set a parameter, or exchange a strategy; ValueError says what is accepted."""
        if name in self.strategies:
            known = strategies_for(name, *self.plays)
            given = value if isinstance(value, Strategy) else known.get(name_now(name, value))
            if given is None or given.role != name:
                raise no_strategy(name, value, known)
            self.strategies[name] = given
        else:
            owners = [
                (role, d)
                for role, record in self.settings().items()
                for d in record.describe()
                if name in (d.name, f"{role}.{d.name}")
            ]
            if len(owners) != 1 and not (owners and all(d.is_file for _, d in owners)):
                raise no_parameter(name, [*self.parameters(), *self.strategies], self.settings().values())
            for role, d in owners:
                self._change(role, d.name, value)
        self.forget()


class BasePlayer(Adjustable):
    """What every player of every game has: it chooses, and others may look into what it has found.

    In an open game `choose` takes a position, in the others a view, what the player knows of the game."""

    name: str
    game: Game
    threads: int
    seed: int

    def choose(self, position: Position | View, budget: Budget, **watching: Any) -> Decision:
        """Think and decide; `watching` is as for `Search.think`: `stop`, `progress`, `every`."""
        raise NotImplementedError

    @property
    def tree_search(self) -> Search | None:
        """The search whose tree may be looked into; None if there is none."""
        return None

    def in_steps(self, position: Any, budget: Budget | None = None) -> Steps:
        """Begin to search in steps what `choose` would search; ValueError if the player has no search for that."""
        raise ValueError(f"{self.name} has no search that goes in steps.")

    def searched_position(self, position: Any) -> Any:
        """What stands at the root of that tree: the position, or for a view what the player believes; None if every
        simulation has another determinization."""
        return position

    def knows(self, view: Any) -> Hashable:
        """What of a view its moves depend on: two views with the same are one information set to it. All that it was
        told, unless it looks at less."""
        return tuple(view.log)

    def mixed(self, view: Any, budget: Budget) -> dict[int, float] | None:
        """The probabilities by which it would choose; None if it does not know them."""
        return None

    def terms(self, position: Any, move: int) -> Terms | None:
        """What the score of a move is made of, by a player without a tree; None if it does not say."""
        return None

    def evaluate(self, position: Any) -> Any:
        """What knowledge says of a position as a whole: its value, score and ownership; None if nothing."""
        return None


class Player(BasePlayer):
    """A program that searches one open game: `choose` decides with its manners, `think` only searches. `searching` are
    options of its `Search`: `threads`, `seed` and others.

    >>> from kaya import tictactoe
    >>> from kaya.search import uct
    >>> player = Player("mine", tictactoe, {"select": uct(C=1.0)}, seed=1)
    >>> player.choose(tictactoe.new_game(), Budget(simulations=900)).move
    4
    >>> player.set("C", 0.3)
    >>> player.parameters()["C"].value
    0.3
    """

    def __init__(self, name: str, game: Game, strategies: Mapping[str, Strategy], **searching: Any):
        given: dict[str, Any] = dict(strategies)
        self.name, self.search = name, Search(game, **searching, **given)

    @property
    def game(self) -> Game:  # type: ignore[override]
        return self.search.game

    @property
    def tree_search(self) -> Search:
        return self.search

    @property
    def plays(self) -> tuple[str, ...]:
        return (self.game.name,)

    @property
    def strategies(self) -> dict[str, Strategy]:
        return self.search.strategies

    @property
    def threads(self) -> int:
        """Threads that search one tree, from 1 to 256."""
        return self.search.threads

    @threads.setter
    def threads(self, threads: int) -> None:
        if not 1 <= threads <= 256:
            raise ValueError(f"threads must be from 1 to 256, not {threads}.")
        self.search.threads = threads

    @property
    def seed(self) -> int:
        """Where the random numbers begin after `forget`."""
        return self.search.seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self.search.seed = seed

    def forget(self) -> None:
        """Start a new game: drop the tree, start the random numbers anew."""
        self.forget_tree()

    def forget_tree(self) -> None:
        """Let the next search start from nothing; the game goes on."""
        self.search.forget()

    def prepare(self, position: Position) -> None:
        """Get ready to search this position; ValueError if it is of another game."""
        if position.game is not self.game:
            raise ValueError(f"{self.name} plays {self.game.name}, not {position.game.name}.")

    def think(self, position: Position, budget: Budget, **watching: Any) -> Report:
        """Search a position; `watching` is handed to `Search.think`."""
        self.prepare(position)
        return self.search.think(self.searched_position(position), budget, **watching)

    def start(self, position: Position, budget: Budget, **options: Any) -> SearchHandle:
        """Begin to search a position and return at once; `options` are those of `Search.start`."""
        self.prepare(position)
        return self.search.start(self.searched_position(position), budget, **options)

    def in_steps(self, position: Position, budget: Budget | None = None) -> Steps:
        self.prepare(position)
        return self.search.begin(self.searched_position(position), budget)

    def report(self) -> Report:
        """What the search has found in the position that it was last given; it may be running."""
        return self.search.report()

    def choose(self, position: Position, budget: Budget, **watching: Any) -> Decision:
        """Think about a position and decide; `watching` is handed to `Search.think`."""
        report = self.think(position, budget, **watching)
        return Decision(report.best, report)

    def twin(self) -> Self:
        """A player with the same strategies and settings, and with a tree and random numbers of its own."""
        twin, own = copy(self), self.search
        names = ("threads", "seed", "keep_tree", "virtual_loss", "asking", "root")
        options: dict[str, Any] = {name: getattr(own, name) for name in names} | own.strategies
        twin.search = type(own)(own.game, **options)
        return twin
