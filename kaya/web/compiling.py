"""Compile what the usual program of a game needs for people: python -m kaya.web.compiling GAME

First for the level that a person meets, then for hints and analyses. Says on its output how
many kernels it has compiled; ends with whoever started it."""

import gc
import os
import sys
import threading

from numba.core import event

from ..players import USUAL_LEVEL, analyst, default_player, make_player
from ..table.ready import get_ready
from .ahead import ALL, FIRST, mark
from .lobby import ready_at


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


def main(game: str) -> None:
    threading.Thread(target=end_with_server, daemon=True).start()
    gc.set_threshold(50_000)  # compiling makes many objects and little garbage
    event.register("numba:compile", Counting())
    ready_at(default_player(game), game, USUAL_LEVEL)
    print(FIRST, flush=True)
    get_ready(make_player(analyst(game), game=game))
    mark(game).touch()
    print(ALL, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
