"""One result however the kernels run: compiled, with every index checked, or interpreted."""

import json
import os
import subprocess
import sys

import pytest

from .conftest import ROOT
from .modes import PARTS

pytestmark = pytest.mark.processes


@pytest.mark.parametrize(
    ("switch", "parts"),
    [("NUMBA_DISABLE_JIT", list(PARTS)), ("KAYA_DEBUG", ["a search of tic-tac-toe"])],
)
def test_kernels_do_the_same(switch, parts):
    command = [sys.executable, "-m", "tests.modes", *parts]
    run = subprocess.run(command, env={**os.environ, switch: "1"}, capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    for name in parts:
        assert found[name] == PARTS[name](), name
