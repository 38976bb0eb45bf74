"""Pictures of searches: what is in them is what the tree holds and what the strategies say."""

import xml.etree.ElementTree as ET
from typing import Any

import numpy as np
import pytest

import kaya
from kaya import GoPosition, Search, make_player, tictactoe
from kaya.go.knowledge.planes import BOARD, KOMI, KOMI_UNIT
from kaya.network import Evaluator, Network
from kaya.search import Steps, explain
from kaya.show import PICTURES, History, board, playout, settling, terms, tree, unpruning


def grown(player: str, simulations: int = 300) -> Steps:
    steps = make_player(player, seed=1).in_steps(GoPosition(5))
    steps.run_to(simulations)
    return steps


@pytest.fixture(scope="module")
def mango() -> Steps:
    return grown("mango-paper")


@pytest.fixture(scope="module")
def mogo() -> Steps:
    return grown("mogo")


def said(picture: Any) -> list[str]:
    found = ET.fromstring(picture.svg)
    assert found.tag == "{http://www.w3.org/2000/svg}svg"
    assert picture._repr_svg_() == picture.svg
    assert "<style>" not in picture.embedded
    ET.fromstring(picture.embedded)
    return [text.text or "" for text in found.iter() if text.tag.endswith("text")]


def test_every_picture_of_a_search_is_drawn(mango, mogo):
    for name in PICTURES:
        assert said(PICTURES[name](mogo if name in ("rave", "weights") else mango))


def test_a_score_is_taken_apart_into_what_the_search_compares(mango):
    picture, best = terms(mango), mango.report().moves[0].move
    told = explain(mango.tree, mango.strategies, mango.position, [], best)
    assert told
    assert told.select
    assert picture.words.endswith(f"= {told.select.score:.3f}")
    for part, value in told.select.parts.items():
        assert f"{value:.3f} ({part})" in picture.words
    assert said(picture)[: len(told.select.parts)] == list(told.select.parts)


def test_what_is_pruned_is_marked_on_the_board_and_counted(mango):
    facts = explain(mango.tree, mango.strategies, mango.position, [], mango.report().moves[0].move).select.facts
    seen, children = facts["moves seen"], len(mango.tree.children())
    assert f"{seen} of {children} moves are seen." in unpruning(mango).words
    marked = board(mango, "ranks")
    assert marked.words == f"{seen} of {children} moves are seen."
    assert 0 < marked.svg.count("candidate pruned") <= children - seen


def test_the_last_simulated_game_is_the_one_that_was_played(mango):
    line, inside = mango.last_line()
    states = mango.position.states.copy()
    for player, move in line:
        assert player == states[0].turn
        mango.position.game.play(states[0], move)
    assert 1 <= inside < len(line)
    assert f"{len(line) - inside} moves were simulated" in playout(mango).words
    steps = grown("mango-paper", 0)
    assert steps.last_line() == ([], 0)
    with pytest.raises(ValueError, match="no simulation"):
        playout(steps)


def test_values_settle_and_a_history_goes_back_with_its_search():
    def noted(*numbers: int) -> History:
        steps, history = Search(tictactoe).begin(tictactoe.new_game()), History()
        for number in numbers:
            history.run_to(steps, number)
            assert steps.simulations == number
        return history

    cut, whole = noted(10, 90, 30, 31, 200), noted(200)
    assert cut.points == whole.points
    assert [n for n, _ in whole.points][:18] == [*range(1, 17), 17, 18]
    steps = Search(tictactoe).begin(tictactoe.new_game())
    assert said(settling(steps, 60))
    assert steps.simulations == 60
    with pytest.raises(ValueError, match="Nothing was searched"):
        History().picture()


def test_other_games_are_shown_as_they_are_written():
    steps = Search(tictactoe).begin(tictactoe.new_game())
    steps.advance(50)
    assert "." in "".join(said(board(steps)))
    assert "root 50" in said(tree(steps))[0:60]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("bias", "adds no progressive bias"), ("unpruning", "prunes nothing"), ("rave", "RAVE values")],
)
def test_what_a_search_does_not_have_is_said(name, sentence):
    steps = Search(tictactoe).begin(tictactoe.new_game())
    steps.advance(20)
    with pytest.raises(ValueError, match=sentence):
        getattr(kaya.show, name)(steps)


def test_what_has_no_tree_is_refused():
    with pytest.raises(ValueError, match="Nothing was searched yet"):
        terms(make_player("uct"))
    with pytest.raises(TypeError, match="has no tree"):
        terms(3)
    with pytest.raises(AttributeError, match="no attribute 'fog'"):
        _ = kaya.show.fog  # type: ignore[attr-defined]


def trained(seed: int, **made: Any) -> Network:
    network = Network.random(1, 16, seed)
    return Network({**network.about, "sizes": [5], "made": made}, network.arrays)


def test_the_first_move_is_shown_as_networks_see_it_without_a_search(tmp_path):
    """The value of an empty board, where Black's own planes are empty and komi is against it; and the policy."""
    networks = [trained(1, seconds=0.0), trained(2, seconds=40.0), trained(3, seconds=1200.0)]
    networks[1].write(tmp_path / "second.npz")
    picture = kaya.show.first_moves(networks[0], tmp_path / "second.npz", networks[2], komi=24.5)
    heads = [text for text in said(picture) if "Black" in text]
    planes = np.zeros((5, 5, 16), np.float32)
    planes[..., BOARD], planes[..., KOMI] = 1, -2 * 24.5 / KOMI_UNIT
    for network, head, when in zip(networks, heads, ("at first", "after 40 s", "after 20 min"), strict=True):
        answer = Evaluator(network).evaluate(planes)
        assert head == f"{when}: Black wins {50 * (1 + answer.value):.0f} %"
        shares = np.exp(answer.policy) / np.exp(answer.policy).sum()
        best = int(shares[:-1].argmax())
        assert f"{head}, {'ABCDE'[best % 5]}{5 - best // 5} {100 * shares[best]:.0f} %" in picture.words
    with pytest.raises(ValueError, match="Give a network"):
        kaya.show.first_moves()


def test_a_network_tells_how_it_learned(tmp_path):
    lines = [dict(seconds=10.0), dict(seconds=20.0, policy=3.0, value=0.7), dict(seconds=40.0, policy=1.5, value=0.5)]
    picture = kaya.show.curve(trained(1, curve=lines))
    assert picture.words == "Losses: policy 3.00 at first, 1.50 at last; value 0.70 at first, 0.50 at last."
    assert {"policy", "value", "seconds", "40"} <= set(said(picture))
    trained(1, curve=[dict(seconds=600.0, policy=2.0)]).write(tmp_path / "long.npz")
    assert "minutes" in said(kaya.show.curve(tmp_path / "long.npz"))
    assert kaya.show.curve(trained(1, curve=[])).words == "Nothing had been learned yet."
    with pytest.raises(ValueError, match="does not say how it learned"):
        kaya.show.curve(trained(1))
