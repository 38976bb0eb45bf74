"""KataGo's analysis protocol: what goes in, what comes out."""

import io
import json
import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kaya import make_player
from kaya.cli import app
from kaya.go.analysis import Engine
from kaya.go.analysis.answer import hashes
from kaya.go.analysis.query import QueryError, Wishes, read_query
from kaya.go.gtp.findings import shifted
from kaya.go.gtp.lines import LONGEST, Line
from kaya.go.knowledge.network import evaluate_position
from kaya.go.rules import BLACK, WHITE, GoPosition

from ...networks import write_untrained

EMPTY: dict[str, Any] = dict(id="a", moves=[], rules="chinese", komi=7.5, boardXSize=5, boardYSize=5, maxVisits=20)
PLAYED = {**EMPTY, "moves": [["B", "C3"], ["W", "b2"], ["B", "(0,0)"]]}
UNSAID = Wishes("", 20)


def as_line(query: Any) -> Line:
    return Line(query if isinstance(query, bytes) else json.dumps(query).encode(), 0.0)


def make_engine(player: str = "uct", **options: Any) -> tuple[Engine, io.BytesIO]:
    output = io.BytesIO()
    options = {"memory": 16 << 20, "input": io.BytesIO(), "output": output} | options
    return Engine(make_player(player), **options), output


def told(output: io.BytesIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.getvalue().decode().splitlines()]


def ask(*queries: Any, **options: Any) -> list[dict[str, Any]]:
    """All that is said to these lines."""
    sent = b"\n".join(as_line(query).data for query in queries)
    engine, output = make_engine(input=io.BytesIO(sent), **options)
    engine.run()
    return told(output)


# Answers


def test_an_answer_has_all_that_the_protocol_names():
    shows = dict.fromkeys(("includeOwnership", "includeMovesOwnership", "includePolicy", "includePVVisits"), True)
    (answer,) = ask({**PLAYED, **shows, "maxVisits": 100})
    assert (answer["id"], answer["turnNumber"], answer["isDuringSearch"]) == ("a", 3, False)
    numbers = {"utility", "winrate", "scoreMean", "scoreStdev", "scoreLead", "scoreSelfplay"}
    root, infos = answer["rootInfo"], answer["moveInfos"]
    assert root.keys() == {"visits", *numbers, "currentPlayer", "thisHash", "symHash"}
    assert root["currentPlayer"] == "W"
    assert root["visits"] >= sum(info["visits"] for info in infos) >= 99
    assert [info["order"] for info in infos] == list(range(len(infos)))
    for info in infos:
        wanted = {"move", "visits", *numbers, "prior", "lcb", "utilityLcb", "order", "pv", "pvVisits", "ownership"}
        assert info.keys() == wanted | {"edgeVisits", "weight", "edgeWeight", "pvEdgeVisits"}
        assert info["pv"][0] == info["move"]
        assert len(info["pvVisits"]) == len(info["pv"])
        assert info["pvVisits"][0] == info["visits"]
        assert 0 <= info["winrate"] <= 1
        assert len(info["ownership"]) == 25
    assert len(answer["ownership"]) == 25
    assert all(-1 <= owned <= 1 for owned in answer["ownership"])
    policy = answer["policy"]
    assert [p for p, value in enumerate(policy) if value == -1] == [0, 12, 16], "A5, C3 and B2 are taken"
    assert sum(value for value in policy if value > 0) == pytest.approx(1, abs=1e-4)


def test_what_is_not_asked_for_is_not_told():
    (answer,) = ask(PLAYED)
    assert answer.keys() == {"id", "turnNumber", "isDuringSearch", "moveInfos", "rootInfo"}
    assert not {"pvVisits", "ownership"} & answer["moveInfos"][0].keys()


def test_values_are_told_from_the_side_that_is_asked_for():
    sides = ("BLACK", "WHITE", "SIDETOMOVE")
    asked = [{**PLAYED, "overrideSettings": {"reportAnalysisWinratesAs": side}} for side in sides]
    black, white, mover = ([a["rootInfo"], a["moveInfos"][0]] for a in ask(*asked))
    for one, other in zip(black, white, strict=True):
        assert one["winrate"] + other["winrate"] == pytest.approx(1)
        assert one["scoreLead"] == -other["scoreLead"]
        assert one["utility"] == -other["utility"]
    assert black[1]["lcb"] + white[1]["lcb"] == pytest.approx(1)
    assert white[1]["lcb"] < white[1]["winrate"]
    assert mover == white, "White is to move"
    assert ask(PLAYED)[0]["rootInfo"] == black[0], "as KataGo's example has it"
    assert ask(PLAYED, perspective=WHITE)[0]["rootInfo"] == white[0]


