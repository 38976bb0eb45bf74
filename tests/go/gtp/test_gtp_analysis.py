"""Analysis over GTP, as Leela Zero and KataGo write it and as clients read it."""

import re
import time
from pathlib import Path

import pytest

from kaya import Budget, GoPosition
from kaya.go.gtp.findings import shifted
from kaya.go.knowledge.network import evaluate_position
from kaya.go.players.kaya_classic import SIZES

from ...networks import write_untrained
from .test_gtp import Session, talk

POINT = r"(?:[A-HJ]\d|pass)"
LZ = re.compile(rf"info move {POINT} visits \d+ winrate \d+ prior \d+ lcb \d+ order \d+ pv {POINT}(?: {POINT})*")
NUMBER = r"-?\d+\.\d+"
VALUE = (
    rf"utility {NUMBER} winrate {NUMBER} scoreMean {NUMBER} "
    rf"scoreStdev {NUMBER} scoreLead {NUMBER} scoreSelfplay {NUMBER}"
)
KATA = re.compile(
    rf"info move {POINT} visits \d+ {VALUE} prior {NUMBER} lcb {NUMBER} utilityLcb {NUMBER} order \d+ "
    rf"pv {POINT}(?: {POINT})*"
)


@pytest.fixture
def client():
    client = Session()
    yield client
    client.end()


def infos(line: str) -> list[str]:
    return ["info " + part.strip() for part in re.split(r"\s*\binfo\s+", line)[1:]]


def fields(info: str) -> dict[str, str]:
    """An info as Sabaki reads it: pairs up to `pv`."""
    words = info.split(" pv ")[0].split()[1:]
    return dict(zip(words[::2], words[1::2], strict=True))


def test_lz_analyze_streams_until_the_next_line(client):
    client.ask("boardsize 9")
    client.send("3 lz-analyze b 5")
    assert client.read("\n") == "=3\n"
    visits = []
    while len(visits) < 2 or visits[-1] == visits[0]:  # on a busy machine a report may be the same again
        told = infos(client.read("\n"))
        assert all(LZ.fullmatch(info) for info in told)
        visits.append(sum(int(fields(info)["visits"]) for info in told))
    assert visits == sorted(visits)
    client.send("name")
    assert re.fullmatch(r"(info .*\n)*\n= Kaya\n\n", client.read("= Kaya\n\n"))


def test_an_empty_line_ends_an_analysis_and_the_end_of_input_as_well():
    session = Session()
    session.ask("boardsize 5")
    session.send("kata-analyze 5")
    session.read("info ")
    session.stop()
    session.send("kata-analyze 5")
    session.read("info ")
    session.end()


def test_an_analysis_ends_at_once(client, monkeypatch):
    """Not at the next report, which never comes while the clock stands still."""
    client.ask("boardsize 19")
    client.send("kata-analyze 1000")
    client.read("=\n")
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    client.send("name")
    client.read("= Kaya\n\n")


def test_kata_analyze_with_everything(client):
    client.ask("play b e5")
    client.send("kata-analyze w 5 maxmoves 4 ownership true movesOwnership true rootInfo true pvVisits true")
    client.read("=\n")
    line = client.read("\n").strip()
    client.stop()
    moves, root, ownership = re.fullmatch(r"(.*) rootInfo (.*) ownership (.*)", line).groups()  # type: ignore[union-attr]
    assert re.fullmatch(rf"visits \d+ {VALUE}", root)
    assert len(ownership.split()) == 81
    assert all(-1 <= float(value) <= 1 for value in ownership.split())
    assert float(ownership.split()[40]) < 0  # the centre is Black's, and White is to move
    assert len(infos(moves)) == 4
    for order, info in enumerate(infos(moves)):
        head, visits, owned = re.split(" pvVisits | movesOwnership ", info)
        assert KATA.fullmatch(head)
        assert fields(head)["order"] == str(order)
        assert len(visits.split()) == len(head.split(" pv ")[1].split())
        assert visits.split()[0] == fields(head)["visits"]
        assert len(owned.split()) == 81


@pytest.mark.parametrize("name", ["lz-genmove_analyze", "kata-genmove_analyze", "genmove_analyze"])
def test_genmove_analyze_tells_and_plays(name):
    answer, board = talk("play b e5", f"7 {name} w 1", "printsgf")[1:]
    rows = answer.split("\n")
    assert rows[0] == "=7"
    assert all((LZ if name.startswith("lz") else KATA).fullmatch(info) for row in rows[1:-1] for info in infos(row))
    move = re.fullmatch(rf"play ({POINT})", rows[-1])[1]  # type: ignore[index]
    assert fields(infos(rows[-2])[0])["move"] == move
    assert board.count(";W[") == 1


def test_genmove_analyze_does_not_end_at_the_next_line():
    session = Session(Budget(simulations=3000, memory=16 << 20))
    session.ask("boardsize 9")
    session.send("kata-genmove_analyze b 1\nname")
    answer = session.read("\n\n")
    assert sum(int(fields(info)["visits"]) for info in infos(answer.strip().split("\n")[-2])) > 1000
    assert session.read("\n\n") == "= Kaya\n\n"
    session.end()


