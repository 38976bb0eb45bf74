"""What is released: the wheel and the sdist, the environment that it is used in, and the files that tell of it."""

import re
import signal
import subprocess
import sys
import tarfile
import tomllib
import urllib.request
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from kaya import __version__
from kaya.extras import DISTRIBUTION, EXTRAS

from .conftest import ROOT
from .installed import Environment, build, outside

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
STEM = f"kaya_mcts-{__version__}"


COMMANDS = """
import runpy, sys
from kaya.cli import app
app(["play", "tictactoe", "--simulations", "20", "--seed", "1"], standalone_mode=False)
app(["gtp", "--player", "uct"], standalone_mode=False)
script = sys.argv.pop()
sys.argv[:] = [script, "web", "--no-browser", "--no-ahead", "--games", "games"]
runpy.run_path(script, run_name="__main__")
"""
"""Three commands in one process, which takes two seconds less than three; the last by the script that pip has made."""


def released() -> set[str]:
    """The files of the package that are under version control, or would be."""
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "kaya"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("this is no checkout")
    return {name for name in listed.stdout.split() if (ROOT / name).exists()}


@pytest.mark.processes
def test_the_wheel_is_whole_and_plays_where_there_is_no_checkout(tmp_path):
    wheel, sdist = build(ROOT, tmp_path / "dist", "wheel", "sdist")
    assert (wheel.name, sdist.name) == (f"{STEM}-py3-none-any.whl", f"{STEM}.tar.gz")
    with zipfile.ZipFile(wheel) as file:
        names, info = set(file.namelist()), f"{STEM}.dist-info"
        metadata = message_from_string(file.read(f"{info}/METADATA").decode())
        scripts = file.read(f"{info}/entry_points.txt").decode()
    about = {name for name in names if name.startswith(f"{info}/")}
    assert names - about == released()
    assert {Path(name).suffix for name in names - about} >= {".py", ".npz", ".json", ".txt", ".js", ".css", ".html"}
    assert f"{info}/licenses/LICENSE" in about
    assert (metadata["Name"], metadata["Version"]) == (DISTRIBUTION, __version__)
    assert set(metadata.get_all("Provides-Extra", [])) == set(PROJECT["optional-dependencies"])
    assert metadata.get_payload() == (ROOT / "README.md").read_text()
    assert "kaya = kaya.cli:main" in scripts
    with tarfile.open(sdist) as file:
        inside = {name.partition("/")[2] for name in file.getnames()}
    assert released() | {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "PKG-INFO"} <= inside
    assert not any(name.startswith(("tests/", ".git/", ".venv")) or "__pycache__" in name for name in inside)

    shown, page = commands_in(Environment(tmp_path, wheel))
    assert shown.startswith("There is no terminal to type in, so the program plays a game against itself.\n")
    assert f"= Kaya\n\n= {__version__} (uct)\n\n=\n\n" in shown
    assert "<title>Kaya</title>" in page


def commands_in(there: Environment) -> tuple[str, str]:
    """What `kaya play` and `kaya gtp` print in this environment, and the page that `kaya web` serves there."""
    words = [str(there.python), "-c", COMMANDS, str(there.scripts / "kaya")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(words, cwd=there.outside, env=outside(), text=True, **pipes) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        try:
            process.stdin.write("name\nversion\nquit\n")
            process.stdin.close()
            lines = []
            while not lines or not lines[-1].startswith("Kaya is at "):
                lines.append(process.stdout.readline())
                assert lines[-1], process.stderr.read()
            with urllib.request.urlopen(lines[-1].split()[-1]) as answer:
                return "".join(lines), answer.read().decode()
        finally:
            process.send_signal(signal.SIGINT)


# Extras


def module_of(requirement: str) -> str:
    """The module that a requirement brings, as far as ours go."""
    return re.split(r"[\[<>=; ]", requirement)[0]


def test_an_extra_brings_what_its_commands_ask_for():
    extras = PROJECT["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        assert set(map(module_of, extras[extra])) == set(modules)
    assert set(extras["all"]) == {requirement for extra in EXTRAS for requirement in extras[extra]}
    assert set(map(module_of, extras["all"])) - set(EXTRAS["openspiel"]) <= set(map(module_of, extras["test"]))


@pytest.mark.processes
def test_what_plays_imports_nothing_of_an_extra():
    """Each command that plays, and the server, in one process that cannot import what an extra brings."""
    code = """
import sys
for name in {missing!r}:
    sys.modules[name] = None
import kaya.cli, kaya.web.command, kaya.terminal.play, kaya.go.gtp, kaya.kriegspiel.protocol
import kaya.lab.matches.match, kaya.lab.tuning.tuning, kaya.lab.matches.cluster
from kaya.games.registry import bundles, imported
for bundle in bundles():
    for place in (bundle.rules, bundle.terminal, bundle.page, bundle.drawing, bundle.file_format):
        imported(place)
for words in (["reproduce", "mango-fig5"], ["ablate"], ["report"], ["match", "uct", "uct", "--cluster", "local"]):
    try:
        kaya.cli.app(words, standalone_mode=False)
    except ValueError as error:
        print(error)
"""
    missing = sorted({module for modules in EXTRAS.values() for module in modules})
    done = subprocess.run(
        [sys.executable, "-c", code.format(missing=missing)], cwd=ROOT, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        f'{who} needs {what}: pip install "kaya-mcts[{extra}]".'
        for who, what, extra in (
            ("kaya reproduce", "matplotlib and Jinja2", "lab"),
            ("kaya ablate", "matplotlib and Jinja2", "lab"),
            ("kaya report", "matplotlib and Jinja2", "lab"),
            ("--cluster", "Ray", "cluster"),
        )
    ]


# Files that tell of it


def test_the_version_is_said_everywhere_alike():
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {__version__} " in (ROOT / "CHANGELOG.md").read_text()


def test_workflows_and_citation_can_be_read():
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed: pip install pyyaml")
    test, publish = (yaml.safe_load((ROOT / f".github/workflows/{n}.yml").read_text()) for n in ("test", "publish"))
    matrix = test["jobs"]["suite"]["strategy"]["matrix"]
    assert matrix["python"][0] == PROJECT["requires-python"].removeprefix(">=")
    assert len({runner.endswith("-arm") for runner in matrix["runner"]}) == 2
    assert publish[True]["push"]["tags"] == ["v*"]  # YAML takes `on` for true
    assert publish["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    papers = yaml.safe_load((ROOT / "CITATION.cff").read_text())["references"]
    assert [paper["year"] for paper in papers] == [2008, 2009, 2010]
