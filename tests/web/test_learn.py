"""Tours, and searches side by side: what a page may ask for, and what it is told."""

import math

import pytest

from kaya import make_player
from kaya.games.registry import Bundle, imported, register
from kaya.search import explain
from kaya.web.learn.scene import scene_payload
from kaya.web.learn.tour import Searching, Stop, Tour, tours
from kaya.web.messages import Message, kinds_of
from kaya.web.pace import EVERY, Pace

from .page import fetch

QUICK = dict(game="tictactoe", programs=["mcts"])


def rested(page, done: int) -> dict:
    """The searches when they stand still at this number."""
    while True:
        told = page.wait("bench", ready=True)
        if told["rests"] and told["done"] == done:
            return told


def test_a_tour_is_a_list_of_stops_that_a_game_brings(page):
    page.say("learn")
    listed = page.wait("learn")
    assert [tour["name"] for tour in listed["tours"]] == list(tours())
    assert {"mango", "mogo"} <= set(tours())
    assert all(len(tour["stops"]) >= 10 for tour in listed["tours"])
    assert {game["name"] for game in listed["games"]} >= {"go", "kriegspiel", "tictactoe"}


def test_a_package_from_outside_brings_a_tour(page):
    own = Tour(
        "own", "Mine", "Nobody", "", (Stop("One", "1", "Look.", Searching("tictactoe", started, ("mcts",), goal=9)),)
    )
    register(Bundle("noughts", "kaya.games.tictactoe:tictactoe", tours=(own,)))
    page.say("visit", tour="own")
    assert page.wait("stop")["stops"] == ["One"]
    assert rested(page, 9)["lanes"][0]["pictures"]


def started():
    return imported("kaya.games.tictactoe:tictactoe").new_game()


def test_searches_side_by_side_go_on_in_step_and_back(page):
    page.say("compare", game="tictactoe", programs=["mcts", "mcts"])
    page.wait("bench", ready=True)
    page.say("pace", what="to", number=300)
    before = rested(page, 300)
    page.say("knob", lane=1, name="C", value="0")
    page.say("pace", what="to", number=300)
    told = rested(page, 300)
    first, second = told["lanes"]
    assert (first["title"], second["title"]) == ("mcts", "mcts, C=0")
    assert first == before["lanes"][0]  # the same search again
    assert second["pictures"] != first["pictures"]
    page.say("pace", what="step", number=1)
    rested(page, 301)
    page.say("pace", what="to", number=300)
    assert rested(page, 300)["lanes"] == told["lanes"]


def test_a_card_has_every_term_with_its_number(page):
    page.say("compare", game="go", programs=["uct"], conditions={"size": 5})
    page.wait("bench", ready=True)
    page.say("pace", what="to", number=200)
    best = rested(page, 200)["lanes"][0]["best"]
    page.say("look", board="ranks", move=best)
    card = page.wait("bench", chosen=best)["lanes"][0]["card"]
    player = make_player("uct", seed=1)
    position = imported("kaya.go.rules:GoPosition")(5)
    steps = player.in_steps(position)
    steps.run_to(200)
    told = explain(steps.tree, steps.strategies, position, [], position.parse_move(best))
    assert dict(map(tuple, card["select"]["parts"])) == told.select.parts


def test_every_stop_of_every_tour_has_what_it_needs():
    """Without a search: the programs exist, with their parameters and knobs; texts are short."""
    for tour in tours().values():
        assert 10 <= len(tour.stops) <= 15
        for stop in tour.stops:
            assert "section" in stop.section or "after the paper" in stop.section
            assert 80 < len(stop.text) < 800
            if isinstance(stop.scene, Searching):
                for program in stop.scene.programs:
                    player = make_player(program, game=stop.scene.game)
                    assert set(stop.scene.knobs) <= {*player.parameters(), *player.choices()}, (stop.title, program)
            else:
                told = scene_payload(imported(stop.scene)())
                assert told["pictures"], stop.title


