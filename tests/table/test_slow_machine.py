"""On a machine that is many times slower than usual, players keep their clocks."""

from itertools import islice

import numpy as np
import pytest

from kaya.games.phantom_tictactoe import phantom_tictactoe
from kaya.games.registry import find_game
from kaya.games.tictactoe import tictactoe
from kaya.kernel.chunks import NEVER, SECONDS, SMALLEST, Chunks
from kaya.kriegspiel.knowledge.endings import finish as ending
from kaya.kriegspiel.knowledge.particles import filter
from kaya.kriegspiel.players import particles as evaluating
from kaya.kriegspiel.rules import BLACK, KriegspielPosition
from kaya.phantom_go.players import phantom, player
from kaya.players import Decision, make_player
from kaya.search import Budget, Clock, Report
from kaya.table import PlayerSeat, Table
from kaya.table.ready import get_ready

from ..slow_machine import SlowMachine

CHUNK = 4 * SECONDS  # a chunk may take longer than the last one, and two may be under way at the end


@pytest.fixture
def machine(monkeypatch) -> SlowMachine:
    return SlowMachine(monkeypatch)


@pytest.fixture
def slow_kriegspiel(machine) -> SlowMachine:
    """A board takes a millisecond wherever it is looked at, ten times as long as usual or more, and a try another forty
    milliseconds."""
    machine.costs(filter, "find_continuations", lambda boards, begin, end, *more: 1e-3 * (end - begin))
    machine.costs(filter, "draw_continuations", lambda *given: 1e-3 * (given[7] - given[6]))
    machine.costs(filter, "sample_boards", lambda known, boards, attempts: 1e-3 * len(boards))
    machine.costs(evaluating, "evaluate_boards", lambda boards, first, last, *more: 1e-3 * (last - first))
    machine.costs(evaluating, "comebacks", lambda *given: 0.04)
    return machine


# Chunks


def test_chunks_take_about_as_long_as_they_should(machine):
    chunks, sizes = Chunks(), []
    for begin, end in chunks.of(10_000, deadline=1e9):
        sizes.append(end - begin)
        machine.now += 1e-5 * (end - begin)
    assert sum(sizes) == 10_000
    assert sizes[:3] == [SMALLEST, 2 * SMALLEST, 4 * SMALLEST]
    assert all(size == pytest.approx(400, abs=1) for size in sizes[8:-1]), "4 ms at 10 us each"
    begin, end = next(chunks.of(10_000, deadline=1e9))
    assert end == pytest.approx(400, abs=1), "what was learned is kept"


def test_after_the_deadline_there_is_no_chunk_but_the_first(machine):
    machine.now = 5.0
    assert list(Chunks().of(100, deadline=4.0)) == [(0, SMALLEST)]
    assert list(Chunks().of(0, deadline=6.0)) == []
    assert list(Chunks().of(100, deadline=NEVER)) == [(0, 100)]


# Kriegspiel


def a_game(side: int, plies: int):
    """A random game; the view of one side whenever it is to move."""
    game, chance = KriegspielPosition(), np.random.default_rng(4)
    view = game.start_for(side).view()
    while not game.over and game.state.ply < plies:
        for who, told in game.attempt(int(chance.choice(game.possible_tries()))).items():
            if who == side:
                view.hear(told)
        if view.my_turn and not view.tried:
            yield view


def test_a_filter_without_time_for_all_boards_follows_fewer(slow_kriegspiel):
    particles = None
    for view in a_game(BLACK, 30):
        particles = particles or filter.Particles(2000, view, 1)
        began = slow_kriegspiel.now
        particles.follow(view, began + 0.1)
        assert slow_kriegspiel.now - began <= 0.1 + 2 * CHUNK, "a chunk found, drawn and put in"
        assert 0 < particles.count < 200
        boards = particles.boards[: particles.count].view(np.recarray)
        assert (boards.of_colour[:, BLACK] == view.board.of_colour[BLACK]).all()
        assert (boards.turn == BLACK).all()
        assert (boards.tries == view.pawn_tries).all()


def test_moves_of_many_turns_share_the_time(slow_kriegspiel):
    view = next(islice(a_game(BLACK, 60), 14, None))
    particles = filter.Particles(2000, view, 1)
    particles.follow(view, 0.5)
    assert slow_kriegspiel.now <= 0.5 + 15 * CHUNK, "each of 15 moves has a first chunk"
    assert particles.count


