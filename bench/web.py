"""The browser's figures: python -m bench.web

Click to stone and to the reply, updates a second and the search's speed while a page watches, the page's size, the
server's memory with 20 idle games, and hidden information in 100 recorded games of Kriegspiel and of Phantom Go. Needs
Chromium and Playwright."""

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from websockets.sync.client import connect

from kaya import Budget, GoPosition, Player, make_player
from kaya.web.adapter import adapter_of
from kaya.web.app import files

SETTLING = 6.0  # seconds until a search that is watched has said all that it says once


@contextmanager
def kaya_web(folder: str, *options: str):
    command = [sys.executable, "-m", "kaya.cli", "web", "--no-browser", "--games", folder, *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    found = re.search(r":(\d+)/", process.stdout.readline())
    assert found
    try:
        yield process.pid, int(found[1])
    finally:
        process.terminate()
        process.wait()


class Page:
    """A page without a browser."""

    def __init__(self, port: int):
        self._opened = connect(f"ws://127.0.0.1:{port}/socket", max_size=None, ping_interval=None)
        self.socket = self._opened.__enter__()
        self.heard: list[dict[str, Any]] = []
        self.say("hello")
        self.wait("lobby")

    def say(self, do: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"do": do, **fields}))

    def wait(self, say: str, **fields: Any) -> dict[str, Any]:
        while True:
            message = json.loads(self.socket.recv(timeout=120))
            self.heard.append(message)
            if message["say"] == say and all(message.get(k) == v for k, v in fields.items()):
                return message
            if message["say"] == "error":
                if "wait" not in message["text"]:
                    raise RuntimeError(message["text"])
                time.sleep(2)
                return message


