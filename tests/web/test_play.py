"""Games over the socket."""

import re

import pytest

from kaya.players import USUAL_LEVEL

from .conftest import Patient
from .page import Page, served


def until(page, **fields):
    while not all(page.game.get(name) == value for name, value in fields.items()):
        page.wait("game")
    return page.game


def begin(page, **wanted):
    page.new(**{"player": "quick", "conditions": {"size": 5, "komi": 0.5}, "side": "Black", **wanted})
    return until(page, state="yours")


def test_a_whole_game_of_go_with_dead_stones_and_a_rematch(page):
    begin(page)
    page.of("play", move="C3")
    game = until(page, number=2, state="yours")
    assert game["board"]["record"] == {"size": 5, "moves": "ccAa"}
    page.of("play", move="A5")
    assert page.wait("error")["text"] == "A5 is occupied."
    page.of("act", what="pass")
    game = until(page, state="counting")
    assert game["count"]["sentence"].startswith("Black ")
    before = set(game["count"]["dead"])
    page.of("dead", point="A5")
    game = page.wait("game")
    assert set(game["count"]["dead"]) ^ before == {"A5"}
    page.of("dead", point="B2")
    assert page.wait("error")["text"] == "There is no stone on B2."
    page.of("act", what="go_on")
    assert until(page, state="yours")["number"] == 2
    page.of("act", what="pass")
    until(page, state="counting")
    page.of("act", what="agree")
    game = until(page, state="over")
    assert re.fullmatch(r"[BW]\+\d+\.5", game["outcome"])
    page.of("act", what="save")
    file = page.wait("file")
    assert file["name"].endswith(".sgf")
    assert "PB[Player]" in file["text"]
    page.of("act", what="again")
    game = page.wait("game")
    assert (game["human"], game["board"]["record"]["size"], game["board"]["komi"]) == (2, 5, 0.5)


def test_an_unknown_condition_is_answered_with_those_there_are(page):
    page.say("new", conditions={"colour": 1})
    assert page.wait("error")["text"] == "go has no condition 'colour'; there are: handicap, komi, rules, size."


def test_a_rematch_has_the_same_handicap(page):
    page.new(player="quick", conditions={"size": 9}, handicap=3, side="White")
    first = until(page, state="yours")
    page.of("act", what="resign")
    until(page, state="over")
    page.of("act", what="again")
    game = page.wait("game")
    assert game["human"] == 1
    assert len(first["board"]["record"]["setup"]) == 6
    for name in ("setup", "size"):
        assert game["board"]["record"][name] == first["board"]["record"][name]
    assert game["board"]["komi"] == first["board"]["komi"] == 0.5


def test_undo_takes_back_the_own_move_and_the_answer(page):
    begin(page)
    for move in ("C3", "D4"):
        page.of("play", move=move)
        until(page, state="yours", number=page.game["number"] + 2)
    page.of("act", what="undo")
    game = page.wait("game", number=2)
    assert game["board"]["record"]["moves"] == "ccAa"
    page.of("act", what="resign")
    assert until(page, state="over")["ending"] == "White wins by resignation."
    page.of("act", what="undo")
    assert until(page, state="yours")["number"] == 0


def test_what_is_not_allowed_is_said_and_nothing_changes(page):
    begin(page)
    for fields, answer in (({"move": "Z9"}, "A point"), ({"move": "K10"}, "A point"), ({"move": ""}, "A point")):
        page.of("play", **fields)
        assert page.wait("error")["text"]
        assert answer
    page.of("act", what="dance")
    assert page.wait("error")["text"].startswith("What can be done is pass, undo")
    page.of("act", what="chances")
    assert page.wait("error")
    page.say("new", game="go", player="/etc/passwd")
    assert "does not play go" in page.wait("error")["text"]
    page.say("new", game="go", player="kaya:network=/etc/passwd")
    assert "does not play go" in page.wait("error")["text"]
    page.say("new", game="go", conditions={"size": 99})
    assert "from 2 to 19" in page.wait("error")["text"]
    page.say("load", game="go", file="(;GM[1]SZ[9];B[aa];W[aa])")
    assert "Move 2" in page.wait("error")["text"]
    page.of("play", move="C3")
    assert until(page, number=2)


@pytest.mark.parametrize(
    ("level", "chosen", "ends"), [(7, None, False), (8, None, True), (2, False, True), (9, True, False)]
)
def test_a_program_plays_to_the_end_below_level_8_or_if_that_is_chosen(page, level, chosen, ends):
    begin(page, player="gives-up", level=level, to_the_end=chosen)
    page.of("play", move="C3")
    game = until(page, **({"state": "over"} if ends else {"state": "yours", "number": 2}))
    assert game.get("outcome") == ("B+R" if ends else None)


def test_a_program_that_could_resign_is_told_whether_it_may(server, page):
    for level in (7, 8):
        game = begin(page, player="uct", level=level)
        assert server.lobby.open[game["id"]].players[2].parameters()["resign"].value == (level == 8)


