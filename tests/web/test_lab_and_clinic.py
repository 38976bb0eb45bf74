"""The lab and the clinic in the page."""

import pytest

from kaya.go.clinic import shipped
from kaya.lab.matches.match import Match, play_matches
from kaya.lab.matches.store import Store

from ..lab.fake_workers import FakeWorkers
from .page import Page, fetch, served


def add_games(path, games):
    with Store(path) as store:
        play_matches(
            [Match("uct:C=0.5", "uct", games=games, size=5)],
            store,
            workers=FakeWorkers(lambda task: float(task.number % 4 == 0)),
        )


@pytest.mark.slow
def test_the_standings_come_and_change_with_every_game(tmp_path):
    store = tmp_path / "results.db"
    add_games(store, 4)
    with served(tmp_path / "games", store=store) as running:
        page = Page(running.port)
        assert page.heard[0]["lab"] is True
        page.say("lab")
        first = page.wait("lab")["matches"][0]
        assert (first["games"], first["first"], first["second"]) == (4, "uct:C=0.5", "uct")
        assert 0 <= first["low"] <= first["rate"] <= first["high"] <= 1
        add_games(store, 8)
        later = page.wait("lab")["matches"][0]
        assert later["games"] == 8
        page.say("lab", elo0=10, elo1=0)
        assert page.wait("error")["text"] == "elo0 must be below elo1."
        page.close()
        report = fetch(running.address + "report")
        assert report.status_code == 200
        assert "results.db" in report.text
        assert "unsafe-inline" in report.headers["content-security-policy"]


def test_without_a_store_there_is_no_lab(server, page):
    assert page.heard[0]["lab"] is False
    page.say("lab")
    assert "--store" in page.wait("error")["text"]
    assert fetch(server.address + "report").status_code == 404


def test_a_position_of_the_clinic_is_shown_and_players_answer(page):
    page.say("clinic")
    listed = page.wait("clinic")["problems"]
    assert len(listed) == len(shipped())
    page.say("problem", number=0)
    shown = page.wait("problem")
    assert shown["name"] == shipped()[0].name
    assert shown["answers"]
    page.say("examine", number=0, players=["uct"], simulations=50)
    answer = page.wait("answer")
    assert answer["solved"] == ((answer["move"] in shown["answers"]) != shown["negated"])


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        (("problem", {"number": 99_999}), "There are"),
        (("examine", {"number": 99_999, "players": []}), "There are"),
        (("examine", {"number": 0, "players": ["/etc/passwd"]}), "There is no player"),
    ],
)
def test_what_is_not_there_is_said(page, said, answer):
    page.say(said[0], **said[1])
    assert answer in page.wait("error")["text"]
