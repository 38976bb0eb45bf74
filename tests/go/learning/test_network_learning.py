"""Networks that learn: the whole circle from self-play to a stronger player, on boards small enough for processors."""

import copy
import itertools
import math
import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")

from kaya import Budget, GoPosition, make_player  # noqa: E402
from kaya.go.knowledge.planes import DEPTH, FACTS, describe, write_planes  # noqa: E402
from kaya.go.learning.network import cluster as on_cluster  # noqa: E402
from kaya.go.learning.network import games_in_step, records, training, zero  # noqa: E402
from kaya.go.learning.network.batched_search import halving  # noqa: E402
from kaya.go.learning.network.learned import looking_ahead  # noqa: E402
from kaya.go.learning.network.model import LENGTH, Folded, Model, Said  # noqa: E402
from kaya.go.learning.network.positions import SYMMETRIES, Both, Memory, Planes, without_search  # noqa: E402
from kaya.go.learning.network.self_play import SelfPlay, contest, positions_of  # noqa: E402
from kaya.go.learning.network.training import cosine, losses  # noqa: E402
from kaya.go.rules import BLACK, PASS, WHITE, point  # noqa: E402
from kaya.kernel import plain  # noqa: E402
from kaya.network import Evaluator, Network  # noqa: E402
from kaya.network.file import NUMBERS, POLICIES  # noqa: E402
from tests.terminal.scripted import run_command  # noqa: E402


