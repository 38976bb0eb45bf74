"""Two people who play each other, with the umpire between them, and those who watch: over the socket."""

import random

import pytest

from kaya.kriegspiel.rules import KriegspielPosition, parse_move
from kaya.web import connection, dispatch
from kaya.web.adapter import adapter_of
from kaya.web.viewers import public_log

from .page import Page, served
from .test_kriegspiel import OPEN, by_the_view_alone

SHARED = {*OPEN, "people", "clocks"}
HIDDEN = ["kriegspiel", "phantom-go", "phantom-tictactoe"]


@pytest.fixture(autouse=True)
def _as_fast_as_they_like(monkeypatch):
    monkeypatch.setattr(connection, "BURST", 1e9)
    monkeypatch.setattr(dispatch, "NEW_BURST", 1e9)


@pytest.fixture
def room(server):
    """Opens pages, and closes them."""
    pages = []

    def enter():
        pages.append(Page(server.port))
        return pages[-1]

    yield enter
    for page in pages:
        page.close()


def sit_down(room, **wanted):
    """Both sides of a new game in two browsers, by side, and a spectator."""
    first, second, watcher = room(), room(), room()
    first.new(people="browsers", **wanted)
    told, known = first.game["people"], {"id": first.game["id"]}
    second.say("join", **known, key=told["invitation"])
    watcher.say("join", **known)
    for page in (second, watcher):
        page.wait("game")
    return {told["seat"]: first, 3 - told["seat"]: second}, watcher


def settle(*pages):
    """Until each page has heard all that was said so far: the answer to what makes no sense comes last."""
    for page in pages:
        page.say("nothing")
        page.wait("error")


def play(both, watcher, chance, plies):
    """Random tries of both sides; nobody waits for another than the server."""
    page = both[1]
    for _ in range(plies * 12):
        settle(*both.values(), watcher)
        if page.game["state"] == "over" or page.game["number"] >= plies:
            return
        page = next(p for p in both.values() if p.game["state"] == "yours")
        page.of("play", move=chance.choice(page.game["tries"]))
        page.wait("game")


@pytest.mark.slow
@pytest.mark.parametrize("game", HIDDEN)
def test_each_side_is_told_what_follows_from_its_own_view_and_spectators_what_both_have_heard(server, room, game):
    both, watcher = sit_down(room, game=game, side="random")
    session = server.lobby.open[watcher.game["id"]]
    play(both, watcher, random.Random(4), 24)
    position, adapter = session.position, session.adapter
    assert session.number > 2
    for side, page in both.items():
        start, told = position.start_for(side), position.announcements(side)
        games = [m for m in page.heard if m["say"] == "game" and m["state"] != "over"]
        assert len(games) > 4
        for message in games:
            rest = {name: value for name, value in message.items() if name not in SHARED}
            assert rest == by_the_view_alone(game, start, told[: len(message["log"])])
            assert message["people"].get("key") == session.stored.keys[str(side)]
    views = {side: position.view_for(side) for side in (1, 2)}
    own = {side: {e["ply"]: e["text"] for e in adapter.log(v) if not e["refused"]} for side, v in views.items()}
    for message in [m for m in watcher.heard if m["say"] == "game" and m["state"] != "over"]:
        assert {*message} - SHARED <= {"board", "log", "facts", "number", "history"}
        assert (message["board"], message["facts"]) == ({"kind": "covered"}, [])
        assert not {"key", "invitation"} & {*message["people"]}
        for entry in message["log"]:
            for part in entry["text"].split("; "):
                told = all(part in text[entry["ply"]] for text in own.values())
                assert told or part in ("moved", "passed", "a move made")
    for page in (*both.values(), watcher):
        assert {m["say"] for m in page.heard} <= {"lobby", "note", "game", "error"}


def test_what_is_public_is_what_both_were_told_without_the_move():
    position = KriegspielPosition()
    for move in ("e2e4", "d7d5", "e4d5", "d8d5"):
        position.play(parse_move(move))
    log = public_log(adapter_of("kriegspiel"), position)
    assert [(e["ply"], e["by"], e["text"]) for e in log] == [
        (1, "White", "moved"),
        (2, "Black", "moved"),
        (3, "White", "moved; pawn at d5 captured"),
        (4, "Black", "moved; pawn at d5 captured"),
    ]  # the pawn tries are for White alone


