"""What the pages say is so: their code runs, their commands are understood, their files exist, their figures hold."""

import doctest
import importlib
import io
import json
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

import pytest
import typer
from kaya_hex.bundle import bundle as hex_bundle

import kaya
from kaya import Game, register
from kaya.cli import app
from kaya.games.registry import load
from kaya.go.gtp.registry import COMMANDS
from kaya.kriegspiel.knowledge import densities as tables
from kaya.lab.experiments import all_experiments
from kaya.lab.experiments.publishing import kept_comment
from kaya.lab.matches import cluster
from kaya.lab.matches.contestants import Pace, make_contestant
from kaya.lab.matches.store import Store
from kaya.players import levels, make_player
from kaya.players.catalogue import GENERAL, players
from kaya.search import NODE
from kaya.search.strategy import ROLES
from kaya.search.tree import NODE_BYTES

from .conftest import ROOT
from .lab.fake_workers import FakeWorkers
from .networks import write_untrained

FOLDERS = [ROOT / name for name in ("docs", "kaya", "examples")]
PAGES = [*sorted(ROOT.glob("*.md")), *(page for folder in FOLDERS for page in sorted(folder.rglob("*.md")))]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
NOT_OURS = {"import pyspiel": "pyspiel", "go_v5": "pygame"}
"""What marks code that needs a package which nothing of ours installs, and the package."""
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def of_page(name: str) -> str:
    return (ROOT / "docs" / name).read_text()


# Code


@pytest.mark.slow
@pytest.mark.parametrize("page", [p for p in PAGES if "```python" in p.read_text()], ids=named)
def test_the_code_runs_from_the_top_of_a_page_to_its_end(page):
    names: dict[str, object] = {"__name__": "example"}
    for language, code in FENCED.findall(page.read_text()):
        missing = [p for mark, p in NOT_OURS.items() if mark in code and not importlib.util.find_spec(p)]
        if language == "python" and not missing:
            exec(code, names)


SOURCES = {path: path.read_text() for path in sorted((ROOT / "kaya").rglob("*.py"))}
SHOWING = [path for path, text in SOURCES.items() if ">>> " in text and ">>> serve(" not in text]


