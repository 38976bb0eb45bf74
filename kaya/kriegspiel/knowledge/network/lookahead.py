"""What the network thinks of an own try and the reply to it: both are made on likely boards, the reply is drawn by the
opponent's habits, and the network is asked what it would then make of what the player has heard.

    A(a) = mean of the network's value after a and a reply, over the boards on which a is legal

It sees where games lead, which no count of material does, and with what the player will know, not with what the board
shows."""

import numpy as np

from ....kernel import at, kernel, random_below, zeros
from ...rules.attacks import bit
from ...rules.game import kriegspiel
from ...rules.messages import LOST_STALEMATE, MATE, TAKEN
from ...rules.moves import is_legal
from ...rules.umpire import announce
from ..particles.habits import drawn_move, now_known
from .information import INFORMATION, Information, hear_enemy_move, hear_own_move
from .network import Asking, ask


@kernel
def ended_value(board, us, draw):
    """The result of a game that is over, for one side."""
    if board.end != MATE and board.end != LOST_STALEMATE:
        return draw
    return 1.0 if board.turn != us else -1.0


@kernel
def after_reply(board, move, mind, information):
    """Make a legal move and a reply to it on the board, and let the information state hear of both; the game's value,
    or NaN while it goes on."""
    us = board.turn
    message = announce(board, move)
    if board.end:
        return ended_value(board, us, information.draw)
    hear_own_move(information, move, message)
    known, home = now_known(mind.known, move, message & TAKEN != 0), mind.home & ~bit(move & 63)
    message = announce(board, drawn_move(board, message, known, home, mind))
    if board.end:
        return ended_value(board, us, information.draw)
    hear_enemy_move(information, message)
    return np.nan


@kernel
def look_ahead(network, memory, information, words, numbers, planes, nowhere, boards, count, spare, tries, mind, sums):
    """Add to `sums` what each try is worth on `count` of the boards, drawn at random, and on how many it is legal; the
    board `spare` has the random numbers, and `information` is two records, the second for trying."""
    for _ in range(count):
        b = random_below(spare[0], len(boards))
        for k in range(len(tries)):
            move = np.int64(tries[at(k)])
            if not is_legal(boards[at(b)], move):
                continue
            rng = spare[0].rng
            spare[0] = boards[at(b)]
            spare[0].rng = rng
            information[1] = information[0]
            value = after_reply(spare[0], move, mind, information[1])
            if np.isnan(value):
                value = ask(network, memory, information[1], words, numbers, planes, nowhere, nowhere)
            sums[at(k), 0] += value
            sums[at(k), 1] += 1.0


class LookingAhead:
    """A network that looks ahead in one game; the same seed draws the same boards and replies."""

    def __init__(self, asking: Asking, rng: int):
        self.asking, self.spare, self.information = asking, zeros(kriegspiel.dtype), zeros(INFORMATION, 2)
        self.spare.rng = rng

    def __call__(self, information: Information, boards: np.ndarray, count: int, tries: np.ndarray, mind) -> np.ndarray:
        """A of each of these tries; NaN where it was legal on no board that was drawn."""
        self.information[0] = information.records[0]
        asking, sums = self.asking, np.zeros((len(tries), 2))
        room = asking.words, asking.numbers, asking.planes, asking.policy[:0]
        place = asking.ready.address, asking.memory.ctypes.data
        look_ahead(*place, self.information, *room, boards, count, self.spare, tries, mind, sums)
        return np.where(sums[:, 1] > 0, sums[:, 0] / np.maximum(sums[:, 1], 1.0), np.nan)
