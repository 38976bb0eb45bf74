"""Games by name, each as a bundle: all that a game brings, Kaya's own as anybody else's.

    bundle = Bundle("hex", game="hex_board.rules:hex_board", players={"hex-uct": "hex_board.players:make"})
    register(bundle)

The rest of Kaya asks bundles and knows no game by its name. What a bundle gives as text, `"module:name"`, is imported
when it is first asked for: who plays Go never imports Kriegspiel. Three ways lead into the registry: a folder of Kaya
with a file `bundle.py`, a file of a user's that every command takes with `--load FILE`, and an entry point in the group
`kaya` of an installed package. All three name `bundle` or `bundles`, or call `register`.
"""

import functools
import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from ..kernel import CACHE_FOLDER
from .game import Game, Position

PACKAGE = Path(__file__).resolve().parent.parent
SIDES = ("first", "second")
Place = Any
"""A thing, or where it stands: `"module:name"`."""


def imported(place: Place) -> Any:
    """The thing itself."""
    if not isinstance(place, str):
        return place
    module, _, name = place.partition(":")
    found = importlib.import_module(module)
    return getattr(found, name) if name else found


def imported_when_used(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package that need not be loaded for each client: its names, and where they stand."""

    def attribute(name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return imported(places[name])

    return attribute


@dataclass(frozen=True)
class Bundle:
    """All that a game brings. Only the first two must be there.

    >>> bundle = Bundle("noughts", "kaya.games.tictactoe:tictactoe", sides=("X", "O"))
    >>> bundle.rules
    <game tictactoe>
    >>> bundle.start().legal_moves()
    [0, 1, 2, 3, 4, 5, 6, 7, 8]
    """

    name: str
    game: Place  # its rules, a `Game`

    title: str = ""  # its name for people, and what it is about, in a sentence
    about: str = ""

    # Playing
    players: Mapping[str, Place] = field(default_factory=dict)  # by name, what makes it: make(threads=1, seed=0)
    default_player: str = ""  # whom one meets first; if not given the first of `players`, or `mcts`
    analyst: str = ""  # who gives hints, analyses and reviews, if another one
    levels: Mapping[int, Mapping[str, float]] | None = None  # from 1 to 10: simulations or seconds a move
    new_game: Place = None  # new_game(**options), if it takes more than the conditions of its rules
    options: tuple[str, ...] = ()  # what more it takes
    sides: tuple[str, str] = SIDES  # what the two sides are called, the one that moves first in front
    get_ready: Place = None  # get_ready(player): what to compile besides two moves, before a clock runs

    # Files and other programs
    file_format: Place = None  # a `FileFormat`; if not given, plain lines
    compact: Place = None  # compact(text of a file) -> what a page needs to replay the game, as JSON
    programs: Mapping[str, Place] = field(default_factory=dict)  # by protocol, a seat for a program that speaks it
    services: Mapping[str, Place] = field(default_factory=dict)  # by name, what commands for several games call
    encoding: Place = None  # an `Encoding`: the game as learners see it; if not given, moves by number and messages
    openspiel: Mapping[str, Place] = field(default_factory=dict)  # by its name in OpenSpiel, a `Translation`

    # The lab
    openings: Place = None  # openings(conditions, number) -> moves by name
    match_seconds: Place = None  # match_seconds(match): what it will cost
    clinic: Place = None  # a `Clinic` of problems
    experiments: str = ""  # a package whose modules define `experiment`
    ahead: tuple[str, ...] = ()  # players that `kaya warmup` compiles ahead of time
    warm_up: Place = None  # warm_up(): what else it compiles

    # The screen
    terminal: Place = None  # a `TerminalAdapter`
    drawing: Place = None  # a `Drawing`: its scripts and style, for the page and the report
    page: Place = None  # a `PageAdapter`
    page_parts: Place = None  # further parts of the page, each a `Part`
    tours: Place = None  # tours of papers, each a `Tour`
    pictures: Mapping[str, Place] = field(default_factory=dict)  # by name, what `kaya.show` draws of this game
    not_for_people: tuple[str, ...] = ()  # players that no person is offered
    commands: Place = None  # commands(app, learn): add subcommands of `kaya` and of `kaya learn`

    built_on: tuple[str, ...] = ()  # games on whose sources it stands

    @property
    def rules(self) -> Game:
        return imported(self.game)

    @property
    def start_options(self) -> set[str]:
        """What a new game can be given."""
        return {d.name for d in self.rules.conditions.describe()} | set(self.options)

    def start(self, **options: Any) -> Position:
        """A new game at a table; ValueError says what is accepted."""
        if foreign := options.keys() - self.start_options:
            accepted = ", ".join(sorted(self.start_options)) or "none"
            raise ValueError(f"{self.name} has no condition {min(foreign)!r}; there are: {accepted}.")
        return (imported(self.new_game) if self.new_game else self.rules.new_game)(**options)

    @functools.cached_property
    def package(self) -> str:
        """The package that its rules stand in: what stands in it belongs to this game."""
        module = self.game.partition(":")[0] if isinstance(self.game, str) else self.game.module
        return ".".join(module.split(".")[:2]) if module.startswith(f"{PACKAGE.name}.") else module.split(".")[0]


_bundles: dict[str, Bundle] = {}
_found = False  # Kaya's own
_plugged = False  # those of installed packages


def register(
    bundle: Bundle | None = None,
    *,
    game: Game | str | None = None,
    player: str = "",
    make: Callable[..., Any] | None = None,
) -> None:
    """Add a game with all that it brings; or a `game` alone, or a `player` of one that is known.

    >>> from kaya import make_player
    >>> register(player="careful", game="tictactoe", make=lambda threads, seed: make_player("mcts:C=1.4", seed=seed))
    >>> make_player("careful").parameters()["C"].value
    1.4
    """
    _find_own()
    if bundle is not None:
        _bundles[bundle.name] = bundle
        return
    if game is None:
        raise TypeError("register takes a bundle, or game=..., or player=..., game=... and make=...")
    name = game if isinstance(game, str) else game.name
    if isinstance(game, Game) and not (name in _bundles and _bundles[name].rules is game):
        _bundles[name] = Bundle(name, game)
    if player:
        if make is None or any(mark in player for mark in ":, "):
            raise TypeError(f"The player {player!r} needs `make`, and a name without colon, comma and space.")
        known = find_bundle(name)
        _bundles[name] = replace(known, players={**known.players, player: make})


def bundles() -> Iterator[Bundle]:
    """All that are known, those of installed packages too."""
    _find_own()
    _find_plugged()
    yield from list(_bundles.values())


def plugged_bundles() -> list[Bundle]:
    """Those of installed packages."""
    before = {bundle.name for bundle in own_bundles()}
    return [bundle for bundle in bundles() if bundle.name not in before]


def find_bundle(name: str) -> Bundle:
    """The bundle of this game; ValueError names those that there are."""
    _find_own()
    for known in (name, name.lower()):
        if known not in _bundles:
            _find_plugged()
        if known in _bundles:
            return _bundles[known]
    raise ValueError(f"There is no game {name!r}; there are: {', '.join(_bundles)}.")


def find_game(name: str) -> Game:
    """The rules of this game; ValueError names those that there are.

    >>> find_game("tictactoe").new_game().mover
    1
    """
    return find_bundle(name).rules


def as_game(given: Any) -> Game:
    """A game from itself, its name, or its package, as `kaya.NAME`; TypeError if it is none of them."""
    if isinstance(given, str):
        return find_game(given)
    game = getattr(given, "game", given)
    if not isinstance(game, Game):
        raise TypeError(f"{given!r} is not a game: give a Game, its name, or its package, as kaya.NAME.")
    return game


def _register_from(found: Any) -> None:
    """What a module or an entry point names."""
    several = getattr(found, "bundles", None) or (getattr(found, "bundle", found),)
    for bundle in several:
        if isinstance(bundle, Bundle):
            register(bundle)


def _find_own() -> None:
    global _found
    if not _found:
        _found = True
        found = PACKAGE.glob("*/bundle.py")
        for path in sorted(found, key=lambda path: (path.parent.name == "games", path)):  # the examples last
            _register_from(importlib.import_module(f"{PACKAGE.name}.{path.parent.name}.bundle"))


def _find_plugged() -> None:
    """Import what installed packages have named; one that fails is said and passed over."""
    global _plugged
    if not _plugged:
        _plugged = True
        for plugin in entry_points(group="kaya"):
            try:
                _register_from(plugin.load())
            except Exception as error:
                print(f"kaya: the package {plugin.value!r} cannot be used: {error}", file=sys.stderr)


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


def load(path: str | Path) -> Loaded:
    """Import a user's file, once; what it registers is then known by name. ValueError with one sentence if it cannot
    be used.

    >>> load("nim.py")
    Traceback (most recent call last):
    ValueError: nim.py cannot be loaded: No such file or directory.
    """
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
        _register_from(module)
    except (Exception, SystemExit) as error:
        del sys.modules[file.module]
        raise ValueError(f"{file.path} cannot be loaded: {type(error).__name__}: {error}") from error
    _loaded[file.module] = file
    return file


def _written(file: Loaded) -> Path:
    """The text as a file of this machine: kernels are kept on disk by the file that they stand in."""
    folder = CACHE_FOLDER / "loaded" / file.fingerprint
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / Path(file.path).name
    place.write_text(file.text, encoding="utf-8")
    return place


def game_of_module(module: str) -> str | None:
    """The game in whose package a module stands; None if it stands in none, in one that several games share, or in a
    user's file, where anything may stand."""
    if module in _loaded:
        return None
    own = [b.name for b in own_bundles() if module == b.package or module.startswith(f"{b.package}.")]
    return own[0] if len(own) == 1 else None


def other_games(name: str) -> tuple[Path, ...]:
    """The folders of Kaya that do not matter to how this game is played: those of games that it is not built on."""
    known = {bundle.name: bundle for bundle in own_bundles()}
    wanted, needed = [name], set[str]()
    while wanted:
        game = wanted.pop()
        needed.add(game)
        wanted += [] if game not in known else [g for g in known[game].built_on if g not in needed]
    kept = {known[game].package for game in needed if game in known} | {f"{PACKAGE.name}.games"}
    packages = {bundle.package for bundle in known.values() if bundle.package.startswith(f"{PACKAGE.name}.")}
    return tuple(PACKAGE / package.split(".")[1] for package in sorted(packages - kept))


def outside_files(name: str) -> list[Path]:
    """The sources and tables of a game that an installed package brings: what decides how it is played, besides Kaya.
    None for Kaya's own games, and for those of a user's file, whose text travels with each game."""
    package = find_bundle(name).package
    if package.split(".")[0] in (PACKAGE.name, "__main__") or package in _loaded:
        return []
    spec = importlib.util.find_spec(package)
    folders = (spec.submodule_search_locations if spec else None) or ()
    found = {path for folder in folders for kind in ("*.py", "*.npz", "*.json") for path in Path(folder).rglob(kind)}
    return sorted(found) or ([Path(spec.origin)] if spec and spec.origin else [])


def own_bundles() -> list[Bundle]:
    """All that are known without a look at installed packages."""
    _find_own()
    return list(_bundles.values())
