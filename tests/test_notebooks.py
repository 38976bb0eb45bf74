"""The notebooks of docs/: their cells run, and boards are shown as boards.

`KAYA_PICTURES=docs pytest tests/test_notebooks.py` writes what they show now."""

import json
import os

import pytest

from .conftest import ROOT
from .notebooks import run, write

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
BOARDS = {"openspiel": 2}  # that are shown, at least
QUICKER = {"zero": ("SECONDS = 60", "SECONDS = 0.1")}
NEEDS = {"openspiel": ("pyspiel", "OpenSpiel", "open_spiel"), "zero": ("torch", "PyTorch", "torch")}


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_boards(path):
    if path.stem in NEEDS:
        module, name, package = NEEDS[path.stem]
        pytest.importorskip(module, reason=f"{name} is not installed: pip install {package}")
    if "KAYA_PICTURES" in os.environ:
        write(path)
    assert boards(run(path, QUICKER.get(path.stem, ("", "")))) >= BOARDS.get(path.stem, 6)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_with_its_boards(path):
    assert boards(json.loads(path.read_text(encoding="utf-8"))) >= BOARDS.get(path.stem, 6)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_has_one_title(path):
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "".join("".join([*cell["source"], "\n"]) for cell in cells if cell["cell_type"] == "markdown")
    assert [line for line in text.splitlines() if line.startswith("# ")] == text.splitlines()[:1]


def boards(notebook):
    """How many a notebook shows."""
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", []) if "data" in output]
    kinds = ("text/html", "image/svg+xml")
    return sum("<svg" in "".join(output["data"].get(kind, [])) for output in outputs for kind in kinds)


def test_there_is_one_for_each_paper_one_with_openspiel_and_one_for_a_network_of_your_own():
    assert [path.stem for path in NOTEBOOKS] == ["kriegspiel", "mango", "mogo", "openspiel", "zero"]
