"""Players by name: those of every bundle (`games/registry.py`), and `mcts`, which plays any game."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from ..games.registry import Bundle, Place, bundles, find_bundle, find_game, imported, own_bundles
from ..search import Budget
from .levels import Levelled
from .player import BasePlayer

P = TypeVar("P", bound=BasePlayer)
GENERAL: dict[str, Place] = {
    "mcts": "kaya.players.mcts:make",
    "regret": "kaya.players.regret:make",
    "tabular": "kaya.players.tabular:make",
}
"""Players of any game: make(game, threads=1, seed=0). The last two are for the lab, and not offered to people."""

BUDGET: dict[str, Callable[[str], float]] = {"simulations": int, "seconds": float}
"""What a description may say of how much a player thinks of a move."""

LEVELS = dict(enumerate((30, 100, 300, 1_000, 3_000, 6_000, 12_000, 25_000, 50_000, 100_000), start=1))
"""`--level` of games whose bundles have no levels: simulations a move."""


@dataclass(frozen=True)
class Entry:
    """A player in the catalogue: its game ("" if it plays any), and how it is made or where that is written."""

    game: str
    make: Place

    def maker(self) -> Callable[..., Any]:
        return imported(self.make)


def players(known: Iterable[Bundle] | None = None) -> dict[str, Entry]:
    """All players by name, or those of these games."""
    found = bundles() if known is None else known
    own = {name: Entry(bundle.name, make) for bundle in found for name, make in bundle.players.items()}
    return own | {name: Entry("", make) for name, make in GENERAL.items()}


def find_player(name: str, game: str = "") -> Entry:
    """The player of this name; ValueError names those that there are, of this game if one is given."""
    known = players(own_bundles())
    if name not in known:
        known = players()
    for wanted in (name, name.lower()):
        if wanted in known:
            return known[wanted]
    there = (other for other, entry in known.items() if not game or entry.game in (game, ""))
    raise ValueError(f"There is no player {name!r}; there are: {', '.join(there)}.")


def default_player(game: str) -> str:
    """Whom one meets first."""
    bundle = find_bundle(game)
    return bundle.default_player or next(iter(bundle.players), "mcts")


def analyst(game: str) -> str:
    """Who gives hints, analyses and reviews."""
    return find_bundle(game).analyst or default_player(game)


def players_of(game: str) -> list[str]:
    """The names of all players of a game."""
    rules = find_game(game)
    general = [] if rules.hidden and not rules.determinizes else ["mcts"]
    return [*find_bundle(game).players, *general]


def levels(game: str) -> dict[int, Budget]:
    """What each level thinks of a move, by default."""
    own: Any = find_bundle(game).levels or {level: {"simulations": n} for level, n in LEVELS.items()}
    return {level: Budget(**budget) for level, budget in own.items()}


def set_level(player: Any, level: int, lines: int = 0) -> Budget:
    """Let a player play at a level, on a board of so many lines; what it is to think of a move then. `kaya` has levels
    of its own, which are settings too; for others a level is how much they think. A level is for people."""
    player.meet_person()
    if not isinstance(player, Levelled):
        return levels(player.game.name)[level]
    player.set("level", level)
    return player.budget(lines)


def settings_of(described: str) -> list[str]:
    """What a description sets: `uct:C=0.5,T=10` has C=0.5 and T=10."""
    return [change.strip() for change in described.partition(":")[2].split(",") if change.strip()]


def own_budget(described: str) -> tuple[str, dict[str, Any]]:
    """A player's description without the budget of its own, and that budget: `zero:simulations=60` is `zero:` and
    `{"simulations": 60}`. ValueError if it is no number."""
    own = {k: v.strip() for k, _, v in (s.partition("=") for s in settings_of(described)) if k in BUDGET}
    rest = ",".join(s for s in settings_of(described) if s.partition("=")[0] not in own)
    try:
        return f"{described.partition(':')[0]}:{rest}", {name: BUDGET[name](value) for name, value in own.items()}
    except ValueError:
        raise ValueError(f"simulations and seconds must be numbers, not {', '.join(own.values())}.") from None


@overload
def make_player(described: str = "kaya", *, game: str = "", threads: int = 1, seed: int = 0) -> BasePlayer: ...
@overload
def make_player(described: str = "kaya", *, game: str = "", threads: int = 1, seed: int = 0, kind: type[P]) -> P: ...
def make_player(
    described: str = "kaya", *, game: str = "", threads: int = 1, seed: int = 0, kind: type[BasePlayer] | None = None
) -> BasePlayer:
    """A player from its name and, after a colon, parameters: `uct:C=0.5,T=10`. ValueError says what is accepted.

    `game` says what `mcts`, which plays any game, is to play. `kind` says which class of players it must be of, for who
    wants more than every player has: `make_player("uct", kind=Player).search`.

    >>> make_player("uct:C=0.5", threads=2).parameters()["C"].value
    0.5
    >>> make_player("mcts", game="tictactoe").game
    <game tictactoe>
    """
    name, _, changes = described.partition(":")
    entry = find_player(name, game)
    if game and entry.game and entry.game != game:
        raise ValueError(f"{name} plays {entry.game}, not {game}.")
    which = {} if entry.game else {"game": find_game(game or "tictactoe")}
    player = entry.maker()(threads=threads, seed=seed, **which)
    for change in filter(None, changes.split(",")):
        parameter, equals, value = change.partition("=")
        if not equals:
            raise ValueError(f"{change!r} is not a setting: write name=value, as in {name}:C=0.5.")
        player.set(parameter.strip(), value.strip())
    player.check()
    if kind and not isinstance(player, kind):
        raise ValueError(f"{name} is a {type(player).__name__}, not a {kind.__name__}.")
    return player
