"""The rooms of the house: lower ones know nothing of upper ones, no file needs itself, and benchmarks need no tests."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

from .conftest import ROOT, SLOW

ROOMS = ("boards", "kernel", "games", "knowledge", "search", "strategies", "players", "table", "protocols", "lab",
         "terminal", "web", "warmup", "cli", "__main__")  # fmt: skip
"""From the ground up; a room is a folder or a file of the package. Above all is `__init__.py`, the public face."""


class Import(NamedTuple):
    """One imported module or name, and where it stands."""

    path: Path
    line: int
    target: str
    name: str


def module_of(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")


def imports_of(path: Path, root: Path) -> Iterator[Import]:
    """All imports of a file, those inside functions too, with relative ones spelled out."""
    package = module_of(path.with_name("__init__.py"), root).split(".")
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(path, node.lineno, alias.name, "")
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                inner = root / Path(*source.split(".")) / alias.name
                is_module = inner.is_dir() or inner.with_suffix(".py").exists()
                yield Import(path, node.lineno, f"{source}.{alias.name}" if is_module else source, alias.name)


def imports_below(folder: Path) -> list[Import]:
    return [found for path in sorted(folder.rglob("*.py")) for found in imports_of(path, folder.parent)]


def floor(module: str) -> int:
    """How high up in the package a module stands."""
    room = module.split(".")[1:2]
    return ROOMS.index(room[0]) if room else len(ROOMS)


def upward(package: Path) -> list[str]:
    """Imports from a room above, those inside functions too. The version is a fact, not a room."""
    return [
        f"{i.path.relative_to(package.parent)}:{i.line} imports {i.target}"
        for i in imports_below(package)
        if i.target.split(".")[0] == package.name and (i.target, i.name) != (package.name, "__version__")
        if floor(i.target) > floor(module_of(i.path, package.parent))
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
    assert rooms - {"__init__"} <= set(ROOMS)


def test_no_room_imports_from_a_room_above():
    assert upward(ROOT / "kaya") == []


def test_no_files_need_each_other():
    assert cycle(ROOT / "kaya") == []


def test_benchmarks_need_no_tests():
    assert [i for i in imports_below(ROOT / "bench") if i.target.split(".")[0] == "tests"] == []


def test_every_slow_test_exists():
    for name in SLOW:
        path, _, function = name.partition("::")
        assert f"def {function}(" in (ROOT / path).read_text() if function else (ROOT / path).exists(), name


def house(tmp_path: Path, **files: str) -> Path:
    """A small package of these files; two underscores stand for a folder."""
    for name, text in files.items():
        path = tmp_path / "kaya" / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name("__init__.py").touch()
        path.write_text(text)
    return tmp_path / "kaya"


def test_an_import_upwards_is_found_however_it_is_written(tmp_path):
    above = house(
        tmp_path,
        games__go__board="from ...search import loop\nfrom kaya.kernel import kernel",
        games__rules="import kaya.players.go",
        kernel__parts="def late():\n    from .. import games",
        lab__store="from .. import __version__",
        lab__match="from ..cli import main",
        search__loop="from .tree import Tree\nfrom ..games import rules",
    )
    assert upward(above) == [
        "kaya/games/go/board.py:1 imports kaya.search.loop",
        "kaya/games/rules.py:1 imports kaya.players.go",
        "kaya/kernel/parts.py:2 imports kaya.games",
        "kaya/lab/match.py:1 imports kaya.cli",
    ]


def test_files_that_need_each_other_are_found(tmp_path):
    ring = house(tmp_path, search__a="from . import b", search__b="from .c import f", search__c="import kaya.search.a")
    assert set(cycle(ring)) == {"kaya.search.a", "kaya.search.b", "kaya.search.c"}
    (ring / "search" / "c.py").write_text("def f():\n    import kaya.search.a")
    assert set(cycle(ring)) == {"kaya.search.a", "kaya.search.b", "kaya.search.c"}
    (ring / "search" / "c.py").write_text("")
    assert cycle(ring) == []
