"""Scores taken apart: the parts add up to that by which children are compared."""

from math import log, sqrt
from typing import Any

import numpy as np
import pytest

from kaya import Budget, GoPosition, Search, go, make_player, strategy
from kaya.kernel import zeros
from kaya.search import NODE, Terms, explain, strategies_for
from kaya.search.selection import UCT
from kaya.search.terms import terms_of

SELECTS = sorted(
    name for name, chosen in strategies_for("select").items() if chosen.function.py_func.__module__.startswith("kaya.")
)  # not those of other tests


def family(visits, rewards, heuristics, parent=0):
    """A root and its children."""
    nodes = zeros(NODE, len(visits) + 1)
    nodes.first[0], nodes.count[0], nodes.visits[0] = 1, len(visits), parent or sum(visits)
    nodes.mover[0], nodes.mover[1:] = 2, 1
    nodes.visits[1:], nodes.reward[1:], nodes.heuristic[1:] = visits, rewards, heuristics
    return nodes


def explained(*what) -> Any:
    return explain(*what)


def parts(name, nodes, child, **parameters) -> Terms:
    said = terms_of(strategies_for("select")[name](**parameters), nodes, 0, child)
    assert said is not None
    return said


def test_uct_is_value_and_exploration():
    said = parts("uct", family([10, 6], [4.0, 3.0], [0, 0]), 2, C=0.7)
    assert said.parts == pytest.approx({"value: v": 0.5, "exploration: C √(ln n_p / n)": 0.7 * sqrt(log(16) / 6)})
    assert parts("uct", family([10, 0], [4.0, 0.0], [0, 0]), 2).first


def test_progressive_bias_fades_and_a_pruned_move_says_when_it_is_seen():
    nodes = family([30, 20, 10], [6.0, 2.0, 1.0], [0.5, 0.3, 0.1])
    said = parts("progressive", nodes, 2, C=0.2, weight=40, k_init=1, A=50, B=1.3)
    assert list(said.parts.values()) == pytest.approx([0.1, 0.2 * sqrt(log(60) / 20), 40 * 0.3 / 21])
    third = parts("progressive", nodes, 3, C=0.2, weight=40, k_init=1, A=50, B=1.3)
    assert third.facts["rank by H"] == 3
    assert third.facts["seen when n_p passes A B^(k − k_init)"] == pytest.approx(50 * 1.3**2)
    assert not third.seen


def test_rave_is_online_transient_and_offline():
    nodes = family([4, 3], [1.0, 3.0], [0.2, 0.1])
    nodes.slot1[1:], nodes.slot2[1:] = [20, 10], [5, 2]
    said = parts("rave", nodes, 1, c1_root=0.01, c2_root=1.0, C_root=0.05, even=10, won=50, PU=False)
    r = 20 + 10 + 50 * 0.2
    beta, gamma, transient = r / (r + 4 + 0.01 * 4 * r), 1 / r, (5 + 50 * 0.2) / r
    expected = [(1 - beta - gamma) * 0.25, beta * transient, (gamma + 0.05 / log(6)) * 0.2]
    assert list(said.parts.values()) == pytest.approx(expected)


def test_puct_is_value_and_what_the_prior_asks_for():
    nodes = family([8, 0], [4.0, 0.0], [0.6, 0.4], parent=9)
    nodes.reward[0] = -2.0
    first, second = (parts("puct", nodes, k, c_init=1.25, growth=0.0, fpu_root=0.3) for k in (1, 2))
    assert list(first.parts.values()) == pytest.approx([0.5, 1.25 * 0.6 * sqrt(8) / 9])
    assert list(second.parts.values()) == pytest.approx([0.25, -0.3 * sqrt(0.6), 1.25 * 0.4 * sqrt(8)])


def random_family(chance, fewest):
    count = 12
    visits = chance.integers(fewest, 60, count)
    nodes = family(
        visits, chance.uniform(-1, 1, count) * visits, np.sort(chance.uniform(0, 1, count))[::-1], int(visits.sum()) + 1
    )
    nodes.heuristic[1:] /= nodes.heuristic[1:].sum()
    nodes.slot1[1:], nodes.slot2[1:] = chance.uniform(0, 30, count), chance.uniform(-1, 1, count)
    return nodes


def halved_family(chance):
    """A root in the middle of sequential halving: how many simulations there are, what was drawn, and the visits that
    the children had before."""
    nodes = random_family(chance, 4)
    nodes.slot1[0] = chance.integers(20, 200)
    nodes.slot1[1:] = np.log(nodes.heuristic[1:]) + chance.gumbel(size=12)
    nodes.slot2[1:] = nodes.visits[1:] - chance.integers(0, 3, 12)
    return nodes


