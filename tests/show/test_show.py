"""Pictures of searches: what is in them is what the tree holds and what the strategies say."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest

import kaya
from kaya import GoPosition, Search, make_player, tictactoe
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
