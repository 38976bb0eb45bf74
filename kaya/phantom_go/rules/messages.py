"""What the umpire of Phantom Go says.

A message is one small number, so that it can name a node of the tree:

    bit 0            the try was accepted; REFUSED, a message of 0, says that it was not, and never why
    bit 1            it was a pass
    bits 2 and 3     it put stones of the opponent, or of its author, into atari; where the rules announce that
    bits 4 to 12     how many stones were captured, which both are told
    bits 13 to 21    the first of their points, row by row: told to those who are told which stones they were
"""

import re
from dataclasses import dataclass

from ...games.game import ACCEPTED
from ...games.game import Announcement as AnyAnnouncement
from ...games.rules import REFUSED
from ...go.rules.board import BLACK, PASS, WHITE
from ...go.rules.coordinates import parse_vertex, vertex

PASSED, ATARI, SELF_ATARI = 1 << 1, 1 << 2, 1 << 3
TAKEN_AT, PLACE_AT, NINE_BITS = 4, 13, 511
COLOURS = {BLACK: "Black", WHITE: "White"}
NOWHERE = -1  # the move of the opponent: a point is never negative, and 0 is a pass


def taken(message: int) -> int:
    """How many stones were captured."""
    return message >> TAKEN_AT & NINE_BITS


@dataclass(frozen=True, slots=True)
class Announcement(AnyAnnouncement):
    """One message as one player hears it. `move` is known to its author only and NOWHERE to the opponent; `points` are
    the captured stones, for those who are told which."""

    move: int = NOWHERE
    points: tuple[int, ...] = ()

    @property
    def passed(self) -> bool:
        return bool(self.message & PASSED)

    @property
    def captured(self) -> int:
        return taken(self.message)

    def written(self, lines: int) -> str:
        """In words, as `read` understands them: `E5: moved; 2 captured at C3 C4`."""
        said = message_text(self.message)
        if self.points:
            said = said.replace("captured", f"captured at {' '.join(vertex(p, lines) for p in self.points)}")
        return said if self.move == NOWHERE else f"{vertex(self.move, lines)}: {said}"

    @classmethod
    def read(cls, text: str, ply: int, by: int, lines: int) -> "Announcement":
        """What `written` wrote; ValueError if it is something else."""
        name, colon, rest = text.partition(":")
        move = parse_vertex(name, lines) if colon else NOWHERE
        said = rest if colon else text
        found = re.search(r" at ((?: ?[A-Ta-t]\d+)+)", said)
        points = tuple(parse_vertex(p, lines) for p in found[1].split()) if found else ()
        message = parse_message(said.replace(found[0], "") if found else said)
        if points and len(set(points)) != taken(message):
            raise ValueError(f"{text.strip()[:60]!r} names {len(set(points))} captured stones, not {taken(message)}.")
        return cls(ply, by, message | (min(points) << PLACE_AT if points else 0), move, tuple(sorted(set(points))))

    def __str__(self) -> str:
        own = "" if self.move == NOWHERE else "pass, " if self.move == PASS else f"point {self.move}, "
        return f"{COLOURS.get(self.by, 'Umpire')}: {own}{message_text(self.message)}"


def message_text(message: int) -> str:
    """The message in words: `moved; 2 captured; atari`."""
    if message == REFUSED:
        return "refused"
    said = ["passed" if message & PASSED else "moved"]
    if count := taken(message):
        said.append(f"{count} captured")
    said += [name for bit, name in ((ATARI, "atari"), (SELF_ATARI, "self-atari")) if message & bit]
    return "; ".join(said)


def parse_message(text: str) -> int:
    """The message that `message_text` wrote; ValueError names the words that are not the umpire's."""
    if text.strip() == "refused":
        return REFUSED
    message = ACCEPTED
    for words in filter(None, (w.strip() for w in text.split(";"))):
        if words == "passed":
            message |= PASSED
        elif found := re.fullmatch(r"([1-9]\d{0,2}) captured", words):
            message |= min(int(found[1]), NINE_BITS) << TAKEN_AT
        elif words in ("atari", "self-atari"):
            message |= ATARI if words == "atari" else SELF_ATARI
        elif words != "moved":
            raise ValueError(f"{words[:40]!r} is nothing that an umpire of Phantom Go says.")
    return message
