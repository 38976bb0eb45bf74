"""The umpire says the same compiled and interpreted, where numpy checks every index."""

from ..conftest import run_python
from .fingerprint import fingerprint

CODE = "from tests.kriegspiel.fingerprint import fingerprint; print(fingerprint())"


def test_games_are_the_same():
    run = run_python(CODE, NUMBA_DISABLE_JIT="1")
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == [fingerprint()]
