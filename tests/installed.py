"""Packages as somebody installs them: built without a network, in an environment of their own, without a checkout."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

BUILD = "import sys; from hatchling import build; print(*(getattr(build, name)(sys.argv[1]) for name in sys.argv[2:]))"
INSTALL = ("-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--no-index", "--no-compile")


def build(project: Path, into: Path, *kinds: str) -> list[Path]:
    """What the project's backend makes: a `wheel`, an `sdist`. Hatchling is here already, so nothing is fetched."""
    pytest.importorskip("hatchling", reason="hatchling is not installed: pip install hatchling")
    into.mkdir(parents=True, exist_ok=True)
    made = run([sys.executable, "-c", BUILD, str(into), *(f"build_{kind}" for kind in kinds)], cwd=project)
    return [into / name for name in made.split()[-len(kinds) :]]


class Environment:
    """An environment that has these wheels, what is installed here besides, and no way to a checkout but those of
    `paths`."""

    def __init__(self, folder: Path, *wheels: Path, paths: tuple[Path, ...] = ()):
        self.folder, self.outside = folder / "environment", folder / "outside"
        self.outside.mkdir(parents=True)
        run([sys.executable, "-m", "venv", "--without-pip", str(self.folder)], cwd=folder)
        self.python, self.scripts = self.folder / "bin" / "python", self.folder / "bin"
        packages = next((self.folder / "lib").glob("python*")) / "site-packages"
        beside = [*map(str, paths), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
        (packages / "beside.pth").write_text("\n".join(dict.fromkeys(beside)) + "\n")
        run([str(self.python), *INSTALL, *map(str, wheels)], cwd=self.outside)

    def run(self, *words: str, given: str = "") -> str:
        """What a command of this environment prints."""
        return run([str(self.scripts / words[0]), *words[1:]], cwd=self.outside, given=given)


def outside() -> dict[str, str]:
    """The environment variables of somebody who has no checkout."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def run(words: list[str], cwd: Path, given: str = "") -> str:
    done = subprocess.run(words, cwd=cwd, env=outside(), input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