def test_every_turn_that_is_asked_for_is_answered_once():
    answers = ask({**PLAYED, "analyzeTurns": [3, 0, 1, 3]}, at_once=2)
    assert sorted(a["turnNumber"] for a in answers) == [0, 1, 3]
    assert {a["turnNumber"]: a["rootInfo"]["currentPlayer"] for a in answers} == {0: "B", 1: "W", 3: "W"}


def test_an_answer_does_not_depend_on_what_was_asked_before():
    once, _, again = ask(PLAYED, {**PLAYED, "moves": PLAYED["moves"] + [["W", "D4"]]}, PLAYED)
    assert once == again


def test_a_game_that_two_passes_have_ended_is_analysed_on():
    (answer,) = ask({**EMPTY, "moves": [["B", "C3"], ["W", "pass"], ["B", "pass"]]})
    assert answer["rootInfo"]["currentPlayer"] == "W"
    assert any(info["move"] != "pass" for info in answer["moveInfos"])


def test_moves_can_be_avoided_and_allowed():
    def moves(**limits: Any) -> set[str]:
        return {info["move"] for info in ask({**EMPTY, "maxVisits": 60, **limits})[-1]["moveInfos"]}

    entry = {"player": "B", "moves": ["C3", "A1"], "untilDepth": 1}
    assert moves(allowMoves=[entry]) == {"C3", "A1"}
    assert "C3" in moves()
    assert not {"C3", "A1"} & moves(avoidMoves=[entry])
    assert "C3" in moves(avoidMoves=[{**entry, "player": "W"}]), "White does not move first"
    warning, _ = ask({**EMPTY, "avoidMoves": [{**entry, "untilDepth": 5}, {**entry, "untilDepth": 3}]})
    assert warning["field"] == "avoidMoves"


def test_score_and_ownership_come_from_the_players_network(tmp_path: Path):
    net, game = write_untrained(tmp_path / "tiny.npz"), GoPosition(9)
    for move in ("E5", "C3"):
        game.play(move)
    evaluated = evaluate_position(game, net)
    assert evaluated is not None
    query = {**EMPTY, "moves": [["B", "E5"], ["W", "C3"]], "boardXSize": 9, "boardYSize": 9, "includeOwnership": True}
    models, answer = ask({"id": "m", "action": "query_models"}, query, player=f"zero:network={net}")
    assert models["models"][0]["name"] == "tiny.npz"
    rates = (evaluated.value + 1) / 2, answer["rootInfo"]["winrate"]
    lead = shifted(evaluated.score, evaluated.deviation, *rates)
    assert answer["rootInfo"]["scoreLead"] == pytest.approx(lead, abs=1e-3)
    assert answer["ownership"] == pytest.approx(evaluated.ownership[list(game.points)].tolist(), abs=1e-3)


def test_a_score_moves_with_the_winning_rate_that_the_search_finds():
    assert shifted(3.0, 10.0, 0.6, 0.6) == 3.0
    assert shifted(3.0, 10.0, 0.5, 0.8413447) == pytest.approx(13.0, abs=1e-3), "one deviation"
    assert shifted(40.0, 10.0, 0.9999, 0.96) == 40.0, "both are certain"
    infos = ask({**PLAYED, "maxVisits": 40})[0]["moveInfos"]
    rare = sorted((info["winrate"], info["scoreLead"]) for info in infos if info["visits"] < 8)
    assert [lead for _, lead in rare] == sorted(lead for _, lead in rare), "they have the same outlook"
    assert rare[0] < rare[-1]


def test_positions_that_are_reflections_of_each_other_share_a_hash():
    def names(*moves: str) -> tuple[str, str]:
        game = GoPosition(5)
        for move in moves:
            game.play(move)
        return hashes(game)

    assert names("B1")[1] == names("A4")[1] == names("E2")[1]
    assert len({names("B1")[0], names("A4")[0], names("B1", "pass")[0]}) == 3
    assert names("B1")[1] != names("A1")[1]


