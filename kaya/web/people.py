"""Games of two people: what is stored of a new one, and of the next one with colours swapped."""

import secrets
from typing import Any

from .adapter import PageAdapter
from .clocks import new_clocks
from .messages import New
from .session import Session
from .viewers import BOARD, BOTH, BROWSERS, other_seat


def new_game(adapter: PageAdapter, wanted: New, side: int, name: str) -> dict[str, Any]:
    """What is stored of a game that somebody begins who plays a side, with a new key for each seat; `name` is the
    game's. ValueError says what is accepted."""
    if wanted.people not in (BOARD, BROWSERS):
        raise ValueError(f"Two people play at one {BOARD} or in two {BROWSERS}, not in {wanted.people[:20]!r}.")
    owner = BOTH if wanted.people == BOARD else side
    if not owner:
        raise ValueError("Who plays with somebody else has a side.")
    keys = {str(seat): secrets.token_urlsafe(12) for seat in ((BOTH,) if owner == BOTH else (1, 2))}
    names = {str(side): text.strip() for side, text in zip((1, 2), wanted.called, strict=False) if text.strip()}
    who = " – ".join(names.get(str(side), word) for side, word in adapter.sides.items())
    facts: dict[str, Any] = {"human": 0, "players": {}, "levels": {}, "people": wanted.people, "names": names}
    clocks = new_clocks(wanted.main, wanted.period, wanted.periods)
    return facts | {"begun_by": owner, "keys": keys, "clocks": clocks, "title": f"{name}, {who}"}


def wanted_again(session: Session) -> New:
    """The same game once more, as a page would ask for it."""
    stored, adapter = session.stored, session.adapter
    clock = stored.clocks.get("1")
    times = {"main": clock.main, "period": clock.period, "periods": clock.periods} if clock else {}
    same: dict[str, Any] = {"conditions": adapter.conditions(session.position), "people": stored.people, **times}
    names = tuple(stored.names.get(side, "") for side in "21")
    side = adapter.sides.get(other_seat(stored.begun_by), "")
    return New(game=stored.game, side=side, handicap=adapter.handicap(session.position), called=names, **same)


def same_seats(session: Session) -> dict[str, Any]:
    """The keys and who sees what, for the next game: each key opens the other side."""
    stored = session.stored
    keys = {str(other_seat(int(seat))): key for seat, key in stored.keys.items()}
    return {"keys": keys, "watch": other_seat(stored.watch)}
