"""All moves as first against a slow count, and MoGo's formula against numbers worked out by hand."""

from math import log

import numpy as np
import pytest

from kaya import Budget, Search, strategy, tictactoe
from kaya.kernel import zeros
from kaya.search import NODE, handle
from kaya.search.rave import Rave, all_moves_as_first, constants, rave, rave_weight, score
from kaya.search.tree import is_late, new_work, note

from .test_progressive import chosen, family


def child(visits=0, reward=0.0, rave_visits=0.0, rave_reward=0.0, h=0.0):
    nodes = zeros(NODE)
    nodes.visits, nodes.reward, nodes.slot1, nodes.slot2, nodes.heuristic = visits, reward, rave_visits, rave_reward, h
    return nodes[0]


def scored(record, **values) -> float:
    p = Rave(**values)
    return float(score(record, p.c1, p.c2, p.C, True, p.as_record()[0]))


def test_equations_1_to_4():
    """n = 20, r = 80 + 10 + 10 = 100: beta = 100 / (100 + 20 + 0.001 x 20 x 100) = 100 / 122, gamma = 2 / 100,
    alpha = 1 - 0.81967 - 0.02 = 0.16033; online 0.5, transient (30 + 10) / 100 = 0.4."""
    found = scored(child(20, 10.0, 80, 30.0, h=0.2), c1=0.001, c2=2.0, C=0.1, even=10.0, won=50.0)
    expected = 0.16033 * 0.5 + 0.81967 * 0.4 + (0.02 + 0.1 / log(22)) * 0.2
    assert found == pytest.approx(expected, abs=1e-4)


def test_most_often_beta_is_approximate_with_a_c1_of_its_own():
    """n = 20, r = 80: completely 80 / (80 + 20 + 0.001 x 20 x 80) = 80 / 101.6, approximately 1 / (1 + 0.0135 x 20) =
    1 / 1.27, which is the same to three digits: c1 = 0.0135 makes up for n / (r n) = 1 / 80."""
    assert rave_weight(20.0, 80.0, 0.001, True) == pytest.approx(80 / 101.6)
    assert rave_weight(20.0, 80.0, 0.0135, False) == pytest.approx(1 / 1.27)
    nodes, p = family([20, 20], [10.0, 2.0], [0.0, 0.0]), rave(PU=False, complete=4, c1_fast=1.0, c1=0.5).record
    nodes.slot1[1:], nodes.slot2[1:] = 80, [0.0, 40.0]
    found = []
    for visits in (96, 97, 98, 99, 100):
        nodes[0].visits = visits
        found.append(constants(nodes, 0, p)[::3])
    assert found == [(0.0003, True), (1.0, False), (1.0, False), (1.0, False), (0.0003, True)]
    # with c1_root = 0.0003 RAVE decides, beta = 90 / 110.54; with c1_fast = 1 the results do, beta = 1 / 21
    nodes[0].visits = 96
    assert chosen(rave(PU=False, complete=4, c1_fast=1.0), nodes) == 1
    nodes[0].visits = 97
    assert chosen(rave(PU=False, complete=4, c1_fast=1.0), nodes) == 0


def test_a_move_without_simulations_has_no_online_value():
    found = scored(child(rave_visits=30, rave_reward=-6.0), c1=0.001, c2=0.0, C=0.0, even=10.0, won=0.0)
    assert found == pytest.approx(-6 / 40)


def test_negative_knowledge_counts_as_lost_rave_simulations():
    assert scored(child(h=-0.5), c2=0.0, C=0.0, even=10.0, won=20.0) == pytest.approx(-10 / 20)


def test_in_the_end_only_the_real_statistics_matter():
    found = scored(child(10**6, 3e5, 10**6, -1e6, h=1.0), c1=0.001, c2=1.0, C=0.0, even=1.0, won=1.0)
    assert found == pytest.approx(0.3, abs=0.002)


def test_many_visits_need_no_table():
    below, above = (scored(child(n, 0.0, h=1.0), c1=1.0, c2=0.0, C=1.0, even=0.1, won=0.0) for n in (4095, 4096))
    assert below == pytest.approx(1 / log(4097), abs=1e-6)
    assert above == pytest.approx(1 / log(4098), abs=1e-6)


def test_selection_takes_the_highest_score_among_unpruned_moves():
    nodes = family([5] * 6, [0.0] * 6, [0.0] * 6)
    nodes.slot1[1:], nodes.slot2[6] = 100, 90.0
    assert chosen(rave(PU=False), nodes) == 5
    assert chosen(rave(k_init=5), nodes) < 5


def test_the_root_has_constants_of_its_own():
    """Move 0 has won all its simulations, move 1 all its RAVE simulations; without c1 the latter weigh more."""
    nodes = zeros(NODE, 5)
    nodes[0].first, nodes[0].count, nodes[0].visits, nodes[1].first, nodes[1].count = 1, 1, 99, 3, 2
    for family_of in (nodes[1:3], nodes[3:5]):
        family_of.visits, family_of.reward, family_of.slot1, family_of.slot2 = 20, [20.0, 0.0], 100, [0.0, 100.0]
    nodes[0].count = 2
    chooses = rave(PU=False, c1=1.0, c1_root=0.0, c2=0.0, c2_root=0.0, C=0.0, C_root=0.0, won=0.0)
    assert chooses.function(nodes, 0, chooses.record) == 2  # beta = 110 / 130
    assert chooses.function(nodes, 1, chooses.record) == 3  # beta = 110 / 2330


