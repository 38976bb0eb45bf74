"""What pages say, and what they should not."""

import json
import random
import string
from types import SimpleNamespace

import pytest

from kaya.web import connection, security
from kaya.web.messages import LARGEST, New, Play, kinds_of, read

from .page import Page

FAULTS = [
    ("", "one JSON object"),
    ("[]", "one JSON object"),
    ("nonsense", "one JSON object"),
    ("[" * 5000, "one JSON object"),
    ("{}", "what to do"),
    ('{"do": 3}', "what to do"),
    ('{"do": "fly"}', "what to do"),
    ('{"do": ["play"]}', "what to do"),
    ('{"do": "play"}', "'play' needs id, move"),
    ('{"do": "play", "id": "x"}', "'play' needs move"),
    ('{"do": "play", "id": 1, "move": "E5"}', "id must be a text"),
    ('{"do": "level", "id": "x", "level": 11}', "from 1 to 10"),
    ('{"do": "level", "id": "x", "level": true}', "from 1 to 10"),
    ('{"do": "new", "main": NaN}', "a number from"),
    ('{"do": "new", "conditions": {"a": []}}', "an object of texts"),
    ('{"do": "new", "conditions": [1]}', "an object of"),
    ('{"do": "new", "colour": "red"}', "has no 'colour'"),
    ('{"do": "card", "id": "x", "move": "a", "path": "ab"}', "a list"),
    ('{"do": "new", "player": "a\\nb"}', "a text"),
    ('{"do": "analyse", "id": "x", "on": 1}', "true or false"),
    ('{"do": "load", "file": ["(;GM[1])"]}', "the text of a file"),
    ('{"do": "load", "file": {"a": 1}}', "the text of a file"),
    ('{"do": "load", "file": 3}', "the text of a file"),
    ('{"do": "load", "file": "(;GM[1]C[\\ud800])"}', "the text of a file"),
]


@pytest.mark.parametrize(("said", "answer"), FAULTS)
def test_a_fault_is_one_sentence(said, answer):
    with pytest.raises(ValueError, match=answer):
        read(said)


def test_a_message_is_what_it_says():
    assert read('{"do": "play", "id": "x", "move": "E5"}') == Play(id="x", move="E5")
    assert read('{"do": "new", "conditions": {"size": 13}}') == New(conditions={"size": 13})
    with pytest.raises(ValueError, match="256 kB"):
        read(json.dumps({"do": "join", "id": "x" * LARGEST}))


def garbled(chance: random.Random) -> str:
    """Something that a page should not say."""
    kind = chance.choice(list(kinds_of()))
    junk: list = [None, -1, 10**30, 1e308, True, "", "x" * 300, "\u0000", [], {}, [["a"]], {"a": {"b": 1}}, "NaN"]
    names = ["id", "move", "level", "ply", "path", "on", "what", "point", "file", "side", "conditions", "browser", "zz"]
    value = {name: chance.choice(junk) for name in chance.sample(names, chance.randint(0, 6))}
    text = json.dumps({"do": kind, **value})
    if chance.random() < 0.4:
        place = chance.randrange(len(text))
        text = text[:place] + "".join(chance.choices(string.printable, k=3)) + text[place + 1 :]
    return text


def test_two_hundred_malformed_messages_are_answered_and_the_game_goes_on(monkeypatch, server):
    monkeypatch.setattr(connection, "BURST", 10_000.0)
    page, chance = Page(server.port), random.Random(7)
    page.new(player="quick", conditions={"size": 5}, side="Black")
    game = page.game["id"]
    for k in range(200):
        page.socket.send(b"\xff\x00\x01" if k % 25 == 24 else garbled(chance))
        page.socket.send("what?")
        while page.hear().get("text") != "A message is one JSON object.":
            pass
    page.say("join", id=game)
    while page.hear().get("id") != game:  # what is left of the answers
        pass
    page.of("play", move="C3")
    assert page.wait("game", number=2)["state"] == "yours"
    page.close()


@pytest.fixture
def _clock_stands_still(monkeypatch):
    """Of those who count how often somebody does something: however busy the machine is, all comes at once."""
    monkeypatch.setattr(security, "time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.mark.usefixtures("_clock_stands_still")
def test_who_says_too_much_is_slowed_down(page):
    for _ in range(60):
        page.socket.send("[]")
    said = [page.hear()["text"] for _ in range(50)]
    assert said[0] == "A message is one JSON object."
    assert "Too many messages: wait a second." in said


@pytest.mark.usefixtures("_clock_stands_still")
def test_new_games_come_slowly(page):
    for _ in range(9):
        page.say("new", player="quick", conditions={"size": 5})
    assert "wait a little" in page.wait("error")["text"]


def test_who_does_not_say_hello_first_hears_so(server):
    page = Page(server.port)
    page.socket.close()
    other = Page.__new__(Page)
    other.open(server.port)
    other.say("new")
    assert other.hear()["text"] == "Say hello first."
    other.close()


def test_a_game_is_played_on_in_another_browser(server, page):
    page.new(player="quick", conditions={"size": 5})
    phone = Page(server.port)
    assert [game["id"] for game in phone.heard[0]["games"]] == [page.game["id"]]
    phone.say("join", id=page.game["id"])
    phone.wait("game")
    phone.of("play", move="C3")
    assert page.wait("game", number=2)["board"] == phone.wait("game", number=2)["board"]
    phone.say("drop", id=page.game["id"])
    assert phone.wait("lobby")["games"] == []
    page.of("play", move="D4")
    assert page.wait("error")["text"] == "There is no such game here: it was forgotten, or another server has it."
    phone.close()
