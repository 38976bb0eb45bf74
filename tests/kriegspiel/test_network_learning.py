"""The network of Kriegspiel learns: from advantages by hand to a run that is stopped and goes on."""

import copy
import math
import re

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")

from kaya.kriegspiel.knowledge.network.information import Information  # noqa: E402
from kaya.kriegspiel.knowledge.network.network import NETWORKS, SHIPPED, Asking  # noqa: E402
from kaya.kriegspiel.knowledge.network.planes import NUMBERS, WORDS, describe  # noqa: E402
from kaya.kriegspiel.learning.network.model import Model  # noqa: E402
from kaya.kriegspiel.learning.network.plan import Plan  # noqa: E402
from kaya.kriegspiel.learning.network.run import Kriegspiel  # noqa: E402
from kaya.kriegspiel.rules import WHITE, KriegspielPosition  # noqa: E402
from kaya.lab.learning.policy_gradient import training  # noqa: E402
from kaya.lab.learning.policy_gradient.learner import LOSSES, Learner, losses  # noqa: E402
from kaya.lab.learning.policy_gradient.self_play import Experience, advantages, contest  # noqa: E402
from kaya.network import Network  # noqa: E402
from tests.terminal.scripted import run_command  # noqa: E402

QUEENS = "3qk3/8/8/8/8/8/8/3QK3 w - - 0 1"
TINY = Plan.for_processors(blocks=1, games=4, steps=3, batch=4, seed=5)


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def test_advantages_by_hand():
    """A refusal, a move, the other's move, and a move that wins: 0.5 of γ and λ. From the end:

    A4 = 1 - 0.2;  A3 = -0.5 x 0.2 - 0.1 - 0.25 A4;  A2 = -0.5 x 0.1 - 0.4 - 0.25 A3;  A1 = 0.4 - 0.3 + 0.5 A2"""
    column = torch.tensor
    reward = column([[0.0], [0.0], [0.0], [1.0]])
    same = column([[1.0], [-1.0], [-1.0], [0.0]])
    value = column([[0.3], [0.4], [0.1], [0.2], [0.9]])
    found = advantages(reward, same, value, discount=0.5, trace=0.5)
    assert found[:, 0].tolist() == pytest.approx([-0.075, -0.35, -0.4, 0.8])


def told(fen, tries, count):
    """Experience of a position in which each of some tries was made as often: the first is good, the others are not."""
    information = Information(KriegspielPosition(fen).start_for(WHITE))
    words, numbers = np.zeros(WORDS, np.uint64), np.zeros(NUMBERS, np.float32)
    describe(information.record, words, numbers)
    targets = np.zeros(64, np.uint64)
    for a, b in tries:
        targets[a] |= np.uint64(1 << b)
    known = words.view(np.int64), numbers, targets.view(np.int64), np.zeros(64, np.uint8)
    each = count // len(tries)
    tried = torch.tensor([64 * a + b for a, b in tries] * each, dtype=torch.int16)
    good = torch.tensor([1.0, *[-1 / (len(tries) - 1)] * (len(tries) - 1)] * each)
    chance = torch.full((count,), -math.log(len(tries)))
    rows = tuple(torch.from_numpy(a).repeat(count, 1) for a in known)
    return Experience(rows, tried, chance, good, torch.full((count,), 0.5), torch.ones(count))


def asked(model, experience):
    return model(model.planes_of(experience.known, torch.float32))


def test_players_evaluate_what_is_trained():
    """The shipped network in PyTorch and in Numba is the same function, and its file the same again."""
    shipped = NETWORKS.evaluator(SHIPPED)
    model = Model(shipped.network.blocks, shipped.network.channels)
    model.start_from(shipped.network)
    for name, array in model.network([8], {}).arrays.items():
        np.testing.assert_array_equal(array, shipped.network.arrays[name])
    information = Information(KriegspielPosition(QUEENS).start_for(WHITE))
    asking = Asking(shipped)
    said = asking(information, [3 + 64 * 59, 4 + 64 * 5])
    known = torch.from_numpy(asking.words.view(np.int64))[None], torch.from_numpy(asking.numbers)[None]
    with torch.no_grad():
        trained = model(model.planes_of(known, torch.float32))
    assert trained.value.item() == pytest.approx(said.value, abs=1e-4)
    assert trained.logits[0, [64 * 3 + 59, 64 * 4 + 5]].tolist() == pytest.approx(said.logits.tolist(), abs=1e-2)
    np.testing.assert_allclose(torch.softmax(trained.belief[0], 1), said.belief, atol=1e-3)


def test_what_is_better_becomes_likelier_and_nothing_is_infinite():
    """The queen takes on d8 (and is said to have done well), or goes elsewhere; no loss is infinite."""
    torch.manual_seed(2)
    taking, others = (3, 59), [(3, 11), (3, 19), (4, 5)]
    experience = told(QUEENS, [taking, *others], 8)
    learner = Learner(Model(1, 48), Plan.for_processors(blocks=1, batch=8, rate=0.01), "cpu")
    for _ in range(30):
        found = learner.learn(experience, 0.0)
    assert torch.isfinite(found).all()
    said = asked(learner.model, experience)
    possible = Model.possible(experience.known)
    chances = torch.softmax(said.logits.masked_fill(~possible, -1e4), 1)[0]
    assert chances[64 * taking[0] + taking[1]] > 0.4, "a quarter at first"
    assert said.value[0] > 0.2, "what it has brought is a half"
    assert learner.steps == 30


