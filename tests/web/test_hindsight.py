"""A game with an umpire when it is over: each moment as each side saw it and as the umpire did, and what moves cost."""

import pytest

from kaya.kriegspiel.files.pgn import KriegspielRecord, save
from kaya.kriegspiel.players.judge import judged
from kaya.kriegspiel.rules import KriegspielPosition, parse_move
from kaya.search import Report
from kaya.search.report import MoveReport
from kaya.web.review import cost_of

PLAYER = "kriegspiel-particles"


@pytest.fixture(scope="module")
def game():
    """A queen is lost for a pawn."""
    position = KriegspielPosition("k7/8/8/3p4/4p3/8/8/KQ5R w - - 0 1")
    for move in ("b1b7", "a8b7"):
        position.play(parse_move(move))
    return position


def test_what_a_move_costs_is_what_the_best_is_worth_more():
    moves = [MoveReport(1, 60, 0.2, (1,), 0.5), MoveReport(2, 40, -0.1, (2,), 0.25), MoveReport(3, 0, 0.9, (3,), 0.25)]
    report = Report(1, moves, 100, 100, 0.5, 900, chosen=moves[0])
    assert [cost_of(report, move) for move in (1, 2, 3, 4)] == [0.0, 0.15, None, None]


def test_somebody_who_sees_all_takes_what_stands_there():
    position = KriegspielPosition("k7/8/8/3q4/4P3/8/8/K7 w - - 0 1")
    assert position.move_name(judged(position).best) == "e4d5"


def test_a_moment_is_what_a_side_knew_and_a_review_says_what_moves_have_cost(page, game):
    page.say("load", file=save(KriegspielRecord(game)), player=PLAYER)
    page.wait("game", state="over")
    page.of("moment", ply=1, side=2)
    told = page.wait("moment")
    assert (told["number"], told["side"], "a8b7" in told["tries"]) == (1, 2, True)
    assert sum(told["chances"]["king"]) == pytest.approx(1, abs=0.05)
    page.of("moment", ply=1, side=1)
    assert page.wait("moment")["tries"] == []
    page.of("analyse", on=True, ply=0, side=0)
    by_umpire = page.wait("search", done=True)
    assert (by_umpire["eyes"], by_umpire["mover"], by_umpire["best"] is None) == (0, 1, False)
    page.of("analyse", on=True, ply=1, side=1, player=PLAYER)
    assert page.wait("search", others=True)
    page.of("analyse", on=False)
    page.of("review", simulations=20, player=PLAYER)
    page.wait("review", done=True)
    costs = page.wait("game")["costs"]
    assert [*costs] == ["1", "2"]
    assert costs["1"][1] > 0.1  # the umpire saw the queen go
    assert costs["2"][1] == 0


def test_before_the_end_nobody_is_told_what_others_see(page):
    page.new(game="kriegspiel", player="blind", side="White")
    for do, fields in (("moment", {"side": 2}), ("moment", {"side": 1}), ("review", {})):
        page.of(do, **fields)
        assert page.wait("error")["text"]
