"""What the stops of the tour show besides searches: made of what one side was told, and nothing else."""

import pytest

import kaya
from kaya.kriegspiel.knowledge.belief.belief import Belief
from kaya.kriegspiel.knowledge.densities import densities
from kaya.kriegspiel.players import RandomPlayer
from kaya.kriegspiel.rules import WHITE
from kaya.kriegspiel.web.tours.scenes import Believed, Boards, Densities, Umpire, metapositions
from kaya.web.learn.scene import scene_payload

from .tables import played


def test_a_belief_spreads_with_each_silent_move_and_is_that_of_the_player():
    scene = Believed()
    spread = []
    for _ in range(4):
        state = Belief(scene.view, None, densities()).state
        spread.append(sum(float(chance) > 0.01 for chance in state.Pk))
        assert f"the likeliest with {100 * float(max(state.Pk)):.0f} %" in kaya.show.belief(scene.view).words
        scene.act("silent")
    assert spread == sorted(spread)
    assert spread[0] < spread[-1]
    scene.act("check")
    assert "diagonal" in scene.words
    with pytest.raises(ValueError, match="nothing that can be heard"):
        scene.act("thunder")
    scene.act("begin")
    assert len(scene.view.log) == 2


def test_tries_are_answered_by_the_umpire_and_only_what_white_heard_is_shown():
    scene = metapositions()
    before = kaya.show.metaposition(scene.view).words
    scene.act("f1b5")
    assert "Black" in scene.words
    assert kaya.show.metaposition(scene.view).words != before
    told = scene.position.view_for(WHITE)
    assert told.log == scene.view.log
    assert kaya.show.metaposition(told) == kaya.show.metaposition(scene.view)
    twin = Umpire()
    twin.view = told  # the position of the umpire is another one
    assert twin.pictures()[0] == scene.pictures()[0]
    with pytest.raises(ValueError, match="cannot be tried"):
        scene.act("a1a8")


def test_boards_and_densities_change_when_they_are_asked_to():
    for scene, action in ((Boards(), "others"), (Densities(), "on"), (Densities(), "kind")):
        before = scene_payload(scene)
        scene.act(action)
        assert scene_payload(scene)["pictures"] != before["pictures"]


def test_a_board_that_is_sampled_depends_on_the_view_alone():
    position = played(RandomPlayer(seed=3), RandomPlayer(seed=4), plies=10).position
    view = position.view_for(WHITE)
    assert kaya.show.boards(view, 1, seed=2) == kaya.show.boards(position.view_for(WHITE), 1, seed=2)
    with pytest.raises(TypeError, match="believes nothing"):
        kaya.show.belief(3)
