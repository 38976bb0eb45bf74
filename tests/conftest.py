"""Shared by all tests: a stable Hypothesis, and where outside data and programs are found."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

os.environ.setdefault("KAYA_QUIET", "1")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # tests run in the background: children would not hear Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("kaya", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.load_profile("kaya")

ROOT = Path(__file__).resolve().parent.parent


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter, with these environment variables changed."""
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, cwd=ROOT
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