@pytest.mark.parametrize(
    ("do", "fields", "sentence"),
    [
        ("visit", {"tour": "nothing"}, "There is no tour 'nothing'"),
        ("visit", {"tour": "mango", "stop": 99}, "This tour has"),
        ("pace", {"what": "run"}, "visit a stop of a tour first"),
        ("scene", {"name": "x"}, "nothing here to be done"),
        ("compare", {"game": "go", "programs": ["/etc/passwd"]}, "does not play go"),
        ("compare", {"game": "go", "programs": []}, "One program or two"),
        ("compare", {"game": "go", "programs": ["uct"], "moves": ["Z99"]}, "Z99"),
        ("compare", {"game": "go", "programs": ["uct"], "conditions": {"colour": 3}}, "no condition 'colour'"),
        ("compare", {"game": "chess", "programs": ["uct"]}, "There is no game"),
    ],
)
def test_what_cannot_be_done_is_said(page, do, fields, sentence):
    page.say(do, **fields)
    assert sentence in page.wait("error")["text"]


def test_a_search_that_cannot_go_in_steps_says_so_and_no_file_can_be_named(page):
    page.say("compare", game="kriegspiel", programs=["kriegspiel-random"])
    assert "kriegspiel-random" in page.wait("error")["text"]
    page.say("compare", **QUICK)
    page.wait("bench", ready=True)
    page.say("knob", name="network", value="/etc/passwd")
    assert "no parameter 'network'" in page.wait("error")["text"]
    page.say("compare", game="go", programs=["mango"], conditions={"size": 5})
    while (found := page.wait("bench", ready=True))["lanes"][0]["title"] != "mango":
        pass  # of the search before it
    settable = found["settable"]
    assert settable["PB"] == ["on", "off"]
    assert "by_network" in settable["prior"]
    assert "network" not in settable
    page.say("compare", **QUICK)
    page.wait("bench", ready=True)
    page.say("knob", lane=5, name="C", value="1")
    assert "There are 1 searches" in page.wait("error")["text"]
    page.say("pace", what="fly")
    assert "run, pause, step, to, rate" in page.wait("error")["text"]
    page.say("look", board="upside down")
    assert "visits, ranks, prior" in page.wait("error")["text"]


def test_a_page_that_learns_cannot_touch_a_game_and_leaves_it(page, server):
    page.new(game="tictactoe")
    session = next(iter(server.lobby.open.values()))
    page.say("compare", **QUICK)
    page.wait("bench", ready=True)
    assert not session.pages
    before = session.number
    page.say("pace", what="to", number=50)
    rested(page, 50)
    assert session.number == before


def test_a_short_address_leads_to_a_tour(server):
    answer = fetch(server.address + "learn/mango/3")
    assert (answer.status_code, answer.headers["location"]) == (307, "/#learn/mango/3")


def test_what_is_hidden_does_not_change_what_a_page_is_told(page):
    """Two positions that look alike to the side that moves, by an umpire who knows more."""
    told = []
    for hidden in ("0", "8"):
        page.say("compare", game="phantom-tictactoe", programs=["mcts"], moves=["4", hidden])
        page.wait("bench", ready=True)
        page.say("pace", what="to", number=200)
        told.append(rested(page, 200)["lanes"])
    assert told[0] == told[1]
    page.say("compare", game="phantom-tictactoe", programs=["mcts"], moves=["4", "8", "8"])  # tried in vain
    page.wait("bench", ready=True)
    page.say("pace", what="to", number=200)
    assert rested(page, 200)["lanes"] != told[0]


def analysed(page, done: int) -> dict:
    while True:
        told = page.wait("search", who="analysis")
        if told.get("pace", {}).get("rests") and told["pace"]["done"] == done:
            return told


@pytest.mark.parametrize(
    ("game", "opponent", "player"),
    [("kriegspiel", "blind", "kriegspiel-d"), ("phantom-go", "phantom-random", "phantom-classic")],
)
def test_advice_in_a_game_with_an_umpire_is_paused_stepped_and_turned_back(game, opponent, player, page):
    """By what the person knows alone, as a decision would be."""
    page.new(game=game, player=opponent, side="White" if game == "kriegspiel" else "Black")
    page.of("analyse", on=True, player=player)
    while not page.wait("search", who="analysis").get("simulations"):
        pass
    page.of("analysis_pace", what="to", amount=200)
    before = analysed(page, 200)
    assert len(before["moves"]) > 1
    page.of("analysis_pace", what="step", amount=50)
    assert analysed(page, 250)["simulations"] == 250
    page.of("analysis_pace", what="to", amount=200)
    assert analysed(page, 200)["moves"] == before["moves"]
    page.of("children", path=[before["best"]])
    assert page.wait("children")["children"], "what the umpire may say"