def test_threads_that_share_a_step_find_the_gradient_of_the_whole():
    experience, plan = told(QUEENS, [(3, 59), (3, 11)], 64), Plan.for_processors(blocks=1, batch=64)
    torch.manual_seed(3)
    model, weights = Model(1, 48), []
    for threads in (1, 2):
        learner = Learner(copy.deepcopy(model), plan, "cpu")
        learner.workers.count = threads
        learner.places.copy_(torch.arange(64))
        learner._gradients(experience)
        weights.append([w.grad for w in learner.model.parameters()])
    for whole, shared in zip(*weights, strict=True):
        torch.testing.assert_close(shared, whole, rtol=1e-3, atol=1e-5)


def test_what_others_have_tried_teaches_no_policy():
    experience = told(QUEENS, [(3, 59), (3, 11)], 4)
    model = Model(1, 48)
    said, others = asked(model, experience), experience._replace(mine=torch.zeros(4))
    parts = dict(zip(LOSSES, losses(model, said, said.logits, others, TINY, 0.01), strict=True))
    assert parts["policy"] == parts["entropy"] == parts["divergence"] == parts["changed"] == 0
    assert parts["value"] > 0


@pytest.mark.slow
def test_a_run_that_is_stopped_goes_on(tmp_path):
    """The totals, the weights and the pool are those of the checkpoint; games go on with other seeds. A network that is
    begun from is what is met at last."""
    file = tmp_path / "tiny.npz"
    run = Kriegspiel(TINY, file, "cpu")
    found = torch.stack([*run.advance(0.0), *run.advance(0.1)])
    assert torch.isfinite(found).all()
    assert run.totals.tries == 2 * TINY.games * TINY.steps
    run.save()
    made = Network.read(file).about["made"]
    assert (made["by"], made["tries"], made["plan"]["seed"]) == ("kaya learn kriegspiel", 24, 5)
    again = Kriegspiel(TINY, file, "cpu")
    assert again.totals == run.totals
    assert again.steps == run.steps == 6
    assert len(again.pool) == len(run.pool) == 2
    for name, w in again.learner.averaged.state_dict().items():
        assert torch.equal(w, run.learner.averaged.state_dict()[name])
    again.advance(0.2)
    assert again.line()["tries"] == 36
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tiny.npz", "tiny.npz.part"], "nothing half written"
    begun = Kriegspiel(TINY.changed(blocks=2), tmp_path / "grown.npz", "cpu", start=Network.read(file))
    assert again.learner.averaged.arrays()["stem.w"] == pytest.approx(begun.beginning.arrays()["stem.w"], abs=0.02)
    with pytest.raises(ValueError, match=r"tiny\.npz\.part is of another network, board or game; delete it"):
        Kriegspiel(TINY.changed(blocks=2), file, "cpu")
    with pytest.raises(ValueError, match=r"batch must be at most games x steps, 12, not 64\."):
        Kriegspiel(TINY.changed(batch=64), file, "cpu")
    points, games, drawn = contest(TINY, run.learner.averaged, again.learner.averaged, "cpu", 2, most=3)
    assert (points, games, drawn) == (0.0, 0, 0), "three tries end no game"


@pytest.mark.slow
def test_a_command_that_is_stopped_goes_on_and_says_what_came_of_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(training, "ARENA_GAMES", {"cpu": 2})
    words = "learn kriegspiel n.npz --minutes 0.02 --blocks 1 --device cpu --set games=4 --set steps=3 --set batch=4"
    advance = Kriegspiel.advance

    def advance_once(run, done):
        if run.steps:
            raise KeyboardInterrupt
        return advance(run, done)

    monkeypatch.setattr(Kriegspiel, "advance", advance_once)
    code, out, _ = run_command(monkeypatch, capsys, *words.split())
    said = " ".join(out.split())
    assert said.startswith("4 games at a time; a network of 1 x 48, 1 s on cpu.")
    assert said.endswith("the same command goes on from n.npz.part.")
    assert torch.load("n.npz.part", weights_only=True)["totals"]["tries"] == 12
    monkeypatch.setattr(Kriegspiel, "advance", advance)
    code, out, _ = run_command(monkeypatch, capsys, *words.split())
    said = " ".join(out.split())
    assert code == 0
    assert ", going on after 0 s." in said
    assert re.search(r"Against what it was before it had learned: [\d.]+ of 2 games won by the policies alone", said)
    made = Network.read("n.npz").about["made"]
    assert made["device"] == "processors"
    assert made["tries"] > 12


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--channels", "56"], "channels must be a multiple of 16, not 56."),
        (["--device", "abacus"], "The device must be cuda or cpu, not 'abacus'."),
        (["--set", "games"], "'games' is not a setting: write name=value, as games=512."),
        (["--set", "clip=2"], "clip must be a number from 0 to 1, not '2'."),
        (["--set", "channels=32"], "channels must be a multiple of 16 and at least 48, not 32."),
        (["--from", "none.npz"], "The network none.npz cannot be read: No such file or directory."),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(tmp_path, monkeypatch, capsys, words, said):
    monkeypatch.chdir(tmp_path)
    assert run_command(monkeypatch, capsys, "learn", "kriegspiel", "n.npz", *words)[::2] == (2, f"kaya: {said}")


def test_a_checkpoint_that_is_none_gets_a_sentence(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "n.npz.part").write_text("nothing")
    said = "kaya: n.npz.part: this checkpoint cannot be read; delete it to begin anew."
    assert run_command(monkeypatch, capsys, "learn", "kriegspiel", "n.npz", "--blocks", "1")[::2] == (2, said)


def test_the_reward_for_material_falls_and_is_gone():
    shares = [TINY.material_at(done) for done in (0.0, 0.4, 0.6, 0.8, 1.0)]
    assert shares == pytest.approx([0.5, 0.5, 0.25, 0.0, 0.0])