@pytest.fixture(autouse=True)
def one_thread():
    """Small tensors are slower on several threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def described(position):
    n = position.lines
    codes, facts = np.zeros(n * n, np.uint8), np.zeros(FACTS, np.int16)
    into = np.zeros(n * n * DEPTH, np.float32)
    write_planes(position.states[0], codes, facts, into)
    return codes, facts, into.reshape(n, n, DEPTH)


def played(n, moves, seed=1):
    """A position after random moves."""
    chance, position = np.random.default_rng(seed), GoPosition(n, komi=6.5)
    for _ in range(moves):
        legal = [m for m in position.legal_moves() if m != PASS]
        if legal:
            position.play(int(chance.choice(legal)))
    return position


def blurred(model):
    """The model as if it had learned: norms that are not those of the beginning."""
    with torch.no_grad():
        for name, buffer in model.named_buffers():
            buffer.uniform_(0.5, 1.5) if name.endswith("variance") else buffer.normal_(0, 0.1)
    return model.eval()


def test_planes_are_those_that_players_see_and_turn_with_the_board():
    position = played(7, 25)
    codes, facts, planes = described(position)
    make = Planes(7, "cpu", torch.float32)
    each = torch.arange(SYMMETRIES)
    codes, facts = (torch.from_numpy(a)[None].repeat(SYMMETRIES, 1) for a in (codes, facts))
    assert torch.equal(make(codes[:1], facts[:1])[0], torch.from_numpy(planes).permute(2, 0, 1))
    turned = make(codes, facts, each)
    wanted = [t for k in range(4) for t in (np.rot90(planes, k), np.rot90(planes, k).transpose(1, 0, 2))]
    for found, right in zip(turned, wanted, strict=True):
        np.testing.assert_array_equal(found.permute(1, 2, 0).numpy(), right)


def test_liberties_are_those_of_a_chain_as_they_are_counted_by_hand():
    for seed in range(6):
        position = played(7, 30, seed)
        colour, board = position.states[0].colour, position.states[0]
        codes, *_ = described(position)
        for start in [p for p in range(len(colour)) if colour[p] in (BLACK, WHITE)]:
            chain, free, todo = {start}, set(), [start]
            while todo:
                p = todo.pop()
                for q in (p - 8, p - 1, p + 1, p + 8):
                    if colour[q] == 0:
                        free.add(q)
                    elif colour[q] == colour[start] and q not in chain:
                        chain.add(q)
                        todo.append(q)
            own = 0 if colour[start] == board.turn else 4
            assert codes[place_of(start, 7)] == own + min(len(free), 4)


def test_a_described_position_says_liberties_moves_ko_and_komi():
    position = GoPosition(5, komi=7.5)
    for move in ("B5", "C5", "A4", "D4", "B3", "C3", "C4", "B4"):  # White takes the ko at B4
        position.play(move)
    _, facts, planes = described(position)
    assert facts.tolist() == [6, 7, 12, 11, 7, 0, 15, 1]
    assert planes[1, 1].tolist() == [0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, -0.5, 0]  # B4, in atari, the last move
    assert planes[1, 2, 13] == 1  # the ko at C4
    assert planes[0, 1, [0, 3]].tolist() == [1, 1]  # B5 has one liberty, A5
    position.play("pass")
    _, facts, planes = described(position)
    assert facts[5] == 1
    assert (planes[..., 15] == 1).all()
    assert (planes[..., 14] == 0.5).all()


@pytest.mark.slow
@pytest.mark.parametrize("lines", [5, 9])
def test_numba_evaluates_what_pytorch_trains(lines):
    """Model, folded model, and the evaluation by Numba are the same function."""
    torch.manual_seed(1)
    model = blurred(Model(3, 16))
    *_, planes = described(played(lines, 12))
    x = torch.from_numpy(planes).permute(2, 0, 1)[None]
    with torch.no_grad():
        said = model(x)
        folded = Folded(model, "cpu")(x)
    torch.testing.assert_close(folded[0], said.logits, rtol=1e-4, atol=1e-4)
    about = model.network([lines], {}).about
    exact = Network(about, {name: w.numpy() for name, w in model.folded().items()})
    found = Evaluator(exact).evaluate(planes)
    np.testing.assert_allclose(found.policy, said.logits[0], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(found.optimistic, said.policies[2][0], rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(found.ownership.reshape(-1), said.owner[0].tanh(), atol=1e-4)
    assert found.value == pytest.approx(said.value.tanh().item(), abs=1e-4)
    numbers = said.score, said.spread, said.short.tanh(), said.error
    assert found[4:] == pytest.approx([n.item() for n in numbers], abs=1e-3)


def test_sequential_halving_by_hand():
    """Four moves and eight visits: two rounds of four visits; all moves once, then the better two twice."""
    assert halving(4, 8)[4].tolist() == [0, 0, 0, 0, 1, 1, 2, 2]
    assert halving(4, 8)[1].tolist() == list(range(8))
    assert halving(16, 32)[16].tolist() == [0] * 16 + [1] * 8 + [2] * 4 + [3] * 4


def test_children_are_laid_out_one_by_one_the_likeliest_first():
    """The visited ones come first, then one that is not; no child that waits behind it is likelier."""
    torch.manual_seed(2)
    play = SelfPlay(Planes(5, "cpu", torch.float32), 4, 0.5, 24, 1)
    play.search(24, [play.answering(blurred(Model(1, 16))) for _ in play.halves])
    games, seen = play.halves[0].games, 0
    for g in range(len(games.game)):
        nodes = games.nodes[g].view(np.recarray)
        for node in nodes[1 : games.tree[g]["used"]]:
            if node.count > 0 and node.visits > 1:
                children = nodes[node.first : node.first + node.count]
                waiting = games.unvisited_logs[g, node.first + node.count : node.next]
                assert (children.visits[:-1] > 0).all()
                assert (np.diff(children.heuristic) <= 0).all()
                assert (np.exp(waiting) <= children.heuristic[-1]).all()
                seen += node.count > 1
    assert seen > 5


@pytest.mark.slow
@pytest.mark.parametrize(("lines", "begun"), [(4, {}), (7, dict(wide=0.5, handicap=0.5))])
def test_games_against_itself_keep_the_rules(lines, begun):
    """Every game is replayed under superko, move by move, from where it began, and its result counted."""
    torch.manual_seed(4)
    model = Model(1, 16).eval()
    play = SelfPlay(
        Planes(lines, "cpu", torch.float32), 24, 0.5, 8, seed=5, to_the_end=1.0, even=1.0, surprise=0.0, **begun
    )
    answering = [play.answering(model) for _ in play.halves]
    games = captures = counted = 0
    while games < 30:
        learned = play.move(8, answering)
        if not learned:
            continue
        codes, facts = learned["codes"], learned["facts"]
        starts = [*np.flatnonzero((facts[:, 0] == -1) & (facts[:, 5] == 0)), len(codes)]
        for a, b in itertools.pairwise(starts):
            position = begun_as(lines, codes[a], facts[a])
            for k in range(a, b):
                np.testing.assert_array_equal(described(position)[0], codes[k])
                allowed = {place_of(m, lines) for m in position.legal_moves()}
                assert set(np.flatnonzero(learned["policy"][k])) <= allowed
                assert learned["policy"][k].sum() == pytest.approx(1, abs=1e-3)
                if k + 1 < b:
                    place, stones = int(facts[k + 1][0]), (codes[k] > 0).sum()
                    position.play(point(place % lines, place // lines, lines) if place >= 0 else PASS)
                    captures += (described(position)[0] > 0).sum() <= stones and place >= 0
            if b - a < 2 * lines**2:  # it ended by two passes
                margin = position.score() * (1 if facts[b - 1][7] == BLACK else -1)
                right = 0.9 * np.sign(margin) + 0.1 * np.tanh(0.1 * margin)
                assert learned["result"][b - 1] == pytest.approx(right)
                counted += 1
            games += 1
    assert captures > 10  # else superko was not tried
    assert counted > 5
    assert play.finished == games


def place_of(move, lines):
    return (move // (lines + 1) - 1) * lines + move % (lines + 1) - 1 if move != PASS else lines**2


def begun_as(lines, codes, facts):
    """The position at the beginning of a game that is described so."""
    position = GoPosition(lines, komi=facts[6] / 2)
    own, other = (
        [point(k % lines, k // lines, lines) for k in np.flatnonzero(which)]
        for which in ((codes > 0) & (codes < 5), codes > 4)
    )
    black, white = (own, other) if facts[7] == BLACK else (other, own)
    position.place(black=black, white=white)
    position.set_turn(int(facts[7]))
    return position


def beginnings(lines, count=2000, **settings):
    """Komi, turn, and stones of both sides at the beginning of games."""
    p = plain(games_in_step.SelfPlay().changed(**settings).as_record())[0]
    return [
        (b.komi, b.turn, (b.colour == BLACK).sum(), (b.colour == WHITE).sum())
        for b in games_in_step.new_games(count, lines, 7.5, 1, p, seed=1).root.view(np.recarray)
    ]


def test_a_share_of_the_games_has_any_komi_and_half_of_them_stones_for_it():
    found = beginnings(9, wide=0.3, even=1.0)
    other = [(komi - 7.5, black, white) for komi, turn, black, white in found if komi != 7.5]
    assert len(other) == pytest.approx(0.3 * 80 / 81 * 2000, abs=60)
    assert {turn for _, turn, *_ in found} == {BLACK}
    assert (min(more for more, *_ in other), max(more for more, *_ in other)) == (-40, 40)
    for more, black, white in other:
        assert (black, white) in ((0, 0), (round(more / 14), 0) if more > 0 else (0, round(-more / 14)))
    with_stones = sum(black + white > 0 for _, black, white in other)
    assert with_stones == pytest.approx(0.5 * 67 / 80 * len(other), abs=60)  # less than 7 points are not worth one
    assert max(abs(komi - 7.5) for komi, *_ in beginnings(5, 200, wide=1.0)) <= 12  # not more than the board decides


@pytest.mark.parametrize(("lines", "most"), [(5, 0), (9, 4), (13, 4), (19, 9)])
def test_a_share_of_the_games_has_handicap_stones(lines, most):
    """They stand where GTP puts them, White moves, and komi is 0.5 but for a quarter, where it pays for them."""
    found = beginnings(lines, 400, handicap=0.5, even=1.0)
    stones = [(black, komi) for komi, turn, black, white in found if turn == WHITE]
    assert {black for black, _ in stones} == set(range(2, most + 1))
    assert len(stones) == pytest.approx(200 if most else 0, abs=40)
    assert {(komi, black) for komi, turn, black, _ in found if turn == BLACK} == {(7.5, 0)}
    paid = [(black, komi) for black, komi in stones if komi != 0.5]
    assert len(paid) == pytest.approx(len(stones) / 4, abs=25)
    assert all(abs(komi - 7.5 - min(14 * (black - 1), 40)) <= 10 for black, komi in paid)


@pytest.mark.slow
def test_a_game_with_handicap_begins_as_players_know_it():
    p = plain(games_in_step.SelfPlay().changed(handicap=1.0).as_record())[0]
    for board in games_in_step.new_games(50, 19, 7.5, 1, p, seed=2).root.view(np.recarray):
        position = GoPosition(19, komi=float(board.komi))
        position.fixed_handicap(int((board.colour == BLACK).sum()))
        codes, facts = np.zeros(361, np.uint8), np.zeros(FACTS, np.int16)
        describe(board, codes, facts)
        for mine, known in zip((codes, facts), described(position), strict=False):
            np.testing.assert_array_equal(mine, known)


def test_the_komi_plane_says_any_komi():
    """It is the mover's komi / 15, however large."""
    for komi in (-30.5, 47.5):
        *_, planes = described(GoPosition(5, komi=komi))
        assert planes[..., 14] == pytest.approx(-komi / 15)