@pytest.mark.parametrize("name", ["kriegspiel-particles", "kriegspiel-d"])
def test_a_move_takes_no_longer_than_it_may(slow_kriegspiel, name):
    program = make_player(name, seed=1)
    program.set("opens", False)
    for view in a_game(BLACK, 24):
        began = slow_kriegspiel.now
        assert program.choose(view, Budget(seconds=0.5, memory=1 << 24)).move in view.tries()
        assert slow_kriegspiel.now - began <= 0.5 + 0.04 + CHUNK


@pytest.mark.slow
@pytest.mark.parametrize("clock", [(3.0, 1.0, 1, 2), (6.0,)])
def test_no_game_of_kriegspiel_is_lost_on_time(slow_kriegspiel, clock):
    seats = {side: PlayerSeat(make_player("kriegspiel-particles", seed=side)) for side in (1, 2)}
    for seat in seats.values():
        seat.budget = Budget(memory=1 << 24)
        seat.player.set("opens", False)
    table = Table(KriegspielPosition(), seats, {side: Clock(*clock) for side in (1, 2)})
    while not table.over and len(table.position.played) < 80:
        table.ask()
    assert len(table.position.played) > 60 or table.over
    assert table.clocks[1].left < clock[0], "time has passed"


# Phantom Go


@pytest.mark.slow
def test_no_game_of_phantom_go_is_lost_on_time(machine):
    """What knowledge says of a board takes five milliseconds, and a try twelve besides: eight times the usual."""
    machine.costs(phantom, "determinized", lambda *given: 0.005)
    machine.costs(player, "Decision", lambda *given: 0.012)
    seats = {side: PlayerSeat(make_player("phantom", seed=side), Budget(memory=1 << 24)) for side in (1, 2)}
    table = Table(find_game("phantom-go").new_game(size=9), seats, {side: Clock(4.0) for side in (1, 2)})
    table.play()
    assert len(table.position.played) > 50
    assert table.clocks[1].left < 3.0, "time has passed"


# Getting ready


@pytest.mark.slow
def test_what_a_game_needs_late_is_compiled_before_its_clock_runs(monkeypatch):
    """A pass in Phantom Go; in Kriegspiel the tree, endings, and boards after a refusal, a move or a surprise."""
    used = []

    def watch(owner, name):
        function = getattr(owner, name)
        monkeypatch.setattr(owner, name, lambda *given, **more: used.append(name) or function(*given, **more))

    watch(player, "sampled")
    get_ready(make_player("phantom"))
    assert used == ["sampled"]
    program = make_player("kriegspiel-d", game="kriegspiel")
    kernels = ("find_continuations", "draw_continuations", "wander", "sample_boards", "keep_answering")
    for name in kernels:
        watch(filter, name)
    watch(ending, "best_try")
    watch(program.search, "think")
    get_ready(program)
    assert {*kernels, "best_try", "think"} <= set(used)


# Seats


class Slow:
    """A player whose tries take as long as they may and 0.3 seconds more."""

    name = "slow"

    def __init__(self, machine: SlowMachine, *moves: int):
        self.machine, self.moves, self.given = machine, list(moves), []

    def forget(self) -> None:
        pass

    def choose(self, view, budget, **watching) -> Decision:
        self.given.append(budget.seconds)
        self.machine.now += budget.seconds + 0.3
        return Decision(self.moves.pop(0), Report.of_nothing())


def test_a_refused_try_begins_neither_a_period_nor_an_allowance(machine):
    program, clock = Slow(machine, 0, 1), Clock(0.0, 2.0, 1, 1)
    seats = {1: PlayerSeat(Slow(machine, 0)), 2: PlayerSeat(program)}
    table = Table(phantom_tictactoe.new_game(), seats, {2: clock})
    table.put(0)
    table.ask()
    assert table.position.tried == [0]
    whole = 0.95 * 1.75
    assert program.given == pytest.approx([0.7 * whole])
    assert clock.left == pytest.approx(2.0 - 0.7 * whole - 0.3), "the period goes on"
    table.ask()
    assert program.given[1] == pytest.approx(0.7 * (whole - 0.7 * whole - 0.3)), "what is left of the same allowance"
    assert clock.left == 2.0, "the move was made, and the next has a period of its own"


def test_what_moves_were_late_is_kept_back_for_the_next_ones(machine):
    program = Slow(machine, 0, 1, 2)
    seats = {1: PlayerSeat(program), 2: PlayerSeat(Slow(machine, 3, 4))}
    clock = Clock(90.25)
    table = Table(tictactoe.new_game(), seats, {1: clock})
    for move in (3, 4):
        table.ask()
        table.put(move)
    first, second = program.given
    assert first == pytest.approx(3.0)
    assert second == pytest.approx((90.25 - 3.3 - 0.25) / 30 - 2 * 0.8 * 0.3)
    assert seats[1].overhead == pytest.approx(0.3)
