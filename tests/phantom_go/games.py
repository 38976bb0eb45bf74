"""Random games of Phantom Go, beside the slow umpire."""

import random
from collections.abc import Iterator
from typing import Any

from kaya.go.rules import PASS, column_row, point
from kaya.phantom_go.rules import ANNOUNCED_ATARIS, OLYMPIAD, PhantomGoPosition
from tests.kriegspiel.tables import announce, views_of

from .slow_umpire import SlowUmpire


def random_game(
    seed: int, lines: int = 5, ataris: bool = False, longest: int = 200
) -> Iterator[tuple[PhantomGoPosition, SlowUmpire, dict[int, Any]]]:
    """A random game, before each try and at its end: the umpire's position, the slow umpire, and both views. Nobody
    fills an own eye; who has nothing else to try passes, and now and then somebody does anyway."""
    chance, slow = random.Random(seed), SlowUmpire(lines, ataris)
    position = PhantomGoPosition(lines, 7.5, ANNOUNCED_ATARIS if ataris else OLYMPIAD)
    views = views_of(position)
    while not position.over and len(position.played) < longest:
        yield position, slow, views
        open_tries = [
            m
            for m in position.possible_tries()
            if m != PASS
            and m not in views[position.mover].known.enemies
            and not slow.board.is_eye(column_row(m, lines), position.mover)
        ]
        move = PASS if not open_tries or chance.random() < 0.01 else chance.choice(open_tries)
        announce(position, move, views)
        slow.try_move(None if move == PASS else column_row(move, lines))
    yield position, slow, views


def points_of(places: Any, lines: int) -> frozenset[int]:
    return frozenset(point(x, y, lines) for x, y in places)


def after(*tries: str, lines: int = 5, rules: str = OLYMPIAD) -> PhantomGoPosition:
    """The position after these tries."""
    position = PhantomGoPosition(lines, rules=rules)
    for name in tries:
        position.try_move(position.parse_move(name))
    return position