def test_moves_can_be_allowed_and_avoided():
    session = Session()

    def told(request: str) -> set[str]:
        answer = session.ask(f"kata-genmove_analyze b 100 {request}")
        session.ask("undo")
        return {fields(info)["move"] for info in infos(answer)}

    assert told("allow b a1,c3 1") == {"A1", "C3"}
    assert "E5" not in told("avoid b e5,E6 5 maxmoves 100")
    assert "E5" in told("maxmoves 100")
    assert "E5" in told("avoid w e5 1 maxmoves 100")
    assert len(told("maxmoves 3")) == 3
    session.send("kata-analyze b 5 minmoves 82")
    session.read("=\n")
    assert len(infos(session.read("\n"))) == 82
    session.stop()
    session.end()


def test_an_analysis_of_a_large_board_uses_the_constants_of_large_boards():
    session = Session(lines=19, player="kaya-classic")
    assert session.ask("get_parameter C") == f"= {SIZES[9]['C']:g}"
    session.send("kata-analyze 5")
    session.read("info ")
    session.stop()
    assert session.ask("get_parameter C") == f"= {SIZES[19]['C']:g}"
    session.end()


def test_priors_are_the_players_own():
    session = Session(Budget(simulations=50, memory=16 << 20), player="kaya-classic")
    session.ask("play b e5")
    told = session.ask("kata-genmove_analyze w 1000 minmoves 81").split("\n")[-2]
    priors = [float(fields(info)["prior"]) for info in infos(told)]
    assert len(priors) == 81
    assert sum(priors) == pytest.approx(1.0, abs=0.01)
    assert max(priors) > 3 / 81
    session.end()


def test_score_and_ownership_come_from_the_players_network(tmp_path: Path):
    net = write_untrained(tmp_path / "tiny.npz")
    session, game = Session(Budget(simulations=30, memory=16 << 20), player=f"zero:network={net}"), GoPosition(9)
    session.ask("play b e5")
    game.play("E5")
    evaluated = evaluate_position(game, net)
    assert evaluated is not None
    told = session.ask("kata-genmove_analyze w 1000 rootInfo true ownership true").split("\n")[-2]
    rate, lead = (float(re.search(rf"rootInfo .*?{name} (\S+)", told)[1]) for name in ("winrate", "scoreLead"))  # type: ignore[index]
    owned = told.split(" ownership ")[1].split()
    searched = shifted(evaluated.score, evaluated.deviation, (evaluated.value + 1) / 2, 1 - rate)
    assert lead == pytest.approx(-searched, abs=0.02), "White is to move"
    assert [float(x) for x in owned] == pytest.approx((-evaluated.ownership[list(game.points)]).tolist(), abs=0.01)
    session.ask("undo")
    assert session.ask("kaya-estimate").startswith(f"= {'BW'[evaluated.score < 0]}+{abs(evaluated.score):.1f}")
    rows = session.ask("kaya-ownership").removeprefix("=").split()
    assert [float(x) for x in rows] == pytest.approx(evaluated.ownership[list(game.points)].tolist(), abs=0.01)
    session.end()


def test_a_report_of_an_older_position_is_never_told():
    game = ["genmove w", "play b pass", "genmove w"]
    asked = ["kata-genmove_analyze b 10", "lz-genmove_analyze w 10", "kata-genmove_analyze b 10 avoid b d4 1"]
    answers = talk(*game, *asked, "name", budget=Budget(simulations=20, memory=16 << 20))
    assert answers[2:] == ["= pass", "=\nplay pass", "=\nplay pass", "=\nplay pass", "= Kaya"]


def test_a_refused_request_leaves_the_turn_alone():
    refused, board = talk("lz-genmove_analyze w 10 avoid w pass 1 allow w pass 1", "showboard")
    assert refused.startswith("? no legal move")
    assert "Black (X) to move" in board


def test_a_pass_can_be_avoided_also_in_a_won_game():
    won = ["boardsize 5", "komi 0.5", "play b c3", "play w pass"]
    assert talk(*won, "kata-genmove_analyze b 10")[-1] == "=\nplay pass"
    assert re.search(r"^play [A-E]\d$", talk(*won, "kata-genmove_analyze b 10 avoid b pass 1")[-1], re.M)


def test_an_analysis_for_the_other_colour_leaves_the_game_alone(client):
    before = client.ask("showboard")
    client.send("lz-analyze w 3")
    client.read("info ")
    client.stop()
    assert client.ask("showboard") == before
    assert client.ask("genmove b").startswith("= ")


def test_an_analysis_of_a_game_that_is_over_waits_for_the_next_line():
    assert talk("play b pass", "play w pass", "kata-analyze 1", "", "name")[-2:] == ["=", "= Kaya"]