# The game that a query tells


def game_of(**changes: Any) -> GoPosition:
    return read_query({**EMPTY, **changes}, UNSAID)[0][0].game


def test_the_game_is_set_up_as_the_query_says():
    game = game_of(initialStones=[["W", "A1"], ["b", "(4,0)"]], initialPlayer="W")
    assert (game.stones(BLACK), game.stones(WHITE)) == ([game.parse_move("E5")], [game.parse_move("A1")])
    assert game.mover == WHITE
    assert game_of().mover == BLACK
    assert game_of(moves=[["W", "C3"], ["W", "D3"]]).movers == [WHITE, WHITE]
    assert game_of(initialStones=[["B", "C3"], ["B", "D3"]]).mover == WHITE, "these are handicap stones"


@pytest.mark.parametrize(
    ("changes", "komi"),
    [
        ({"initialStones": [["B", "C3"], ["B", "D3"]]}, 9.5),
        ({"initialStones": [["B", "C3"], ["B", "D3"]], "whiteHandicapBonus": "N-1"}, 8.5),
        ({"initialStones": [["B", "C3"], ["B", "D3"]], "rules": "japanese"}, 7.5),
        ({"initialStones": [["B", "C3"], ["B", "D3"]], "rules": "AGA"}, 8.5),
        ({"moves": [["B", "C3"], ["B", "D3"], ["B", "A1"], ["W", "A2"]]}, 10.5),
        ({"initialStones": [["B", "C3"], ["W", "D3"], ["B", "D4"]]}, 7.5),
        ({"initialStones": [["B", "C3"]]}, 7.5),
        ({"moves": [["B", "C3"], ["W", "D3"]]}, 7.5),
        ({"komi": -3}, -3),
    ],
)
def test_white_is_compensated_as_the_rules_say(changes, komi):
    assert game_of(**changes).komi == komi


def test_komi_that_is_not_given_is_the_usual_one():
    without = {name: value for name, value in EMPTY.items() if name != "komi"}
    for rules, komi in (("chinese", 7.5), ("japanese", 6.5), ({"scoring": "TERRITORY"}, 6.5), ({}, 7.5)):
        assert read_query({**without, "rules": rules}, UNSAID)[0][0].game.komi == komi


JAPANESE = {"ko": "SIMPLE", "scoring": "TERRITORY", "tax": "SEKI", "suicide": False, "whiteHandicapBonus": "0"}


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({"rules": "new zealand"}, ["rules"]),
        ({"rules": "stone_scoring"}, ["rules"]),
        ({"rules": {"ko": "SITUATIONAL", "suicide": True}}, ["rules"]),
        ({"rules": JAPANESE}, []),
        ({"rules": "Tromp-Taylor"}, []),
        ({"overrideSettings": {"wideRootNoise": 0.04, "maxTime": 8.0, "analysisPVLen": 3}}, ["overrideSettings"]),
        ({"rootPolicyTemperature": 1.5, "rootFpuReductionMax": 0}, ["rootPolicyTemperature", "rootFpuReductionMax"]),
        ({"includeOwnershipStdev": True, "includeNoResultValue": False}, ["includeOwnershipStdev"]),
        ({"_kt_continuous": False}, ["_kt_continuous"]),
        ({"priority": 3, "reportDuringSearchEvery": 1000.0, "initialPlayer": "b"}, []),
    ],
)
def test_what_has_no_effect_is_warned_of_and_the_query_answered(changes, fields):
    tasks, query = read_query({**EMPTY, **changes}, UNSAID)
    assert len(tasks) == 1
    assert [name for name, _ in query.warnings] == fields


def test_warnings_come_before_the_answer_and_carry_the_id():
    warning, answer = ask({**EMPTY, "colour": "red"})
    assert warning.keys() == {"warning", "field", "id"}
    assert (warning["field"], warning["id"], answer["id"]) == ("colour", "a", "a")


