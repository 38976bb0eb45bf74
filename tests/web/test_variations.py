"""Variations that are tried out, what was thought of a game, hints: over the socket and in the files."""

import asyncio
import re
from contextlib import AsyncExitStack

import pytest

from kaya.games.tictactoe import tictactoe
from kaya.go.files.sgf import load
from kaya.go.rules import GoPosition
from kaya.kriegspiel.players import RandomPlayer
from kaya.players.player import BasePlayer
from kaya.search import Report
from kaya.search.report import MoveReport
from kaya.web import pool
from kaya.web.adapter import adapter_of
from kaya.web.history import History
from kaya.web.inspection import Inspection

from ..go.files.test_sgf import RICH, properties
from .page import Page, served
from .test_play import begin, until

FILE = "(;GM[1]SZ[5]KM[0.5]RE[B+R]PB[Shusaku]PW[Gennan];B[cc]C[the middle](;W[bb];B[dd])(;W[dd];B[dc]))"


def tried(page, ply, *path, keep=True):
    page.of("try", ply=ply, path=list(path), keep=keep)
    return page.wait("line")


def lines(page):
    """All lines of the tree that was told last, from the start to where each ends."""
    nodes = next(m for m in reversed(page.heard) if m["say"] == "tree")["nodes"]
    paths = [[]]
    for before, move, *_ in nodes[1:]:
        paths.append([*paths[before], move])
    inner = {before for before, *_ in nodes}
    return [path for number, path in enumerate(paths) if number not in inner]


def test_moves_are_tried_out_at_any_position_and_the_game_does_not_change(page):
    begin(page)
    page.of("play", move="C3")
    until(page, state="yours", number=2)
    found = tried(page, 0, "A1", "B1")
    assert found["board"]["record"]["moves"] == "aeBe"
    assert (found["ply"], found["path"], found["over"]) == (0, ["A1", "B1"], False)
    tried(page, 2, "D4", keep=False)
    page.of("try", ply=1, path=["C3"])
    assert page.wait("error")["text"] == "C3 is occupied."
    page.of("try", ply=3, path=["D4"])
    assert page.wait("error")["text"] == "There are 2 moves."
    page.of("try", ply=2, path=["pass", "pass", "D4"])
    assert page.wait("error")["text"] == "The game would be over there."
    page.of("play", move="D4")
    game = until(page, state="yours", number=4)
    assert game["board"]["record"]["moves"] == "ccAadbBa"
    assert lines(page) == [["C3", "A5"], ["A1", "B1"]]
    page.of("estimate", ply=0, path=["A1", "B1"])
    outlook = page.wait("outlook")
    assert (outlook["number"], outlook["path"], len(outlook["owners"])) == (0, ["A1", "B1"], 25)
    page.of("forget", ply=1, path=["A5"])
    assert page.wait("error")["text"].startswith("These moves were played")
    page.of("promote", ply=0, path=["A1"])
    assert page.wait("error")["text"].startswith("What was played stays the main line")
    page.of("forget", ply=0, path=["A1"])
    page.wait("tree")
    assert lines(page) == [["C3", "A5", "D4", "B5"]]


def test_lines_and_comments_of_a_file_are_there_and_are_saved_with_ones_own(tmp_path):
    with served(tmp_path) as running:
        page = Page(running.port)
        page.say("load", file=FILE, player="quick")
        game = page.wait("game")
        page.wait("tree")
        assert lines(page) == [["C3", "B4", "D2"], ["C3", "D2", "D3"]]
        assert page.heard[-1]["nodes"][1] == [0, "C3", 1, "the middle", []]
        assert (game["names"], game["ending"]) == ({"1": "Shusaku", "2": "Gennan"}, "Black wins by resignation.")
        tried(page, 3, "A1", "pass")
        tried(page, 1, "D2", "D3", "E3")
        page.close()
    with served(tmp_path) as running:  # and a server that is started again has them still
        page = Page(running.port)
        page.say("join", id=game["id"])
        game = page.wait("game")
        page.wait("tree")
        assert lines(page) == [["C3", "B4", "D2", "A1", "pass"], ["C3", "D2", "D3", "E3"]]
        page.of("act", what="save")
        saved = load(page.wait("file")["text"].encode())
        page.close()
    assert saved.moves == load(FILE.encode()).moves
    assert saved.comments == {1: "the middle"}
    assert (saved.black_name, saved.white_name, saved.result) == ("Shusaku", "Gennan", "B+R")
    names = {
        n: [[saved.position().move_name(p) for _, p in line.moves] for line in lines]
        for n, lines in saved.variations.items()
    }
    assert names == {2: [["D2", "D3", "E3"]], 4: [["A1", "pass"]]}


