"""Program D: boards are drawn from the likely ones, the other moves by its habits, leaves are evaluated; and it looks
further ahead than the program that evaluates alone."""

import asyncio
import weakref
from collections import Counter
from math import exp, tanh

import numpy as np
import pytest

from kaya.games.players_game import OTHER
from kaya.kernel import INTERPRETED, kernel, split_seed, zeros
from kaya.kernel.addresses import fill_from
from kaya.kriegspiel.knowledge.particles.evaluation import EVALUATING, evaluate_boards, weights_alone
from kaya.kriegspiel.knowledge.particles.habits import weigh
from kaya.kriegspiel.knowledge.particles.players_game import as_likely, habitual_move
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, move_name, parse_move
from kaya.kriegspiel.rules.messages import ILLEGAL, MOVED, Announcement
from kaya.kriegspiel.rules.moves import MOST_TRIES, moves
from kaya.kriegspiel.strategies.likely_boards import by_value, likely_board, value_of_board
from kaya.players import make_player
from kaya.search import Budget, MoveReport, Report
from kaya.search.tree import new_work
from kaya.web.adapter import adapter_of
from kaya.web.inspection import Inspection

from .tables import view_of

CARELESS = 0.15
pytestmark = pytest.mark.skipif(INTERPRETED, reason="boards are known by their addresses")
MIDDLE = "r1bqkb1r/ppp2ppp/2n2n2/3pp3/4P3/2NP1N2/PPP2PPP/R1BQKB1R w KQkq - 0 5"


def thinking(fen, simulations, boards=None, **settings):
    """Program D after it has thought of a position; it may be handed the boards that it holds for likely."""
    player, position = make_player("kriegspiel-d", game="kriegspiel", seed=3), KriegspielPosition(fen)
    for name, value in settings.items():
        player.set(name, value)
    view = view_of(position, position.mover)
    player.begin(view)
    if boards:
        for k, other in enumerate(boards):
            player.particles.boards[k] = KriegspielPosition(other).states[0]
        player.particles.count = len(boards)
    return player, view, player.choose(view, Budget(simulations=simulations, nodes=200_000))


def turn(fen, boards):
    """The game that D searches, at the turn of White, and its particles."""
    player, view, _ = thinking(fen, 1, boards)
    return as_likely(view, player.particles, player.particles.habits[0], CARELESS, player.p), player