def test_the_end_of_the_thinking_time_has_constants_of_its_own_at_the_root():
    """As above: 1 is chosen with c1 = 1, 2 with c1 = 0; H speaks for 1, c2 and C make it heard."""
    nodes = zeros(NODE, 3)
    nodes[0].first, nodes[0].count, nodes[0].visits = 1, 2, 99
    nodes.visits[1:], nodes.reward[1:], nodes.slot1[1:], nodes.slot2[1:] = 20, [20.0, 0.0], 100, [0.0, 100.0]
    nodes.heuristic[1:] = [4.0, 0.0]
    root = dict(c1_root=0.0, c2_root=0.0, C_root=0.0)

    def chooses(late_after: int, **end) -> int:
        nodes[0].next = late_after
        chosen = rave(PU=False, won=0.0, **root, **end)
        return chosen.function(nodes, 0, chosen.record)

    assert chooses(98) == 2, "as at the beginning"
    for end in (dict(c1_end=1.0), dict(c2_end=100.0), dict(C_end=10.0)):
        assert chooses(98, **end) == 1, "99 visits are more than 98"
        assert chooses(99, **end) == 2
        assert chooses(0, **end) == 2, "nobody knows when it ends"


@strategy("select")
def last_when_late(nodes, index, p):
    """The root's first move, and its last one in the second half of the thinking time."""
    return nodes[index].first + (nodes[index].count - 1 if index == 0 and is_late(nodes) else 0)


def visits_of_first_and_last(search: Search) -> tuple[int, int]:
    visits = search.tree.nodes["visits"][search.tree.children()]
    return int(visits[0]), int(visits[-1])


def test_the_second_half_of_the_simulations_is_late():
    search, position = Search(tictactoe, select=last_when_late), tictactoe.start()
    search.think(position, Budget(simulations=101))
    assert visits_of_first_and_last(search) == (51, 50)
    assert search.tree.nodes[0].next == 0
    search.think(position, Budget(simulations=50))
    assert visits_of_first_and_last(search) == (51 + 25, 50 + 25), "what the tree has from before does not count"


@pytest.mark.parametrize("late", [False, True])
def test_the_second_half_of_the_seconds_is_late(late, monkeypatch):
    monkeypatch.setattr(handle, "LATE", 1e-9 if late else 0.999)
    search = Search(tictactoe, select=last_when_late)

    def enough() -> bool:
        return visits_of_first_and_last(search)[late] > 0

    search.think(tictactoe.start(), Budget(seconds=600), stop=enough, every=0.001)
    assert late or visits_of_first_and_last(search)[1] == 0


def slow_amaf(path_moves, noted, movers, children_of, result, fade):
    """For each node on the path, which children learn what, and with which weight, by looking through all later
    moves."""
    learned = {}
    for d, children in enumerate(children_of):
        later = [*zip(path_moves[d:], movers[d:], strict=True), *noted]
        for move, mover in children:
            t, first = next(((t, player) for t, (m, player) in enumerate(later) if m == move), (0, None))
            if first == mover:
                learned[d, move] = 1 - fade * t / len(later), -result if mover == 2 else result
    return learned


def test_rave_simulations_fade_with_the_moves_between():
    """Of 12 moves the path's three and nine more: the third move counts, at the root, 1 - 0.6 x 2 / 12 = 0.9."""
    learned = slow_amaf([5, 6, 7], [(8, 2)] * 9, [1, 2, 1], [[(7, 1)]], 1.0, fade=0.6)
    assert learned == {(0, 7): (pytest.approx(0.9), 1.0)}


@pytest.mark.slow
@pytest.mark.parametrize("fade", [0.0, 0.6])
@pytest.mark.parametrize("result", [1.0, -1.0])
def test_all_moves_as_first_is_what_a_slow_count_says(result, fade):
    chance = np.random.default_rng(4)
    work = new_work()
    for _ in range(200):
        moves, path_moves, movers = 12, chance.integers(0, 12, 3).tolist(), [1, 2, 1]
        noted = [(int(m), 2 - k % 2) for k, m in enumerate(chance.integers(0, moves, 9))]  # 2, 1, 2, …
        nodes = zeros(NODE, 1 + 3 * moves)
        index, path, children_of = 0, [0], []
        for d in range(3):
            first = 1 + d * moves
            nodes[index].first, nodes[index].count = first, moves
            for m in range(moves):
                nodes[first + m].move, nodes[first + m].mover = m, movers[d]
            children_of.append([(m, movers[d]) for m in range(moves)])
            index = first + path_moves[d]
            path.append(index)
        work[0].length = 0
        for move, player in noted:
            note(work[0], move, player)
        work[0].path[:4] = path
        all_moves_as_first.function(nodes, work[0], 3, result, all_moves_as_first(fade=fade).record)
        expected = slow_amaf(path_moves, noted, movers, children_of, result, fade)
        for d in range(3):
            for m in range(moves):
                record = nodes[1 + d * moves + m]
                weight, value = expected.get((d, m), (0.0, 0.0))
                assert float(record.slot1) == pytest.approx(weight)
                assert float(record.slot2) == pytest.approx(weight * value)
        assert float(nodes[path[1]].reward) == result
        assert float(nodes[path[2]].reward) == -result


def test_rave_plays_a_solved_game_well():
    search = Search(tictactoe, select=rave(PU=False, c1=0.01), backup=all_moves_as_first)
    position = tictactoe.start()
    for move in (0, 4, 8, 2):
        position.play(move)
    assert search.think(position, Budget(simulations=3000)).best == 6
