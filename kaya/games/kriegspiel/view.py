"""What a player knows: its own pieces, and what the umpire has told it.

A view is made by the player, from values that it was handed; it has no way to the umpire. Its board is a record like
the umpire's on which the other colour is empty.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...kernel import zeros
from .board import KEPT, clear, lift, make, put, set_rights
from .messages import CHECKS, END_AT, ILLEGAL, MATE, TRIES, TRIES_AT, Announcement
from .moves import MOST_TRIES, tries
from .rules import kriegspiel
from .squares import COLOURS, KINDS, WHITE, move_name, show


@dataclass(frozen=True)
class Start:
    """What a player is told before the first move: its side, its own pieces as (square, kind), its castling rights, and
    how many men the other has, as everybody knows. `message` is what the umpire says of the position as it stands."""

    side: int
    to_move: int
    pieces: tuple[tuple[int, int], ...]
    castling: int
    enemy_pawns: int = 8
    enemy_pieces: int = 7  # without the king
    ply: int = 0
    message: int = 0


class View:
    """The game as one player sees it.

    view = View(start)
    view.hear(announcement)     # every announcement that was meant for this player, in their order
    view.tries()                # what could be tried now
    """

    def __init__(self, start: Start):
        self.start = start
        self.side = start.side
        self.to_move = start.to_move
        self.log: list[Announcement] = []
        self.tried: list[int] = []  # in vain, in this turn
        self.lost: list[int] = []  # the kinds of the own pieces that were captured
        self.enemy_pawns, self.enemy_pieces = start.enemy_pawns, start.enemy_pieces  # left; who promoted is not known
        self.message = start.message  # the last one that was no refusal
        self.boards: np.recarray = zeros(kriegspiel.dtype)
        board = self.board
        clear(board)
        for s, kind in start.pieces:
            put(board, s, start.side, kind)
        set_rights(board, start.to_move, start.castling, 0, start.ply)
        self._note(start.message)

    @property
    def board(self) -> Any:
        """The own pieces as a board record; the other colour is empty."""
        return self.boards[0]

    @property
    def pieces(self) -> dict[int, int]:
        """The own pieces: kind by square."""
        return {s: int(kind) for s, kind in enumerate(self.board.kind_at) if kind}

    @property
    def my_turn(self) -> bool:
        return self.to_move == self.side and not self.over

    @property
    def ply(self) -> int:
        """Half-moves played so far."""
        return int(self.board.ply)

    @property
    def pawn_tries(self) -> int:
        """How many the umpire has announced for this turn."""
        return int(self.board.tries)

    @property
    def checks(self) -> int:
        """The checks against the own king in this turn, as bits of a message; 0 if there is none."""
        return self.message & CHECKS if self.to_move == self.side else 0

    @property
    def end(self) -> int:
        return int(self.board.end)

    @property
    def over(self) -> bool:
        return self.end != 0

    @property
    def points(self) -> float | None:
        """1 for a win, 0 for a loss, one half for a draw; None while the game goes on."""
        if not self.over:
            return None
        return 0.5 if self.end != MATE else float(self.to_move != self.side)

    def hear(self, announcement: Announcement) -> None:
        """Take notice of what the umpire has said to this player; ValueError if it cannot be so."""
        by, message = announcement.by, announcement.message
        if self.over or by != self.to_move:
            why = "the game is over" if self.over else f"{COLOURS[self.to_move]} is to move"
            raise ValueError(f"The umpire cannot have said {str(announcement)!r}: {why}.")
        if by == self.side:
            self._hear_of_own(announcement)
        else:
            self._hear_of_other(announcement)
        self.log.append(announcement)
        if message != ILLEGAL:
            self.tried = []
            self.to_move = 3 - by
            self._note(message)

    def _hear_of_own(self, announcement: Announcement) -> None:
        move = announcement.move
        if not int(self.board.of_colour[self.side]) >> (move & 63) & 1:
            raise ValueError(f"{move_name(move)} moves no own piece.")
        if announcement.message == ILLEGAL:
            self.tried.append(move)
            return
        make(self.board, move)
        self.enemy_pawns -= announcement.pawn_captured
        self.enemy_pieces -= announcement.piece_captured

    def _hear_of_other(self, announcement: Announcement) -> None:
        board, where = self.board, announcement.capture
        if where is not None:
            kind = int(board.kind_at[where])
            if kind == 0:
                raise ValueError(f"The umpire cannot have said {str(announcement)!r}: there is no own piece.")
            lift(board, where, self.side, kind)
            self.lost.append(kind)
            board.castling &= KEPT[where]
        board.turn, board.ply = self.side, board.ply + 1

    def _note(self, message: int) -> None:
        """Set what the message says of the turn that begins."""
        self.message = message
        self.board.tries = (message & TRIES) >> TRIES_AT if self.to_move == self.side else 0
        self.board.end = message >> END_AT

    def tries(self) -> list[int]:
        """The moves that could be legal for all that own pieces, pawn tries and refusals tell."""
        if not self.my_turn:
            return []
        into = np.zeros(MOST_TRIES, np.int32)
        return [m for m in into[: tries(self.board, into)].tolist() if m not in self.tried]

    def captured(self) -> str:
        """What has been captured, in words: the other's men as the umpire called them, and the own by kind."""
        pawns, pieces = self.start.enemy_pawns - self.enemy_pawns, self.start.enemy_pieces - self.enemy_pieces
        won = [_counted(n, name) for n, name in ((pawns, "pawn"), (pieces, "piece")) if n]
        lost = [_counted(n, KINDS[kind]) for kind, n in sorted(Counter(self.lost).items())]
        return f"captured: {', '.join(won) or 'nothing'}; lost: {', '.join(lost) or 'nothing'}"

    def __str__(self) -> str:
        return show({s: (kind, self.side == WHITE) for s, kind in self.pieces.items()})


def _counted(n: int, name: str) -> str:
    return f"{n} {name}{'s' if n > 1 else ''}"
