"""Games on disk: what is damaged is set aside with a sentence, and the others are offered."""

import asyncio
import copy
import json

import pytest

from kaya.web import payloads
from kaya.web.lobby import Lobby
from kaya.web.storage import Damaged, Storage

from .page import Page, served

NAME = "a-stored-game"
CLOCK = {"main": 60.0, "period": 5.0, "periods": 3, "left": 50.0, "periods_left": 3, "stones_left": 0}
COMMON = {
    "id": NAME,
    "human": 1,
    "players": {"2": "quick"},
    "levels": {"2": 3},
    "over": "",
    "ending": "",
    "title": "A game",
    "changed": 1.0,
    "comments": {},
    "names": {},
    "clocks": {},
    "history": {},
    "lines": [],
    "dead": [],
}
GO = COMMON | {
    "game": "go",
    "record": "(;GM[1]FF[4]SZ[5]KM[0.5];B[cc];W[aa])",
    "clocks": {"1": CLOCK, "2": CLOCK},
    "history": {
        "0": {
            "rate": 0.5,
            "score": 1.5,
            "simulations": 9,
            "seconds": 0.1,
            "nodes": 10,
            "moves": [[24, 9, 0.1, 0.2, [24, 25]]],
        },
        "1": {"rate": None, "score": None},
    },
    "lines": [[1, ["D4", "E5"]]],
    "comments": {"1": "the middle"},
}
OVER = COMMON | {
    "game": "go",
    "record": "(;GM[1]FF[4]SZ[5]KM[0.5]RE[B+24.5];B[cc];W[aa];B[];W[])",
    "over": "B+24.5",
    "ending": "You win.",
    "dead": ["A5"],
    "names": {"1": "Shusaku", "2": "Gennan"},
}
KRIEGSPIEL = COMMON | {
    "game": "kriegspiel",
    "record": '[Event "Kaya"]\n[Variant "Kriegspiel"]\n\n1. e4 e5 *\n',
    "players": {"2": "blind"},
}
JUNK = [None, True, -1, 3, 10**30, 1.5, "", "x", "\0", [], [1], [[1, ["A1"]]], {}, {"1": 1}, {"9": "x"}, "ooo" * 500]


def deep(levels: int) -> str:
    return "[" * levels + "]" * levels


def places(value, path=()):
    """The paths to all values inside of a JSON value."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, entry in entries:
        yield (*path, name)
        yield from places(entry, (*path, name))


def damaged(game):
    """The game with each of its values replaced by one of another kind, and without it."""
    for path in places(game):
        for junk in [*JUNK, ...]:
            copied = copy.deepcopy(game)
            inner = copied
            for name in path[:-1]:
                inner = inner[name]
            if junk is ...:
                del inner[path[-1]]
            else:
                inner[path[-1]] = junk
            yield copied


async def opened(lobby, text):
    """Store a text as a game, and open it as a page does; the sentence if it is refused."""
    place = lobby.storage.folder / f"{NAME}.json"
    place.write_text(text)
    try:
        session = await lobby.find(NAME)
        json.dumps([payloads.game(session), payloads.evaluations(session)])
        await lobby._close(session)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("game", [GO, OVER, KRIEGSPIEL], ids=["go", "over", "kriegspiel"])
def test_whatever_is_damaged_in_a_stored_game_it_is_opened_or_refused_with_a_sentence(tmp_path, game):
    async def scenario():
        lobby, refused = Lobby(Storage(tmp_path)), set()
        assert await opened(lobby, json.dumps(game)) == ""
        for mutated in damaged(game):
            refused.add(await opened(lobby, json.dumps(mutated)))
        return refused

    refused = asyncio.run(scenario())
    assert len(refused) > 20
    assert all(sentence == "" or sentence.endswith(".") for sentence in refused)


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", deep(100_000), '{"id": ' + deep(100_000) + "}", "\udcff", "{"],
    ids=["empty", "null", "list", "deep", "deep field", "bytes", "half"],
)
def test_a_damaged_file_is_set_aside_and_the_others_are_offered(tmp_path, text):
    storage = Storage(tmp_path)
    (tmp_path / f"{NAME}.json").write_text(json.dumps(GO))
    (tmp_path / "another-game.json").write_text(text, errors="surrogateescape")
    games, faults = storage.all()
    assert [game.id for game in games] == [NAME]
    assert [fault[:39] for fault in faults] == ["A stored game is damaged and was set as"]
    assert (tmp_path / "another-game.damaged").exists()
    assert storage.find("another-game") is None


def test_a_damaged_game_is_told(tmp_path):
    (tmp_path / f"{NAME}.json").write_text(json.dumps(GO))
    (tmp_path / "another-game.json").write_text(json.dumps(GO | {"id": "another-game", "levels": 3}))
    with served(tmp_path) as running:
        page = Page(running.port)
        assert [game["id"] for game in page.heard[0]["games"]] == [NAME]
        assert page.wait("note")["text"] == "A stored game is damaged and was set aside: levels must be an object."
        page.say("join", id=NAME)
        assert page.wait("game")["number"] == 2
        page.close()


def test_a_record_that_cannot_be_read_sets_the_game_aside(tmp_path):
    (tmp_path / f"{NAME}.json").write_text(json.dumps(GO | {"record": "(;GM[1]SZ[5];B[cc];W[cc])"}))
    with pytest.raises(Damaged, match="Move 2"):
        asyncio.run(Lobby(Storage(tmp_path)).find(NAME))
    assert (tmp_path / f"{NAME}.damaged").exists()


def test_a_game_by_a_player_that_is_not_known_here_stays(tmp_path):
    (tmp_path / f"{NAME}.json").write_text(json.dumps(GO | {"players": {"2": "elsewhere"}}))
    with pytest.raises(ValueError, match="elsewhere does not play go"):
        asyncio.run(Lobby(Storage(tmp_path)).find(NAME))
    assert (tmp_path / f"{NAME}.json").exists()


def test_an_older_file_is_read(tmp_path):
    older = {("course" if name == "history" else name): value for name, value in GO.items()} | {"owner": "a browser"}
    (tmp_path / f"{NAME}.json").write_text(json.dumps(older))
    game = Storage(tmp_path).find(NAME)
    assert game is not None
    assert game.history["0"].score == 1.5