def test_memory_overwrites_the_oldest_and_draws_from_the_latest():
    memory = Memory(2, 5, "cpu")
    columns = dict(
        codes=np.zeros((1, 4)),
        facts=np.zeros((1, FACTS)),
        policy=np.zeros((1, 5)),
        owner=np.zeros((1, 4)),
    )
    for value in range(8):
        memory.add(value=np.array([value]), **columns)
    memory.window = 2
    places = torch.zeros(100, dtype=torch.long)
    memory.draw(places)
    assert sorted(set(memory.columns["value"][places].tolist())) == [6, 7]
    assert memory.state()["value"].tolist() == [3, 4, 5, 6, 7]


@pytest.mark.slow
def test_a_batch_may_come_from_two_sources():
    """Of ten positions seven from games against itself, three from records; of those nothing is known of owners."""
    lines, planes = 5, Planes(5, "cpu", torch.float32)
    memory = Memory(lines, 20, "cpu")
    rows = dict(
        codes=np.zeros((20, 25), np.uint8),
        facts=np.full((20, FACTS), -1, np.int16),
        policy=np.full((20, 26), 1 / 26, np.float32),
        value=np.full(20, 0.5, np.float32),
        owner=np.ones((20, 25), np.int8),
        owner_weight=np.ones(20, np.float32),
    )
    memory.add(**rows)
    moves = np.array([point(2, 2, lines), point(1, 1, lines), point(3, 3, lines)], np.int16)
    played = records.Records(records.Games(lines, np.array([0, 3]), moves, np.array([1], np.int8)), "cpu")
    source, places = Both(memory, played, 0.3), torch.zeros(10, dtype=torch.long)
    source.draw(places)
    assert sorted(places[7:].tolist()) == [0, 1, 2]
    batch = source.batch(planes, places, torch.zeros(10, dtype=torch.long))
    assert batch.planes.shape == (10, DEPTH, lines, lines)
    assert batch.value.tolist() == pytest.approx([0.5] * 7 + [1.0 if p % 2 == 0 else -1.0 for p in places[7:]])
    assert batch.owner_weight.tolist() == [1.0] * 7 + [0.0] * 3
    assert batch.policy.sum(1).tolist() == pytest.approx([1.0] * 10, abs=1e-2)
    assert (batch.policy[7:].max(1).values == 1).all()


