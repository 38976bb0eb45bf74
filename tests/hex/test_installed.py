"""The package as somebody installs it, used from outside of any checkout."""

import pytest

from ..conftest import ROOT
from ..installed import Environment, build

pytestmark = pytest.mark.processes


def test_the_installed_package_is_found_and_played(tmp_path):
    there = Environment(tmp_path, *build(ROOT / "examples" / "hex", tmp_path / "dist", "wheel"), paths=(ROOT,))
    pace = ("--size", "5", "--games", "2", "--simulations", "50", "--jobs", "1")
    played = there.run("python", "-m", "kaya", "match", "hex", "mcts", "--game", "hex", *pace)
    assert "hex - mcts" in played
    assert "2/2" in played
    shown = there.run("python", "-m", "kaya", "play", "hex", "--size", "5", "--level", "1", "--seed", "1")
    assert "Red from top to bottom: hex" in shown
    assert "Saved as kaya-demo.sgf." in shown
    assert "GM[11]" in (there.outside / "kaya-demo.sgf").read_text()
