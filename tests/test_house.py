"""The rooms of the house: lower ones know nothing of upper ones, no file needs itself, and benchmarks need no tests."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from kaya.kernel.cache import kernel_sources

from .conftest import ROOT

FLOORS = (
    {"kernel", "drawing"},
    {"games"},
    {"rules"},
    {"network"},
    {"knowledge"},
    {"search"},
    {"options", "extras"},
    {"strategies"},
    {"players"},
    {"table"},
    {"protocols"},
    {"show"},
    {"files", "gtp", "protocol", "analysis"},
    {"lab"},
    {"openings", "match_cost", "warmup", "online"},
    {"learning", "clinic"},
    {"experiments"},
    {"frameworks"},
    {"terminal"},
    {"web"},
    {"commands", "bundle", "cli", "__main__"},
)
"""From the ground up. A floor of the core and a floor of a game's folder with the same name are equally high."""
CORE = frozenset(
    (
        *(
            "kernel",
            "drawing",
            "games",
            "network",
            "search",
            "players",
            "table",
            "protocols",
            "show",
            "lab",
            "frameworks",
        ),
        *("terminal", "web", "options", "extras", "warmup", "cli", "__main__"),
    )
)
GAMES = {"go": set(), "phantom_go": {"go"}, "kriegspiel": set()}
"""The folders of games, each with those that it is built on."""
SHELLS = (CORE - {"kernel", "drawing", "games", "network", "search", "players"}) | {
    *("files", "gtp", "analysis", "protocol", "clinic", "experiments", "commands", "openings", "match_cost", "online")
}
"""What no kernel depends on."""


class Import(NamedTuple):
    """One imported module or name, and where it stands."""

    path: Path
    line: int
    target: str
    name: str


def module_of(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


@cache
def import_statements(text: str) -> list[ast.Import | ast.ImportFrom]:
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]


def imports_of(path: Path, root: Path) -> Iterator[Import]:
    """All imports of a file, those inside functions too, with relative ones spelled out."""
    package = module_of(path.with_name("__init__.py"), root).split(".")
    for node in import_statements(path.read_text()):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(path, node.lineno, alias.name, "")
        else:
            above = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                inner = root / Path(*source.split(".")) / alias.name
                is_module = inner.is_dir() or inner.with_suffix(".py").exists()
                yield Import(path, node.lineno, f"{source}.{alias.name}" if is_module else source, alias.name)


def imports_below(folder: Path) -> list[Import]:
    return [found for path in sorted(folder.rglob("*.py")) for found in imports_of(path, folder.parent)]


def place_of(module: str) -> tuple[str, int]:
    """The game in whose folder a module stands ("" for the core), and how high up; the public API is above all, a
    package of a game as high as its rules."""
    parts = module.split(".")[1:]
    game = parts[0] if parts and parts[0] in GAMES else ""
    room = (parts[1] if len(parts) > 1 else "rules") if game else (parts[0] if parts else "")
    return game, next((height for height, rooms in enumerate(FLOORS) if room in rooms), len(FLOORS))


def may_import(module: str, target: str) -> bool:
    """Downwards only; the core knows no game, and a game no other than those it is built on."""
    (game, height), (other, below) = place_of(module), place_of(target)
    if other and other != game and other not in GAMES.get(game, ()):
        return height == len(FLOORS)  # the public API
    return below <= height


def upward(package: Path) -> list[str]:
    """Imports that the house forbids, those inside functions too. The version is a fact, not a room."""
    return [
        f"{i.path.relative_to(package.parent)}:{i.line} imports {i.target}"
        for i in imports_below(package)
        if i.target.split(".")[0] == package.name and (i.target, i.name) != (package.name, "__version__")
        if not may_import(module_of(i.path, package.parent), i.target)
    ]