def test_all_of_a_batch_may_come_from_one_of_two_sources():
    memory, planes = Memory(5, 8, "cpu"), Planes(5, "cpu", torch.float32)
    moves = np.array([point(2, 2, 5), point(1, 1, 5), point(3, 3, 5)], np.int16)
    played = records.Records(records.Games(5, np.array([0, 3]), moves, np.array([-1], np.int8)), "cpu", weight=0.25)
    for share, right in ((1.0, played), (0.0, memory)):
        source, places, turned = Both(memory, played, share), torch.full((6,), 9), torch.arange(6)
        source.draw(places)
        assert set(places.tolist()) == ({0, 1, 2} if right is played else {0})
        found, wanted = source.batch(planes, places, turned), right.batch(planes, places, turned)
        assert all(torch.equal(a, b) for a, b in zip(found, wanted, strict=True))
        assert found.value_weight.tolist() == [0.25 if right is played else 1.0] * 6


def test_the_weight_of_winners_is_that_of_their_positions_in_the_mean():
    """Chances to win of 1/2 and of e^2 / (1 + e^2); a win of weight 1, and a recorded loss of weight 1/4, the chance of
    which is 1 / (1 + e^2): (ln 2 + ln(1 + e^2) / 4) / 1.25."""
    weights = torch.tensor([1.0, zero.Plan().winners])
    batch = without_search(torch.zeros(2, DEPTH, 2, 2), torch.full((2, 5), 0.2), torch.tensor([1.0, -1.0]), weights)
    found = losses(lambda planes: saying(value=torch.tensor([0.0, 1.0])), batch, 1.0)
    assert found[2].item() == pytest.approx((math.log(2) + math.log(1 + math.e**2) / 4) / 1.25)


def saying(**said):
    """What a network says of two boards of 2 x 2: nothing, but for what is given."""
    zeros = torch.zeros(2)
    nothing = dict(value=zeros, score=zeros, spread=zeros, short=zeros, error=zeros)
    return Said(
        **dict(logits=torch.zeros(2, 5), owner=torch.zeros(2, 4), policies=(torch.zeros(2, 5),) * 3) | nothing | said
    )


def test_the_other_heads_learn_by_their_formulas(monkeypatch):
    """Score 3 for 8: Huber's loss 5^2 / 2, spread 2 for 1.2533 x 5 and half as heavy. Short 0 for 0.6, ln 2; error 0.5
    for 0.36, 0.14^2 / 2. Reply, soft and optimistic policy: ln 5, the last by sigmoid(3 (0.6 / sqrt(0.51) - 1.5))."""
    monkeypatch.setattr(training, "SOFT_WEIGHT", 4.0)
    target = torch.tensor([[0.5, 0.5, 0.0, 0.0, 0.0], [0.2, 0.2, 0.2, 0.2, 0.2]])
    one = torch.tensor([1.0, 0.0])
    batch = without_search(torch.zeros(2, DEPTH, 2, 2), target, torch.zeros(2), torch.ones(2))._replace(
        score_weight=one, score=torch.tensor([8.0, 0.0]), short=torch.tensor([0.6, 0.0]), searched=one,
        reply=target, reply_weight=one,
    )  # fmt: skip
    said = saying(score=torch.tensor([3.0, 99.0]), spread=torch.tensor([2.0, 0.0]), error=torch.tensor([0.5, 0.5]))
    missed, *found = losses(lambda planes: said, batch, 1.0)[5:].tolist()
    hopeful = 1 / (1 + math.exp(-3 * (0.6 / math.sqrt(0.51) - 1.5)))
    assert missed == pytest.approx(5.0)
    assert found == pytest.approx(
        [
            0.0015 * (12.5 + 0.5 * (1.2533 * 5 - 2) ** 2 / 2),
            0.4 * math.log(2),
            0.14**2 / 2,
            0.15 * math.log(5),
            4.0 * math.log(5),
            hopeful * math.log(5) / 2,
        ],
        rel=1e-4,
    )


def test_the_value_some_moves_later_by_hand():
    """Half of the next value, a quarter of the one after it, and so on; what is left is the outcome."""
    ahead = np.empty(3, np.float32)
    looking_ahead(np.array([9.0, 0.2, 0.4], np.float32), 1.0, 1.0, ahead)
    assert ahead.tolist() == pytest.approx([0.45, 0.7, 1.0])


def test_surprising_positions_are_learned_more_often_and_cheap_searches_never():
    """A surprise of three times the mean: 0.5 + 0.5 x 3 = 2 copies; of none: half a copy."""
    play = SelfPlay(Planes(5, "cpu", torch.float32), 2, 0.5, 2, 1)
    surprise = np.array([3.0, -1.0, 0.0, 0.0], np.float32)
    drawn = np.concatenate([play._copies(surprise) for _ in range(400)])
    assert (drawn == 0).sum() == 800
    assert (drawn == 1).sum() == 0
    assert 320 < (drawn >= 2).sum() < 480


def test_games_are_staggered_over_all_stages_before_anything_is_learned():
    torch.manual_seed(1)
    play = SelfPlay(Planes(5, "cpu", torch.float32), 24, 0.5, 2, 1, to_the_end=1.0)
    play.stagger([play.answering(Model(1, 16).eval()) for _ in play.halves])
    plies = np.concatenate([half.state.plies for half in play.halves])
    assert len(set(plies.tolist())) > 5
    assert play.finished == play.moves == play.foretold == 0
    assert all((half.games.past_surprise[:, :4] < 0).all() for half in play.halves)


