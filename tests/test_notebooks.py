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
    html = ["".join(output["data"].get("text/html", [])) for output in outputs if "data" in output]
    assert sum("<svg" in text for text in html) >= 2


def test_there_is_one_for_each_paper():
    assert [path.stem for path in NOTEBOOKS] == ["kriegspiel", "mango", "mogo"]