@pytest.mark.parametrize(
    ("game", "player", "analyses"),
    [("go", "uct", "uct"), ("go", "quick", "kaya"), ("kriegspiel", "blind", "kriegspiel-d")],
)
def test_the_opponents_own_player_analyses_if_it_has_strategies(server, page, game, player, analyses):
    shown = page.new(game=game, player=player, level=1)
    assert server.lobby.open[shown["id"]].analysis._usual() == analyses


def test_every_program_and_every_level_has_a_word_and_there_is_one_usual_level(page):
    for offer in page.heard[0]["offers"]:
        for name, told in offer["players"].items():
            own = name in ("quick", "broken", "patient", "gives-up", "blind")
            assert own or (told["about"] and len(told["levels"]) == 10), name
        assert offer["level"] == USUAL_LEVEL


def test_a_program_that_breaks_down_loses(page):
    begin(page, player="broken")
    page.of("play", move="C3")
    assert until(page, state="over")["outcome"] == "B+F"


def test_a_page_that_comes_back_finds_its_game_and_so_does_a_new_server(tmp_path):
    with served(tmp_path) as running:
        page = Page(running.port)
        begin(page, main=36_000, period=20)
        page.of("play", move="C3")
        until(page, state="yours", number=2)
        page.socket.close()
        again = Page(running.port)
        again.say("join", id=page.game["id"])
        assert again.wait("game")["number"] == 2
        again.close()
    with served(tmp_path) as running:
        again = Page(running.port)
        offered = again.heard[0]["games"]
        assert [game["id"] for game in offered] == [page.game["id"]]
        again.say("join", id=page.game["id"])
        game = again.wait("game")
        assert (game["number"], game["state"], game["human"]) == (2, "yours", 1)
        assert game["clocks"]["1"]["left"] <= page.game["clocks"]["1"]["left"]
        again.of("play", move="D4")
        assert until(again, number=4)
        again.of("act", what="resign")
        until(again, state="over")
        again.say("leave")
        assert again.wait("lobby")["games"][0]["over"]
        again.close()


def test_a_flag_falls_without_a_move(page):
    page.new(player="quick", conditions={"size": 5}, side="Black", main=0.4, period=0)
    assert until(page, state="over")["outcome"] == "W+T"


def test_a_file_is_opened_and_a_finished_one_can_be_gone_through(page):
    page.say("load", game="go", file="(;GM[1]SZ[5]KM[0.5]RE[B+R];B[cc];W[bb];B[dd])", player="quick")
    game = page.wait("game")
    assert (game["state"], game["outcome"], game["number"]) == ("over", "B+R", 3)


@pytest.mark.parametrize("more", ["", "PL[W]"])
def test_a_file_becomes_a_game_only_when_that_is_asked_for(page, more):
    page.say("load", file=f"(;GM[1]SZ[5]KM[0.5]{more};B[cc];W[bb];B[dd])", player="quick")
    game = page.wait("game")
    assert (game["state"], game["human"], game["ending"]) == ("over", 0, "The file gives no result.")
    page.of("play", move="A1")
    assert page.wait("error")["text"] == "The game is over."
    page.of("play_on", ply=2, path=["A1"], player="quick", level=2)
    game = page.wait("game")
    assert (until(page, state="yours")["human"], game["names"]) == (2, {"1": "quick, level 2", "2": "You"})
    assert game["board"]["record"]["moves"] == "ccBbae"
    page.say("leave")
    assert sorted((g["study"], g["over"]) for g in page.wait("lobby")["games"]) == [(False, False), (True, False)]


def test_any_game_can_be_played_by_the_names_of_its_moves(page):
    page.new(game="tictactoe", level=1)
    game = until(page, state="yours")
    assert game["board"]["kind"] == "text"
    page.of("play", move=game["tries"][4])
    assert until(page, number=2)["state"] == "yours"


def test_two_programs_are_watched_stopped_and_go_on(page):
    page.new(player="patient", other="patient", side="watch", conditions={"size": 3})
    Patient.moves.release()
    until(page, number=1)
    page.of("act", what="pause")
    assert until(page, state="paused")["number"] == 1
    page.of("act", what="pause")
    Patient.moves.release()
    assert until(page, number=2)
    page.of("act", what="pause")
    until(page, state="paused")


def test_a_move_that_is_taken_back_while_the_program_waits_is_the_persons_again(tmp_path):
    with served(tmp_path, searches=1) as running:
        busy, page = Page(running.port), Page(running.port)
        begin(busy, player="patient")
        busy.of("play", move="C3")
        until(busy, state="thinking")
        begin(page)
        page.of("play", move="C3")
        until(page, state="waiting")
        page.of("act", what="undo")
        assert until(page, number=0)["state"] == "yours"
        busy.of("act", what="resign")
        until(busy, state="over")
        busy.close()
        page.close()