@pytest.mark.parametrize("name", SELECTS)
def test_the_highest_sum_is_the_child_that_is_selected(name):
    """Whatever may select says what its scores are made of, and the kernel follows the highest."""
    chosen, chance = strategies_for("select")[name], np.random.default_rng(1)
    for k in range(40):
        nodes = halved_family(chance) if name == "gumbel" and k % 4 else random_family(chance, k % 2)
        said: Any = {child: terms_of(chosen, nodes, 0, child) for child in range(1, 13)}
        best = max((child for child in said if said[child].seen), key=lambda child: said[child].score)
        assert chosen.function(nodes, 0, chosen.record) == best


@pytest.mark.parametrize(("name", "parameters"), [("puct", {"c_init": 2.0, "fpu_root": 0.5}), ("gumbel", {"noise": 0})])
def test_the_scores_themselves_are_those_of_the_kernel(name, parameters):
    """A child is selected as soon as its value is so much higher as its score falls short, and not before."""
    chosen, chance = strategies_for("select")[name](**parameters), np.random.default_rng(2)
    for _ in range(10):
        nodes = random_family(chance, 1)
        nodes.slot1[0] = 0.0  # gumbel: as below the root
        scores: Any = [terms_of(chosen, nodes, 0, child) for child in range(1, 13)]
        best = int(np.argmax([said.score for said in scores])) + 1
        child = best % 12 + 1
        short = scores[best - 1].score - scores[child - 1].score
        for more, expected in ((0.999 * short, best), (1.001 * short, child)):
            changed = nodes.copy()
            changed.reward[child] += more * changed.visits[child]
            assert chosen.function(changed, 0, chosen.record) == expected


@pytest.mark.slow
@pytest.mark.parametrize("player", ["uct", "mango", "mango-paper", "mogo", "mogo-paper", "zero"])
def test_a_searched_move_is_explained_to_the_last_part(player):
    position, thinker = GoPosition(5), make_player(player, seed=3)
    position.play("C3")
    report = thinker.think(position, Budget(simulations=300))
    found = explained(thinker.search.tree, thinker.strategies, position, [], report.best)
    assert (found.visits, found.value) == (report.moves[0].visits, report.moves[0].value)
    assert found.select.score == pytest.approx(sum(found.select.parts.values()))
    if found.prior and found.prior.of == "H":
        assert found.prior.score == pytest.approx(found.heuristic)


def test_the_features_of_a_move_are_all_of_its_strength():
    """H is gamma's share: two moves' H differ as the sums of their parts do."""
    position, thinker = GoPosition(9), make_player("mango", seed=3)
    position.play("E5")
    thinker.think(position, Budget(simulations=200))
    one, two = (
        explained(thinker.search.tree, thinker.strategies, position, [], position.parse_move(m)) for m in ("E6", "C3")
    )
    assert one.prior.of == "ln γ"
    assert one.prior.score - two.prior.score == pytest.approx(log(one.heuristic / two.heuristic))


def test_the_policy_of_a_network_is_taken_apart():
    """H is the softmax of what the network says: ln H of two moves differ as their logits do, and of all moves the
    probabilities are one together."""
    position, thinker = GoPosition(9), make_player("zero", seed=3)
    position.play("E5")
    report = thinker.think(position, Budget(simulations=20))
    found = [explained(thinker.search.tree, thinker.strategies, position, [], move) for move in report.priors]
    assert {each.prior.of for each in found} == {"ln H"}
    logits = np.array([each.prior.parts["policy: l / temperature"] for each in found])
    shares = np.exp(logits - logits.max()) / np.exp(logits - logits.max()).sum()
    assert [each.heuristic for each in found] == pytest.approx(shares.tolist(), abs=1e-6)
    assert all(each.prior.score == pytest.approx(log(each.heuristic)) for each in found)
    value = found[0].prior.facts["the network's value, for who moves"]
    assert value == pytest.approx(-thinker.evaluate(position).value, abs=1e-5)


def test_without_one_position_what_stands_in_the_tree_is_taken_apart():
    position, thinker = GoPosition(5), make_player("mogo", seed=3)
    report = thinker.think(position, Budget(simulations=100))
    known, unknown = (explained(thinker.search.tree, thinker.strategies, p, [], report.best) for p in (position, None))
    assert unknown.prior is None
    assert unknown.select == known.select


@pytest.mark.slow
def test_a_strategy_of_ones_own_explains_itself():
    def my_terms(nodes, index, child, p):
        return {"value": 0.5, "luck: C": p.C}

    @strategy("select", UCT, terms=my_terms)
    def lucky(nodes, index, p):
        return nodes[index].first

    search, position = Search(go, select=lucky(C=0.25)), GoPosition(3)
    search.think(position, Budget(simulations=50))
    found = explained(search.tree, search.strategies, position, [], int(search.tree.nodes.move[1]))
    assert found.select == Terms({"value": 0.5, "luck: C": 0.25})
    assert found.prior is None