def test_settings_of_a_query_are_heeded():
    def wishes(**changes: Any) -> Wishes:
        return read_query({**EMPTY, **changes}, UNSAID)[0][0].wishes

    assert wishes(overrideSettings={"maxVisits": 7}, maxVisits=9).visits == 9
    without = {name: value for name, value in EMPTY.items() if name != "maxVisits"}
    assert read_query({**without, "overrideSettings": {"maxVisits": 7}}, UNSAID)[0][0].wishes.visits == 7
    assert wishes(overrideSettings={"maxTime": 2}).budget(1 << 20).seconds == 2
    assert wishes(maxVisits=10**12).visits == 10**9
    assert (wishes(reportDuringSearchEvery=2).first, wishes(reportDuringSearchEvery=2).every) == (2, 2)
    (answer,) = ask({**EMPTY, "maxVisits": 200, "analysisPVLen": 1})
    assert max(len(info["pv"]) for info in answer["moveInfos"]) == 2


# Errors

ENTRY = {"player": "B", "moves": ["C3"], "untilDepth": 1}
EVERYWHERE = {"player": "B", "moves": [f"{x}{y}" for x in "ABCDE" for y in range(1, 6)] + ["pass"], "untilDepth": 1}
WRONG = [
    ("moves", {"moves": None}),
    ("moves", {"moves": ["C3"]}),
    ("moves", {"moves": [["B", "C3", "D4"]]}),
    ("moves", {"moves": [["red", "C3"]]}),
    ("moves", {"moves": [["B", "Z9"]]}),
    ("moves", {"moves": [["B", "(5,0)"]]}),
    ("moves", {"moves": [["B", "C3"], ["W", "C3"]]}),
    ("initialStones", {"initialStones": [["B", "pass"]]}),
    ("initialStones", {"initialStones": [["B", "A2"], ["B", "B1"], ["W", "A1"]]}),
    ("initialPlayer", {"initialPlayer": 1}),
    ("rules", {"rules": "checkers"}),
    ("rules", {"rules": 3}),
    ("rules", {"rules": {"ko": 1}}),
    ("rules", {"rules": {"scoring": "GOALS"}}),
    ("rules", {"rules": {"colour": "red"}}),
    ("komi", {"komi": "7.5"}),
    ("komi", {"komi": 7.3}),
    ("komi", {"komi": 10**30}),
    ("whiteHandicapBonus", {"whiteHandicapBonus": 2}),
    ("boardXSize", {"boardXSize": 25}),
    ("boardXSize", {"boardXSize": 5.0}),
    ("boardYSize", {"boardYSize": 9}),
    ("boardYSize", {"boardYSize": True}),
    ("analyzeTurns", {"analyzeTurns": [1]}),
    ("analyzeTurns", {"analyzeTurns": [-1]}),
    ("analyzeTurns", {"analyzeTurns": 0}),
    ("maxVisits", {"maxVisits": 0}),
    ("maxVisits", {"maxVisits": "many"}),
    ("rootPolicyTemperature", {"rootPolicyTemperature": 0}),
    ("includeOwnership", {"includeOwnership": 1}),
    ("includeOwnershipStdev", {"includeOwnershipStdev": None}),
    ("overrideSettings", {"overrideSettings": []}),
    ("overrideSettings", {"overrideSettings": {"maxTime": -1}}),
    ("overrideSettings", {"overrideSettings": {"reportAnalysisWinratesAs": "RED"}}),
    ("reportDuringSearchEvery", {"reportDuringSearchEvery": 0}),
    ("priority", {"priority": 1.5}),
    ("priority", {"priority": 1, "priorities": [1], "analyzeTurns": [0]}),
    ("priorities", {"priorities": [1]}),
    ("priorities", {"priorities": [1, 2], "analyzeTurns": [0]}),
    ("avoidMoves", {"avoidMoves": {}}),
    ("avoidMoves", {"avoidMoves": [{"player": "B", "moves": ["C3"]}]}),
    ("avoidMoves", {"avoidMoves": [{**ENTRY, "untilDepth": 0}]}),
    ("avoidMoves", {"avoidMoves": [{**ENTRY, "moves": [3]}]}),
    ("avoidMoves", {"avoidMoves": [EVERYWHERE]}),
    ("allowMoves", {"allowMoves": [ENTRY, ENTRY]}),
    ("allowMoves", {"allowMoves": [ENTRY], "avoidMoves": [ENTRY]}),
    ("terminateId", {"action": "terminate"}),
    ("turnNumbers", {"action": "terminate_all", "turnNumbers": "all"}),
    ("action", {"action": "dance"}),
]


