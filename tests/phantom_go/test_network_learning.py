"""The network of Phantom Go learns: what it is told of games, and a run that is stopped and goes on."""

import re

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")

from kaya.lab.learning.policy_gradient import training  # noqa: E402
from kaya.lab.learning.policy_gradient.learner import Learner  # noqa: E402
from kaya.lab.learning.policy_gradient.self_play import Experience, contest  # noqa: E402
from kaya.network import Evaluator, Network  # noqa: E402
from kaya.phantom_go.knowledge.network.information import Information  # noqa: E402
from kaya.phantom_go.knowledge.network.network import Asking  # noqa: E402
from kaya.phantom_go.knowledge.network.planes import PLANES  # noqa: E402
from kaya.phantom_go.learning.network.model import Model  # noqa: E402
from kaya.phantom_go.learning.network.plan import Plan  # noqa: E402
from kaya.phantom_go.learning.network.run import PhantomGo  # noqa: E402
from tests.kriegspiel.tables import view_of  # noqa: E402
from tests.terminal.scripted import run_command  # noqa: E402

from .games import after  # noqa: E402

TINY = Plan.for_processors(size=5, blocks=1, games=4, steps=3, batch=4, seed=5)


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def asked(network, *tries):
    """What the network says after these tries, and what it was told."""
    position = after(*tries)
    view = view_of(position, position.mover)
    information = Information(view.start)
    for announcement in view.log:
        information.hear(announcement)
    asking = Asking(Evaluator(network), 5)
    said = asking(information, view.sensible_tries())
    enemies = torch.zeros(1, 25, dtype=torch.uint8)
    known = torch.from_numpy(asking.points.view(np.int32))[None], torch.from_numpy(asking.numbers)[None], enemies
    return view, asking, said, known


def test_players_evaluate_what_is_trained():
    """A network in PyTorch and in Numba is the same function, and its file the same again; the tries are those that
    a view finds sensible."""
    torch.manual_seed(3)
    network, model = Model(2, 48).network([5], {}), Model(2, 48)
    model.start_from(network)
    for name, array in model.network([5], {}).arrays.items():
        np.testing.assert_array_equal(array, network.arrays[name])
    view, asking, said, known = asked(network, "C3", "B2", "D4", "C3")
    with torch.no_grad():
        trained = model(model.planes_of(known, torch.float32))
    places = [asking.place(move) for move in view.sensible_tries()]
    assert torch.nonzero(model.possible(known)[0])[:, 0].tolist() == sorted(places)
    assert trained.value.item() == pytest.approx(said.value, abs=1e-3)
    assert trained.logits[0, places].numpy() == pytest.approx(said.logits, rel=1e-3, abs=1e-3)
    assert torch.sigmoid(trained.belief[0]).numpy() == pytest.approx(said.belief, abs=1e-3)


def test_what_is_better_becomes_likelier_and_stones_are_believed():
    """Of all tries one is good; the opponent's stone is on one point."""
    torch.manual_seed(2)
    *_, known = asked(Network.random(1, 48, seed=3, planes=PLANES), "C3", "B2")
    known[2][0, 7] = 1
    possible = torch.nonzero(Model.possible(known)[0])[:, 0]
    count = len(possible)
    rows = tuple(part.repeat(count, *[1] * (part.ndim - 1)) for part in known)
    good = torch.full((count,), -1 / (count - 1))
    good[4] = 1.0
    chance = torch.full((count,), -float(np.log(count)))
    experience = Experience(rows, possible.to(torch.int16), chance, good, torch.full((count,), 0.5), torch.ones(count))
    learner = Learner(Model(1, 48), Plan.for_processors(size=5, blocks=1, batch=count, rate=0.01), "cpu")
    for _ in range(30):
        found = learner.learn(experience, 0.0)
    assert torch.isfinite(found).all()
    said = learner.model(Model.planes_of(known, torch.float32))
    chances = torch.softmax(said.logits.masked_fill(~Model.possible(known), -1e4), 1)[0]
    assert chances.argmax() == possible[4]
    assert chances[possible[4]] > 1.2 / count, "as much likelier as it may become, and what moment adds"
    assert said.value[0] > 0.2, "what it has brought is a half"
    assert said.belief[0].argmax() == 7


@pytest.mark.slow
def test_a_run_that_is_stopped_goes_on(tmp_path):
    file = tmp_path / "tiny.npz"
    run = PhantomGo(TINY, file, "cpu")
    found = torch.stack([*run.advance(0.0), *run.advance(0.1)])
    assert torch.isfinite(found).all()
    run.save()
    about = Network.read(file).about
    assert (about["game"], about["sizes"], len(about["planes"])) == ("phantom-go", [5], PLANES)
    assert (about["made"]["by"], about["made"]["tries"]) == ("kaya learn phantom-go", 24)
    again = PhantomGo(TINY, file, "cpu")
    assert (again.totals, again.steps) == (run.totals, 6)
    with pytest.raises(ValueError, match=r"tiny\.npz\.part is of another network, board or game; delete it"):
        PhantomGo(TINY.changed(size=7), file, "cpu")
    points, games, drawn = contest(TINY, run.learner.averaged, again.learner.averaged, "cpu", 4)
    assert (games, drawn) == (4, 0)
    assert 0 <= points <= 4


@pytest.mark.slow
def test_a_command_says_what_came_of_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(training, "ARENA_GAMES", {"cpu": 2})
    words = "learn phantom-go n.npz --size 5 --minutes 0.01 --blocks 1 --device cpu --set games=4 --set batch=4"
    code, out, _ = run_command(monkeypatch, capsys, *words.split(), "--set", "steps=3")
    said = " ".join(out.split())
    assert code == 0
    assert said.startswith("4 games at a time; a network of 1 x 48, 1 s on cpu.")
    assert re.search(r"Against what it was before it had learned: [\d.]+ of 2 games won by the policies alone", said)