def test_a_file_that_is_opened_and_saved_has_lost_nothing(tmp_path):
    with served(tmp_path) as running:
        page = Page(running.port)
        page.say("load", file=RICH, player="quick")
        game = page.wait("game")
        assert game["names"] == {"1": "Black one, 9d, One", "2": "White: two, 8p"}
        told = page.wait("annotations")
        assert {"Event: Cup ] 1", "Date: 1846-09-11,13", "Rules: AGA", "Result: W+R"} <= {*told["facts"]}
        assert page.wait("tree")["nodes"][1][4][2] == ["label", "A9", "A"]
        tried(page, 1, "A1")
        page.close()
    with served(tmp_path) as running:
        page = Page(running.port)
        page.say("join", id=game["id"])
        page.wait("game")
        page.of("act", what="save")
        saved = page.wait("file")["text"].encode()
        page.close()
    before, after = (properties(data) for data in (RICH.encode(), saved))
    assert [node for node in after if node not in before] == [(1, {"B": [b"ai"]})]
    assert len(after) == len(before) + 1


def test_a_long_file_is_opened(page):
    page.say("load", file=f"(;GM[1]SZ[5];B[cc]C[{'what a tool thinks ' * 200_000}];W[bb])", player="quick")
    assert page.wait("game")["number"] == 2
    assert len(page.wait("tree")["nodes"][1][3]) > 3_700_000
    page.say("load", file=" " * (9 << 20))
    assert page.wait("error")["text"] == "A file may have 4 MB, not more."


def test_a_game_of_ones_own_has_a_date_in_its_file(page):
    begin(page)
    page.of("act", what="save")
    assert re.search(r"DT\[\d{4}-\d\d-\d\d\]", page.wait("file")["text"])


def test_which_game_a_file_is_of_is_seen_from_it(page):
    page.new(game="phantom-go", player="phantom-random", conditions={"size": 5}, side="Black")
    page.of("act", what="resign")
    until(page, state="over")
    page.of("act", what="save")
    page.say("load", file=page.wait("file")["text"], player="phantom-random")
    assert page.wait("game")["game"] == "phantom-go"
    page.say("load", file="hello")
    assert "SGF or PGN" in page.wait("error")["text"]


def test_the_history_of_a_game_is_stored_with_its_searches():
    history, position = History({}, None), GoPosition(9)
    best, other = MoveReport(40, 60, 0.2, (40, 41, 42), 0.5), MoveReport(50, 40, -0.1, (50,), 0.25)
    history.note(3, 2, Report(40, [best, other], 100, 100, 0.5, 900, chosen=best), -4.26)
    history.note(4, 1, Report(50, [other], 40, 40, 0.5, 900, chosen=other))
    history.note(5, 1, Report.of_nothing())
    assert history.payload() == [[3, 0.4, -4.3], [4, 0.45, None]]
    again = History(history.stored(), position)
    assert again.payload() == history.payload()
    report = again.evaluations[3].report
    assert report is not None
    assert report.moves == [best, other]
    assert list(again.reports(4)) == [4]  # what was thought of the last position is no move's
    again.forget_after(3)
    assert list(again.evaluations) == [3]


def test_a_game_of_any_kind_is_gone_through_and_what_was_thought_is_there_when_one_comes_back(server, page):
    page.new(game="tictactoe", level=1)
    page.of("play", move=until(page, state="yours")["tries"][4])
    game = until(page, number=2, state="yours")
    assert len(game["board"]["texts"]) == 3
    page.of("review", simulations=50)
    page.wait("review", done=True)
    numbers = [row[0] for row in page.wait("game")["history"]]
    assert numbers == [0, 1, 2]
    found = tried(page, 0, game["tries"][0])
    assert (len(found["tries"]), found["board"]["text"]) == (8, found["board"]["texts"][1])
    again = Page(server.port)
    again.say("join", id=game["id"])
    evaluations = again.wait("evaluations")["evaluations"]
    assert [evaluations[str(n)]["mover"] for n in range(3)] == [1, 2, 1]
    assert all(thought["best"] in [m["move"] for m in thought["moves"]] for thought in evaluations.values())
    again.close()


