"""How a game is counted at its end: by area or by territory."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from . import board as rules
from .board import BLACK, CELLS, EDGE, EMPTY, WHITE

CHINESE, JAPANESE = RULES = ("chinese", "japanese")


class Count(NamedTuple):
    """Points of both sides without komi, Black's minus White's and komi, and who owns each cell."""

    black: int
    white: int
    score: float
    owner: np.ndarray


def checked_rules(name: str) -> str:
    if name not in RULES:
        raise ValueError(f"The rules must be {' or '.join(RULES)}, not {name!r}.")
    return name


def rules_named(text: str) -> str:
    """The rules that a file names, as `Japanese` or `jp`; area scoring if it names none that count territory."""
    word = text.strip().lower()
    return JAPANESE if word in ("jp", "territory") or word.startswith(("japan", "korea")) else CHINESE


def by_area(states: np.ndarray, dead: Iterable[int]) -> Count:
    """A point for each stone, and for each empty point that only one side reaches; the stones `dead` are taken off."""
    owner = _owners(states, dead)
    black, white = (int((owner == colour).sum()) for colour in (BLACK, WHITE))
    return Count(black, white, black - white - float(states["komi"][0]), owner)


def by_territory(states: np.ndarray, dead: Iterable[int], captured: tuple[int, int]) -> Count:
    """A point for each empty point that only one side reaches, and for each stone of the other side that was captured
    or is dead; `captured` are Black's and White's. An eye in a seki counts, which Japanese rules leave out."""
    dead = set(dead)
    owner, colour = _owners(states, dead), states["colour"][0]
    empty = (colour == EMPTY) | np.isin(np.arange(CELLS), list(dead))
    owner = np.where(empty, owner, EMPTY).astype(np.uint8)
    points = []
    for side, others in ((BLACK, captured[1]), (WHITE, captured[0])):
        lost = sum(int(colour[p]) == BLACK + WHITE - side for p in dead)
        points.append(int((owner == side).sum()) + others + lost)
    return Count(points[0], points[1], points[0] - points[1] - float(states["komi"][0]), owner)


def _owners(states: np.ndarray, dead: Iterable[int]) -> np.ndarray:
    board = states.copy().view(np.recarray)
    for p in dead:
        if board[0].colour[p] != EDGE:
            board[0].colour[p] = EMPTY
    owner = np.zeros(CELLS, np.uint8)
    rules.area_of(board[0], owner)
    return owner