def test_games_may_begin_as_recorded_ones():
    moves = np.array([point(2, 2, 5), point(1, 1, 5), point(3, 3, 5)], np.int16)
    play = SelfPlay(Planes(5, "cpu", torch.float32), 2, 0.5, 2, 1, [moves], opening=0)
    stones = set()
    for _ in range(60):
        play._learned(play.halves[0], np.array([0]))
        stones.add(25 - int(play.halves[0].games.root[0]["empties"]))
    assert stones == {0, 1, 2}


def test_the_share_of_records_falls_with_the_run():
    shares = [zero.holding(zero.Plan().recorded, done) for done in (0.0, 0.34, 0.35, 0.69, 0.7, 1.0)]
    assert shares == [0.4, 0.4, 0.25, 0.25, 0.15, 0.15]


def test_games_are_taken_to_be_decided_only_as_surely_as_they_are():
    """0.85 at first: 4 of 100 wrong leave 0.7 of the doubt, 1 - 0.7 x 0.15; then none wrong, and it is 0.85 again."""
    play = SelfPlay(Planes(5, "cpu", torch.float32), 2, 0.5, 2, 1)
    for wrong, foretold, sure in ((0, 99, 0.85), (4, 100, 0.895), (4, 199, 0.895), (4, 200, 0.85), (4, 300, 0.85)):
        play.wrong, play.foretold = wrong, foretold
        play._be_as_sure_as_is_right()
        assert play.parameters["sure"][0] == pytest.approx(sure)


def test_the_learning_rate_rises_and_falls():
    rates = [cosine(k / 100, 1.0) for k in range(101)]
    assert max(rates) == pytest.approx(1.0, abs=0.01)
    assert rates[0] < 0.1
    assert rates[-1] == pytest.approx(0.02)


