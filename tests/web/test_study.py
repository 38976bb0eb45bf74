"""Studies: positions that are set up, moves that are tried out, comments and marks."""

import pytest

from kaya.go.files.sgf import load
from kaya.go.rules import WHITE
from kaya.kriegspiel.files import pgn
from kaya.phantom_go.files import sgf as phantom_sgf

from .page import Page, served


def test_a_position_of_go_is_set_up_and_what_is_tried_out_becomes_its_main_line(tmp_path):
    with served(tmp_path) as running:
        page = Page(running.port)
        game = page.new(game="go", study=True, player="quick", conditions={"size": 5, "komi": 0.5})
        assert (game["state"], game["study"], game["pieces"]) == ("over", True, ["black", "white"])
        page.of("set_up", pieces={"C3": "black", "D4": "white"}, mover=2)
        assert page.wait("game")["mover"] == 2
        page.of("set_up", pieces={"A1": "white", "A2": "black", "B1": "black"}, mover=1)
        assert page.wait("error")["text"]
        for path in (["B2"], ["B2", "C2"], ["E5"]):
            page.of("try", ply=0, path=path)
            page.wait("line")
        assert page.game["number"] == 2
        page.of("note", ply=0, path=["E5"], comment="far", marks=[["label", "A1", "A"], ["circle", "E5", ""]])
        page.of("note", ply=1, path=[], marks=[["star", "A1", ""]])
        assert page.wait("error")["text"].startswith("A mark is one of triangle, square")
        page.of("promote", ply=0, path=["E5"])
        game = page.wait("game", number=1)
        page.close()
    with served(tmp_path) as running:
        page = Page(running.port)
        page.say("join", id=game["id"])
        assert page.wait("game")["number"] == 1
        page.of("act", what="save")
        saved = load(page.wait("file")["text"])
        assert (saved.first, len(saved.black), len(saved.white), saved.comments) == (WHITE, 1, 1, {1: "far"})
        assert {(mark.kind, mark.text) for mark in saved.marks[1]} == {("label", "A"), ("circle", "")}
        assert [len(line.moves) for line in saved.variations[1]] == [2]
        page.of("set_up", pieces={}, mover=1)  # moves were tried out: another study begins
        assert page.wait("game")["id"] != game["id"]
        page.close()


def test_a_position_of_kriegspiel_is_set_up_and_studied_with_all_pieces_seen(page):
    page.new(game="kriegspiel", study=True, player="blind")
    page.of("set_up", pieces={"e1": "K", "h1": "R", "e8": "k", "d7": "p"}, mover=1)
    assert page.wait("game")["board"]["record"]["fen"] == "4k3/3p4/8/8/8/8/8/4K2R"
    page.of("set_up", pieces={"e1": "K"}, mover=1)
    assert page.wait("error")["text"]
    page.of("try", ply=0, path=["e1g1"])
    line = page.wait("line")
    assert line["board"]["record"]["moves"] == ["e1g1"]
    assert "d7d5" in line["tries"]
    page.of("try", ply=0, path=["e1g1", "d7d6"])
    page.wait("line")
    page.of("act", what="save")
    assert [pgn.move_name(ply.move) for ply in pgn.load(page.wait("file")["text"]).position.plies] == ["e1g1", "d7d6"]
    page.new(game="tictactoe", study=True, player="mcts")
    page.of("set_up", pieces={"4": "X"}, mover=1)
    assert page.wait("error")["text"] == "In tictactoe no position can be set up."


def test_a_position_of_phantom_go_is_set_up_and_seen_by_the_eyes_of_each_side(tmp_path):
    with served(tmp_path) as running:
        page = Page(running.port)
        game = page.new(
            game="phantom-go", study=True, player="phantom-random", conditions={"size": 5, "rules": "atari"}
        )
        assert game["pieces"] == ["black", "white"]
        page.of("set_up", pieces={"A1": "white", "A2": "black", "B1": "black"}, mover=1)
        assert page.wait("error")["text"]
        page.of("set_up", pieces={"C3": "black", "C2": "black", "D3": "white"}, mover=2)
        game = page.wait("game")
        assert game["mover"] == 2
        assert game["board"]["record"]["setup"] == "cccdDc"
        page.of("try", ply=0, path=["D2", "B4"])
        assert page.wait("line")["board"]["record"]["knows"] == [["", "", ""], ["", "", ""]]
        page.of("moment", ply=0, side=2)
        told = page.wait("moment", side=2)
        assert "C3" in told["tries"], "where they stand is not told, only how many there are"
        assert "D3" not in told["tries"]
        assert sum(told["chances"]["stones"]) == pytest.approx(2, abs=0.1)
        page.close()
    with served(tmp_path) as running:
        page = Page(running.port)
        page.say("join", id=game["id"])
        assert page.wait("game")["number"] == 2
        page.of("act", what="save")
        found = phantom_sgf.load(page.wait("file")["text"].encode()).position
        assert (found.rules, len(found.plies), found.mover) == ("atari", 2, WHITE)
        assert "PB[" not in page.heard[-1]["text"], "nobody has played"
        page.of("set_up", pieces={}, mover=1)  # moves were tried out: another study begins
        assert page.wait("game")["id"] != game["id"]
        page.close()
