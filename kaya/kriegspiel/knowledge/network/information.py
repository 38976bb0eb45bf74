"""All that one player has heard, in numbers: what a network sees of a game.

Most of it is a metaposition (section 4.3 of the paper), in which nothing that was heard is lost that bounds where enemy
pieces are. Beside it stands what that does not keep: the latest moves, where the last captures were, and what was
tried in vain in this turn. The same kernels follow games of self-play and games of a player."""

from copy import copy
from typing import Any

import numpy as np

from ....kernel import at, kernel, record, zeros
from ...rules import ILLEGAL, Announcement, Start
from ...rules.attacks import NOTHING, ONE, bit
from ...rules.messages import TAKEN, TAKEN_AT
from ..metapositions.deduction import besides_king, bound_by_tries
from ..metapositions.metaposition import METAPOSITION, Metaposition, accepted, enemy_moved, refused

# fmt: off
INFORMATION = record(
    ("metaposition", METAPOSITION, (1,)),
    ("gone", "u8", 4),          # where own pieces were captured: one word for each of the latest moves of the enemy
    ("taken", "u8", 4),         # and where own moves have captured
    ("moved", "u8", 2),         # from and to of the latest own moves
    ("sources", "u8"),          # own tries refused in this turn, where they began
    ("targets", "u8"),          # and where they led
    ("vain", "u8", 64),         # by where they began, where they led
    ("draw", "f8"),             # what a draw is worth to the player, from -1 to 1
)
# fmt: on


@kernel
def shift_in(words, word):
    """The latest word comes first, the oldest is forgotten."""
    for k in range(len(words) - 1, 0, -1):
        words[k] = words[k - 1]
    words[0] = word


@kernel
def captured_at(message):
    """The set of the square where the message says that something was captured."""
    return bit(message >> TAKEN_AT & 63) if message & TAKEN else NOTHING


@kernel
def hear_refusal(information, move):
    refused(information.metaposition[0], move)
    source, target = move & 63, move >> 6 & 63
    information.sources |= bit(source)
    information.targets |= bit(target)
    information.vain[at(source)] |= bit(target)


@kernel
def hear_own_move(information, move, message):
    accepted(information.metaposition[0], move, message)
    source, target = move & 63, move >> 6 & 63
    shift_in(information.moved, bit(source) | bit(target))
    shift_in(information.taken, captured_at(message))
    information.sources, information.targets = NOTHING, NOTHING
    information.vain[:] = NOTHING


@kernel
def hear_enemy_move(information, message):
    enemy_moved(information.metaposition[0], message)
    shift_in(information.gone, captured_at(message))


class Information:
    """What a player has heard from the start of a game on."""

    def __init__(self, start: Start, draw: float = 0.0):
        self.records: np.recarray = zeros(INFORMATION)
        self.record.metaposition[0], self.record.draw = Metaposition(start).record, draw

    @property
    def record(self) -> Any:
        return self.records[0]

    def told(self, pawn_tries: int) -> "Information":
        """The same, as if the umpire had announced so many pawn tries for this turn."""
        other = copy(self)
        other.records = self.records.copy()
        metaposition = other.record.metaposition[0]
        metaposition.tries = pawn_tries
        bound_by_tries(metaposition)
        return other

    def may_capture(self, move: int) -> bool:
        """Whether something may stand where a pawn captures, as far as is known."""
        metaposition = self.record.metaposition[0]
        return bool((besides_king(metaposition) | metaposition.passing) >> np.uint64(move >> 6 & 63) & ONE)

    def hear(self, announcement: Announcement) -> None:
        information = self.record
        side = int(information.metaposition[0].side)
        if not announcement.tells(side):
            return
        if announcement.by != side:
            hear_enemy_move(information, announcement.message)
        elif announcement.message == ILLEGAL:
            hear_refusal(information, announcement.move)
        else:
            hear_own_move(information, announcement.move, announcement.message)