def test_without_a_tree_an_advice_goes_on_board_by_board_to_its_end(page):
    page.new(game="kriegspiel", player="blind", side="Black")
    page.of("analyse", on=True, player="kriegspiel-particles")
    while not (told := page.wait("search", who="analysis")).get("pace", {}).get("rests"):
        pass
    most = told["simulations"]
    assert told["pace"] == {
        "done": most,
        "goal": most,
        "most": most,
        "rate": 0.0,
        "rests": True,
        "unit": ["board", "boards"],
    }
    page.of("analysis_pace", what="to", amount=3)
    early = analysed(page, 3)
    page.of("analysis_pace", what="step", amount=1)
    assert analysed(page, 4)["moves"] != early["moves"]
    page.of("analysis_pace", what="run")
    assert analysed(page, most)["moves"] == told["moves"]
    page.of("analyse", on=True, player="blind")
    while "whole" not in (told := page.wait("search", who="analysis")):
        pass
    assert told["whole"] == "kriegspiel-random has no search that goes in steps. It thinks for 10 seconds at most."


def test_searches_without_a_tree_are_put_side_by_side(page):
    page.say("compare", game="kriegspiel", programs=["kriegspiel-particles"], moves=["e2e4"])
    page.wait("bench", ready=True)
    page.say("pace", what="to", number=20)
    told = rested(page, 20)
    pictures = told["lanes"][0]["pictures"]
    assert [picture["name"] for picture in pictures] == ["board", "settling"]
    assert "chess-board" in pictures[0]["svg"]
    page.say("look", board="visits", move=told["lanes"][0]["best"])
    assert page.wait("bench", chosen=told["lanes"][0]["best"])["lanes"][0]["card"]["select"]["of"] == "pawns"


def test_an_analysis_of_a_game_is_paused_stepped_and_turned_back(page):
    page.new(game="go", player="quick", side="black", conditions={"size": 5})
    page.of("analysis_pace", what="pause")
    assert "begin an analysis" in page.wait("error")["text"]
    page.of("analyse", on=True, player="mango")
    while not page.wait("search", who="analysis").get("simulations"):
        pass
    page.of("analysis_pace", what="to", amount=150)
    before = analysed(page, 150)
    page.of("analysis_pace", what="step", amount=30)
    assert analysed(page, 180)["simulations"] == 180
    page.of("analysis_pace", what="to", amount=150)
    again = analysed(page, 150)
    assert again["moves"] == before["moves"]
    page.of("card", path=[], move=again["best"])
    assert page.wait("card")["select"]["facts"]
    seen = again["unpruning"]["seen"]
    page.of("children", path=[])
    rows = {row["move"]: row["pruned"] for row in page.wait("children")["children"]}
    ranked = again["unpruning"]["moves"]
    assert not any(rows[move] for move in ranked[:seen])
    assert all(rows[move] for move in ranked[seen:])
    page.of("play", move="C3")
    page.wait("search", who="analysis", number=2)  # and so it goes on


def test_who_asks_for_too_many_searches_waits(page):
    for _ in range(30):
        page.say("visit", tour="kriegspiel", stop=3)
    assert "many searches" in page.wait("error")["text"]


def test_no_two_messages_have_the_same_name():
    def named(kind):
        return [kind.do, *(name for below in kind.__subclasses__() for name in named(below))]

    names = [name for name in named(Message) if name]
    assert len(names) == len(set(names)) == len(kinds_of())


def test_a_pace_is_a_goal_and_a_rate():
    pace = Pace(goal=0)
    assert pace.rests(0)
    pace.change("run", 0, 0)
    assert pace.following(0) > 0
    pace.change("rate", 10, 0)
    assert sum(pace.following(0) for _ in range(round(5 / EVERY))) == pytest.approx(50, abs=2)
    pace.change("pause", 0, 33)
    assert pace.rests(33)
    pace.change("to", 7, 33)
    assert pace.following(33) == 7
    pace.change("step", 10, 7)
    assert pace.goal == 17
    assert math.isinf(Pace().goal)
