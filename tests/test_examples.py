"""The examples run and show what they claim; so does the code in README and docs."""

import re

import pytest

from examples.own_strategy import match

from .conftest import ROOT


def test_a_strategy_from_an_example_plays_whole_games():
    won, games = match(pairs=1, simulations=50)
    assert 0 <= won <= games == 2


@pytest.mark.parametrize("page", ["README.md", "docs/search.md", "docs/kernels.md"])
def test_the_code_in_the_docs_runs(page):
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.S)
    assert blocks
    for block in blocks:
        exec(block, {"__name__": "example"})
