"""One result however the kernels run: compiled, with every index checked, or interpreted."""

import pytest

from ..conftest import run_python
from .fingerprint import fingerprint

CODE = "from tests.go.fingerprint import fingerprint; print(fingerprint())"


@pytest.mark.parametrize("switch", ["NUMBA_DISABLE_JIT", "KAYA_DEBUG"])
def test_games_are_the_same_bit_by_bit(switch):
    run = run_python(CODE, **{switch: "1"})
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == [fingerprint()]