@pytest.mark.slow
@pytest.mark.parametrize(("lines", "steps"), [(3, 12), pytest.param(5, 30, marks=pytest.mark.strength)])
def test_zero_learns_to_play(tmp_path, lines, steps):
    """Self-play, training, the file, a player with it: after some seconds it beats what it was by far, which takes more
    than a few steps to see. A run that is interrupted goes on where it was."""
    file = tmp_path / "five.npz"
    plan = zero.Plan.for_processors(lines=lines, komi=0.5, simulations=((0.0, 8),), seed=3, batch=64, window=1500)
    if steps == 30:
        plan = replace(plan, full=1.0)  # in so few moves a quarter of the positions is too little to learn from
    else:
        plan = replace(plan, games=8, batch=32, window=40)  # learned from when a quarter is there
    run = zero.Zero(plan, file, "cpu")
    torch.manual_seed(plan.seed)
    beginner = Model(plan.blocks, plan.channels).eval()
    for k in range(steps):
        run.advance(k / (5 * steps))
    run.save()
    run.keep_positions()
    assert run.trainer.steps > 0
    again = zero.Zero(plan, file, "cpu")
    assert again.totals == run.totals
    assert again.memory.stored == run.memory.stored
    for name, w in again.trainer.averaged.state_dict().items():
        assert torch.equal(w, run.trainer.averaged.state_dict()[name])
    for k in range(steps, 7 * steps // 3):
        again.advance(k / (5 * steps))
    again.save()
    if steps == 30:
        won, decided = contest(again.trainer.averaged, beginner, again.planes, 60, 0.5, 8, seed=1)
        assert won >= 0.75 * decided
    assert Network.read(file).about["made"]["games"] == again.totals.games
    player, position = make_player(f"zero:network={file}"), GoPosition(lines, komi=0.5)
    report = player.think(position, Budget(simulations=50))
    assert report.best in position.legal_moves()
    a_smaller_one_learns_from(Network.read(file), plan, tmp_path / "small.npz", beginner, 2 * steps)


def a_smaller_one_learns_from(teacher, plan, file, beginner, steps):
    """The teacher plays all games and stays what it is; the one that learns is of another size."""
    run = zero.Zero(replace(plan, blocks=1, seed=6), file, "cpu", teacher=teacher)
    before = {name: w.clone() for name, w in run.playing.state_dict().items()}
    for k in range(steps):
        run.advance(k / (2 * steps))
    assert all(torch.equal(w, before[name]) for name, w in run.playing.state_dict().items())
    if steps == 60:
        won, decided = contest(run.trainer.averaged, beginner, run.planes, 60, 0.5, 8, seed=1)
        assert won >= 0.75 * decided


@pytest.mark.slow
def test_networks_of_other_sizes_learn_from_the_same_games(tmp_path):
    """Each learns, has its own file and goes on with the run, whose own network is the same as if it were alone."""
    small = dict(lines=3, komi=0.5, games=8, simulations=((0.0, 2),), batch=32, window=40, full=1.0, reuse=20.0)
    plan = zero.Plan.for_processors(**small, beside=((1, 16), (2, 32)))
    run = zero.Zero(plan, tmp_path / "three-2x16.npz", "cpu")
    alone = zero.Zero(replace(plan, beside=()), tmp_path / "alone.npz", "cpu")
    fresh = [copy.deepcopy(one.trainer.averaged) for one in run.beside]
    for one in (alone, run):
        torch.manual_seed(1)
        losses = []
        while one.steps < 6:
            losses += one.advance(0.5)
    for name, w in alone.trainer.averaged.state_dict().items():
        assert torch.equal(w, run.trainer.averaged.state_dict()[name])
    first = run._said(losses)
    run.save()
    run.keep_positions()
    again = zero.Zero(plan, tmp_path / "three-2x16.npz", "cpu")
    losses = []
    while again.steps < 24:
        losses += again.advance(0.5)
    last = again._said(losses)
    again.save()
    batch = again.memory.batch(again.planes, again.trainer.places, again.trainer.symmetry)
    for one, before, path in zip(again.beside, fresh, ("three-1x16.npz", "three-2x32.npz"), strict=True):
        assert one.trainer.steps == again.steps
        with torch.no_grad():
            assert training.losses(one.trainer.averaged, batch, 1.0)[0] < 0.9 * training.losses(before, batch, 1.0)[0]
        network = Network.read(tmp_path / path)
        made = network.about["made"]
        assert (network.blocks, network.channels) == (made["plan"]["blocks"], made["plan"]["channels"])
        assert f"{network.blocks}x{network.channels}" == one.name
        assert [line["policy"] for line in made["curve"]] == [line[f"policy {one.name}"] for line in (first, last)]
        assert set(made["curve"][0]) == set(alone._said(losses))
        for name, array in network.arrays.items():
            np.testing.assert_allclose(array, one.trainer.averaged.folded()[name], atol=2e-3)
    with pytest.raises(ValueError, match=r"three-2x16\.npz\.part is of another network, board or game; delete it"):
        zero.Zero(replace(plan, beside=((2, 32),)), tmp_path / "three-2x16.npz", "cpu")


def test_a_network_beside_another_grows_from_what_the_run_begins_with(tmp_path):
    torch.manual_seed(8)
    start = blurred(Model(1, 16)).network([3], {})
    plan = zero.Plan.for_processors(lines=3, games=2, simulations=((0.0, 2),), batch=4, blocks=1, beside=((2, 32),))
    run = zero.Zero(plan, tmp_path / "three.npz", "cpu", start)
    x = positions_of(start, run.planes, 0.5, seed=1)
    with torch.no_grad():
        small, large = (one.averaged(x) for one in (run.trainer, run.beside[0].trainer))
    np.testing.assert_allclose(large.logits, small.logits, atol=0.1)
    with pytest.raises(ValueError, match="A network of 1 x 16 cannot be the beginning of one of 1 x 8"):
        zero.Zero(replace(plan, beside=((1, 8),)), tmp_path / "smaller.npz", "cpu", start)


class PlayersHere:
    """A cluster of two players in this process, that is stopped or loses both after `rounds`."""

    rounds, end, size = 12, KeyboardInterrupt, 2

    def __init__(self, address, size, kind, *arguments):
        self.players, self.waiting, self.there = [kind(*arguments) for _ in range(2)], [], 2

    def put(self, network):
        return network

    def submit(self, task):
        assert len(self.waiting) < self.size
        self.waiting.append(task)

    def results(self, timeout):
        task = self.waiting.pop(0)
        if task.number >= self.rounds:
            self.there = 0
            if self.end:
                raise self.end
        else:
            yield task, self.players[task.number % 2].play(task)

    def close(self):
        self.there = 0


@pytest.mark.slow
def test_a_run_on_a_cluster_keeps_a_checkpoint_if_it_is_stopped_or_loses_its_players(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(get=lambda network: network))
    monkeypatch.setattr(on_cluster, "RayWorkers", PlayersHere)
    monkeypatch.setattr(on_cluster, "LOST", 0.0)
    small = dict(games=4, simulations=((0.0, 2),), batch=4, window=8)
    monkeypatch.setattr(zero.Plan, "for_processors", lambda **given: zero.Plan(**{**given, **small, "blocks": 1}))
    words = "learn", "zero", "--size", "3", "--channels", "16", "--cluster", "ray://one:1"
    code, out, _ = run_command(monkeypatch, capsys, *words)
    assert code == 0
    assert "4 games at a time for each player of the cluster" in out
    assert "the same command goes on from zero.npz.part" in out
    kept = torch.load("zero.npz.positions", weights_only=True)["version"]
    steps = torch.load("zero.npz.part", weights_only=True)["trainer"]["steps"]
    assert 0 < kept.max() < steps
    monkeypatch.setattr(PlayersHere, "end", None)
    for rounds in (6, 0):
        monkeypatch.setattr(PlayersHere, "rounds", rounds)
        code, _, err = run_command(monkeypatch, capsys, *words)
        lost = "The Ray cluster ray://one:1 has lost all its players"
        assert (code, err) == (2, f"kaya: {lost}; the same command goes on from zero.npz.part.")
    state = torch.load("zero.npz.part", weights_only=True)
    assert state["trainer"]["steps"] > steps
    assert torch.load("zero.npz.positions", weights_only=True)["version"].max() >= steps


ROWS = "abcdefg"


def archive(path, count):
    """Games on 7x7 in which everybody plays the next point of the row; the games begin in different rows."""
    lines = ["# size 7"]
    for g in range(count):
        points = [f"{ROWS[x]}{ROWS[(y + g) % 7]}" for y in range(5) for x in range(7)]
        lines.append(f"made|2026|a|b|{'BW'[g % 2]}+R|7.5||{''.join(points)}")
    path.write_text("\n".join(lines))
    return path


@pytest.mark.slow
def test_records_are_learned(tmp_path):
    """A rule that is easy to see is foretold after some steps; repeated games are never on both sides."""
    games = records.Games.read([archive(tmp_path / "rows7.txt", 70)], 7)
    assert len(games.winners) == 70
    train, test = games.split(7, seed=1)
    heads = [{g.moves[s : s + 30].tobytes() for s in g.starts[:-1]} for g in (train, test)]
    assert not heads[0] & heads[1]
    run = records.Network(records.Plan.for_processors(batch=32, held_back=10), tmp_path / "rows.npz", "cpu", games)
    before = run.prediction()["first"]
    for k in range(80):
        run.advance(k / 100)
    assert before < 0.2
    assert run.prediction()["first"] > 0.5


@pytest.mark.slow
def test_until_games_are_over_moves_are_learned_from_records_and_values_are_kept(tmp_path):
    """What is learned as value and owner is what the network says with which the run began. Then the records have
    their share of a step, and a run that goes on does not begin so again."""
    torch.manual_seed(6)
    start = blurred(Model(2, 16)).network([7], {})
    games = records.Games.read([archive(tmp_path / "rows7.txt", 70)], 7)
    plan = zero.Plan.for_processors(lines=7, games=4, simulations=((0.0, 2),), window=1 << 20, batch=64)
    run = zero.Zero(plan, tmp_path / "kept.npz", "cpu", start, games)
    run.trainer.source.draw(run.trainer.places)
    batch = run.trainer.source.batch(run.trainer.planes, run.trainer.places, run.trainer.symmetry)
    for k in range(8):
        _, value, owner, *_ = Evaluator(start).evaluate(batch.planes[k].permute(1, 2, 0).contiguous().numpy())
        assert batch.value[k].item() == pytest.approx(value, abs=1e-3)
        np.testing.assert_allclose(batch.owner[k], owner.reshape(-1), atol=1e-3)
    assert (batch.value_weight == 1).all()
    assert (batch.owner_weight == 1).all()
    before = records.prediction(run.trainer.averaged, run.records, run.trainer.planes, 500)["first"]
    for _ in range(22):
        run.advance(0.0)
    assert run.trainer.steps == 22 * zero.FIRST_STEPS
    assert before < 0.2
    assert records.prediction(run.trainer.averaged, run.records, run.trainer.planes, 500)["first"] > 0.4
    with torch.no_grad():
        _, value, owner, *_ = run.trainer.averaged(batch.planes)
    assert np.corrcoef(value.tanh(), batch.value)[0, 1] > 0.4  # without what the network said it is about 0
    assert (owner.tanh() - batch.owner).abs().mean() < 0.12  # and this 0.3
    run.save()
    again = zero.Zero(replace(plan, seed=2), tmp_path / "kept.npz", "cpu", start, games)
    again.advance(0.0)
    assert again.trainer.steps == run.trainer.steps
    for done, share in ((0.0, 0.4), (0.5, 0.25), (0.9, 0.15)):
        run.plan = again.plan = replace(plan, window=0)
        for one in (run, again):
            one.advance(done)
            assert (one.trainer.source.first, one.trainer.source.second) == (one.memory, one.records)
            assert one.trainer.source.share == share
            assert one.trainer.source.second.weight == 0.25


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["zero", "--channels", "20"], "kaya: channels must be a multiple of 16, not 20."),
        (
            ["zero", "--beside", "2x32,8x20"],
            "kaya: Networks beside it are such as 6x96,8x96, channels a multiple of 16, not '2x32,8x20'.",
        ),
        (["zero", "--beside", "2x16"], "kaya: The network of the run is one of 2x16 itself: leave it out."),
        (["zero", "--device", "abacus"], "kaya: The device must be cuda or cpu, not 'abacus'."),
        (["zero", "--output", "/no/such/folder/z.npz"], "kaya: /no/such/folder/z.npz: cannot be written."),
        (["network", "rows7.txt", "--size", "9"], "kaya: There are no even games on 9x9 in these files to learn from."),
        (
            ["network", "rows7.txt", "--size", "7"],
            "kaya: network.npz.part is of another network, board or game; delete it to begin anew.",
        ),
    ],
)
def test_what_cannot_be_done_gets_a_sentence(tmp_path, monkeypatch, capsys, words, said):
    monkeypatch.chdir(tmp_path)
    archive(tmp_path / "rows7.txt", 20)
    trained = records.Network(
        records.Plan.for_processors(channels=32), "network.npz", "cpu", records.Games.read(["rows7.txt"], 7)
    )
    trained.save()
    code, _, err = run_command(monkeypatch, capsys, "learn", *words)
    assert (code, err) == (2, said)