def module_named(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@pytest.mark.parametrize("path", SHOWING, ids=named)
def test_the_examples_of_docstrings_show_what_happens(path):
    module = importlib.import_module(module_named(path))
    assert doctest.testmod(module, extraglobs={"__name__": "example"}).failed == 0


def documented(name: str) -> tuple[str, str]:
    """What an exported name says of itself, and the module in which it does."""
    thing = getattr(kaya, name)
    if isinstance(thing, Game):  # an object: its module tells of it
        thing = sys.modules[thing.module]
    return thing.__doc__ or "", thing.__name__ if isinstance(thing, ModuleType) else thing.__module__


@pytest.mark.parametrize("name", kaya.__all__)
def test_every_exported_name_shows_a_use_that_is_tried(name):
    said, module = documented(name)
    assert ">>> " in said
    assert any(module == module_named(path) for path in SHOWING)


def test_the_page_on_what_is_public_has_every_name_and_command():
    names, commands_named = of_page("api.md").split("## Commands")
    table = re.findall(r"^\| [\w ]+ \| (`.*`) \|$", names, re.M)
    assert sorted(re.findall(r"`(\w+)`", " ".join(table))) == sorted(kaya.__all__)
    named = re.findall(r"`kaya ([\w-]+)`", commands_named.split("## Formats")[0])
    assert sorted(named) == sorted(PARSER.commands)  # type: ignore[attr-defined]


def test_the_overview_has_every_command_and_every_player():
    said = re.findall(r"`([^`]+)`", of_page("overview.md"))
    assert {command.split()[1] for command in said if command.startswith("kaya ")} == set(PARSER.commands)  # type: ignore[attr-defined]
    assert set(players()) <= set(said)


def test_readme_fits_on_a_screen():
    assert (ROOT / "README.md").read_text().count("\n") <= 60


# Commands


class Command(NamedTuple):
    """A command as a page has it; one in the middle of a sentence may leave out its arguments."""

    page: Path
    text: str
    mentioned: bool

    @property
    def words(self) -> list[str]:
        typed = ["gtp:gnugo" if word.startswith("gtp:") else word for word in shlex.split(self.text, comments=True)]
        return [*typed[:2], "mango-fig5", *typed[3:]] if typed[1:3] == ["reproduce", "all"] else typed

    @property
    def has_blank(self) -> bool:
        """Is something to be filled in, as FILE, or ...?"""
        return any(re.fullmatch(r"[A-Z]+|.*…", word) for word in self.words)

    @property
    def kind(self) -> tuple[str, ...]:
        """Its subcommand, for `play` with the game, and its options: commands of one kind do the same with others."""
        options = sorted({word for word in self.words if word.startswith("--")})
        names = [word for word in self.words[1:] if not word.startswith("-")]
        return (*names[: 2 if names[:1] == ["play"] else 1], *options)


def commands(page: Path) -> Iterator[Command]:
    """Everything that a page shows to type: in blocks, in indented lines, and in the text."""
    text = page.read_text()
    shown = "".join(block for language, block in FENCED.findall(text) if not language)
    prose = FENCED.sub("", text)
    shown += "".join(re.findall(r"^    (?:.*\n)(?:^      .*\n)*", prose, re.M))
    for line in shown.replace("\\\n", " ").splitlines():
        yield Command(page, re.split(r"(?<=\S)   +(?=\w)", line.strip())[0], mentioned=False)
    for line in re.findall(r"`([^`]+)`", prose):
        yield Command(page, " ".join(line.split()), mentioned=True)


TYPED = [c for page in PAGES for c in dict.fromkeys(commands(page))]
OF_KAYA = [c for c in TYPED if c.text.split()[:1] == ["kaya"]]


PARSER = typer.main.get_command(app)


def understood(given: Command) -> str:
    """Parse a command line as the program does, and name the subcommand."""
    words = [w for w in given.words if not w.startswith("-")][:2] if given.has_blank else given.words
    command, name, rest = PARSER, "", words[1:]
    while rest and (inner := getattr(command, "commands", None)):
        assert rest[0] in inner, f"there is no command {rest[0]!r}"
        name, command, rest = f"{name} {rest[0]}".strip(), inner[rest[0]], rest[1:]
    if rest or not given.mentioned:
        command.make_context(words[0], list(rest))
    return name


@pytest.mark.slow
@pytest.mark.parametrize("page", [page for page in PAGES if any(c.page == page for c in OF_KAYA)], ids=named)
def test_the_commands_of_a_page_are_understood(page, small):
    for command in OF_KAYA:
        if command.page == page:
            understood(command)


@pytest.fixture(scope="module")
def learned(tmp_path_factory) -> Path:
    """A folder with what was learned: tables, and a network that knows nothing."""
    folder = tmp_path_factory.mktemp("learned")
    tables.save(folder / "densities.npz", tables.densities(), 1)
    write_untrained(folder / "go9.npz")
    return folder


@pytest.fixture
def small(tmp_path, monkeypatch, learned):
    """A folder with all that is asked for, an installed game, a client that only quits, and workers who decide every
    game at once."""
    register(hex_bundle)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(cluster, "make_workers", lambda *_: FakeWorkers(lambda task: task.number % 2))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(b"quit\n"), isatty=lambda: False))
    Store("empty.db").close()
    Path("examples").symlink_to(ROOT / "examples")
    monkeypatch.setenv("KAYA_DATA", str(tmp_path))
    tables.opponent_file("kriegspiel-minimax").parent.mkdir(parents=True)
    tables.opponent_file("kriegspiel-minimax").symlink_to(learned / "densities.npz")
    for name in ("mine", *(f"go9-{size}" for size in ("2x32", "4x48", "6x64", "6x96"))):
        Path(f"{name}.npz").symlink_to(learned / "go9.npz")
    for name, does in (("gnugo", f"{ROOT}/tests/lab/fake_gtp.py pass"), ("python", '"$@"')):
        Path(name).write_text(f"#!/bin/sh\nexec {sys.executable} {does}\n")
        Path(name).chmod(0o700)
    Path("my_positions.txt").write_text("name: a\nto play: black\nanswers: A1\nwhy: So.\n. . .\n. . .\n. . .\n")
    problem = dict(id="a", category="b", size=9, to_play="b", black=["cc"], white=["cd"], answers=["bd"])
    Path("suite.jsonl").write_text(json.dumps(problem))


