"""What the page's server withstands: python -m bench.endurance [KILLS GAMES MESSAGES]

Games that are offered after the server was killed in the middle of a move and started again (50 times), its memory when
so many games were played and left (500), and after so many messages that make no sense (100,000)."""

import json
import os
import random
import signal
import sys
import tempfile
import time
from contextlib import suppress
from typing import Any

from websockets.exceptions import ConnectionClosed

from .web import Page, kaya_web, memory_of

SIDE_BY_SIDE = 40  # pages that speak at once: each may say 20 things a second


def kills(times: int) -> str:
    """Games are begun in all ways, and a move made; the server is killed at any moment after it."""
    begun: list[str] = []
    missing = damaged = 0
    chance = random.Random(1)
    kinds = [("go", "kaya-classic"), ("kriegspiel", "kriegspiel-random"), ("phantom-go", "phantom-random")]
    with tempfile.TemporaryDirectory() as folder:
        for k in range(times):
            with suppress(ProcessLookupError), kaya_web(folder) as (pid, port):
                page = Page(port)
                offered = {game["id"] for game in page.heard[0]["games"]}
                missing += len(set(begun) - offered)
                damaged += sum(message["say"] == "note" for message in page.heard)
                game, player = kinds[k % 3]
                page.say("new", game=game, player=player, level=1)
                shown = page.wait("game")
                begun.append(shown["id"])
                moves = shown.get("tries") or ["E5"]
                page.say("play", id=shown["id"], move=chance.choice(moves))
                time.sleep(chance.random() * 0.3)
                os.kill(pid, signal.SIGKILL)
        with kaya_web(folder) as (_, port):
            missing += len(set(begun) - {game["id"] for game in Page(port).heard[0]["games"]})
            faults = 0
            for name in begun:  # a page of its own for each: frames of another game may be under way
                page = Page(port)
                page.say("join", id=name)
                faults += page.wait("game")["id"] != name
    return f"{len(begun)} games, killed {times} times: {missing} missing, {damaged} damaged, {faults} not opened"


def left_games(pid: int, port: int, games: int) -> float:
    """Megabytes after so many games of some moves against a program, which nobody ends."""
    chance = random.Random(2)
    kinds = [("go", "kaya"), ("kriegspiel", "kriegspiel-d"), ("phantom-go", "phantom")]
    for k in range(games):
        page, (game, player) = Page(port), kinds[k % 3]
        page.say("new", game=game, player=player, level=1)
        shown = page.wait("game")
        for _ in range(4):
            while shown["state"] not in ("yours", "over"):
                shown = page.wait("game")
            if shown["state"] == "over":
                break
            page.say(
                "play",
                id=shown["id"],
                move=chance.choice(shown.get("tries") or [f"{c}{r}" for c in "ABCDEFGHJ" for r in range(1, 10)]),
            )
            said = next_of(page, ("game", "error"))
            shown = said if said["say"] == "game" else shown
        page.socket.close()
    return memory_of(pid)


def next_of(page: Page, kinds: tuple[str, ...]) -> dict[str, Any]:
    while (message := json.loads(page.socket.recv(timeout=120)))["say"] not in kinds:
        pass
    return message


def odd(chance: random.Random, names: list[str]) -> str:
    """A message that no page would send."""
    thing = [None, -1, 1e308, True, "", "\0", "E5", "x" * 2000, [], {}, [[[]]], {"a": 1}, chance.choice(names), 10**30]
    do = chance.choice(["new", "play", "act", "join", "card", "analyse", "try", "note", "set", "learn", "load", "odd"])
    fields = ["id", "game", "what", "move", "path", "ply", "side", "conditions", "file", "key", "level", "marks"]
    said = {"do": do} | {chance.choice(fields): chance.choice(thing) for _ in range(chance.randrange(5))}
    text = json.dumps(said)
    return text if chance.random() < 0.8 else text[: chance.randrange(len(text))] + chance.choice(["", "]", "\ufffd"])


def odd_messages(pid: int, port: int, messages: int) -> tuple[float, int]:
    """Megabytes after them, and how many were answered."""
    chance, answers, said = random.Random(3), 0, 0
    pages = [Page(port) for _ in range(SIDE_BY_SIDE)]
    names = [game["id"] for game in pages[0].heard[0]["games"]] or ["none"]
    while said < messages:
        began = time.monotonic()
        for k, page in enumerate(pages):
            try:
                for _ in range(20):
                    page.socket.send(odd(chance, names))
                said += 20
                with suppress(TimeoutError):
                    while page.socket.recv(timeout=0):
                        answers += 1
            except ConnectionClosed:
                pages[k] = Page(port)
        time.sleep(max(0.0, 1.0 - (time.monotonic() - began)))
    pages[0].socket.close()
    Page(port)
    return memory_of(pid), answers


def main(times: int = 50, games: int = 500, messages: int = 100_000) -> None:
    if times:
        print(kills(times), flush=True)
    with tempfile.TemporaryDirectory() as folder, kaya_web(folder) as (pid, port):
        print(f"memory after its start: {memory_of(pid):.0f} MB", flush=True)
        if games:
            print(f"memory after {games} games that were left: {left_games(pid, port, games):.0f} MB", flush=True)
        if messages:
            memory, answers = odd_messages(pid, port, messages)
            print(f"memory after {messages} odd messages, {answers} answered: {memory:.0f} MB")


if __name__ == "__main__":
    os.environ.setdefault("KAYA_QUIET", "1")
    main(*map(int, sys.argv[1:]))
