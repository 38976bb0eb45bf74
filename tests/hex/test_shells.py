"""Hex at the keyboard, in the page and in the lab, from outside of the package."""

import json
import re

import pytest
from kaya_hex.position import HexPosition
from kaya_hex.terminal import draw_board, marks_of

from kaya import Budget
from kaya.lab.experiments import find_experiment
from kaya.lab.matches.contestants import Pace
from kaya.lab.matches.match import Match, play_matches
from kaya.lab.matches.store import Store
from kaya.lab.report import write_report
from kaya.lab.report.games import encode
from kaya.players import levels
from kaya.terminal.look import Look
from kaya.terminal.play import play

from ..lab.fake_workers import Here
from ..terminal.scripted import Script, paper
from ..web.page import Page, served
from .slow_hex import empty_cell

CELLS = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
WON = "(;GM[11]SZ[3]PB[a]PW[b]RE[B+];B[b1];W[a1];B[b2];W[c1]C[late];B[b3])"


def test_a_whole_game_at_the_keyboard(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    console = paper()
    asked = Script("z9", "help", "hint", "c3", "undo", *CELLS)
    play("hex", budget=Budget(30), position=HexPosition(5), seed=1, save="game.sgf", console=console, ask=asked)
    shown = console.file.getvalue()
    for says in (
        "You are Red. Type a cell such as c2",
        "There is no command 'z9'",
        "hint ",
        "hex plays ",
        "Took back 2 moves.",
        "Red from top to bottom: you",
        "Saved as game.sgf.",
    ):
        assert says in shown, says
    assert re.search(r"a [a-e][1-5] \d+ %, b [a-e][1-5] \d+ %", shown), "hints"
    assert re.search(r"(You win|hex wins)\.", shown)
    (game, record) = encode((tmp_path / "game.sgf").read_text())
    assert (game, record["size"]) == ("hex", 5)
    assert record["chain"]


def test_rows_are_shifted_and_the_last_move_and_the_winning_chain_are_marked():
    game = HexPosition(3)
    for move in ("b1", "a1", "b2", "c1", "b3"):
        game.play(move)
    plain = Look(colours=False, unicode=False)
    assert [row.plain for row in draw_board(game, marks_of(game), plain)] == [
        "   a b c",
        " 1 B # B 1",
        "  2 . # . 2",
        "   3 .(#). 3",
        "      a b c",
    ]
    coloured = draw_board(game, marks_of(game), Look())
    assert coloured[1].plain == " 1 ⬢ ⬢ ⬢ 1"
    assert len({str(span.style) for span in coloured[3].spans}) > 2


@pytest.fixture
def page(tmp_path):
    with served(tmp_path / "games") as server:
        made = Page(server.port)
        yield made
        made.close()


def turn(page, after: int = -1) -> dict:
    """The game when it is the person's turn, or over, after more than so many moves."""
    while page.game["state"] not in ("yours", "over") or page.game["number"] <= after:
        page.wait("game")
    return page.game


def put(page, move: str) -> dict:
    before = page.game["number"]
    page.of("play", move=move)
    return turn(page, before)


def test_a_whole_game_in_the_page(page):
    offer = next(o for o in page.heard[-1]["offers"] if o["name"] == "hex")
    assert (offer["title"], offer["sides"], offer["usual"]) == ("Hex", {"1": "Red", "2": "Blue"}, "hex")
    assert [(c["name"], c["kind"]) for c in offer["conditions"]] == [("size", "int"), ("swap", "bool")]
    page.new(game="hex", level=1, side="Blue", conditions={"size": 4, "swap": True})
    game = turn(page)
    assert (game["view"], game["board"]["kind"], game["tries"]) == ("/games/hex/hexview.js", "hex", ["swap"])
    game = put(page, "swap")
    while game["state"] != "over":
        assert game["tries"] == []
        game = put(page, empty_cell(game["board"]))
    assert game["board"]["chain"]
    assert game["ending"] in ("You win.", "hex, level 1 wins.")
    page.of("act", what="save")
    file = page.wait("file")
    assert file["name"].endswith(".sgf")
    assert encode(file["text"])[1]["moves"] == game["board"]["moves"]


@pytest.mark.slow
def test_a_file_is_opened_and_a_hint_and_an_analysis_given(page):
    page.say("load", file=WON)
    game = page.wait("game")
    assert (game["state"], game["board"]["chain"]) == ("over", ["b3", "b2", "b1"])
    assert [node[3] for node in page.wait("tree")["nodes"]] == ["", "", "", "", "late", ""]
    page.new(game="hex", level=1, side="Red", conditions={"size": 3})
    turn(page)
    page.of("act", what="hint")
    assert page.wait("hint")["move"] in CELLS
    page.of("analyse", on=True)
    assert page.wait("search", who="analysis", number=0)["best"] in CELLS


@pytest.mark.slow
def test_a_match_and_its_report(tmp_path):
    match = Match("hex", "mcts", games=4, size=5, pace=Pace(simulations=50))
    assert (match.game, match.conditions["openings"]) == ("hex", "random")
    with Store(tmp_path / "results.db") as store:
        (standing,) = play_matches([match], store, workers=Here())
    assert standing.score.games == 4
    write_report(tmp_path / "results.db", tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text()
    assert '"hex": MODULES["/games/hex/hexrecord.js"].hexRecord' in text
    assert ".hex-board" in text
    found = re.search(r'<script type="application/json" id="games-data">(.*?)</script>', text, re.S)
    games = json.loads(found[1] if found else "{}")["games"]
    assert {game["format"] for game in games} == {"hex"}
    assert all(game["record"]["chain"] for game in games)


def test_a_record_for_the_report():
    assert encode(WON) == (
        "hex",
        {"size": 3, "moves": ["b1", "a1", "b2", "c1", "b3"], "chain": ["b3", "b2", "b1"], "comments": {4: "late"}},
    )


def test_levels_and_experiments_are_found():
    assert levels("hex")[1].simulations == 30
    assert [row.match.first for row in find_experiment("hex-parts").rows()] == ["hex"] * 3
