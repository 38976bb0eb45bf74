"""What all players of Kriegspiel share: a view in, a decision out; they can be stopped and watched."""

import time
from typing import Any

import pytest

from kaya.kriegspiel.players import RandomPlayer
from kaya.kriegspiel.rules import WHITE, KriegspielPosition, View, parse_move
from kaya.players import make_player, players_of
from kaya.search import Budget, Report
from kaya.table import PlayerSeat

from .tables import played, seated, view_of

NAMES = players_of("kriegspiel")
THINKING = [name for name in NAMES if name != "kriegspiel-random"]
SMALL = Budget(simulations=30, nodes=5000)
ENDLESS = Budget(simulations=1 << 40, seconds=900.0, nodes=20_000)


def made(name: str, seed: int = 1, **options: Any) -> Any:
    """A player whose pool, where it has one, is small."""
    player = make_player(name, game="kriegspiel", seed=seed, **options)
    if "pool" in player.parameters():
        player.set("pool", 200)
    return player


@pytest.fixture(scope="module")
def position() -> KriegspielPosition:
    """White to move in the middle of a game."""
    table = played(RandomPlayer(seed=3), RandomPlayer(seed=4), plies=12)
    assert not table.over
    return table.position


@pytest.fixture
def view(position) -> View:
    return view_of(position, WHITE)


@pytest.mark.parametrize(
    ("name", "simulations", "grown"),
    [
        ("kriegspiel-a", 30, 30),
        ("kriegspiel-a-paper", 30, 30),
        ("kriegspiel-b-paper", 30, 30),
        ("kriegspiel-c", 30, 30),
        ("kriegspiel-d", 600, 420),  # the others evaluate the tries
    ],
)
def test_a_search_in_steps_grows_the_tree_that_a_decision_does(name, simulations, grown, view):
    whole, cut, budget = made(name), made(name), Budget(simulations=simulations, nodes=50_000)
    whole.choose(view, budget)
    steps = cut.in_steps(view, budget)
    for number in (20, 7, grown):  # and back
        steps.run_to(number)
    assert steps.tree.fingerprint() == whole.tree_search.tree.fingerprint()
    assert steps.names(steps.report().best, False) == view.move_name(whole.tree_search.report().best)


@pytest.mark.parametrize(
    ("name", "few", "most", "unit"),
    [
        ("kriegspiel-particles", 20, 60, "boards"),
        ("kriegspiel-e", 20, 60, "boards"),
        ("kriegspiel-minimax", 2, 3, "own moves ahead"),
    ],
)
def test_without_a_tree_steps_find_what_a_decision_does(name, few, most, unit, view):
    whole, cut = made(name), made(name)
    budget = None if name == "kriegspiel-minimax" else Budget(simulations=most)
    found = whole.choose(view, budget or Budget(simulations=cut.p.metapositions)).report
    steps = cut.in_steps(view, budget)
    early = steps.run_to(few)
    late = steps.run_to(1000)  # there are no more
    assert (early.simulations, late.simulations, steps.most, steps.unit[1]) == (few, most, most, unit)
    assert (late.best, late.moves) == (found.best, found.moves)
    assert early.moves != late.moves
    assert steps.run_to(few).moves == early.moves  # and back
    assert not steps.run_to(0).moves
    assert steps.names(late.best, False) == view.move_name(found.best)
    with pytest.raises(ValueError, match="searches without a tree"):
        print(steps.tree)


def test_a_level_that_is_the_network_alone_does_not_search_in_steps(view):
    with pytest.raises(ValueError, match="is the network alone"):
        made("kriegspiel-e:level=5").in_steps(view)


def test_who_cannot_search_in_steps_says_so(view):
    with pytest.raises(ValueError, match="kriegspiel-hs has no search that goes in steps"):
        made("kriegspiel-hs").in_steps(view)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("freed_memory_changes")
def test_a_decision_is_a_try_and_a_report_of_it(name, view):
    before = view.board.tobytes(), list(view.log)
    decision = made(name).choose(view, SMALL)
    assert decision.move in view.tries()
    assert not decision.resigns
    assert decision.report.best in (None, decision.move)
    for m in decision.report.moves:
        assert m.move in view.tries()
        assert m.line[0] == m.move
        assert -1 <= m.value <= 1
    if name in THINKING:
        assert decision.report.best == decision.move
        assert decision.report.simulations > 0
    assert (view.board.tobytes(), view.log) == before, "a view is read, not written"


@pytest.mark.parametrize("name", NAMES)
def test_it_is_stopped(name, view):
    player = made(name)
    player.choose(view, SMALL)  # compiled
    began = time.monotonic()
    decision = player.choose(view, ENDLESS, stop=lambda: True, every=0.01)
    assert time.monotonic() - began < 900
    assert decision.move in view.tries()


@pytest.mark.slow
@pytest.mark.parametrize("name", THINKING)
def test_it_is_watched(name, view):
    seen: list[Report] = []
    decision = made(name).choose(view, ENDLESS, progress=seen.append, every=0.01, stop=lambda: bool(seen))
    assert seen
    assert all(isinstance(report, Report) for report in seen)
    assert seen[-1].best in view.tries()
    assert seen[-1].simulations <= decision.report.simulations


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_another_view_is_another_game(name, position, view):
    """A player that has played before decides as one that has not."""
    used = made(name)
    used.choose(view_of(KriegspielPosition(), WHITE), SMALL)
    assert used.choose(view, SMALL).move == made(name).choose(view_of(position, WHITE), SMALL).move


def knowledge(player: Any) -> bytes:
    """What a player has made of what it was told."""
    kept = player.metaposition.record if hasattr(player, "metaposition") else player.belief.state
    return kept.tobytes()


@pytest.mark.parametrize("name", ["kriegspiel-b", "kriegspiel-c", "kriegspiel-minimax"])
def test_asked_on_each_turn_it_knows_what_it_would_if_it_were_asked_for_the_first_time(name):
    table = played(made(name), RandomPlayer(seed=5), plies=20, budget=SMALL)
    seat, fresh = table.seats[WHITE], made(name)
    assert isinstance(seat, PlayerSeat)
    assert seat.player.view is seat.view
    for player, view in ((seat.player, seat.view), (fresh, view_of(table.position, WHITE))):
        player.choose(view, SMALL)
    assert knowledge(seat.player) == knowledge(fresh)


@pytest.mark.parametrize("name", NAMES)
def test_there_is_nothing_to_try_when_the_game_is_over(name):
    position = KriegspielPosition()
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        position.try_move(parse_move(move))
    with pytest.raises(ValueError, match=r"^The game is over: there is nothing to try\.$"):
        made(name).choose(view_of(position, WHITE), SMALL)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_table_can_stop_whom_it_asks(name, position):
    table = seated(made(name), RandomPlayer(seed=6), position.copy(), ENDLESS)
    began = time.monotonic()
    decision = table.ask(stop=lambda: True, every=0.01)
    assert time.monotonic() - began < 900
    assert decision.move in (table.position.tried or table.position.played[-1:])
