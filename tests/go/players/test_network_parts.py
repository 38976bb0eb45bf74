"""Parts of a search with a network that are off unless they are asked for, against numbers worked out by hand."""

from collections.abc import Iterator

import numpy as np
import pytest

from kaya import Budget, make_player
from kaya.go.knowledge.network import key_of
from kaya.go.knowledge.planes import FACTS, describe
from kaya.go.rules import PASS
from kaya.go.rules.position import GoPosition as Position
from kaya.go.strategies import average_by_uncertainty, by_network, network_value
from kaya.kernel import zeros
from kaya.network import Network
from kaya.network.file import HEADS
from kaya.search import NODE, Strategy, Tree, explain, new_work

from ...networks import write_untrained
from .test_zero import asked, outputs, played


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> str:
    """It has learned all heads."""
    path = write_untrained(tmp_path_factory.mktemp("networks") / "heads.npz")
    network = Network.read(path)
    network.about["learned"] = list(HEADS)
    network.write(path)
    return str(path)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Policy, value and owner are all that it has learned."""
    return str(write_untrained(tmp_path_factory.mktemp("networks") / "plain.npz", seed=1))


@pytest.mark.parametrize(("optimism", "temperature"), [(0.0, 1.0), (0.4, 1.0), (1.0, 2.0)])
def test_optimism_mixes_the_logits_of_two_policies(net: str, optimism: float, temperature: float):
    game = played("C3", "B2", "D2")
    said = outputs(game, net)
    work, count = asked(game, net, optimism=optimism, temperature=temperature)
    moves, points = work.moves[0, :count].tolist(), list(game.points)
    places = [-1 if m == PASS else points.index(m) for m in moves]
    logits = (1.0 - optimism) * said.policy[places] + optimism * said.optimistic[places]
    wanted = np.exp(logits / temperature)
    assert np.allclose(work.heuristic[0, :count], wanted / wanted.sum(), atol=1e-6)
    assert np.abs(said.policy - said.optimistic).max() > 0.1, "the two are not the same"


def test_the_terms_of_an_optimistic_prior_add_up(net: str):
    game, player = played("C3", "B2"), make_player(f"zero:network={net},optimism=0.5", seed=1)
    report = player.think(game, Budget(simulations=20))
    assert report.best is not None
    found = explain(player.search.tree, player.strategies, game, [], report.best)
    assert found is not None
    assert found.prior is not None
    assert found.prior.score == pytest.approx(np.log(found.heuristic), abs=1e-6)
    said, place = outputs(game, net), list(game.points).index(report.best)
    part = found.prior.parts["optimism: optimism (l' − l) / temperature"]
    assert part == pytest.approx(0.5 * (said.optimistic[place] - said.policy[place]), abs=1e-5)


def test_a_network_without_an_optimistic_policy_gets_a_sentence(net: str, plain: str):
    sentence = (
        r"^The network .*plain\.npz has not learned the head 'optimistic', which optimism above 0 needs: "
        r"it has learned policy, value, owner\.$"
    )
    for described in (f"zero:optimism=0.5,network={plain}", f"zero:network={plain},optimism=0.5"):
        with pytest.raises(ValueError, match=sentence):
            make_player(described).think(played("C3"), Budget(simulations=5))
    make_player(f"zero:optimism=0.5,network={net}").think(played("C3"), Budget(simulations=5))
    assert make_player(f"zero:network={plain},optimism=0").network == plain


def test_a_network_that_expects_no_error_plays_with_equal_weights(plain: str):
    """Until a game is over: some simulations from an opening find the average that plain ones find."""
    found = [
        make_player(f"zero:network={plain},backup={backup}", seed=1).think(played("C3"), Budget(simulations=20))
        for backup in ("average_by_uncertainty", "average_and_squares")
    ]
    assert [m.visits for m in found[0].moves] == [m.visits for m in found[1].moves]
    assert found[0].value == pytest.approx(found[1].value, abs=1e-6)
    assert make_player(f"kaya:network={plain}").think(played("C3"), Budget(simulations=5)).simulations == 5


def backed_up(nodes: np.recarray, net: str, *simulations: tuple[float, float | None]) -> None:
    """Results for player 1, each with the squared error that was expected, or of a game that was over."""
    backup, work = average_by_uncertainty(network=net), new_work()
    work.path[0, :2] = 0, 1
    for result, error in simulations:
        nodes.visits[:2] += 1
        work.evaluated, work.error = error is not None, error or 0.0
        backup.function(nodes, work[0], 1, result, backup.record)


def test_values_are_weighted_by_what_is_expected_of_their_errors(net: str):
    """c = 0.25, c / 8 = 0.03125. Errors of 0.21875 and 0.09375 have the weights 0.25 / 0.25 = 1 and 0.25 / 0.125 = 2, a
    game that is over 8: v = (1 x 0.5 - 2 x 0.5 + 8 x 1) / 11 = 7.5 / 11, and (0.25 + 0.5 + 8) / 11 for squares."""
    nodes = zeros(NODE, 2)
    nodes.mover = 1, 2
    backed_up(nodes, net, (0.5, 0.21875**2), (-0.5, 0.09375**2), (1.0, None))
    assert nodes.slot2.tolist() == [11.0, 11.0]
    assert nodes.reward == pytest.approx(3 * np.array([7.5, -7.5]) / 11)
    assert nodes.slot1 == pytest.approx(3 * 8.75 / 11)


def test_a_visit_whose_weight_is_not_known_counts_one(net: str):
    """The root was worth -0.25 to player 2 before its search: (-0.25 - 2 x 0.5) / 3. A value whose error is no number
    counts one, too: (-1.25 - 1) / 4."""
    nodes = zeros(NODE, 2)
    nodes.mover, nodes.visits[0], nodes.reward[0] = 2, 1, -0.25
    backed_up(nodes, net, (0.5, 0.09375**2))
    assert nodes[0].slot2 == 3.0
    assert nodes[0].reward / 2 == pytest.approx(-1.25 / 3)
    backed_up(nodes, net, (1.0, np.nan))
    assert nodes[0].slot2 == 4.0
    assert nodes[0].reward / 3 == pytest.approx(-2.25 / 4)


def test_every_node_is_the_weighted_average_of_itself_and_its_children(net: str):
    player = make_player(f"zero:network={net},backup=average_by_uncertainty,select=puct_by_variance,final=lcb", seed=1)
    game = played("C3")
    player.think(game, Budget(simulations=60))
    tree, own = player.search.tree, {}
    means = tree.nodes["reward"] / np.maximum(tree.nodes["visits"], 1)
    for index in np.flatnonzero(tree.nodes["count"][: tree.used] > 0).tolist():
        children = tree.children(index)
        weights, below = tree.nodes["slot2"][index], tree.nodes["slot2"][children]
        own[index] = float(weights - below.sum())
        value = (means[index] * weights + (means[children] * below).sum()) / own[index]
        assert abs(value) <= 1.001
        if index == 0:
            assert value == pytest.approx(-outputs(game, net).value, abs=1e-3), "Black has moved there"
    assert own.pop(0) == pytest.approx(1.0, abs=1e-3)
    assert len(own) > 20
    assert all(0.0 < weight <= 8.0 for weight in own.values())
    child = int(tree.children()[0])
    after = played("C3", game.move_name(int(tree.nodes[child].move)))
    error = outputs(after, net).error
    assert own[child] == pytest.approx(0.25 / (error**0.5 + 0.25 / 8), rel=1e-3)


ORDERS = played("C3", "B2", "D2"), played("D2", "B2", "C3")
"""The same position, but for the last moves."""


def priors(work: np.recarray, game: Position, prior: Strategy) -> dict[int, float]:
    """H of the moves, by move."""
    count = int(game.game.moves(game.states[0], work[0].moves))
    prior.function(game.states[0], work[0], count, prior.record)
    h = work.heuristic[0, :count].round(9)  # moves come in another order after others, and so does their sum
    return dict(sorted(zip(work.moves[0, :count].tolist(), h.tolist(), strict=True)))


def test_transpositions_share_an_evaluation(net: str):
    for kept, shared in ((0, False), (16, True)):
        prior = by_network(network=net, cache=kept, optimism=0.5)
        work = new_work(prior.parameters.memory(ORDERS[0].state))
        found = [(priors(work, game, prior), float(work.value[0]), float(work.error[0])) for game in ORDERS]
        assert (found[0] == found[1]) == shared
        assert found[0][1] == pytest.approx(-outputs(ORDERS[0], net).value)


def test_what_is_kept_is_never_said_of_another_position(net: str, plain: str):
    """One place for all, or few, and values asked for in between, also of another network."""
    games = [played("C3", "B2"), played("C3", "B2", "pass"), played("B3", "C2"), played("C3", "B2", "D2")]
    fresh = by_network(network=net)
    wanted = [priors(new_work(fresh.parameters.memory(g.state)), g, fresh) for g in games]
    for kept in (1, 3, 100):
        prior, others = by_network(network=net, cache=kept), [network_value(network=n) for n in (net, plain)]
        work = new_work(max(s.parameters.memory(games[0].state) for s in (prior, *others)))
        for turn in range(12):
            assert priors(work, games[turn % 4], prior) == wanted[turn % 4]
            if turn % 3:
                value, game, work.evaluated = others[turn % 2], games[turn % 3], 0
                value.function(game.states[0], work[0], value.function, value.record, value.record)
                said = outputs(game, value.parameters.network).value
                assert work.value[0] == pytest.approx(said if game.mover == 1 else -said)


def key(game: Position, **changes: float) -> int:
    states, codes, facts = game.states.copy(), np.zeros(game.lines**2, np.int64), np.zeros(FACTS, np.int64)
    for name, value in changes.items():
        states[name] = value
    describe(states[0], codes, facts)
    return int(key_of(game.lines, codes, facts))


def test_positions_differ_by_stones_turn_ko_komi_and_pass():
    game = played("B3", "D4", "C4", "D2", "C2", "E3", "A1", "C3", "D3")  # the last takes a ko
    assert game.states[0].ko != 0
    keys = [key(game, **c) for c in ({}, {"ko": 0}, {"komi": 0.5}, {"komi": -0.5}, {"turn": 1}, {"passes": 1})]
    keys += [key(played(*moves)) for moves in ((), ("C3",), ("C3", "D3"), ("D3", "C3"))]
    assert len(set(keys)) == len(keys)
    assert key(ORDERS[0]) == key(ORDERS[1])


def test_transpositions_in_a_tree_have_one_value_if_there_is_a_cache(net: str):
    game = played("B2", lines=3)
    several = {}
    for kept in (0, 5000):
        player = make_player(f"zero:network={net},cache={kept},c_init=5", seed=1)
        player.think(game, Budget(simulations=300))
        tree, values, nodes = player.search.tree, dict[int, set[float]](), 0
        for index, path in expanded(tree):
            position, children = played("B2", *map(game.move_name, path), lines=3), tree.children(index)
            own = tree.nodes["reward"][index] + tree.nodes["reward"][children].sum()
            values.setdefault(key(position), set()).add(round(float(own), 4))
            nodes += 1
        assert len(values) < nodes - 10, "there are transpositions"
        several[kept] = sum(len(found) > 1 for found in values.values())
    assert several[0] > 30 > 3 >= several[5000], "but for some that have had to share a place"


def expanded(tree: Tree, index: int = 0, path: tuple[int, ...] = ()) -> Iterator[tuple[int, tuple[int, ...]]]:
    """All expanded nodes, and the moves that lead there."""
    if tree.nodes[index].count > 0:
        yield index, path
        for child in tree.children(index):
            yield from expanded(tree, int(child), (*path, int(tree.nodes[child].move)))
