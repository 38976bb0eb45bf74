"""Parts of a search with a network that are off unless they are asked for, against numbers worked out by hand."""

import numpy as np
import pytest

from kaya import Budget, make_player
from kaya.go.rules import PASS
from kaya.network import Network
from kaya.network.file import HEADS
from kaya.search import explain

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
    return str(write_untrained(tmp_path_factory.mktemp("networks") / "plain.npz"))


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