def test_a_checkpoint_from_before_a_head_was_there_is_refused(tmp_path):
    plan = zero.Plan.for_processors(lines=5, games=2, simulations=((0.0, 2),), batch=4)
    run = zero.Zero(plan, tmp_path / "old.npz", "cpu")
    run.save()
    state = torch.load(run.checkpoint, weights_only=True)
    del state["trainer"]["model"]["head.score_w"]
    torch.save(state, run.checkpoint)
    with pytest.raises(ValueError, match=r"old\.npz\.part is of another network, board or game; delete it"):
        zero.Zero(plan, tmp_path / "old.npz", "cpu")


def test_without_pytorch_a_sentence_says_how_to_get_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.chdir(tmp_path)
    code, _, err = run_command(monkeypatch, capsys, "learn", "zero")
    assert (code, err) == (2, 'kaya: Training needs PyTorch: pip install "kaya-mcts[train]".')


@pytest.mark.slow
def test_training_may_start_from_a_network():
    """Its evaluations stay what they were, also where norms take the statistics of the batch; filters get the length
    that they have while they are trained."""
    torch.manual_seed(4)
    network = blurred(Model(2, 16)).network([5], {})
    planes = Planes(5, "cpu", torch.float32)
    x = positions_of(network, planes, 0.5, seed=1)
    model = Model(2, 16)
    model.start_from(network, x)
    with torch.no_grad():
        trained, evaluated = model.train()(x), model.eval()(x)
    for k in (0, 100, 500):
        logits, value, *_ = Evaluator(network).evaluate(x[k].permute(1, 2, 0).contiguous().numpy())
        np.testing.assert_allclose(evaluated[0][k], logits, atol=1e-3)
        np.testing.assert_allclose(trained[0][k], logits, atol=1e-2)
        assert evaluated[1][k].tanh() == pytest.approx(value, abs=1e-3)
    lengths = model.first[0].flatten(1).norm(dim=1)
    np.testing.assert_allclose(lengths.detach(), LENGTH, rtol=1e-3)
    stones = x[:, :2].sum((1, 2, 3))
    assert stones.min() == 0
    assert stones.max() >= 12  # of 25 points: not only openings
    with pytest.raises(ValueError, match="A network of 2 x 16 cannot be the beginning of one of 1 x 16"):
        Model(1, 16).start_from(network, x)
    larger = Model(3, 32).eval()
    larger.start_from(network, x)
    with torch.no_grad():
        grown = larger(x)
    np.testing.assert_allclose(grown.logits, evaluated.logits, atol=0.1)
    np.testing.assert_allclose(grown.value.tanh(), evaluated.value.tanh(), atol=0.1)