@pytest.mark.parametrize(("field", "changes"), WRONG, ids=lambda x: x if isinstance(x, str) else json.dumps(x)[:60])
def test_a_wrong_query_is_told_its_field_and_the_next_is_answered(field, changes):
    engine, output = make_engine()
    engine.handle(as_line({**EMPTY, **changes}))
    engine.handle(as_line({"id": "v", "action": "query_version"}))
    error, version = told(output)
    assert error.keys() == {"error", "field", "id"}
    assert (error["field"], error["id"]) == (field, "a")
    assert not error["error"].startswith("internal")
    assert version["id"] == "v"


@pytest.mark.parametrize("name", ["moves", "rules", "boardXSize", "boardYSize"])
def test_a_field_that_must_be_there_is_missed(name):
    with pytest.raises(QueryError) as caught:
        read_query({key: value for key, value in EMPTY.items() if key != name}, UNSAID)
    assert caught.value.field == name


def test_katrain_knows_an_illegal_move_by_its_words():
    with pytest.raises(QueryError, match=r"^Illegal move 1: C3"):
        game_of(moves=[["B", "C3"], ["W", "C3"]])


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense",
        b'{"id": "a"',
        b"[]",
        b"7",
        b'{"moves": []}',
        b'{"id": 7}',
        b'{"id": "a", "komi": NaN}',
        b'{"id": "a", "komi": 1e999}',
        b'{"id": "a", "komi": ' + b"9" * 5000 + b"}",
        b"\xff\xfe",
        b"[" * 60_000,
        b"x" * (LONGEST + 1),
    ],
    ids=lambda line: line[:20],
)
def test_what_is_no_query_gets_an_error_without_id(line):
    engine, output = make_engine()
    engine.handle(as_line(line))
    (error,) = told(output)
    assert error.keys() == {"error"}
    assert len(error["error"]) <= 200
    assert not error["error"].startswith("internal")


def test_an_error_of_the_search_is_told_and_the_next_query_answered(monkeypatch):
    engine, output = make_engine()
    player, good = engine.player, engine.player.start
    monkeypatch.setattr(player, "twin", lambda: player)
    calls = iter([ValueError("No memory."), ZeroDivisionError("by 0"), None])

    def start(*given: Any, **options: Any) -> Any:
        if error := next(calls):
            raise error
        return good(*given, **options)

    monkeypatch.setattr(player, "start", start)
    for k in range(3):
        engine.handle(as_line({**EMPTY, "id": str(k)}))
    engine.start()
    engine.finish()
    first, second, third = told(output)
    assert first == {"error": "No memory.", "id": "0", "turnNumber": 0}
    assert second["error"] == "ZeroDivisionError: by 0"
    assert third["moveInfos"]


# The queue


def test_queries_wait_by_priority_and_then_by_age():
    engine, output = make_engine()
    for name, priority in (("low", -1), ("first", 0), ("second", 0), ("high", 1 << 60)):
        engine.handle(as_line({**EMPTY, "id": name, "priority": priority, "maxVisits": 1}))
    engine.handle(as_line({**PLAYED, "id": "turns", "analyzeTurns": [0, 3], "priorities": [-2, 1], "maxVisits": 1}))
    engine.start()
    engine.finish()
    order = [(answer["id"], answer["turnNumber"]) for answer in told(output)]
    assert order == [("high", 0), ("turns", 3), ("first", 0), ("second", 0), ("low", 0), ("turns", 0)]


def test_what_has_not_begun_can_be_terminated():
    engine, output = make_engine()
    engine.handle(as_line({**PLAYED, "analyzeTurns": [0, 1, 2, 3]}))
    engine.handle(as_line({**EMPTY, "id": "other"}))
    for action in (
        {"action": "terminate", "terminateId": "a", "turnNumbers": [1, 2]},
        {"action": "terminate", "terminateId": "nobody"},
        {"action": "terminate_all", "turnNumbers": [3]},
        {"action": "terminate_all"},
    ):
        engine.handle(as_line({"id": "t", **action}))
    engine.start()
    engine.finish()
    said = told(output)
    assert [s["action"] for s in said if s["id"] == "t"] == ["terminate", "terminate", "terminate_all", "terminate_all"]
    without = [(s["id"], s["turnNumber"]) for s in said if s.get("noResults") and s["isDuringSearch"] is False]
    assert without == [("a", 1), ("a", 2), ("a", 3), ("a", 0), ("other", 0)]
    assert len(said) == 9


