"""Who looks at a game, and what it is shown there: the person who plays against programs, one of two people who play
each other, both of them at one board, or a spectator.

In a game with an umpire each side has a view of its own. `eyes` says whose view a page is shown, `hands` for which
sides it may act; no page has the eyes of two sides before the end. At one board nobody's view is shown until
that side says that it sits there."""

import secrets
from dataclasses import dataclass
from typing import Any

from .adapter import PageAdapter

BOARD, BROWSERS = "board", "browsers"  # where two people play each other
BOTH = 3  # the seat of a board at which both sit
SPECTATOR = 0


@dataclass(eq=False)
class Viewer:
    """A page on a game. `seat` is the side that it plays, BOTH at one board, or SPECTATOR; `shown` is the side whose
    view is uncovered at one board with an umpire."""

    seat: int = SPECTATOR
    shown: int = 0


def seat_of(keys: dict[str, str], key: str) -> int:
    """The seat that a key opens; whoever has none is a spectator."""
    given = key.encode()
    return next((int(seat) for seat, known in keys.items() if secrets.compare_digest(known.encode(), given)), SPECTATOR)


def other_seat(seat: int) -> int:
    """The seat in a rematch, in which colours are swapped."""
    return 3 - seat if seat in (1, 2) else seat


def public_log(adapter: PageAdapter, position: Any) -> list[dict[str, Any]]:
    """What the umpire has said to both sides: of each half-move that was made, the parts of the message that its author
    and the opponent have been told alike. The move itself, tries, and what one side alone hears are not among them."""
    views = {side: position.view_for(side) for side in (1, 2)}
    made = {side: {e["ply"]: e for e in adapter.log(view) if not e["refused"]} for side, view in views.items()}
    log = []
    for announcement in views[1].log:
        ply, by = announcement.ply, announcement.by
        if announcement.legal and ply in made[1] and ply in made[2]:
            own, others = made[by][ply], made[3 - by][ply]
            said = _told_to_both(own["text"], others["text"])
            loud = bool(own.get("loud") and others.get("loud"))
            log.append({"ply": ply, "by": adapter.sides[by], "text": said, "refused": False, "loud": loud})
    return log


def _told_to_both(own: str, others: str) -> str:
    """The parts of a message that both have heard. What the opponent is told of the move, its author knows; of what was
    told with more words to one of them, the fewer words count."""
    what, *heard = others.split("; ")
    known = own.split("; ")[1:]
    both = (min(a, b, key=len) for b in heard for a in known if _agree(a, b))
    return "; ".join([what, *both])


def _agree(one: str, other: str) -> bool:
    """Whether one of them is a beginning of the other, in whole words."""
    return f"{one} ".startswith(f"{other} ") or f"{other} ".startswith(f"{one} ")