def test_a_record_is_copied_from_its_address():
    boards = np.concatenate([KriegspielPosition(fen).states for fen in (MIDDLE, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")])

    @kernel
    def copy(into, place):
        fill_from(into[0], place)

    into = KriegspielPosition().states.copy()
    copy(into, boards.ctypes.data + boards.itemsize)
    assert into.tobytes() == boards[1:].tobytes()


def test_every_likely_board_is_drawn_as_often():
    boards = [f"4k3/{row}/8/8/8/8/8/4K2R w - - 0 1" for row in ("n7", "1n6", "2n5", "3n4")]
    position, player = turn(boards[0], boards)
    states, drawn = position.states.copy(), Counter()
    states.rng[0] = split_seed(1)
    for _ in range(2000):
        likely_board.function(states[0], likely_board.record)
        drawn[int(states[0].boards[0].of_kind[2])] += 1
        states[0].rng = states[0].boards[0].rng
    assert len(drawn) == player.particles.count == 4
    assert all(430 < n < 570 for n in drawn.values()), drawn


def test_the_other_moves_as_its_habits_say():
    fen = "4k2r/ppp2ppp/8/8/3n4/8/PPP2PPP/R3K3 w - - 0 1"
    position, player = turn(fen, [fen])
    states, seen = position.states.copy(), Counter()
    state = states[0]
    state.boards[0] = KriegspielPosition(fen.replace(" w ", " b ")).states[0]
    state.pending, state.heard, state.boards[0].rng = parse_move("a1b1"), MOVED, split_seed(2)
    for _ in range(4000):
        seen[int(habitual_move(state))] += 1
    room, weights = np.zeros(MOST_TRIES, np.int32), np.zeros(MOST_TRIES)
    count = moves(state.boards[0], room)
    whole = weigh(state.boards[0], MOVED, state.known, state.home, room, count, player.particles.habits[0], weights)
    for k in range(count):
        chance = (1 - CARELESS) * weights[k] / whole + CARELESS / count
        assert seen[int(room[k])] / 4000 == pytest.approx(chance, abs=0.03), move_name(int(room[k]))


def test_a_leaf_is_worth_what_is_evaluated_of_the_try():
    """tanh(V / scale) for White; and H of a try is exp(V / temperature), as a part of the whole."""
    fen = "4k3/8/8/3p4/4P3/8/8/4K2R w - - 0 1"
    position, player = turn(fen, [fen])
    tries = np.array([parse_move(name) for name in ("e4d5", "h1h8", "e1d2")])
    values, mind, particles = np.zeros((1, 3)), zeros(EVALUATING)[0], player.particles
    mind.known, mind.home, mind.habits[0] = particles.known, particles.home, particles.habits[0]
    mind.evaluation[0] = weights_alone(player.p)
    evaluate_boards(particles.boards, 0, 1, tries, mind, values)
    for move, pawns in zip(tries.tolist(), values[0].tolist(), strict=True):
        game, states = KriegspielPosition(fen), position.states.copy()
        message = game.attempt(move)[WHITE].message
        states[0].boards[0], states[0].pending = game.states[0], move
        states[0].heard, states[0].phase = message, OTHER
        found = value_of_board.function(states[0], new_work()[0], None, value_of_board.record, value_of_board.record)
        assert found == pytest.approx(tanh(pawns / 10.0)), move_name(move)
    work, states = new_work(), position.states.copy()
    states[0].boards[0] = player.particles.boards[0]
    work.moves[0, :3] = tries
    by_value.function(states[0], work[0], 3, by_value.record)
    chances = np.array([exp(v) for v in values[0]])
    expected = dict(zip(tries.tolist(), (chances / chances.sum()).tolist(), strict=True))
    for move, h in zip(work.moves[0, :3].tolist(), work.heuristic[0, :3].tolist(), strict=True):
        assert h == pytest.approx(expected[move])


def test_the_tree_looks_two_moves_ahead():
    """Where the enemy stands is known. A pawn on h4 keeps the king from being bare. The lone rook takes nothing, and no
    single move mates: only Ra7 and then Rb8 does, while the king can but go to and fro."""
    fen = "6k1/8/8/8/7p/8/R7/1R5K w - - 0 1"
    _, _, decision = thinking(fen, 20_000, [fen])
    move = move_name(decision.move)
    assert move in ("a2a7", "b1b7"), decision.report.moves[:4]
    assert decision.report.moves[0].value > 0.8, "it has seen the mate"


def test_a_budget_that_is_used_up_by_evaluation_is_no_error():
    _, view, decision = thinking(MIDDLE, 1)
    assert decision.move in view.tries()
    assert make_player("kriegspiel-d", game="kriegspiel").choose(view, Budget(seconds=0.0001)).move in view.tries()


def test_with_few_simulations_it_evaluates_as_the_program_that_evaluates_alone():
    """When the turn begins: of 570 simulations 399 would be the tree's. After a refusal it goes on as it began."""
    found = {}
    for name in ("kriegspiel-d", "kriegspiel-particles"):
        player, view = make_player(name, game="kriegspiel", seed=3), view_of(KriegspielPosition(MIDDLE), WHITE)
        player.begin(view)
        report = player.choose(view, Budget(simulations=570)).report
        found[name] = report.best, report.simulations, [(m.move, m.visits, m.value) for m in report.moves]
    assert found["kriegspiel-d"] == found["kriegspiel-particles"]
    assert found["kriegspiel-d"][1] == 570
    assert thinking(MIDDLE, 600)[0].grows
    player, view, decision = thinking(MIDDLE, 600)
    view.hear(Announcement(view.ply + 1, WHITE, ILLEGAL, decision.move))
    assert player.choose(view, Budget(simulations=10, nodes=200_000)).report.nodes > 0


def test_the_tries_of_the_end_were_looked_at_equally():
    """By sequential halving, whether simulations are given or seconds: what was looked at more would look better. On
    busy cores several seconds may be needed."""
    for budgets in [Budget(simulations=3000)], [Budget(seconds=0.2 * 4**k) for k in range(4)]:
        visits: list[int] = []
        for budget in budgets:
            if len(visits) < 2:
                player, view, _ = thinking(MIDDLE, 1)
                visits = [move.visits for move in player.choose(view, budget).report.moves]
        assert visits[0] - visits[1] <= 1, visits
        assert len([n for n in visits if n]) <= player.strategies["select"].record.considered


def test_black_plays_for_black():
    """A black queen can take a rook that nobody protects."""
    fen = "4k3/8/8/8/8/q7/5PPP/R5K1 b - - 0 1"
    _, _, decision = thinking(fen, 4000, [fen])
    assert move_name(decision.move) == "a3a1"


def test_a_card_says_what_the_umpire_answered_in_the_tree():
    """Of two likely boards one has a pawn on d5: exd5 is refused on the other, and wins a pawn on the first."""
    game = KriegspielPosition("4k3/8/8/3p4/4P3/8/8/4K2R w - - 0 1")
    others = [game.fen, "4k3/8/8/5p2/4P3/8/8/4K2R w - - 0 1"]
    player, view, decision = thinking(game.fen, 4000, others)
    inspection = Inspection(player, player.name, adapter_of("kriegspiel"), view, decision.report)
    card = asyncio.run(inspection.card((), "e4d5"))
    said = {words: (chance, value) for words, chance, value in card["select"]["outcomes"]}
    assert len(said) == 2
    refused, taken = sorted(said, key=lambda words: "pawn" in words.lower())
    assert said[refused][0] + said[taken][0] == pytest.approx(1.0)
    assert said[taken][0] == pytest.approx(0.5, abs=0.1)
    assert said[taken][1] > said[refused][1]


def test_it_does_not_go_to_and_fro():
    """Of two tries that are nearly as good the one by which own pieces do not come to stand as before; not if it is
    much worse, or was hardly looked at."""
    player, _, _ = thinking("4k3/7p/8/8/8/8/8/R3K3 w - - 0 1", 1)
    one, two, three = player.tries[:3].tolist()
    player.again = np.zeros(len(player.tries))
    player.again[0] = 0.6  # stood so twice: 0.06 of a result

    def chosen(*found):
        moves = [MoveReport(move, visits, value, (move,)) for move, visits, value in found]
        return player._something_new(Report(one, moves, 100, 100, 1.0, 0, chosen=moves[0])).move

    assert chosen((one, 60, 0.50), (two, 30, 0.45), (three, 10, 0.49)) == two
    assert chosen((one, 60, 0.50), (two, 30, 0.43), (three, 10, 0.49)) == one
    player.again[0] = 0.0
    assert chosen((one, 60, 0.50), (two, 30, 0.45)) == one


def test_it_keeps_the_boards_that_its_whole_budget_affords():
    """Not those of the share in which tries are evaluated: the tree searches on them."""
    game = KriegspielPosition()
    view = game.start_for(BLACK).view()
    view.hear(game.attempt(parse_move("e2e4"))[BLACK])
    boards = []
    for name in ("kriegspiel-d:opens=off", "kriegspiel-particles"):
        player = make_player(name, game="kriegspiel")
        player.choose(view, Budget(seconds=0.1))
        boards.append(player.particles.wanted)
    assert boards == [1000, 1000]


def test_a_game_that_is_forgotten_leaves_no_boards_and_no_tree():
    player, _, _ = thinking(MIDDLE, 1000)
    boards = weakref.ref(player.particles)
    player.forget()
    assert boards() is None
    assert player.search.tree.used < 2
