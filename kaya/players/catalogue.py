"""The catalogue: games and players by name, Kaya's own and those of users' files and installed packages.

Kaya's own are imported when they are first asked for. A user's file names its games and players with `register`:

    register(game=nim)
    register(player="mine", game=nim, make=make_mine)      # make_mine(threads=1, seed=0) -> a player

Every command takes such a file with `--load FILE`; an installed package names a module of this kind as an entry point
in the group `kaya`.
"""

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from ..games.game import Game
from ..search import Budget
from .player import Levelled, Player

GO, KRIEGSPIEL, PHANTOM = "kaya.players.go", "kaya.players.kriegspiel", "kaya.players.phantom_go"


@dataclass(frozen=True)
class Entry:
    """A player in the catalogue: its game ("" if it plays any), and how it is made or where that is written."""

    game: str
    make: Callable[..., Any] | str

    def maker(self) -> Callable[..., Any]:
        return _imported(self.make) if isinstance(self.make, str) else self.make


def _imported(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


GAMES: dict[str, Game | str] = {
    "go": "kaya.games.go:go",
    "kriegspiel": "kaya.games.kriegspiel:kriegspiel",
    "phantom-go": "kaya.games.phantom_go:phantom_go",
    "tictactoe": "kaya.games.tictactoe:tictactoe",
    "phantom-tictactoe": "kaya.games.phantom_tictactoe:phantom_tictactoe",
}
PLAYERS: dict[str, Entry] = {
    "uct": Entry("go", f"{GO}.uct:make"),
    "mango": Entry("go", f"{GO}.mango:make"),
    "mango-paper": Entry("go", f"{GO}.mango:make_paper"),
    "mogo": Entry("go", f"{GO}.mogo:make"),
    "mogo-paper": Entry("go", f"{GO}.mogo:make_paper"),
    "zero": Entry("go", f"{GO}.zero:make"),
    "kaya-classic": Entry("go", f"{GO}.kaya_classic:make"),
    "kaya": Entry("go", f"{GO}.kaya:make"),
    "kriegspiel-random": Entry("kriegspiel", f"{KRIEGSPIEL}.random_player:RandomPlayer"),
    "kriegspiel-a": Entry("kriegspiel", f"{KRIEGSPIEL}.a:ProgramA"),
    "kriegspiel-a-paper": Entry("kriegspiel", f"{KRIEGSPIEL}.a:ProgramAPaper"),
    "kriegspiel-b": Entry("kriegspiel", f"{KRIEGSPIEL}.b:ProgramB"),
    "kriegspiel-b-paper": Entry("kriegspiel", f"{KRIEGSPIEL}.b:ProgramBPaper"),
    "kriegspiel-c": Entry("kriegspiel", f"{KRIEGSPIEL}.c:ProgramC"),
    "kriegspiel-c-paper": Entry("kriegspiel", f"{KRIEGSPIEL}.c:ProgramCPaper"),
    "kriegspiel-hybrid": Entry("kriegspiel", f"{KRIEGSPIEL}.hybrid:ProgramHybrid"),
    "kriegspiel-progressive": Entry("kriegspiel", f"{KRIEGSPIEL}.progressive:ProgramProgressive"),
    "kriegspiel-minimax": Entry("kriegspiel", f"{KRIEGSPIEL}.minimax:MinimaxPlayer"),
    "kriegspiel-los": Entry("kriegspiel", f"{KRIEGSPIEL}.samplers:LastObservation"),
    "kriegspiel-aosp": Entry("kriegspiel", f"{KRIEGSPIEL}.samplers:AllObservations"),
    "kriegspiel-hs": Entry("kriegspiel", f"{KRIEGSPIEL}.samplers:Hybrid"),
    "kriegspiel-d": Entry("kriegspiel", f"{KRIEGSPIEL}.d:ProgramD"),
    "kriegspiel-particles": Entry("kriegspiel", f"{KRIEGSPIEL}.particles:ParticlesPlayer"),
    "phantom-random": Entry("phantom-go", f"{PHANTOM}.random_player:RandomPlayer"),
    "phantom-mc": Entry("phantom-go", f"{PHANTOM}.as_published:make_flat"),
    "phantom-late": Entry("phantom-go", f"{PHANTOM}.as_published:make_late"),
    "phantom-early": Entry("phantom-go", f"{PHANTOM}.as_published:make_early"),
    "phantom": Entry("phantom-go", f"{PHANTOM}.phantom:make"),
    "mcts": Entry("", "kaya.players.mcts:make"),
}
DEFAULTS = {"go": "kaya", "kriegspiel": "kriegspiel-d", "phantom-go": "phantom"}
"""The player one meets first; any other game is played by `mcts`."""

LEVELS: dict[str, dict[int, Budget]] = {
    "go": {level: Budget(simulations=n) for level, n in enumerate(
        (30, 100, 300, 1_000, 3_000, 6_000, 12_000, 25_000, 50_000, 100_000), start=1)},
    "kriegspiel": {level: Budget(seconds=s) for level, s in enumerate(
        (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0), start=1)},
}  # fmt: skip
"""`--level`: simulations a move, or in Kriegspiel, where what a simulation is differs from program to program, seconds
a move. Other games have the levels of Go. A player may have levels of its own: see `set_level`."""


def levels(game: str) -> dict[int, Budget]:
    return LEVELS.get(game, LEVELS["go"])


def set_level(player: Any, level: int, lines: int = 0) -> Budget:
    """Let a player play at a level, on a board of so many lines; what it is to think of a move then. `kaya` has levels
    of its own, which are settings too; for others a level is how much they think."""
    if not isinstance(player, Levelled):
        return levels(player.game.name)[level]
    player.set("level", level)
    return player.budget(lines)


def register(*, game: Game | str, player: str = "", make: Callable[..., Any] | None = None) -> None:
    """Put a game into the catalogue, or a player of it."""
    name = game if isinstance(game, str) else game.name
    if isinstance(game, Game):
        GAMES[name] = game
    if player:
        if make is None or any(mark in player for mark in ":, "):
            raise TypeError(f"The player {player!r} needs `make`, and a name without colon, comma and space.")
        PLAYERS[player] = Entry(name, make)


def find_game(name: str) -> Game:
    """The game of this name; ValueError names those that there are."""
    found = _looked_up(GAMES, name, "game")
    return _imported(found) if isinstance(found, str) else found


def find_player(name: str) -> Entry:
    return _looked_up(PLAYERS, name, "player")


def _looked_up(names: dict[str, Any], name: str, what: str) -> Any:
    if name not in names:
        load_plugins()
    for known in (name, name.lower()):
        if known in names:
            return names[known]
    raise ValueError(f"There is no {what} {name!r}; there are: {', '.join(names)}.")


def default_player(game: str) -> str:
    return DEFAULTS.get(game) or next((name for name, entry in PLAYERS.items() if entry.game == game), "mcts")


def players_of(game: str) -> list[str]:
    """The names of all players of a game."""
    rules = find_game(game)
    own = (game,) if rules.hidden and not rules.guesses else (game, "")
    return [name for name, entry in PLAYERS.items() if entry.game in own]


def make_player(described: str = "kaya", *, game: str = "", threads: int = 1, seed: int = 0) -> Any:
    """A player from its name and, after a colon, parameters: `uct:C=0.5,T=10`. ValueError says what is accepted.

    `game` says what `mcts`, which plays any game, is to play."""
    name, _, changes = described.partition(":")
    entry = find_player(name)
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
    return player


# Users' files


@dataclass(frozen=True)
class Loaded:
    """A user's file, as it is handed to processes that play: its place, its text, and a fingerprint of that."""

    path: str
    text: str = field(repr=False)

    @property
    def fingerprint(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]

    @property
    def module(self) -> str:
        return f"kaya_loaded_{Path(self.path).stem}_{self.fingerprint}".replace("-", "_")


_loaded: dict[str, Loaded] = {}
_plugins = False


def load(path: str | Path) -> Loaded:
    """Import a user's file, once; what it registers is then known by name. ValueError with one sentence if it cannot
    be used."""
    try:
        return _import(Loaded(str(Path(path).resolve()), Path(path).read_text(encoding="utf-8")))
    except OSError as error:
        raise ValueError(f"{path} cannot be loaded: {error.strerror}.") from None
    except UnicodeError:
        raise ValueError(f"{path} cannot be loaded: it is not a Python file.") from None


def load_again(files: tuple[Loaded, ...]) -> None:
    """In another process: import what this one has loaded, from the same place, or where that is not there, from the
    text that came along."""
    for file in files:
        _import(file)


def loaded() -> tuple[Loaded, ...]:
    """The users' files that are in use."""
    return tuple(_loaded.values())


def _import(file: Loaded) -> Loaded:
    if file.module in _loaded:
        return file
    place = Path(file.path)
    if not place.is_file() or place.read_text(encoding="utf-8") != file.text:
        place = _written(file)
    spec = importlib.util.spec_from_file_location(file.module, place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.module] = module
    folder = str(place.parent)
    if folder not in sys.path:
        sys.path.append(folder)  # for what stands beside it
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[file.module]
        raise ValueError(f"{file.path} cannot be loaded: {type(error).__name__}: {error}") from error
    _loaded[file.module] = file
    return file


def _written(file: Loaded) -> Path:
    """The text as a file of this machine: kernels are kept on disk by the file that they stand in."""
    from ..kernel import CACHE_FOLDER

    folder = CACHE_FOLDER / "loaded" / file.fingerprint
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / Path(file.path).name
    place.write_text(file.text, encoding="utf-8")
    return place


def load_plugins() -> None:
    """Import the modules that installed packages have named; one that fails is said and passed over."""
    global _plugins
    if not _plugins:
        _plugins = True
        for plugin in entry_points(group="kaya"):
            try:
                plugin.load()
            except Exception as error:
                print(f"kaya: the package {plugin.value!r} cannot be used: {error}", file=sys.stderr)


__all__ = ["Player", "default_player", "find_game", "levels", "load", "loaded", "make_player", "register",
           "set_level"]  # fmt: skip
