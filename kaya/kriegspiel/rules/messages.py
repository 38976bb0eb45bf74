"""The umpire's messages, by the rules of the Internet Chess Club (section 3 of the paper) and those of `rule_sets`.

A message is one small number, so that it can name a node of the tree:

    bit 0            the move was accepted; ILLEGAL, a message of 0, says that it was not
    bits 1, 2        PAWN_TAKEN or PIECE_TAKEN; both where the umpire does not say which
    bits 3 to 8      the square where it was taken (en passant: where the pawn stood)
    bits 9 to 13     the checks: RANK, FILE, LONG_DIAGONAL, SHORT_DIAGONAL, KNIGHT_CHECK; two of them in a double check
    bits 14 to 18    pawn tries of the player to move; SOME if it is said that there are, and UNTOLD if nothing is said
    bits 19 to 21    how the game ended: MATE, STALEMATE ...
    bits 22 to 29    which of the pawns of the player to move have a try, in the order of their squares
    bit 30           SPECIAL: a promotion, or a capture en passant; which, the square tells

When the game is over, checks and pawn tries are not announced. All hear the same, with exceptions: by the rules of the
ICC an illegal try is told to its author alone, and the number of pawn tries to the player who has them. HAS_ANY and
NO_ANY answer the question "any?", which both hear; no move was made.
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
UNTOLD, SOME = 30, 31
END_AT, ENDS = 19, 7 << 19
MATE, STALEMATE, INSUFFICIENT, FIFTY_MOVES, REPETITION, LOST_STALEMATE = 1, 2, 3, 4, 5, 6
SOURCES_AT, SOURCES = 22, 255 << 22
SPECIAL = 1 << 30
TURN = CHECKS | TRIES | SOURCES  # what is said of the turn that begins
HAS_ANY, NO_ANY = SOME << TRIES_AT, SPECIAL

CHECK_NAMES = {
    RANK: "rank check",
    FILE: "file check",
    LONG_DIAGONAL: "long-diagonal check",
    SHORT_DIAGONAL: "short-diagonal check",
    KNIGHT_CHECK: "knight check",
}
END_NAMES = (
    "",
    "checkmate",
    "stalemate",
    "insufficient material",
    "fifty moves",
    "threefold repetition",
    "stalemate, which loses",
)
ANSWERS = {ILLEGAL: "illegal", HAS_ANY: "yes, a pawn can capture", NO_ANY: "no pawn can capture"}
"""What is said where no move was made."""


def is_en_passant(message: int) -> bool:
    """Is it told that a capture was en passant? A promotion captures on the first row or the last."""
    return bool(message & SPECIAL and message & TAKEN and 3 <= message >> TAKEN_AT + 3 & 7 <= 4)


def behind(s: int) -> int:
    """Where a pawn goes that captures the one on s en passant; and the other way round."""
    return s ^ 8


def tells_nothing(message: int) -> bool:
    """Does it say no more than that a move was made?"""
    return message in (MOVED, MOVED | UNTOLD << TRIES_AT)


def message_text(message: int, squares: int = 0) -> str:
    """The message in words: `moved; pawn at e5 captured; file check; 2 pawn tries`. `squares` is the set of those from
    which pawns can capture, where the umpire tells it."""
    if message in ANSWERS:
        return ANSWERS[message]
    said = ["moved"]
    if message & TAKEN:
        said.append(_capture_text(message))
    if message & SPECIAL and not is_en_passant(message):
        said.append("promotion")
    said += [name for check, name in CHECK_NAMES.items() if message & check]
    count = (message & TRIES) >> TRIES_AT
    if squares:
        said.append(f"pawn tries from {' '.join(square_name(s) for s in range(64) if squares >> s & 1)}")
    elif count == SOME:
        said.append("pawn tries")
    elif count and count != UNTOLD:
        said.append(f"{count} pawn {'try' if count == 1 else 'tries'}")
    if message & ENDS:
        said.append(END_NAMES[(message & ENDS) >> END_AT])
    return "; ".join(said)


def _capture_text(message: int) -> str:
    where, taken = message >> TAKEN_AT & 63, message & TAKEN
    if is_en_passant(message):
        return f"capture at {square_name(behind(where))} en passant"
    if taken == TAKEN:
        return f"capture at {square_name(where)}"
    return f"{'pawn' if taken == PAWN_TAKEN else 'piece'} at {square_name(where)} captured"


def parse_message(text: str) -> int:
    """The message that `message_text` wrote, without the squares of pawn tries, for which see `parse_squares`;
    ValueError names the words that are not the umpire's, or come once too often: there is one capture, one number of
    pawn tries and one end of the game."""
    for message, words in ANSWERS.items():
        if text.strip() == words:
            return message
    message = MOVED
    for words in filter(None, (w.strip() for w in text.split(";"))):
        part = _parse_part(words)
        if any(message & once and part & once for once in (TAKEN, TRIES, ENDS)):
            raise ValueError(f"{words!r} is one thing too many: {message_text(message)!r} was said before it.")
        message |= part
    return message


def parse_squares(text: str) -> int:
    """The set of squares from which pawns can capture, where `message_text` has told it; else 0."""
    found = re.search(r"pawn tries from((?: [a-h][1-8])+)", text)
    return sum(1 << square(name) for name in set(found[1].split())) if found else 0


def _parse_part(words: str) -> int:
    """What stands between two semicolons."""
    if words == "moved":
        return MOVED
    if found := re.fullmatch("(pawn|piece) at ([a-h][1-8]) captured", words):
        return (PAWN_TAKEN if found[1] == "pawn" else PIECE_TAKEN) | square(found[2]) << TAKEN_AT
    if found := re.fullmatch("capture at ([a-h][1-8])", words):
        return TAKEN | square(found[1]) << TAKEN_AT
    if found := re.fullmatch("capture at ([a-h][36]) en passant", words):
        return TAKEN | behind(square(found[1])) << TAKEN_AT | SPECIAL
    if words == "promotion":
        return SPECIAL
    if words == "pawn tries":
        return SOME << TRIES_AT
    if re.fullmatch("pawn tries from(?: [a-h][2-7]){1,8}", words):
        return parse_squares(words).bit_count() << TRIES_AT
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
    opponent; `squares` is the set of those from which pawns can capture, where the umpire tells it to both."""

    squares: int = 0

    @property
    def legal(self) -> bool:
        """Was a move made? A refusal and an answer to "any?" are none."""
        return bool(self.message & MOVED)

    @property
    def asks(self) -> bool:
        """Is it the answer to "any?"?"""
        return self.message in (HAS_ANY, NO_ANY)

    def tells(self, side: int) -> bool:
        """Is it about a move of the opponent, or an own try? The others are questions, and tries that the opponent has
        made in vain, of which most programs make nothing."""
        return not self.asks and (self.legal or self.by == side)

    @property
    def capture(self) -> int | None:
        """Where something was captured."""
        return self.message >> TAKEN_AT & 63 if self.legal and self.message & TAKEN else None

    @property
    def pawn_captured(self) -> bool:
        return self.legal and (self.message & TAKEN == PAWN_TAKEN or is_en_passant(self.message))

    @property
    def piece_captured(self) -> bool:
        return self.message & TAKEN == PIECE_TAKEN

    @property
    def checks(self) -> tuple[int, ...]:
        """The directions of check, RANK to KNIGHT_CHECK."""
        return tuple(check for check in CHECK_NAMES if self.message & check)

    @property
    def pawn_tries(self) -> int:
        """Of the player who hears this, if it is to move now; SOME or UNTOLD where no number is told."""
        return (self.message & TRIES) >> TRIES_AT

    @property
    def end(self) -> int:
        """0 while the game goes on, else MATE, STALEMATE …"""
        return (self.message & ENDS) >> END_AT

    def written(self) -> str:
        """As a line that `read` understands: `e2e4: moved`, or without the move where it is not known."""
        said = message_text(self.message, self.squares)
        return f"{move_name(self.move)}: {said}" if self.move else said

    @classmethod
    def read(cls, text: str, ply: int, by: int) -> "Announcement":
        """What `written` wrote; ValueError if it is something else."""
        name, colon, rest = text.partition(":")
        move, said = (parse_move(name), rest) if colon else (NO_MOVE, text)
        return cls(ply, by, parse_message(said), move, parse_squares(said))

    def __str__(self) -> str:
        return f"{COLOURS.get(self.by, 'Umpire')}: {self.written()}"