def test_actions_are_echoed():
    sent = [{"id": name, "action": name, "more": [1]} for name in ("query_version", "query_models", "clear_cache")]
    version, models, cleared = ask(*sent)
    assert version == {**sent[0], "version": version["version"], "git_hash": version["git_hash"]}
    assert models["models"] == [], "uct has no network"
    assert cleared == sent[2]


class Session:
    """An engine at the other end of two pipes, as a client sees it."""

    def __init__(self, **options: Any):
        theirs, to = os.pipe()
        back, output = os.pipe()
        self.to, self.back = os.fdopen(to, "wb"), os.fdopen(back, "rb")
        engine, _ = make_engine(input=os.fdopen(theirs, "rb"), output=os.fdopen(output, "wb"), **options)
        self.thread = threading.Thread(target=engine.run, daemon=True)
        self.thread.start()

    def send(self, query: Any) -> None:
        self.to.write(json.dumps(query).encode() + b"\n")
        self.to.flush()

    def read(self) -> dict[str, Any]:
        return json.loads(self.back.readline())

    def end(self) -> None:
        self.to.close()
        self.thread.join()
        self.back.close()


ENDLESS = {**EMPTY, "id": "endless", "maxVisits": 1 << 50, "reportDuringSearchEvery": 0.005}


def test_a_search_tells_of_itself_until_it_is_terminated():
    session = Session()
    session.send(ENDLESS)
    first = session.read()
    assert first["isDuringSearch"]
    session.send({"id": "t", "action": "terminate", "terminateId": "endless"})
    said, last = [], []
    while not last or not any(s["id"] == "t" for s in said):  # in either order
        said.append(session.read())
        last += [s for s in said[-1:] if s.get("isDuringSearch") is False]
    assert last[0]["rootInfo"]["visits"] >= first["rootInfo"]["visits"]
    assert sum(s["id"] == "t" for s in said) == 1
    session.end()


def test_a_higher_priority_does_not_stop_what_is_searched_but_comes_next():
    session = Session()
    session.send(ENDLESS)
    assert session.read()["isDuringSearch"]
    for name, priority in (("low", 0), ("high", 5)):
        session.send({**EMPTY, "id": name, "priority": priority})
    session.send({"id": "t", "action": "terminate", "terminateId": "endless"})
    last: list[str] = []
    while len(last) < 3:
        if (said := session.read()).get("isDuringSearch") is False:
            last.append(said["id"])
    assert last == ["endless", "high", "low"]
    session.end()


def test_the_end_of_input_can_drop_what_waits_and_stop_what_is_searched():
    session = Session(wait=False)
    session.send(ENDLESS)
    assert session.read()["isDuringSearch"]
    session.send({**EMPTY, "priority": -1})
    session.end()


def test_a_client_that_has_gone_ends_it_without_a_word(capfd):
    session = Session()
    session.send(ENDLESS)
    assert session.read()["isDuringSearch"]
    session.back.close()
    session.send({"id": "t", "action": "terminate_all"})
    session.to.close()
    session.thread.join()
    assert capfd.readouterr() == ("", "")


# The command


def test_the_command_takes_katagos_options(monkeypatch, capsysbinary):
    sent = json.dumps({**EMPTY, "maxVisits": 3}).encode() + b'\n{"id":"v","action":"query_version"}\n'
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sent)))
    katago = "-model some.bin.gz -human-model h -config c.cfg -override-config homeDataDir=x -analysis-threads 12"
    app(["analysis", "--player", "uct:C=0.3,simulations=9", *katago.split()], standalone_mode=False)
    assert {json.loads(line)["id"] for line in capsysbinary.readouterr().out.splitlines()} == {"a", "v"}


def test_a_wrong_perspective_is_refused():
    with pytest.raises(ValueError, match="black, white or sidetomove"):
        app(["analysis", "--report-perspective", "red"], standalone_mode=False)


def test_ownership_is_told_row_by_row_from_above():
    query = {**EMPTY, "initialStones": [["B", f"{x}4"] for x in "ABCDE"] + [["W", f"{x}2"] for x in "ABCDE"]}
    rows = np.array(ask({**query, "includeOwnership": True})[0]["ownership"]).reshape(5, 5)
    assert rows[:2].min() > 0 > rows[3:].max()
