"""Gumbel at the root: the schedule of sequential halving, and which move comes out."""

import math
from collections import Counter

import numpy as np
import pytest

from kaya import Budget, Search, tictactoe
from kaya.kernel import zeros
from kaya.search import NODE, gumbel, gumbel_child, puct
from kaya.search.gumbel import C_VISIT, considered_visits, draw_gumbels

from .test_prior import by_number


def schedule(considered: int, simulations: int) -> list[int]:
    return [considered_visits(k, simulations, considered) for k in range(simulations)]


def test_sequential_halving_by_hand():
    # m = 4, n = 16: 2 phases; 16 / (2 x 4) = 2 visits for each of 4, then 16 / (2 x 2) = 4 for each of 2
    assert schedule(4, 16) == [0] * 4 + [1] * 4 + [2, 2, 3, 3, 4, 4, 5, 5]
    # n = 200 of 16: 4 phases with 3 x 16, 6 x 8, 12 x 4, 25 x 2; then what is left of 200
    counts = Counter(schedule(16, 200))
    assert [counts[k] for k in (0, 2, 3, 8, 9, 20, 21)] == [16, 16, 8, 8, 4, 4, 2]
    # fewer simulations than moves: each is tried once, as far as they reach
    assert schedule(8, 5) == [0] * 5
    assert schedule(1, 4) == [0, 1, 2, 3]
    assert schedule(2, 5) == [0, 0, 1, 1, 2]


