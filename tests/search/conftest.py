"""Strategies that a test declares are known to that test alone."""

import sys

import pytest


@pytest.fixture(autouse=True)
def own_strategies(monkeypatch):
    known = sys.modules["kaya.search.strategy"]._known
    for role in known:
        monkeypatch.setitem(known, role, dict(known[role]))
