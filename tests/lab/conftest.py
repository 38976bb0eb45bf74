"""Shared by the tests of the lab: one process that plays games, hired once."""

import pytest

from kaya.lab.matches.store import Store
from kaya.lab.matches.workers import LocalWorkers


@pytest.fixture(scope="session")
def workers():
    hired = LocalWorkers(1)
    yield hired
    hired.close()


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "results.db") as made:
        yield made