def click_to_stone(port: int, clicks: int = 15) -> float:
    """Milliseconds from a click to the frame in which the own stone is drawn, the median."""
    from playwright.sync_api import sync_playwright

    watch = """() => new Promise((done) => {
        const host = document.querySelector(".board-host");
        host.addEventListener("pointerdown", () => { window.began = performance.now(); }, { once: true });
        const seen = new MutationObserver(() => {
            if (!document.querySelector(".go-board .pending, .go-board .last.on-black")) return;
            seen.disconnect();
            requestAnimationFrame(() => { window.took = performance.now() - window.began; });
        });
        seen.observe(host, { childList: true, subtree: true });
        done();
    })"""
    took = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(f"http://127.0.0.1:{port}/")
        page.wait_for_selector("#begin")
        page.check("input[name=size][value='19']", force=True)
        page.click("#begin")
        page.wait_for_selector(".go-board", timeout=120_000)
        box = page.locator(".go-board").bounding_box()
        assert box
        unit = box["width"] / 20.25
        for k in range(clicks):
            page.wait_for_selector(".game[data-state=yours]", timeout=60_000)
            page.evaluate(watch)
            stones = page.locator(".go-board .stones circle").count()
            page.mouse.click(box["x"] + unit * (1.125 + k % 5 * 4 + 0), box["y"] + unit * (1.125 + k // 5 * 5 + 2))
            page.wait_for_timeout(250)
            if page.locator(".go-board .stones circle").count() > stones and page.evaluate("window.took"):
                took.append(page.evaluate("window.took"))
        browser.close()
    return median(took)


def reply(port: int, moves: int = 20) -> tuple[float, float]:
    """Milliseconds from a move to the program's answer on 9x9 at level 6, once it is warm: the median and the most."""
    page, chance, took, line = Page(port), random.Random(1), [], GoPosition(9)
    page.say("new", game="go", player="kaya", level=6, side="Black", conditions={"size": 9})
    game = page.wait("game")["id"]
    while len(took) < moves:
        line.play(chance.choice([move for move in line.legal_moves() if move]))
        began = time.monotonic()
        page.say("play", id=game, move=line.move_name(line.played[-1]))
        moved = page.wait("game", number=len(line.played) + 1)["board"]["record"]["moves"][-2:].lower()
        took.append(1000 * (time.monotonic() - began))
        line.play("pass" if moved == "zz" else f"{'ABCDEFGHJ'[ord(moved[0]) - 97]}{9 - ord(moved[1]) + 97}")
    page.socket.close()
    return median(took[1:]), max(took[1:])


class Speed(NamedTuple):
    """Simulations a second, by the clock and by the time of the processor, which other work on the machine does not
    shorten: all that the process has had, with what is done for a page that watches."""

    by_the_clock: float
    by_the_processor: float


def watched(pid: int, port: int, player: str, size: int, seconds: float = 6.0) -> tuple[float, Speed]:
    """Updates a second, and the speed while a page watches."""
    page = Page(port)
    page.say("new", game="go", player=player, side="Black", conditions={"size": size})
    game = page.wait("game")["id"]
    page.say("analyse", id=game, on=True, player=player)
    began = time.monotonic()
    while time.monotonic() - began < SETTLING:
        first = page.wait("search", who="analysis")
    page.heard.clear()
    began, worked = time.monotonic(), processor_time(pid)
    while time.monotonic() - began < seconds:
        last = page.wait("search", who="analysis")
    took, worked, count = time.monotonic() - began, processor_time(pid) - worked, len(page.heard)
    done = last["simulations"] - first["simulations"]
    page.say("analyse", id=game, on=False)
    page.say("act", id=game, what="resign")
    page.socket.close()
    return count / took, Speed(done / took, done / worked)


def unwatched(player: str, size: int, seconds: float = 6.0) -> Speed:
    """The speed of a search of which nobody wants to know."""
    thinker, position = make_player(player, seed=1, kind=Player), GoPosition(size)
    if "level" in thinker.parameters():
        thinker.set("level", 10)
    thinker.think(position, Budget(simulations=20))
    thinker.forget()
    thinking = thinker.start(position, Budget(seconds=2 * (SETTLING + seconds), memory=192 << 20))
    time.sleep(SETTLING)
    began, worked, first = time.monotonic(), time.process_time(), thinking.report().simulations
    time.sleep(seconds)
    took, worked = time.monotonic() - began, time.process_time() - worked
    done = thinking.report().simulations - first
    thinking.stop()
    thinking.wait()
    return Speed(done / took, done / worked)


def processor_time(pid: int) -> float:
    """Seconds of a processor that a process has had, in threads that have ended too."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def speeds(pid: int, port: int, player: str, lines: int, times: int = 5) -> str:
    """One after the other, several times; the medians."""
    updates, clock, processor = [], [], []
    for _ in range(times):
        alone, (count, seen) = unwatched(player, lines), watched(pid, port, player, lines)
        updates.append(count)
        clock.append(seen.by_the_clock / alone.by_the_clock)
        processor.append(seen.by_the_processor / alone.by_the_processor)
    return (
        f"{median(updates):.1f} updates a second; of the unwatched speed {median(processor):.3f} by the time of "
        f"the processor, what is told included, {median(clock):.2f} by the clock"
    )


def memory_of(pid: int) -> float:
    """Megabytes that a process has in memory."""
    return int(re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())[1]) / 1024  # type: ignore[index]


def idle_games(pid: int, port: int, games: int = 20) -> float:
    """Megabytes of a server with so many games, each with an answered move, and nobody at them."""
    for _ in range(games):
        page = Page(port)
        page.say("new", game="go", player="kaya", level=3, side="Black", conditions={"size": 9})
        game = page.wait("game")["id"]
        page.say("play", id=game, move="E5")
        page.wait("game", number=2)
        page.socket.close()
    time.sleep(25)
    return memory_of(pid)


CONSTANT = {
    "say",
    "id",
    "game",
    "title",
    "view",
    "hidden",
    "human",
    "sides",
    "names",
    "level",
    "state",
    "mover",
    "ahead",
    "paused",
    "can",
}
"""What of a message is the same in every game, or known to both."""


def hidden_information(
    port: int, folder: str, game: str, player: str, games: int = 100, plies: int = 60
) -> tuple[int, int]:
    """Messages that were recorded in games against a program that plays at random, and those that said more than, or
    something else than, what follows from the umpire's words to the person."""
    recorded = wrong = 0
    chance, adapter = random.Random(1), adapter_of(game)
    for _ in range(games):
        page = Page(port)
        page.say("new", game=game, player=player, side=chance.choice(list(adapter.sides.values())), level=1)
        shown = page.wait("game")
        while shown["state"] != "over" and shown["number"] < plies:
            if shown["state"] == "yours":
                if chance.random() < 0.1:
                    page.say("act", id=shown["id"], what="chances")
                    page.wait("chances")
                page.say("play", id=shown["id"], move=chance.choice(shown["tries"]))
            answer = page.wait("game")
            shown = answer if answer["say"] == "game" else shown
        page.socket.close()
        kept = json.loads((Path(folder) / f"{shown['id']}.json").read_text())
        umpire = adapter.from_file(kept["record"]).position
        start, told = umpire.start_for(kept["human"]), umpire.announcements(kept["human"])
        heard = 0
        for message in page.heard:
            if message["say"] == "game" and message["state"] != "over":
                heard = len(message["log"])
                known = by_the_view(adapter, view_after(start, told[:heard]))
                rest = {name: value for name, value in message.items() if name not in CONSTANT}
            elif message["say"] == "chances":
                known = json.loads(json.dumps(adapter.chances(view_after(start, told[:heard]))))
                rest = message["chances"]
            elif message["say"] in ("lobby", "note", "error", "game"):
                continue
            else:
                known, rest = None, message
            recorded, wrong = recorded + 1, wrong + (rest != known)
    return recorded, wrong


def view_after(start: Any, heard: list[Any]) -> Any:
    view = start.view()
    for announcement in heard:
        view.hear(announcement)
    return view


def by_the_view(adapter: Any, view: Any) -> dict[str, Any]:
    """All of a message about a game that is not the same in every game."""
    known = {
        "board": adapter.board(view),
        "log": adapter.log(view),
        "facts": adapter.facts(view),
        "number": view.ply,
        "history": [],
    }
    known |= {"tries": adapter.tries(view)} if view.my_turn else {}
    return json.loads(json.dumps(known))


def main() -> None:
    size = sum(len(content) for _, content in files().values())
    print(f"page and scripts, uncompressed: {size / 1000:.0f} kB")
    with tempfile.TemporaryDirectory() as folder, kaya_web(folder) as (pid, port):
        print(f"memory of the server after its start: {memory_of(pid):.0f} MB")
        print(f"memory with 20 idle games: {idle_games(pid, port):.0f} MB")
    with tempfile.TemporaryDirectory() as folder, kaya_web(folder) as (pid, port):
        print(f"click to the own stone, 19x19: {click_to_stone(port):.0f} ms")
        print("reply at level 6, 9x9: {:.0f} ms, at most {:.0f} ms".format(*reply(port)))
        for player, lines in (("kaya-classic", 9), ("kaya", 9), ("kaya-classic", 19)):
            print(f"{player}, {lines}x{lines}: {speeds(pid, port, player, lines)}")
    for game, player in (("kriegspiel", "kriegspiel-random"), ("phantom-go", "phantom-random")):
        with tempfile.TemporaryDirectory() as folder, kaya_web(folder) as (_, port):
            recorded, wrong = hidden_information(port, folder, game, player)
            print(f"hidden information: {wrong} of {recorded} messages in 100 games of {game}")


if __name__ == "__main__":
    os.environ.setdefault("KAYA_QUIET", "1")
    main()