@pytest.mark.slow
def test_a_review_whose_player_breaks_down_says_so(page):
    page.new(player="quick", conditions={"size": 5}, side="Black", level=1)
    until(page, state="yours")
    page.of("play", move="C3")
    until(page, number=2, state="yours")
    page.of("review", simulations=10, player="broken")
    assert page.wait("error")["text"] == "broken has broken down, so the review ends here: out of order."
    page.wait("review", done=True)


@pytest.mark.parametrize(("game", "player"), [("go", "quick"), ("kriegspiel", "blind"), ("tictactoe", "mcts")])
def test_a_hint_is_a_move_for_who_is_to_move(page, monkeypatch, game, player):
    monkeypatch.setattr(pool, "analyst", lambda name: player)
    page.new(game=game, player=player, level=1)
    until(page, state="yours")
    page.of("act", what="hint")
    move = page.wait("hint")["move"]
    page.of("play", move=move)
    page.wait("game")
    page.of("act", what="resign")
    until(page, state="over")
    page.of("act", what="hint")
    assert page.wait("error")["text"] == "A hint is for who is to move."


def test_hints_in_many_games_need_one_player_and_nothing_is_kept(server, page, monkeypatch):
    made = []

    class Remembers(RandomPlayer):
        def __init__(self, **options):
            super().__init__(**options)
            made.append(self)

        def choose(self, view, budget=None, **watching):
            self.remembers = True
            return super().choose(view, budget, **watching)

        def forget(self):
            self.remembers = False

    monkeypatch.setattr(pool, "make_player", lambda name, game, seed: Remembers(seed=seed))
    for _ in range(3):
        page.new(game="kriegspiel", player="blind", level=1, side="White")
        page.of("act", what="hint")
        page.wait("hint")
    assert len(server.lobby.open) == 3
    assert [player.remembers for player in made] == [False]


def test_few_players_are_kept_and_none_that_failed():
    async def scenario():
        players = pool.PlayerPool()
        async with AsyncExitStack() as stack:
            lent = [await stack.enter_async_context(players.lend("tictactoe")) for _ in range(7)]
        assert len({*map(id, lent)}) == 7
        assert len(players._idle) == pool.MOST_IDLE
        with pytest.raises(RuntimeError):
            async with players.lend("tictactoe") as failed:
                raise RuntimeError
        assert all(player is not failed for _, _, player in players._idle)

    asyncio.run(scenario())


def test_a_game_that_is_closed_frees_its_trees(server, page):
    game = page.new(game="tictactoe", level=1, side="Second")
    until(page, state="yours")
    player = server.lobby.open[game["id"]].players[1]
    assert player.search.tree.used > 1
    page.say("drop", id=game["id"])
    page.wait("lobby")
    assert player.search.tree.used <= 1


def test_a_player_without_a_tree_says_what_it_thinks_of_a_move():
    best, other = MoveReport(4, 60, 0.2, (4,), 0.25), MoveReport(5, 40, -0.1, (5,), 0.75)
    inspection = Inspection(
        BasePlayer(), "plain", adapter_of("tictactoe"), tictactoe.new_game(), Report(4, [best, other], 100, 100, 1.0, 0)
    )
    card = asyncio.run(inspection.card((), "4"))
    assert (card["visits"], card["parent"], card["rate"], card["rank"]) == (60, 100, 0.6, 2)
    assert card["select"]["score"] == 0.2
    with pytest.raises(ValueError, match="plain has no tree"):
        asyncio.run(inspection.card(("4",), "5"))


def test_in_a_game_with_an_umpire_nothing_is_tried_out(page):
    page.new(game="kriegspiel", player="blind", side="White")
    page.of("try", ply=0, path=["e2e4"])
    assert page.wait("error")["text"] == "Variations are tried out in games that are open to both, or over."