def test_heads_that_a_network_never_learned_begin_anew():
    torch.manual_seed(5)
    old, new = blurred(Model(2, 16)), Model(2, 16)
    fresh = {name: w.detach().clone() for name, w in new.head.items()}
    new.start_from(old.network([5], {}, learned=["policy", "owner", "reply"]), torch.rand(64, DEPTH, 5, 5))
    weights = {name: w for name, w in new.head.items() if name.endswith("_w")}
    anew = "value", "score", "short", "soft", "optimistic"
    assert all(torch.equal(w, fresh[name]) == name.startswith(anew) for name, w in weights.items())


def test_heads_apart_learn_and_teach_the_trunk_nothing():
    """Their gradients are what they would be, those of all else are those of policy, value and owner alone."""
    torch.manual_seed(7)
    model, planes = blurred(Model(2, 16)), torch.rand(8, DEPTH, 5, 5)

    def gradients(apart: bool, *heads: str) -> dict[str, torch.Tensor]:
        model.apart = apart
        model.zero_grad()
        said = model(planes)._asdict()
        optional = dict(said, policies=torch.cat(said["policies"]))
        sum(optional[head].square().sum() for head in heads).backward()
        return {name: w.grad.clone() for name, w in model.named_parameters() if w.grad is not None and w.grad.any()}

    first, others = ("logits", "value", "owner"), ("score", "spread", "short", "error", "policies")
    for names, same_as in ((first, gradients(False, *first)), (others, gradients(False, *others))):
        found = gradients(True, *names)
        assert found
        assert all(torch.allclose(grad, same_as[name]) for name, grad in found.items())
    assert set(gradients(True, *first)) == set(gradients(False, *first))
    assert all(name.startswith(tuple(f"head.{head}" for head in (*NUMBERS, *POLICIES))) for name in found)


def test_new_heads_are_learned_and_all_else_stays_as_it_is(tmp_path):
    """What a network says of moves, winner and owners is the very same before and after: its arrays are."""
    torch.manual_seed(6)
    start = blurred(Model(2, 16)).network([3], {"by": "chance"}, learned=["policy", "value", "owner", "reply"])
    plan = zero.Plan.for_processors(lines=3, games=8, simulations=((0.0, 4),), batch=32, window=40, new_heads=True)
    run = zero.Zero(plan, tmp_path / "heads.npz", "cpu", start=start)
    first = {name: w.detach().clone() for name, w in run.model.head.items()}
    while run.trainer.steps < 4:
        run.advance(0.5)
    learned = {name for name, w in run.model.head.items() if not torch.equal(w, first[name])}
    assert learned == {f"{name}_{part}" for name in ("score", "short") for part in "wb"} | {
        f"optimistic_{part}" for part in ("w", "pass_w", "pass_b")
    }
    run.save()
    network = Network.read(tmp_path / "heads.npz")
    assert network.learned == ("policy", "value", "owner", "score", "short", "reply", "optimistic")
    assert network.about["made"]["before"] == {"by": "chance"}
    for name, array in start.arrays.items():
        if not name.startswith(("score", "short", "soft", "optimistic")):
            np.testing.assert_array_equal(network.arrays[name], array)
    with pytest.raises(ValueError, match="The network to begin with has all heads: policy, value, owner, score,"):
        zero.Zero(plan, tmp_path / "again.npz", "cpu", start=network)
    with pytest.raises(ValueError, match="New heads need a network of the same size to begin with: give it by --start"):
        zero.Zero(plan, tmp_path / "none.npz", "cpu")
