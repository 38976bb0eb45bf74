"""The server as a process: many visitors, a sudden end, and what other commands know of it."""

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager

import pytest

from kaya.web import command

from ..conftest import ROOT, run_python
from .page import HANGS, Page

pytestmark = pytest.mark.processes


@contextmanager
def kaya_web(folder, *options):
    command = [sys.executable, "-m", "kaya.cli", "web", "--no-browser", "--no-ahead", "--games", str(folder), *options]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env={**os.environ, "KAYA_QUIET": "1"},
    )
    assert process.stdout
    try:
        yield process, process.stdout.readline()
    finally:
        process.kill()
        process.wait()


def port_of(line):
    found = re.search(r":(\d+)/", line)
    assert found, line
    return int(found[1])


def test_a_killed_server_offers_its_games_when_it_is_started_again(tmp_path):
    with kaya_web(tmp_path) as (process, said):
        page = Page(port_of(said))
        page.new(game="tictactoe", level=1)
        page.of("play", move=page.game["tries"][0])
        while page.game["number"] < 2:
            page.wait("game")
        process.send_signal(signal.SIGKILL)
        process.wait()
    with kaya_web(tmp_path) as (process, said):
        again = Page(port_of(said))
        assert [game["id"] for game in again.heard[0]["games"]] == [page.game["id"]]
        again.say("join", id=page.game["id"])
        assert again.wait("game")["board"] == page.game["board"]
        again.close()
        process.send_signal(signal.SIGINT)
        assert process.wait(HANGS) in (0, 130, -signal.SIGINT)


def test_a_hundred_pages_are_connected_and_each_sees_the_move(server):
    pages = [Page(server.port) for _ in range(100)]
    pages[7].new(player="quick", conditions={"size": 5}, side="Black")
    for page in pages:
        page.say("join", id=pages[7].game["id"])
        page.wait("game")
    pages[7].of("play", move="C3")
    for page in pages:
        assert page.wait("game", number=2)
        page.close()


def test_the_port_is_always_the_same_unless_somebody_has_it(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as found:
        monkeypatch.setattr(command, "PORT", found.getsockname()[1])
    with command._usual_port("127.0.0.1") as first, command._usual_port("127.0.0.1") as second:
        assert first.getsockname()[1] == command.PORT
        assert 0 < second.getsockname()[1] - command.PORT < command.FURTHER
    with command._usual_port("127.0.0.1") as again:
        assert again.getsockname()[1] == command.PORT


def test_beyond_the_loopback_the_token_is_the_one_of_last_time(tmp_path):
    assert command._token("127.0.0.1", tmp_path) == ""
    made = command._token("0.0.0.0", tmp_path / "games")
    assert len(made) >= 20
    assert command._token("0.0.0.0", tmp_path / "games") == made
    assert (tmp_path / "games" / "token").stat().st_mode & 0o077 == 0


def test_a_port_that_is_taken_is_one_sentence(server, tmp_path):
    with kaya_web(tmp_path, "--port", str(server.port)) as (process, said):
        assert re.fullmatch(r"kaya: The server cannot listen at 127.0.0.1, port \d+: Address already in use\.\n", said)
        assert process.wait(HANGS) == 2


def test_other_commands_do_not_load_the_server():
    code = """import sys; from kaya.cli import app
for command in ("play", "gtp", "match", "report"):
    app([command, "--help"], standalone_mode=False)
print([m for m in ("starlette", "uvicorn", "websockets", "kaya.web") if m in sys.modules], file=sys.stderr)"""
    assert run_python(code).stderr.strip().endswith("[]")