SMALL = {
    "play": "--simulations 1 --seconds 0.01",
    "gtp": "",
    "analysis": "",
    "match": "--games 2",
    "ablate": "--games 2",
    "tune": "--games 4 --confirm 2",
    "clinic": "--simulations 1 --seeds 1 --most 1 --jobs 1",
    "reproduce": "--show --store empty.db",
}
"""What makes a command quick to try: the last of two equal options counts. Others are parsed and not run."""


def can_run(command: Command) -> bool:
    """Is it whole, and quick to try?"""
    name, *more = command.words[1:] or [""]
    alone = command.mentioned and not more and name not in ("play", "gtp", "analysis")
    return name in SMALL and not command.has_blank and not alone and "--list" not in more


ONE_OF_EACH = {c.kind: c for c in reversed(OF_KAYA) if can_run(c)}


@pytest.mark.slow
@pytest.mark.parametrize("command", ONE_OF_EACH.values(), ids=lambda c: f"{named(c.page)}: {c.text}")
def test_a_command_of_kaya_does_what_the_page_says(command, small):
    """The first of each kind."""
    app([*command.words[1:], *SMALL[understood(command)].split()], standalone_mode=False)


def test_a_command_that_is_wrong_is_noticed(small):
    for wrong, error in (
        ("kaya mach uct uct", "no command 'mach'"),
        ("kaya match uct uct --game go --sizes 9", "No such option"),
        ("kaya match uct", "Missing .*second"),
        ("kaya match uct:D=1 uct", "no parameter 'D'"),
        ("kaya reproduce mango-table9", "no experiment"),
        ("kaya learn nothing", "no command 'nothing'"),
    ):
        with pytest.raises(Exception, match=error):
            test_a_command_of_kaya_does_what_the_page_says(Command(ROOT, wrong, False), None)


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_other_commands_name_what_is_there(page):
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M)
    for words in (c.text.split() for c in commands(page)):
        while words and "=" in words[0]:
            words.pop(0)
        if words[:1] == ["make"] and len(words) > 1:
            assert words[1] in targets
        if words[:2] == ["python", "-m"]:
            assert importlib.util.find_spec(words[2])
        if words[:1] == ["pytest"]:
            assert [w for w in words if "/" in w and (ROOT / w).exists()]
        if words[:2] == ["pip", "install"]:
            named = " ".join(words[2:])
            assert not re.search(r"\bkaya(\[|$)", named), "that name belongs to somebody else"
            for quote, extras in re.findall(r"(.?)\bkaya-mcts\[([\w,]+)\]", named):
                assert quote == '"', "a shell would read the bracket"
                assert set(extras.split(",")) <= set(PROJECT["optional-dependencies"])


