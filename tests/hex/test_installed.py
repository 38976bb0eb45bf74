"""The package as somebody installs it, used from outside of any checkout."""

import importlib.util
import os
import subprocess
import sys

import pytest

from ..conftest import ROOT

pytestmark = pytest.mark.processes

PIP = ("-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--no-index")


def test_the_installed_package_is_found_and_played(tmp_path):
    if importlib.util.find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed: pip install hatchling")

    def python(*words: str, path: str) -> str:
        environment = {**os.environ, "PYTHONPATH": path}
        done = subprocess.run(
            [sys.executable, *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    installed = tmp_path / "installed"
    python(*PIP, "--target", str(installed), str(ROOT / "examples" / "hex"), path=os.environ.get("PYTHONPATH", ""))
    path = os.pathsep.join(map(str, (installed, ROOT)))
    played = python(
        "-m",
        "kaya",
        "match",
        "hex",
        "mcts",
        "--game",
        "hex",
        "--size",
        "5",
        "--games",
        "2",
        "--simulations",
        "50",
        "--jobs",
        "1",
        path=path,
    )
    assert "hex - mcts" in played
    assert "2/2" in played
    shown = python("-m", "kaya", "play", "hex", "--size", "5", "--level", "1", "--seed", "1", path=path)
    assert "Red from top to bottom: hex" in shown
    assert "Saved as kaya-demo.sgf." in shown
    assert "GM[11]" in (tmp_path / "kaya-demo.sgf").read_text()
