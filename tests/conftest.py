"""Shared by all tests: a stable Hypothesis, and where outside data and programs are found."""

import ctypes
import gc
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("KAYA_QUIET", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # matrices are small here, and other tests run beside
gc.set_threshold(50_000, 10, 10)  # compiling makes many objects and little garbage: some 4 % of the time
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # tests run in the background: children would not hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("kaya", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("kaya")

ROOT = Path(__file__).resolve().parent.parent
LEARNING = "kriegspiel/test_network_learning.py"
ORDER = ("lab/test_cluster.py", "test_modes.py", "phantom_go/", LEARNING, "go/", "network/", "hex/", "games/")
ORDER += ("test_docs.py",)
"""What the first of two processes begins with; the second begins with Kriegspiel. All that learns is in the first: the
first step of an optimiser takes seconds in each process, for what PyTorch imports."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests that take longest come first, so that no process waits for another in the end. Those of a game stay
    together: a process types the parts of its kernels once, and each process anew."""
    order = [f"tests/{start}" for start in (*ORDER, "kriegspiel/")]
    items.sort(key=lambda item: next((k for k, s in enumerate(order) if item.nodeid.startswith(s)), len(order)))


def run_python(code: str, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter, with these environment variables changed."""
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, cwd=cwd
    )


@pytest.fixture(autouse=True)
def _registers(monkeypatch):
    """Games, players and strategies that a test registers are gone afterwards; Kaya's own, which are imported when they
    are first needed, stay."""
    if registry := sys.modules.get("kaya.games.registry"):
        registry.own_bundles()
        for name in ("_bundles", "_loaded"):
            monkeypatch.setattr(registry, name, dict(getattr(registry, name)))
    strategies = sys.modules.get("kaya.search.strategy")
    before = {role: dict(known) for role, known in strategies._known.items()} if strategies else {}
    yield
    if strategies := sys.modules.get("kaya.search.strategy"):
        for role, known in strategies._known.items():
            own = {n: s for n, s in known.items() if (s.function.__module__ or "").startswith("kaya.")}
            known.clear()
            known.update(own | before.get(role, {}))


@pytest.fixture
def freed_memory_changes() -> Iterator[None]:
    """glibc overwrites memory that is freed, so that a kernel that goes on reading it is found out: a record of an
    array does not keep it alive. For small trees only: glibc also writes to memory that would be 0 untouched."""
    overwrite = getattr(ctypes.CDLL(None), "mallopt", lambda *_: 0)
    m_perturb = -6
    overwrite(m_perturb, 165)
    yield
    overwrite(m_perturb, 0)


@pytest.fixture(scope="session")
def gnugo() -> str:
    """The real opponent, where it is installed."""
    found = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if not found:
        pytest.skip("gnugo is not installed")
    return found


@pytest.fixture(scope="session")
def workers():
    """One process that plays the games of matches, hired once."""
    from kaya.lab.matches.workers import LocalWorkers

    hired = LocalWorkers(1)
    yield hired
    hired.close()


@pytest.fixture
def store(tmp_path):
    from kaya.lab.matches.store import Store

    with Store(tmp_path / "results.db") as made:
        yield made