@pytest.mark.parametrize(("considered", "simulations"), [(3, 50), (16, 32), (5, 100), (16, 200), (81, 400)])
def test_the_schedule_is_that_of_the_paper(considered, simulations):
    phases, sequence, visits, left = math.ceil(math.log2(considered)), [], [0] * considered, considered
    while len(sequence) < simulations:
        for _ in range(max(1, int(simulations / (phases * left)))):
            sequence += visits[:left]
            visits[:left] = [v + 1 for v in visits[:left]]
        left = max(2, left // 2)
    assert schedule(considered, simulations) == sequence[:simulations]


def family(visits: list[int], rewards: list[float], before: list[float], kept: list[int] | None = None):
    nodes = zeros(NODE, len(visits) + 1)
    nodes[0].first, nodes[0].count, nodes[0].visits, nodes[0].mover = 1, len(visits), sum(visits) + 2, 2
    nodes.visits[1:], nodes.reward[1:], nodes.mover[1:] = visits, rewards, 1
    nodes.slot1[1:], nodes.slot2[1:] = before, kept or 0
    return nodes


def test_the_root_chooses_among_those_with_as_many_visits_as_the_schedule_asks_for():
    p = gumbel(considered=4).parameters.as_record()[0]
    nodes = family([1, 1, 1, 0, 0], [0.0, 0.0, 0.0, 0.0, 0.0], [3.0, 2.0, 1.0, 0.0, 0.5])
    nodes[0].slot1 = 16
    assert gumbel.function(nodes, 0, p) - 1 == 4, "the fourth to be considered, by g + log P"
    # 8 simulations done: two of four are left, those with the highest g + log P + 52 x q
    nodes = family([2, 2, 2, 2, 0], [0.0, 0.1, 0.2, 0.3, 0.0], [3.0, 2.0, 1.0, 0.0, 9.0])
    nodes[0].slot1 = 16
    # 3 + 52 x 0.5 = 29; 2 + 52 x 0.525 = 29.3; 1 + 52 x 0.55 = 29.6; 52 x 0.575 = 29.9
    assert gumbel.function(nodes, 0, p) - 1 == 3
    nodes.visits[4], nodes.reward[4] = 3, 0.45  # (50 + 3) x 0.5 x (v + 1): 29.5, 29.825, 30.15, among those with 2
    assert gumbel.function(nodes, 0, p) - 1 == 2


def test_visits_of_an_earlier_search_are_not_counted():
    p = gumbel(considered=2).parameters.as_record()[0]
    nodes = family([10, 1, 0], [0.0, 0.0, 0.0], [0.0, 0.5, 0.2], kept=[10, 0, 0])
    nodes[0].slot1 = 4
    assert gumbel.function(nodes, 0, p) - 1 == 2, "the first two of four are for those without a visit in this search"


def test_below_the_root_and_without_a_number_of_simulations_it_is_puct():
    nodes = family([4, 2, 0], [1.0, 1.2, 0.0], [0.0, 0.0, 50.0])
    nodes.heuristic[1:] = [0.5, 0.3, 0.2]
    p, plain = gumbel(c_init=0.3).parameters.as_record()[0], puct(c_init=0.3).parameters.as_record()[0]
    assert gumbel.function(nodes, 0, p) == puct.function(nodes, 0, plain) == 2


def test_the_final_move_is_the_best_of_the_most_visited():
    nodes = zeros(NODE, 4)
    nodes.slot1, nodes.slot2 = [1.0, 0.0, 9.0, 0.0], [0, 0, 0, 95]
    visits, values = np.array([6, 6, 3, 100]), np.array([0.0, 0.1, 0.9, 0.9])
    # 1 + 56 x 0.5 = 29 against 56 x 0.55 = 30.8; the others have 3 and 5 visits
    assert C_VISIT == 50
    assert gumbel_child.function(visits, values, nodes, gumbel_child.parameters) == 1
    nodes.slot1[0] = 3.0
    assert gumbel_child.function(visits, values, nodes, gumbel_child.parameters) == 0


def test_noise_is_drawn_for_the_root():
    root, children, p = zeros(NODE)[0], zeros(NODE, 3), gumbel(c_scale=2.0, noise=0.5).parameters
    children.heuristic, children.visits = [0.5, 0.25, 0.25], [7, 0, 1]
    draw_gumbels(root, children, np.random.default_rng(1), 32, p)
    g = np.random.default_rng(1).gumbel(size=3)
    assert np.allclose(children.slot1, (0.5 * g + np.log([0.5, 0.25, 0.25])) / 2)
    assert (root.slot1, children.slot2.tolist()) == (32, [7, 0, 1])
    draw_gumbels(root, children, np.random.default_rng(1), 0, p)
    assert np.allclose(children.slot1, np.log([0.5, 0.25, 0.25]) / 2)
    assert (root.slot1, children.slot2.tolist()) == (0, [0, 0, 0])


def test_noise_is_a_temperature_among_plausible_moves():
    p, prior, drawn = gumbel(noise=2.0, plausible=0.1).parameters, np.array([0.64, 0.16, 0.16, 0.04]), np.zeros(4)
    root, children, chance = zeros(NODE)[0], zeros(NODE, 4), np.random.default_rng(3)
    children.heuristic = prior
    for _ in range(4000):
        draw_gumbels(root, children, chance, 1, p)
        drawn[np.argmax(children.slot1)] += 1
    assert np.allclose(drawn / 4000, [0.5, 0.25, 0.25, 0.0], atol=0.03), "P^(1/2), without the last"


def visits_of(seed: int, considered: int = 4, simulations: int = 16) -> dict[int, int]:
    search = Search(tictactoe, select=gumbel(considered=considered), final=gumbel_child, prior=by_number, seed=seed)
    report = search.think(tictactoe.start(), Budget(simulations=simulations))
    assert report.best in {m.move for m in report.moves if m.visits == max(m.visits for m in report.moves)}
    return {m.move: m.visits for m in report.moves}


@pytest.mark.slow
def test_a_search_follows_the_schedule_and_its_seed():
    assert sorted(visits_of(0).values()) == [2, 2, 6, 6]
    assert visits_of(5) == visits_of(5)
    assert len({tuple(visits_of(seed)) for seed in range(8)}) > 1, "other seeds consider other moves"


def test_the_final_move_needs_the_noise():
    with pytest.raises(ValueError, match=r"`gumbel_child` needs Gumbel noise .*: set select=gumbel"):
        Search(tictactoe, final=gumbel_child).check()