@cache
def can_play(described: str) -> None:
    make_contestant(described, Pace(simulations=1)).close()


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=named)
def test_players_and_experiments_that_a_page_names_exist(page, small):
    texts = [c.text for c in commands(page)]
    for file in re.findall(r"--load (\S+\.py)", " ".join(texts)):
        load(ROOT / file)
    for word in " ".join(texts).split():
        if re.fullmatch(r"(mango|mogo|uct|kriegspiel)-\w*(fig|table|selfplay|slowdown|gnugo|approach)\w*", word):
            assert word in all_experiments()
        if re.match(rf"({'|'.join(players().keys() - GENERAL)}|kriegspiel-\w+):\w", word) and "engine=" not in word:
            can_play(word)
    for command in OF_KAYA:
        if command.page == page and command.words[1:2] == ["match"] and not command.has_blank:
            for word in command.words[2:4]:
                if not word.startswith(("gtp:", "kriegspiel:", *GENERAL)):
                    can_play(word)


# Links and files


def anchors(page: Path) -> set[str]:
    titles = re.findall(r"^#+ (.*)", page.read_text(), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page):
    for link in re.findall(r"\]\((?!https?:)([^)\s]+)\)", page.read_text()):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_files_that_a_page_names_are_there(page):
    for name in re.findall(r"`(?:kaya/)?([\w/]+/\w+\.(?:py|md|json|npz))`", page.read_text()):
        assert any((folder / name).exists() for folder in (ROOT, ROOT / "kaya", page.parent)), name


# Facts


def test_a_node_is_as_large_as_the_pages_say():
    size, more = re.search(r"A node takes (\d+)\s+bytes, and (\d+) more", of_page("tree-search.md")).groups()  # type: ignore[union-attr]
    assert (int(size), int(size) + int(more)) == (NODE.itemsize, NODE_BYTES)
    assert f"| bytes per node | 64 | {NODE.itemsize} |" in of_page("figures.md")


def test_the_table_of_roles_is_that_of_the_search():
    rows = re.findall(r"^\| `(\w+)` \| `([\w, ]+)`", of_page("tree-search.md"), re.M)
    assert {role: f"{role}({arguments})" for role, arguments in rows} == ROLES


def test_levels_and_manners_are_as_the_page_on_playing_says():
    page, manners = of_page("playing.md"), make_player("uct").parameters()
    steps = [budget.simulations for budget in levels("go").values()]
    assert f"levels 1 to {len(steps)} are {steps[0]} to {steps[-1]:,} simulations" in page
    below, after = manners["resign_below"].value, manners["resign_after"].value
    assert f"`resign_below` ({below:.0%}) for `resign_after` ({after}) moves".replace("%)", " %)") in page


def test_every_gtp_command_of_the_page_on_playing_is_there():
    table = of_page("playing.md").partition("Besides the required")[2].partition("\n\nIt ")[0]
    told = {name.split()[0] for name in re.findall(r"`([a-z][\w-]+[_-][\w-]+(?: [^`]+)?)`", table)}
    assert len(told) > 15
    assert told <= set(COMMANDS) | {"kaya-param"}


def test_what_the_package_says_it_plays_is_there():
    for game in ("Go", "Phantom Go", "Kriegspiel"):
        exists = (ROOT / "kaya" / game.lower().replace(" ", "_")).exists()
        assert exists == (re.search(rf"(?<!Phantom ){game}\b", PROJECT["description"]) is not None)


RESULTS = sorted((ROOT / "docs" / "results").glob("*-*.md"))


@pytest.mark.parametrize("page", RESULTS, ids=named)
def test_a_page_of_results_is_whole(page):
    """It belongs to an experiment, says what we make of it and how it was made, has its counts, and is summed up."""
    experiment, text = all_experiments()[page.stem], page.read_text()
    assert text.startswith(f"# {experiment.name}: {experiment.title}\n\n{experiment.note}\n")
    assert kept_comment(page)
    assert f"`kaya reproduce {page.stem}" in text
    counts = json.loads(page.with_suffix(".json").read_text())
    assert counts["experiment"] == page.stem
    for line in counts["lines"]:
        assert "values" in line or line["won"] + line["drawn"] + line["lost"] > 0
    assert f"]({page.name})" in of_page("results/README.md")
