"""Compile what the usual program of a game needs for people: python -m kaya.web.compiling GAME PART

One part compiles all of it, first for the level that a person meets, then for hints and analyses; the other one, beside
it, what games need late, and the strategies, the prior first, which takes longest. Says on its output how many kernels
it has compiled; ends with whoever started it."""

import gc
import os
import sys
import threading
from typing import Any

from numba.core import event

from ..players import USUAL_LEVEL, analyst, default_player, make_player, set_level
from ..search import Strategy
from ..search.loop import Roles
from ..table.ready import get_ready
from .ahead import ALL, FIRST, mark
from .lobby import USUAL_LINES, ready_at


class Counting(event.Listener):
    def __init__(self) -> None:
        self.kernels = 0

    def on_start(self, event: event.Event) -> None:
        pass

    def on_end(self, event: event.Event) -> None:
        self.kernels += 1
        print(self.kernels, flush=True)


def end_with_server() -> None:
    while os.read(0, 1):
        pass
    os._exit(0)


def compile_all(game: str) -> None:
    ready_at(default_player(game), game, USUAL_LEVEL)
    print(FIRST, flush=True)
    get_ready(make_player(analyst(game), game=game))
    mark(game).touch()
    print(ALL, flush=True)


def compile_others(game: str) -> None:
    player: Any = make_player(default_player(game), game=game)
    set_level(player, USUAL_LEVEL, USUAL_LINES)
    player.compile_ahead()
    for one in (player, make_player(analyst(game), game=game)):
        strategies: dict[str, Strategy] = one.strategies
        for role in sorted(strategies.keys() & set(Roles._fields), key=("prior", *reversed(Roles._fields)).index):
            strategies[role].pointer(one.game, strategies["policy"])


PARTS = {"all": compile_all, "others": compile_others}


def main(game: str, part: str) -> None:
    threading.Thread(target=end_with_server, daemon=True).start()
    gc.set_threshold(50_000)  # compiling makes many objects and little garbage
    event.register("numba:compile", Counting())
    PARTS[part](game)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
