"""Compile everything ahead of time, as every game says by its bundle."""

import gc
import time
from collections.abc import Sequence

from .games.registry import bundles, find_bundle, imported
from .kernel import progress
from .players import make_player
from .table.ready import get_ready

MOVES = 40  # in which an umpire has said most of what it can say


def warm_up(games: Sequence[str] = ()) -> tuple[int, float]:
    """Compile what these games, or all, want compiled and the cache lacks: the number of kernels, and CPU-seconds."""
    began, before, often = time.process_time(), progress.kernels, gc.get_threshold()
    gc.set_threshold(500_000)  # compiling makes many objects and little garbage: some 5 % of the time for 40 MB
    try:
        for bundle in [find_bundle(game) for game in games] or bundles():
            for name in bundle.ahead:
                get_ready(make_player(name, game=bundle.name), moves=MOVES)
            if bundle.warm_up:
                imported(bundle.warm_up)()
    finally:
        gc.set_threshold(*often)
    return progress.kernels - before, time.process_time() - began
