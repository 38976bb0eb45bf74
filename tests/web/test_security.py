"""Who may come in."""

import json

import httpx
import pytest
from websockets.exceptions import InvalidHandshake, WebSocketException
from websockets.sync.client import connect

from kaya.web.app import files
from kaya.web.storage import Storage

from .page import HANGS, Page, fetch, served


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", "", "[::2]", "["])
def test_another_name_than_its_own_is_turned_away(server, host):
    answer = fetch(server.address, headers={"Host": host})
    assert answer.status_code in (400, 403)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST:80"])
def test_its_own_names_are_answered(server, host):
    assert fetch(server.address, headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost", "http://["]
)
def test_a_page_of_another_site_gets_no_socket(server, origin):
    with pytest.raises((InvalidHandshake, WebSocketException)):
        connect(f"ws://127.0.0.1:{server.port}/socket", origin=origin, open_timeout=HANGS).recv()  # type: ignore[arg-type]
    assert fetch(server.address, headers={"Origin": origin}).status_code == 403


def test_its_own_page_gets_one(server):
    Page(server.port, origin=f"http://127.0.0.1:{server.port}").close()


def test_beyond_the_loopback_a_token_is_needed_and_becomes_a_cookie(tmp_path):
    with served(tmp_path, host="0.0.0.0", token="a-secret-token") as running:
        with httpx.Client(base_url=running.address, timeout=HANGS) as client:
            assert client.get("/").status_code == 403
            assert client.get("/?token=wrong").status_code == 403
            assert client.get("/style.css?token=a-secret-token").status_code == 403
            with pytest.raises((InvalidHandshake, WebSocketException)):
                connect(f"ws://127.0.0.1:{running.port}/socket", open_timeout=HANGS).recv()
            answer = client.get("/?token=a-secret-token")
            assert (answer.status_code, answer.headers["location"]) == (303, "/")
            assert "HttpOnly" in answer.headers["set-cookie"]
            assert client.get("/").status_code == 200
        Page(running.port, additional_headers={"Cookie": "kaya=a-secret-token"}).close()


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/..%2f..%2fapp.py",
        "/games/go/../../cli.py",
        "/games/go/__init__.py",
        "//etc/passwd",
        "/index.html%00.js",
        "/page/main.js",
        "/%2e%2e/app.py",
    ],
)
def test_nothing_but_the_page_can_be_fetched(server, path):
    assert fetch(f"http://127.0.0.1:{server.port}{path}").status_code == 404


@pytest.mark.slow
def test_every_file_of_the_page_is_served_and_they_are_few(server):
    answers = {path: fetch(server.address.rstrip("/") + path) for path in files()}
    assert {a.status_code for a in answers.values()} == {200}
    assert {"/", "/main.js", "/style.css", "/games/go/go.js", "/drawing/boards.css"} <= answers.keys()
    assert sum(len(a.content) for a in answers.values()) <= 400_000
    assert "script-src 'self'" in answers["/"].headers["content-security-policy"]
    assert "white-king" in answers["/"].text


@pytest.mark.parametrize("name", ["../../etc/passwd", "a/b", "..", "", "x" * 40, "a\0bcdefgh"])
def test_no_name_of_a_game_leads_out_of_its_folder(tmp_path, name):
    storage = Storage(tmp_path / "games")
    (tmp_path / "secret.json").write_text(json.dumps({}))
    assert storage.find(name) is None
    with pytest.raises(ValueError, match="not the name"):
        storage.drop(name)