def cycle(package: Path) -> list[str]:
    """Files that need each other, if there are such files; an import inside a function hides no circle."""
    needed: dict[str, set[str]] = {}
    for i in imports_below(package):
        module = module_of(i.path, package.parent)
        if i.target.split(".")[0] == package.name and package.name not in (module, i.target):
            needed.setdefault(module, set()).add(i.target)
    try:
        TopologicalSorter(needed).prepare()
    except CycleError as error:
        return error.args[1]
    return []


def test_every_room_has_its_place():
    package = ROOT / "kaya"
    rooms = {p.stem for p in package.iterdir() if (p / "__init__.py").exists() or p.suffix == ".py"}
    assert rooms - {"__init__"} == set(CORE) | set(GAMES)
    known = set().union(*FLOORS)
    for game in GAMES:
        floors = {p.stem for p in (package / game).iterdir() if (p / "__init__.py").exists() or p.suffix == ".py"}
        assert floors - {"__init__"} <= known, game


@pytest.mark.slow
def test_imports_run_downwards_and_the_core_knows_no_game():
    assert upward(ROOT / "kaya") == []


@pytest.mark.slow
def test_the_core_names_no_game():
    """Neither in strings of code: it asks bundles."""
    named = re.compile(rf"kaya[./](?:{'|'.join(GAMES)})\b|^(?:go|kriegspiel|phantom-go)$")
    found = []
    for room in CORE - {"cli", "options"}:
        place = ROOT / "kaya" / room
        for path in [place.with_suffix(".py")] if not place.is_dir() else sorted(place.rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and named.search(node.value):
                    found.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.value[:60]!r}")
    assert found == []


def test_no_kernel_depends_on_a_shell():
    """So that an edit of a protocol or of a screen compiles nothing anew."""
    assert [place for place in kernel_sources() if SHELLS & set(place.removesuffix(".py").split("/")[:2])] == []


def test_no_files_need_each_other():
    assert cycle(ROOT / "kaya") == []


def test_benchmarks_need_no_tests():
    assert [i for i in imports_below(ROOT / "bench") if i.target.split(".")[0] == "tests"] == []


def house(tmp_path: Path, **files: str) -> Path:
    """A small package of these files; two underscores stand for a folder."""
    for name, text in files.items():
        path = tmp_path / "kaya" / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name("__init__.py").touch()
        path.write_text(text)
    return tmp_path / "kaya"


def test_a_forbidden_import_is_found_however_it_is_written(tmp_path):
    above = house(
        tmp_path,
        games__rules="import kaya.players",
        go__rules__board="from ...search import loop\nfrom kaya.kernel import kernel",
        go__players__uct="from ...search import uct\nfrom ..rules import go",
        kernel__parts="def late():\n    from .. import games",
        kriegspiel__players__a="from ...go.rules import PASS",
        lab__match="from ..go.rules import go",
        lab__store="from .. import __version__",
        phantom_go__rules__board="from ...go.rules import go",
        search__loop="from .tree import Tree\nfrom ..games import rules",
    )
    assert upward(above) == [
        "kaya/games/rules.py:1 imports kaya.players",
        "kaya/go/rules/board.py:1 imports kaya.search.loop",
        "kaya/kernel/parts.py:2 imports kaya.games",
        "kaya/kriegspiel/players/a.py:1 imports kaya.go.rules",
        "kaya/lab/match.py:1 imports kaya.go.rules",
    ]


def test_files_that_need_each_other_are_found(tmp_path):
    ring = house(tmp_path, search__a="from . import b", search__b="from .c import f", search__c="import kaya.search.a")
    assert set(cycle(ring)) == {"kaya.search.a", "kaya.search.b", "kaya.search.c"}
    (ring / "search" / "c.py").write_text("def f():\n    import kaya.search.a")
    assert set(cycle(ring)) == {"kaya.search.a", "kaya.search.b", "kaya.search.c"}
    (ring / "search" / "c.py").write_text("")
    assert cycle(ring) == []
