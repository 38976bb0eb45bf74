"""A server for all tests of a file, and players that answer at once."""

import threading
from dataclasses import replace

import pytest

from kaya.games.registry import register
from kaya.go.rules import PASS, go
from kaya.kriegspiel.players import RandomPlayer
from kaya.kriegspiel.rules import kriegspiel
from kaya.players import Decision
from kaya.players.player import BasePlayer
from kaya.search import Report

from .page import Page, served


class Quick(BasePlayer):
    """Plays the first point from above that is allowed; passes when the opponent has passed."""

    name, game = "quick", go

    def __init__(self, threads=1, seed=0):
        pass

    def forget(self):
        pass

    def choose(self, position, budget, **watching):
        moves = [m for m in position.legal_moves() if m != PASS]
        passed = position.played and position.played[-1] == PASS
        return Decision(PASS if passed or not moves else min(moves), Report.of_nothing())


class Patient(Quick):
    """Moves when a test lets it, or is stopped."""

    name, moves = "patient", threading.Semaphore(0)

    def choose(self, position, budget, stop=lambda: True, **watching):
        while not stop() and not self.moves.acquire(timeout=0.01):
            pass
        return super().choose(position, budget)


class GivesUp(Quick):
    """Would resign at once, though it knows a move."""

    name = "gives-up"

    def choose(self, position, budget, **watching):
        found = super().choose(position, budget)
        return Decision(None, replace(found.report, best=found.move))


class Broken(Quick):
    name = "broken"

    def choose(self, position, budget, **watching):
        if len(position.played) == 1 and position.komi == 0.5:  # and not while it gets ready
            raise RuntimeError("out of order")
        return super().choose(position, budget)

    def think(self, position, budget, **watching):
        raise RuntimeError("out of order")


@pytest.fixture(autouse=True)
def _quick_players(monkeypatch):
    register(game="go", player="quick", make=Quick)
    register(game="go", player="broken", make=Broken)
    register(game="go", player="patient", make=Patient)
    register(game="go", player="gives-up", make=GivesUp)
    register(game="kriegspiel", player="blind", make=RandomPlayer)
    assert kriegspiel.hidden


@pytest.fixture
def server(tmp_path):
    with served(tmp_path / "games") as running:
        yield running


@pytest.fixture
def page(server):
    made = Page(server.port)
    yield made
    made.close()