def test_draws_are_offered_declined_and_accepted_and_there_is_a_rematch(room):
    both, watcher = sit_down(room, game="kriegspiel", side="Black", called=["Ada", "Bob"])
    white, black = both[1], both[2]
    assert (white.game["names"], watcher.game["names"]) == ({"1": "You", "2": "Bob"}, {"1": "Ada", "2": "Bob"})
    assert [p.game["state"] for p in (white, black, watcher)] == ["yours", "theirs", "theirs"]
    black.of("play", move="e7e5")
    assert black.wait("error")["text"] == "It is not your turn."
    watcher.of("act", what="resign")
    assert watcher.wait("error")["text"].startswith("You watch this game")
    white.of("analyse", on=True)
    assert white.wait("error")["text"].startswith("While two people play")
    black.of("act", what="draw")
    assert white.wait("game")["people"]["offer"] == 2
    white.of("play", move="e2e4")  # which declines
    assert white.wait("game")["people"]["offer"] == 0
    white.of("act", what="draw")
    black.of("act", what="decline")
    assert "declined" in white.wait("note")["text"]
    white.of("act", what="draw")
    black.wait("game", number=1, state="yours")
    settle(black)
    black.of("act", what="draw")
    ended = [page.wait("game", state="over") for page in (white, black, watcher)]
    assert {m["ending"] for m in ended} == {"A draw: agreement."}
    assert all(m["board"]["record"] for m in ended)
    for page in (white, black):
        page.of("act", what="again")
        page.wait("game", state="yours" if page is black else "theirs")
    assert white.game["id"] == black.game["id"] != watcher.game["id"]
    assert black.game["names"] == {"1": "You", "2": "Ada"}


def test_who_has_begun_the_game_may_show_spectators_the_own_side_and_no_other(room):
    both, watcher = sit_down(room, game="kriegspiel", side="White")
    both[2].of("watch", side=2)
    assert "Who began the game chooses" in both[2].wait("error")["text"]
    both[1].of("watch", side=2)
    assert both[1].wait("error")
    both[1].of("watch", side=1)
    game = watcher.wait("game")
    assert (game["human"], len(game["board"]["pieces"]), game["can"]) == (1, 16, [])
    assert "tries" not in game


@pytest.mark.parametrize("game", ["kriegspiel", "phantom-go"])
def test_at_one_board_nothing_is_shown_until_the_side_to_move_sits_there(room, game):
    page = room()
    page.new(game=game, people="board", main=600)
    assert (page.game["state"], page.game["board"], page.game["human"]) == ("covered", {"kind": "covered"}, 0)
    page.of("hand_over", on=True)
    game = page.wait("game", state="yours")
    assert game["human"] == 1
    page.of("play", move=game["tries"][10])
    game = page.wait("game")
    assert (game["state"], game["human"], game["number"], "tries" in game) == ("handing", 1, 1, False)
    page.of("play", move="e7e5")
    assert page.wait("error")["text"] == "It is not your turn."
    page.of("hand_over", on=False)
    assert page.wait("game")["board"] == {"kind": "covered"}
    page.of("hand_over", on=True)
    assert page.wait("game", state="yours")["human"] == 2
    page.of("act", what="resign")
    assert page.wait("game", state="over")["ending"].endswith("by resignation.")


def test_two_people_at_one_open_board_count_the_game_together(room):
    page = room()
    page.new(game="go", people="board", conditions={"size": 5, "komi": 0.5})
    for move in ("C3", "D4", "B2"):
        page.of("play", move=move)
        page.wait("game", state="yours")
    page.of("act", what="undo")
    assert page.wait("game")["number"] == 2
    for _ in range(2):
        page.of("act", what="pass")
    page.wait("game", state="counting")
    page.of("act", what="agree")
    assert page.wait("game", state="over")["outcome"]


def test_a_game_of_two_people_is_there_when_the_server_is_started_again(tmp_path):
    with served(tmp_path) as running:
        page = Page(running.port)
        page.new(game="kriegspiel", people="browsers", side="White", main=60)
        game = page.game
        assert game["people"]["waits"]  # no clock runs before the other side is there
        assert not game["clocks"]["1"]["running"] or game["clocks"]["1"]["left"] == 60
        page.of("play", move="e2e4")
        page.wait("game", number=1)
        page.close()
    with served(tmp_path) as running:
        page = Page(running.port)
        for key, state in (("", "theirs"), (game["people"]["key"], "theirs"), (game["people"]["invitation"], "yours")):
            page.say("join", id=game["id"], key=key)
            assert page.wait("game")["state"] == state
        page.say("drop", id=game["id"])
        assert "only they can forget it" in page.wait("error")["text"]
        page.close()
