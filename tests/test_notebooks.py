"""The notebooks of docs/: their cells run, and boards are shown as boards.

`KAYA_PICTURES=docs pytest tests/test_notebooks.py` writes what they show now."""

import os

import pytest

from .conftest import ROOT
from .notebooks import run, write

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_boards(path):
    if "KAYA_PICTURES" in os.environ:
        write(path)
    outputs = [output for cell in run(path)["cells"] for output in cell.get("outputs", [])]
    kinds = ("text/html", "image/svg+xml")
    shown = ["".join(output["data"].get(kind, [])) for output in outputs if "data" in output for kind in kinds]
    assert sum("<svg" in text for text in shown) >= 6


def test_there_is_one_for_each_paper():
    assert [path.stem for path in NOTEBOOKS] == ["kriegspiel", "mango", "mogo"]
