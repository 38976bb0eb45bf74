"""Kriegspiel in the page: what is sent is what the person may know, and nothing else."""

import json
import random

import pytest

from kaya.kriegspiel.rules import KriegspielPosition, parse_move
from kaya.web import connection, dispatch, lobby
from kaya.web.adapter import adapter_of

from .page import Page

OPEN = {
    *("say", "id", "game", "title", "view", "hidden", "human", "sides", "names", "level", "state", "mover", "ahead"),
    *("paused", "can"),
}
"""What of a message tells nothing that is not the same in every game, or known to both."""


@pytest.fixture(autouse=True)
def _without_security(monkeypatch):
    monkeypatch.setattr(connection, "BURST", 1e9)
    monkeypatch.setattr(dispatch, "NEW_BURST", 1e9)
    monkeypatch.setattr(lobby.random, "randrange", lambda most: 5)  # the program's seed


def by_the_view_alone(game, start, heard):
    """All of a message that depends on the game, made from what the umpire has said to the person."""
    view, adapter = start.view(), adapter_of(game)
    for announcement in heard:
        view.hear(announcement)
    made = {
        "board": adapter.board(view),
        "log": adapter.log(view),
        "facts": adapter.facts(view),
        "number": view.ply,
        "history": [],
    }
    if view.my_turn:
        made["tries"] = adapter.tries(view)
    return json.loads(json.dumps(made))


def play_game(page, session_of, chance, plies, game="kriegspiel", player="blind"):
    """A game of random tries against a program that plays at random; the session."""
    page.new(game=game, player=player, side=chance.choice([*adapter_of(game).sides.values()]), level=1)
    session = session_of(page.game["id"])
    while page.game["state"] != "over" and page.game["number"] < plies:
        if page.game["state"] == "yours":
            page.of("play", move=chance.choice(page.game["tries"]))
        page.wait("game")
    return session


def leaks(session, messages):
    """Messages of a game that say more, or other things, than the view does."""
    start, told = session.position.start_for(session.human), session.position.announcements(session.human)
    found = []
    for message in messages:
        known = by_the_view_alone(session.stored.game, start, told[: len(message["log"])])
        rest = {name: value for name, value in message.items() if name not in OPEN}
        if rest != known:
            found.append((message, known))
    return found


GAMES = [
    *(("kriegspiel", "blind", seed) for seed in range(4)),
    *(("phantom-go", "phantom-random", seed) for seed in range(2)),
    *(("phantom-tictactoe", "mcts", seed) for seed in range(2)),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "player", "seed"), GAMES)
def test_every_message_of_a_game_follows_from_what_the_umpire_has_said(server, game, player, seed):
    page, chance = Page(server.port), random.Random(seed)
    session = play_game(page, server.lobby.open.__getitem__, chance, 40, game, player)
    games = [m for m in page.heard if m["say"] == "game"]
    before_the_end = [m for m in games if m["state"] != "over"]
    assert len(before_the_end) > (2 if game == "phantom-tictactoe" else 20)
    assert leaks(session, before_the_end) == []
    assert {m["say"] for m in page.heard} <= {"lobby", "note", "game"}
    page.close()


@pytest.mark.slow
def test_how_often_a_program_was_refused_cannot_be_counted(server):
    """Between two moves of the person there is one message about the opponent's move, however often that tried."""
    page, chance = Page(server.port), random.Random(3)
    session = play_game(page, server.lobby.open.__getitem__, chance, 40)
    own, refused = session.human, 0
    for number, ply in enumerate(session.position.plies):
        refused += len(ply.tried) if session.position.movers[number] != own else 0
    assert refused > 0
    states = [m["state"] for m in page.heard if m["say"] == "game"]
    thinking = [k for k, state in enumerate(states) if state == "thinking"]
    assert all(states[k + 1] in ("yours", "over") for k in thinking if k + 1 < len(states))
    page.close()


def test_a_refused_try_and_a_pawn_try_are_told(server):
    page = Page(server.port)
    position = KriegspielPosition("k7/8/8/3p4/4P3/8/8/K6R w - - 0 1")
    page.say("load", game="kriegspiel", file=_pgn(position), player="blind")
    page.wait("game", state="over")
    page.of("play_on", player="blind")
    game = page.wait("game", state="yours")
    assert game["board"]["pieces"] == {"0": "K", "7": "R", "28": "P"}
    assert "Pawn tries: 1" in game["facts"]
    assert "e4d5" in game["tries"]
    page.of("play", move="e4f5")
    game = page.wait("game")
    assert game["log"][-1]["refused"]
    assert "e4f5" not in game["tries"]
    page.of("play", move="e4d5")
    game = page.wait("game")
    assert game["log"][-1]["text"].startswith("e4xd5; pawn at d5 captured")
    page.close()


def _pgn(position):
    from kaya.kriegspiel.files.pgn import KriegspielRecord, save

    return save(KriegspielRecord(position))


def test_nothing_is_saved_taken_back_or_reviewed_before_the_end(server):
    page = Page(server.port)
    page.new(game="kriegspiel", player="blind", side="White")
    for do, fields in (
        ("act", {"what": "save"}),
        ("act", {"what": "undo"}),
        ("act", {"what": "estimate"}),
        ("review", {}),
        ("analyse", {"on": True, "ply": 0}),
    ):
        page.of(do, **fields)
        assert page.wait("error")["text"]
    page.of("act", what="resign")
    game = page.wait("game", state="over")
    assert game["board"]["record"]["fen"].startswith("rnbqkbnr")
    page.of("act", what="save")
    assert page.wait("file")["name"].endswith(".pgn")
    page.close()


@pytest.mark.parametrize(("game", "player"), [("phantom-go", "phantom-random"), ("kriegspiel", "blind")])
def test_a_search_in_a_hidden_game_of_two_programs_is_refused_with_a_sentence(server, game, player):
    page = Page(server.port)
    page.new(game=game, player=player, other=player, side="watch", level=1)
    page.of("analyse", on=True)
    assert "only the person's own side" in page.wait("error")["text"]
    page.close()


def test_chances_are_those_of_a_belief_from_the_view(server):
    page = Page(server.port)
    page.new(game="kriegspiel", player="blind", side="White")
    page.of("act", what="chances")
    chances = page.wait("chances")["chances"]
    session = server.lobby.open[page.game["id"]]
    assert chances == adapter_of("kriegspiel").chances(session.position.view_for(1))
    assert chances["king"][60] == 1.0
    assert sum(chances["pawns"]) == pytest.approx(8)
    assert chances["king, by the network"][60] > 0.9
    assert sum(chances["pawns, by the network"]) == pytest.approx(8, abs=0.5)
    assert sum(sum(table[:16]) for name, table in chances.items() if "network" in name) == 0, "own pieces stand there"
    page.close()


def test_an_adviser_knows_what_the_person_knows():
    position = KriegspielPosition()
    for move in ("e2e4", "d7d5"):
        position.play(parse_move(move))
    view = position.view_for(1)
    assert view is not position.view_for(1)
    assert view.log == position.announcements(1)
    assert not hasattr(view, "position")


def test_a_hint_says_less_than_a_search_over_sampled_boards_and_as_much_where_nothing_is_hidden():
    rates = [0.0, 0.1, 0.5, 0.9, 1.0]
    for game in ("kriegspiel", "phantom-go"):
        chances = [adapter_of(game).chance(rate) for rate in rates]
        assert chances == sorted(set(chances))
        assert chances[2] < 0.5
        assert 0.0 < chances[0] < chances[-1] < 1.0
    assert adapter_of("go").chance(0.7) == pytest.approx(0.7)
