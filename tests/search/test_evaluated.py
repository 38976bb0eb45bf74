"""A prior that evaluates the position itself: the descent ends there, and its value is the result."""

import numpy as np
import pytest

from kaya import Budget, Search, strategy, tictactoe
from kaya.kernel import Parameters
from kaya.search import all_at_threshold, at_threshold, new_work, puct, uct
from kaya.search.tree import WORK


@strategy("prior")
def evaluate(state, work, count, p):
    """Every move is equal; whoever has the centre is ahead."""
    for k in range(count):
        work.heuristic[k] = 1.0 / count
    work.evaluated, work.value = 1, 0.5 * ((state.squares[1] >> 4 & 1) - (state.squares[2] >> 4 & 1))


@strategy("simulate", evaluates=True)
def as_evaluated(state, work, policy, policy_p, p):
    return work.value if work.evaluated else 0.25


EVALUATED = dict(select=puct, prior=evaluate, simulate=as_evaluated, expand=all_at_threshold(T=0))


@pytest.mark.slow
def test_the_descent_ends_where_the_position_is_evaluated():
    search = Search(tictactoe, **{**EVALUATED, "select": uct})  # which tries every move once
    search.think(tictactoe.start(), Budget(simulations=9))
    nodes = search.tree.nodes
    assert nodes[0].visits == 10, "the root was evaluated before the first simulation"
    children = search.tree.children()
    assert (nodes["visits"][children] == 1).all()
    assert (nodes["count"][children] == 8).all(), "each was expanded when it was evaluated, and none of theirs entered"
    assert nodes["reward"][children].tolist() == [0.5 if m == 4 else 0.0 for m in nodes["move"][children]]
    assert not nodes["visits"][children[-1] + 1 : search.tree.used].any()


def test_the_value_of_the_root_is_not_lost_and_not_counted_twice():
    search, position = Search(tictactoe, **EVALUATED), tictactoe.start()
    position.play(4)
    search.think(position, Budget(simulations=1))
    assert (search.tree.nodes[0].visits, search.tree.nodes[0].reward) == (2, 1.0), "0.5 twice, for the one who moved"
    search.think(position, Budget(simulations=1))
    assert search.tree.nodes[0].visits == 3
    position.play(0)
    search.think(position, Budget(simulations=1))
    root = search.tree.nodes[0]
    assert root.visits == search.tree.nodes["visits"][search.tree.children()].sum() + 1


def test_a_evaluation_holds_for_its_simulation_only():
    """With T = 5 nothing is evaluated before; the simulations that end elsewhere see no old evaluation."""
    search = Search(tictactoe, **{**EVALUATED, "expand": all_at_threshold(T=5)})
    search.think(tictactoe.start(), Budget(simulations=18))
    nodes, children = search.tree.nodes, search.tree.children()
    assert np.allclose(nodes["reward"][children], 0.25 * nodes["visits"][children])


def test_a_full_tree_is_evaluated_at_its_leaves():
    search = Search(tictactoe, **EVALUATED)
    search.think(tictactoe.start(), Budget(simulations=2000, nodes=1025))
    assert search.tree.full
    nodes, leaves = search.tree.nodes, 0
    for index in range(1, search.tree.used):
        node = nodes[index]
        if node.count == 0 and node.visits and abs(node.reward) == 0.25 * node.visits:
            leaves += 1
    assert leaves > 10


def test_evaluation_goes_with_nodes_that_come_one_by_one():
    """Below T the policy and a playout as ever; at T the node is evaluated once."""
    search = Search(tictactoe, prior=evaluate, expand=at_threshold(T=3), seed=1)
    report = search.think(tictactoe.start(), Budget(simulations=400))
    assert report.visits == 401
    evaluated = [i for i in range(1, search.tree.used) if search.tree.nodes[i].count > 0]
    assert len(evaluated) > 10
    assert (search.tree.nodes["visits"][evaluated] > 3).all()


class Needy(Parameters):
    """Asks for memory."""

    def memory(self, state) -> int:
        return 1000


@strategy("prior", Needy)
def where(state, work, count, p):
    for k in range(count):
        work.heuristic[k] = 1.0 + (work.memory != 0 and work.memory % 64 == 0)


def test_a_strategy_gets_memory_of_the_threads_own():
    search = Search(tictactoe, prior=where, expand=all_at_threshold(T=0), threads=2)
    search.think(tictactoe.start(), Budget(simulations=200))
    found = search.tree.nodes["heuristic"][1 : search.tree.used]
    assert (found == 2.0).all()


def test_work_and_its_memory_are_one_piece():
    work = new_work(5000)
    address, start = int(work.memory[0]), work.ctypes.data
    assert address % 64 == 0
    assert start + WORK.itemsize <= address < start + WORK.itemsize + 64
    assert int(new_work().memory[0]) == 0
