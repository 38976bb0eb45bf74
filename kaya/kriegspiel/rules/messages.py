"""The umpire's messages, by the rules of the Internet Chess Club (section 3 of the paper).

A message is one small number, so that it can name a node of the tree:

    bit 0            the move was accepted; ILLEGAL, a message of 0, says that it was not
    bits 1, 2        PAWN_TAKEN or PIECE_TAKEN
    bits 3 to 8      the square where it was taken (en passant: where the pawn stood)
    bits 9 to 13     the checks: RANK, FILE, LONG_DIAGONAL, SHORT_DIAGONAL, KNIGHT_CHECK; two of them in a double check
    bits 14 to 18    pawn tries of the player to move
    bits 19 to 21    how the game ended: MATE, STALEMATE ...

When the game is over, checks and pawn tries are not announced. All hear the same, with two exceptions: an illegal try
is told to its author alone, and the number of pawn tries to the player who has them.
"""

import re
from dataclasses import dataclass

from ...games.game import ACCEPTED
from ...games.game import Announcement as AnyAnnouncement
from ...games.rules import REFUSED
from .squares import COLOURS, NO_MOVE, move_name, parse_move, square, square_name

ILLEGAL, MOVED = REFUSED, ACCEPTED
PAWN_TAKEN, PIECE_TAKEN = 1 << 1, 2 << 1
TAKEN, TAKEN_AT = 3 << 1, 3
RANK, FILE, LONG_DIAGONAL, SHORT_DIAGONAL, KNIGHT_CHECK = (1 << k for k in range(9, 14))
CHECKS = RANK | FILE | LONG_DIAGONAL | SHORT_DIAGONAL | KNIGHT_CHECK
TRIES_AT, TRIES = 14, 31 << 14
END_AT, ENDS = 19, 7 << 19
MATE, STALEMATE, INSUFFICIENT, FIFTY_MOVES, REPETITION = 1, 2, 3, 4, 5

CHECK_NAMES = {
    RANK: "rank check",
    FILE: "file check",
    LONG_DIAGONAL: "long-diagonal check",
    SHORT_DIAGONAL: "short-diagonal check",
    KNIGHT_CHECK: "knight check",
}
END_NAMES = ("", "checkmate", "stalemate", "insufficient material", "fifty moves", "threefold repetition")


def message_text(message: int) -> str:
    """The message in words: `moved; pawn at e5 captured; file check; 2 pawn tries`."""
    if message == ILLEGAL:
        return "illegal"
    said = ["moved"]
    if message & TAKEN:
        what = "pawn" if message & TAKEN == PAWN_TAKEN else "piece"
        said.append(f"{what} at {square_name(message >> TAKEN_AT & 63)} captured")
    said += [name for check, name in CHECK_NAMES.items() if message & check]
    if count := (message & TRIES) >> TRIES_AT:
        said.append(f"{count} pawn {'try' if count == 1 else 'tries'}")
    if message & ENDS:
        said.append(END_NAMES[message >> END_AT])
    return "; ".join(said)


def parse_message(text: str) -> int:
    """The message that `message_text` wrote; ValueError names the words that are not the umpire's, or come once too
    often: there is one capture, one number of pawn tries and one end of the game."""
    if text.strip() == "illegal":
        return ILLEGAL
    message = MOVED
    for words in filter(None, (w.strip() for w in text.split(";"))):
        part = _parse_part(words)
        if any(message & once and part & once for once in (TAKEN, TRIES, ENDS)):
            raise ValueError(f"{words!r} is one thing too many: {message_text(message)!r} was said before it.")
        message |= part
    return message


def _parse_part(words: str) -> int:
    """What stands between two semicolons."""
    if words == "moved":
        return MOVED
    if found := re.fullmatch("(pawn|piece) at ([a-h][1-8]) captured", words):
        return (PAWN_TAKEN if found[1] == "pawn" else PIECE_TAKEN) | square(found[2]) << TAKEN_AT
    if (found := re.fullmatch(r"(\d+) pawn (?:try|tries)", words)) and 0 < int(found[1]) <= 16:
        return int(found[1]) << TRIES_AT
    for check, name in CHECK_NAMES.items():
        if name == words:
            return check
    if words in END_NAMES:
        return END_NAMES.index(words) << END_AT
    raise ValueError(f"{words[:40]!r} is nothing that an umpire says.")


@dataclass(frozen=True, slots=True)
class Announcement(AnyAnnouncement):
    """One message of Kriegspiel as one player hears it. `move` is known to its author only and NO_MOVE to the
    opponent."""

    @property
    def capture(self) -> int | None:
        """Where something was captured."""
        return self.message >> TAKEN_AT & 63 if self.message & TAKEN else None

    @property
    def pawn_captured(self) -> bool:
        return self.message & TAKEN == PAWN_TAKEN

    @property
    def piece_captured(self) -> bool:
        return self.message & TAKEN == PIECE_TAKEN

    @property
    def checks(self) -> tuple[int, ...]:
        """The directions of check, RANK to KNIGHT_CHECK."""
        return tuple(check for check in CHECK_NAMES if self.message & check)

    @property
    def pawn_tries(self) -> int:
        """Of the player who hears this, if it is to move now."""
        return (self.message & TRIES) >> TRIES_AT

    @property
    def end(self) -> int:
        """0 while the game goes on, else MATE, STALEMATE …"""
        return self.message >> END_AT

    def written(self) -> str:
        """As a line that `read` understands: `e2e4: moved`, or without the move where it is not known."""
        return f"{move_name(self.move)}: {message_text(self.message)}" if self.move else message_text(self.message)

    @classmethod
    def read(cls, text: str, ply: int, by: int) -> "Announcement":
        """What `written` wrote; ValueError if it is something else."""
        name, colon, rest = text.partition(":")
        move = parse_move(name) if colon else NO_MOVE
        return cls(ply, by, parse_message(rest if colon else text), move)

    def __str__(self) -> str:
        return f"{COLOURS.get(self.by, 'Umpire')}: {self.written()}"
