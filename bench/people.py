"""Hidden information between two people and for spectators: python -m bench.people [NUMBER [GAME…]]

Games of random tries in two browsers, by the real server, with somebody who watches. What each page was sent is
compared with what follows from the umpire's words to its side; of what a spectator was sent, every word must have been
told to both sides, and no board is among it."""

import json
import random
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from kaya.web.adapter import adapter_of

from .web import CONSTANT, Page, by_the_view, kaya_web, view_after

NEUTRAL = {"moved", "passed", "a move made"}  # what both know without being told


def play(port: int, game: str, chance: random.Random, plies: int) -> tuple[dict[int, Page], Page]:
    """Both sides of a game that is resigned after so many half-moves, and a spectator."""
    owner, guest, watcher = (Page(port) for _ in range(3))
    owner.say("new", game=game, people="browsers", side="random")
    shown = owner.wait("game")
    guest.say("join", id=shown["id"], key=shown["people"]["invitation"])
    watcher.say("join", id=shown["id"])
    both = {shown["people"]["seat"]: owner, 3 - shown["people"]["seat"]: guest}
    now = {side: latest(page) for side, page in both.items()}
    watcher.wait("game")
    while (side := next((s for s in both if now[s]["state"] == "yours"), 0)) and now[side]["number"] < plies:
        both[side].say("play", id=shown["id"], move=chance.choice(now[side]["tries"]))
        now = {s: latest(page) for s, page in both.items()}
    if side:
        both[side].say("act", id=shown["id"], what="resign")
    watcher.wait("game", state="over")
    for page in both.values():
        latest(page)
    return both, watcher


def latest(page: Page) -> dict[str, Any]:
    """The game as the server has told it until now: the answer to what makes no sense comes after all that."""
    page.say("nothing")
    with suppress(RuntimeError):
        page.wait("no such thing")
    return next(m for m in reversed(page.heard) if m["say"] == "game")


def leaks(both: dict[int, Page], watcher: Page, game: str, position: Any) -> tuple[int, int]:
    """Messages before the end, and those that tell what is not their reader's to know."""
    adapter, recorded, wrong = adapter_of(game), 0, 0
    for side, page in both.items():
        start, told = position.start_for(side), position.announcements(side)
        for message in before_the_end(page):
            rest = {name: value for name, value in message.items() if name not in {*CONSTANT, "people"}}
            known = by_the_view(adapter, view_after(start, told[: len(message["log"])]))
            recorded, wrong = recorded + 1, wrong + (rest != known or message["people"]["seat"] != side)
    logs = [adapter.log(position.view_for(side)) for side in (1, 2)]
    heard = [{e["ply"]: e["text"] for e in log if not e["refused"]} for log in logs]
    for message in before_the_end(watcher):
        words = [(e["ply"], part) for e in message["log"] for part in e["text"].split("; ")]
        public = all(part in NEUTRAL or all(part in texts[ply] for texts in heard) for ply, part in words)
        nothing = message["board"] == {"kind": "covered"} and not message["facts"] and "tries" not in message
        keyless = not {"key", "invitation"} & {*message["people"]}
        recorded, wrong = recorded + 1, wrong + (not (public and nothing and keyless))
    return recorded, wrong


def before_the_end(page: Page) -> list[dict[str, Any]]:
    return [message for message in page.heard if message["say"] == "game" and message["state"] != "over"]


def main() -> None:
    games, chance = int(sys.argv[1]) if len(sys.argv) > 1 else 100, random.Random(1)
    for game in sys.argv[2:] or ("kriegspiel", "phantom-go"):
        recorded = wrong = 0
        with tempfile.TemporaryDirectory() as folder, kaya_web(folder) as (_, port):
            for _ in range(games):
                both, watcher = play(port, game, chance, 40)
                stored = json.loads((Path(folder) / f"{before_the_end(watcher)[0]['id']}.json").read_text())
                found = leaks(both, watcher, game, adapter_of(game).from_file(stored["record"]).position)
                recorded, wrong = recorded + found[0], wrong + found[1]
                for page in (*both.values(), watcher):
                    page.socket.close()
        print(f"hidden information: {wrong} of {recorded} messages in {games} games of {game} between people")


if __name__ == "__main__":
    main()
