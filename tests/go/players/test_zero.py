"""Players with a network: what it says of moves and positions, and where it comes from."""

import pickle
import shutil
from itertools import zip_longest
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from kaya import Budget, GoPosition, make_player
from kaya.go.knowledge import network as networks
from kaya.go.knowledge.network import SHIPPED, evaluate_position, evaluator, even_komi, fingerprint, shipped
from kaya.go.knowledge.planes import DEPTH, FACTS, write_planes
from kaya.go.players import kaya as strongest
from kaya.go.rules import BLACK, PASS, WHITE, point
from kaya.go.rules.position import GoPosition as Position
from kaya.go.strategies import by_features, by_network, by_network_and_features, network_value
from kaya.lab.matches.contestants import Pace, make_contestant
from kaya.lab.tuning.space import Dimension
from kaya.network import Answer, Network
from kaya.search import new_work

from ...networks import write_untrained

FEW = Budget(simulations=60, memory=16 << 20)


@pytest.fixture(scope="module")
def net(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(write_untrained(tmp_path_factory.mktemp("networks") / "tiny.npz"))


@pytest.fixture
def installed(net: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installation with a network for 9x9 only."""
    shutil.copy(net, tmp_path / "go9.npz")
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    return tmp_path


def played(*moves: str, lines: int = 5) -> Position:
    game = GoPosition(lines)
    for move in moves:
        game.play(move)
    return game


def outputs(game: Position, net: str) -> Answer:
    """What the network says, asked without the search."""
    n = game.lines
    planes = np.zeros(n * n * DEPTH, np.float32)
    write_planes(game.states[0], np.zeros(n * n, np.int64), np.zeros(FACTS, np.int64), planes)
    return evaluator(net).evaluate(planes.reshape(n, n, DEPTH))


def asked(game: Position, net: str, prior=by_network, **changes) -> tuple[np.recarray, int]:
    """A WORK after the prior has been asked."""
    prior = prior(network=net, **changes)
    work = new_work(prior.parameters.memory(game.state))
    count = int(game.game.moves(game.states[0], work[0].moves))
    prior.function(game.states[0], work[0], count, prior.record)
    return work, count


@pytest.mark.parametrize("temperature", [1.0, 2.0])
def test_h_is_the_policy_over_the_legal_moves_with_the_pass(net: str, temperature: float):
    game = played("C3", "B2", "D2")
    logits, value, *_ = outputs(game, net)
    work, count = asked(game, net, temperature=temperature)
    moves, h = work.moves[0, :count].tolist(), work.heuristic[0, :count]
    points = list(game.points)
    wanted = np.exp([logits[-1 if m == PASS else points.index(m)] / temperature for m in moves])
    assert np.allclose(h, wanted / wanted.sum(), atol=1e-6)
    assert PASS in moves
    assert (np.diff(h) <= 0).all()
    assert work.evaluated[0] == 1
    assert np.isclose(work.value[0], -value), "White is to move"


@pytest.mark.parametrize(("trust", "shape"), [(1.0, 0.0), (0.0, 1.0), (0.3, 0.6)])
def test_h_of_network_and_features_is_a_product_of_powers(net: str, trust: float, shape: float):
    game = played("C3", "B2", "D2")
    by_name = {}
    work, count = asked(game, net)
    by_name["P"] = dict(zip(work.moves[0, :count].tolist(), work.heuristic[0, :count].tolist(), strict=True))
    work = new_work()
    count = int(game.game.moves(game.states[0], work[0].moves))
    by_features.function(game.states[0], work[0], count, by_features.record)
    by_name["F"] = dict(zip(work.moves[0, :count].tolist(), work.heuristic[0, :count].tolist(), strict=True))
    work, count = asked(game, net, by_network_and_features, trust=trust, shape=shape)
    moves, h = work.moves[0, :count].tolist(), work.heuristic[0, :count]
    assert (np.diff(h) <= 0).all()
    assert np.isclose(h.sum(), 1.0)
    wanted = {m: by_name["P"][m] ** trust * by_name["F"][m] ** shape for m in moves if m != PASS}
    found = {m: float(h[k]) for k, m in enumerate(moves) if m != PASS}
    ratios = [found[m] / wanted[m] for m in wanted]
    assert np.allclose(ratios, ratios[0], rtol=1e-4)
    assert work.evaluated[0] == 1
    assert np.isclose(work.value[0], -outputs(game, net)[1])


def test_a_prior_that_does_not_evaluate_leaves_the_position_alone(net: str):
    work, _ = asked(played("C3"), net, evaluates=False)
    assert work.evaluated[0] == 0


def simulated(strategy, game: Position, evaluated: float | None) -> float:
    """The result of a simulation at a leaf that was evaluated so."""
    work = new_work(strategy.parameters.memory(game.state))
    if evaluated is not None:
        work.evaluated, work.value = 1, evaluated
    states = game.states.copy()
    states.rng = 7
    policy = make_player("uct").strategies["policy"]
    return strategy.function(states[0], work[0], policy.function, policy.record, strategy.record)


@pytest.mark.slow
def test_the_value_of_a_leaf(net: str):
    value, game = network_value(network=net), played("C3")
    assert simulated(value, game, 0.25) == 0.25
    assert np.isclose(simulated(value, game, None), -outputs(game, net)[1]), "where nobody has evaluated, it evaluates"
    over = played("C3", "pass", "pass")
    assert simulated(value, over, 0.25) == over.result == 1.0


def test_a_mixture_of_value_and_playout_is_no_more():
    with pytest.raises(ValueError, match=r"^simulate=mixed_value was removed, .*: set simulate=network_value\.$"):
        make_player("zero:simulate=mixed_value,mixture=0.5")


def test_every_simulation_evaluates_one_position(net: str):
    player, game = make_player(f"zero:network={net}", seed=1), played("C3")
    report = player.think(game, FEW)
    tree = player.search.tree
    assert report.visits == 61, "the root is one of them"
    expanded = tree.nodes["visits"][: tree.used][tree.nodes["count"][: tree.used] > 0]
    assert len(expanded) == (tree.nodes["visits"][: tree.used] > 0).sum()
    assert sum(m.prior for m in report.moves) <= 1.0 + 1e-6
    root_value = tree.nodes[0].reward - sum(tree.nodes["reward"][tree.children()] * -1)
    assert np.isclose(root_value, -outputs(game, net)[1], atol=1e-5), (
        "what the network says of the root is counted once"
    )
    again = make_player(f"zero:network={net}", seed=2)
    again.think(game, FEW)
    assert again.search.tree.fingerprint() == tree.fingerprint(), "there is no chance in it"


def test_a_search_in_a_hurry_begins_with_one_simulation(net: str, monkeypatch):
    """16 ms: 20 simulations without a network would be the first step; by this clock it has taken all the time."""
    clock = iter(range(1000))
    for module in ("search", "handle"):
        monkeypatch.setattr(f"kaya.search.{module}.time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    report = make_player(f"zero:network={net}").think(GoPosition(7), Budget(seconds=0.016))
    assert report.simulations == 1


def test_two_threads_search_one_tree(net: str):
    report = make_player(f"zero:network={net}", threads=2).think(GoPosition(7), Budget(simulations=400))
    assert report.simulations == 400
    assert abs(report.value) <= 1.0


@pytest.mark.parametrize(
    "described",
    [
        "mango:prior=by_network,T=2",
        "mogo:prior=by_network,T=2",
        "kaya-classic:prior=by_network,evaluates=off,T=2",
        "uct:simulate=network_value",
        "zero:select=gumbel,final=gumbel_child",
    ],
)
def test_the_network_goes_with_every_strategy(net: str, described: str):
    player = make_player("uct")
    name, _, changes = described.partition(":")
    player = make_player(name)
    for change in changes.split(","):
        key, _, value = change.partition("=")
        player.set(key, value)
        if value in ("by_network", "network_value"):
            player.set("network", net)
    if name == "zero":
        player.set("network", net)
    report = player.think(played("C3"), FEW)
    assert report.simulations == FEW.simulations
    assert report.best is not None


def test_one_setting_names_the_network_of_all_strategies(net: str):
    player = make_player(f"zero:network={net}")
    assert player.parameters()["network"].value == net
    assert {player.strategies[role].parameters.network for role in ("prior", "simulate")} == {net}  # type: ignore[attr-defined]
    assert player.parameters()["network"].accepts == "a file"
    assert player.network == net
    assert make_player("uct").network is None


def test_a_network_is_read_once_and_shared(net: str):
    assert evaluator(net) is evaluator(Path(net))
    copies = [pickle.loads(pickle.dumps(make_player(f"zero:network={net}"))) for _ in range(2)]
    assert copies[0].network == net
    assert copies[0].strategies["prior"].record.network == copies[1].strategies["simulate"].record.network


def test_a_file_that_cannot_be_used_gets_a_sentence(tmp_path: Path):
    with pytest.raises(ValueError, match=r"^The network .*nowhere.npz cannot be read: No such file or directory\.$"):
        make_player(f"zero:network={tmp_path}/nowhere.npz")
    (tmp_path / "broken.npz").write_bytes(b"no network")
    with pytest.raises(ValueError, match=r"broken.npz: .*\.$"):
        make_player(f"zero:network={tmp_path}/broken.npz")


def test_a_match_knows_the_network_by_its_content(net: str, tmp_path: Path):
    other = write_untrained(tmp_path / "tiny.npz", seed=1)
    found = []
    for path in (net, other):
        described = make_contestant(f"zero:network={path},simulations=5", Pace()).describe({"size": 5})
        found.append(described["parameters"]["network"])
        assert fingerprint(path) in found[-1]
    write_untrained(other, seed=2)
    assert fingerprint(other) not in found[1], "a file that was written anew is another network"


def test_the_network_of_a_board_is_the_nearest_that_ships(tmp_path: Path):
    def names(*present: str) -> list[str]:
        folder = tmp_path / "-".join(present)
        folder.mkdir()
        for name in present:
            (folder / name).touch()
        return [shipped(lines, folder).name for lines in (2, 9, 11, 12, 15, 16, 19)]

    nine, thirteen, nineteen = SHIPPED.values()
    assert names(*SHIPPED.values()) == [nine] * 3 + [thirteen] * 2 + [nineteen] * 2
    assert names(nine) == [nine] * 7
    assert names(nine, nineteen) == [nine] * 5 + [nineteen] * 2
    assert names(thirteen) == [thirteen] * 7


def test_kayas_own_network_is_taken_by_the_size_of_the_board(installed: Path):
    player = make_player("zero")
    assert player.network == ""
    for lines in (5, 9):
        assert player.think(GoPosition(lines), FEW).simulations == FEW.simulations
    assert player.words == {}


def test_without_a_network_there_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    with pytest.raises(ValueError, match="This installation of Kaya has no network: give a file"):
        make_player("zero").think(GoPosition(5), FEW)


def test_the_evaluation_of_a_position_is_blacks(net: str):
    for moves, turn in ((("C3",), WHITE), (("C3", "B2"), BLACK)):
        game = played(*moves)
        _, value, owned, *_ = outputs(game, net)
        sign = 1 if turn == BLACK else -1
        found = evaluate_position(game, net)
        assert found is not None
        assert np.isclose(found.value, sign * value)
        assert np.allclose(found.ownership[list(game.points)], sign * owned.reshape(-1), atol=1e-6)
        assert 0 < found.deviation <= 5


def test_the_lead_is_what_komi_lacks_for_an_even_game():
    game = GoPosition(19, komi=0.5)
    for move in ("Q16", "D4"):
        game.play(move)
    found = evaluate_position(game)
    assert found is not None
    assert found.score > 2.0
    game.komi += round(2.0 * found.score) / 2.0  # networks know half points
    assert abs(evaluate_position(game).value) < 0.05


@pytest.mark.parametrize(
    ("here", "later", "lead"), [(6.0, 2.0, 4.0), (6.0, None, 6.0), (6.0, -10.0, 0.0), (-4.0, -5.0, -4.5)]
)
def test_the_lead_is_the_mean_of_here_and_after_the_likeliest_move(net, monkeypatch, here, later, lead):
    """For Black, whoever is to move; 0 where it would contradict the value."""
    game, asked = played("C3"), []

    def told(value_with, komi, value):
        asked.append(value)
        found = (here, later)[len(asked) - 1]
        return None if found is None else komi + sign * abs(found) * np.sign(found / here)

    sign = np.sign(evaluate_position(game, net).value)
    monkeypatch.setattr(networks, "even_komi", told)
    assert evaluate_position(game, net).score == pytest.approx(sign * lead * np.sign(here))
    assert len(asked) == 2


@pytest.mark.parametrize("slope", [0.02, 0.2, 3.0])
@pytest.mark.parametrize("right", [-30.0, 6.5, 7.5, 8.0, 40.0])
def test_the_even_komi_is_found_in_few_steps(right: float, slope: float):
    asked = []

    def value(komi: float) -> float:
        asked.append(komi)
        return float(np.tanh(slope * (right - komi) + 0.3 * slope * np.sin(right - komi)))

    found = even_komi(value, 7.5, value(7.5))
    assert found == pytest.approx(right, abs=0.02 / slope + 0.1)
    assert len(asked) <= 12


def test_where_no_komi_makes_it_even_there_is_none():
    assert even_komi(lambda komi: 0.9, 7.5, 0.9) is None
    assert even_komi(lambda komi: -0.9, 7.5, -0.9) is None


def test_a_network_that_always_says_even_is_taken_at_its_word():
    assert even_komi(lambda komi: 0.0, 7.5, 0.0) == 7.5


@pytest.mark.parametrize("lines", [9, 13, 19])
def test_kayas_own_networks_see_who_owns_what(lines: int):
    """Black has the half of the board with its middle, each half being full of stones and eyes."""
    game, half = GoPosition(lines), lines // 2
    stones = [(x, y) for x in range(lines) for y in range(lines) if not x % 2 or not y % 2 or x - half in (0, 1)]
    sides = [[point(x, y, lines) for x, y in stones if (x > half) == white] for white in (False, True)]
    for moves in zip_longest(*sides, fillvalue=PASS):
        for move in moves:
            game.play(move)
    found = evaluate_position(game)
    assert found is not None
    assert found.score == pytest.approx(lines - game.komi, abs=lines**2 / 50)  # a fiftieth of each point
    owned = [found.ownership[point(x, 1, lines)] for x in range(lines)]
    assert [value > 0.8 for value in owned] == [x <= half for x in range(lines)]
    assert [value < -0.8 for value in owned] == [x > half for x in range(lines)]


def test_a_player_evaluates_by_its_network(net: str):
    game = played("C3")
    found, expected = make_player(f"zero:network={net}").evaluate(game), evaluate_position(game, net)
    assert found is not None
    assert expected is not None
    assert found.score == expected.score
    assert make_player("uct").evaluate(game) is None


def test_a_network_that_has_not_learned_to_evaluate_is_not_asked(net: str, tmp_path):
    network = Network.read(net)
    network.about["learned"] = ["policy"]
    network.write(tmp_path / "policy.npz")
    assert evaluate_position(played("C3"), tmp_path / "policy.npz") is None
    network.about["learned"] = ["wisdom"]
    network.write(tmp_path / "wisdom.npz")
    with pytest.raises(ValueError, match="what it has learned must be some of policy, value, owner, score, "):
        Network.read(tmp_path / "wisdom.npz")


def test_a_network_is_not_tuned(net: str):
    with pytest.raises(ValueError, match="network is a file: it cannot be tuned"):
        Dimension.of("network", make_player(f"zero:network={net}").parameters()["network"])


def test_the_strongest_composition_has_a_network(net: str):
    player = strongest.make(seed=3)
    player.set("network", net)
    assert player.name == "kaya"
    assert player.choose(played("C3"), FEW).report.simulations <= FEW.simulations
