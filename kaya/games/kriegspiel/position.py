"""A game of Kriegspiel as the umpire sees it: the board, and all that was tried on it."""

from dataclasses import dataclass

import numpy as np

from ...kernel import split_seed, zeros
from ..game import Position
from . import judgement
from .fen import START, read_fen, write_fen
from .messages import END_NAMES, ILLEGAL, MATE, Announcement, for_author
from .moves import MOST_TRIES, tries
from .rules import kriegspiel
from .squares import PAWN, WHITE, move_name, show
from .view import Start


@dataclass(frozen=True)
class Ply:
    """One half-move: what was tried in vain before it, the move, and the umpire's whole message."""

    tried: tuple[int, ...]
    move: int
    message: int


class KriegspielPosition(Position):
    """The umpire's game.

        game = KriegspielPosition()
        game.try_move(parse_move("e2e4"))

    `try_move` answers as an umpire does; `announcements(side)` is all that a side has heard so far."""

    def __init__(self, fen: str = START):
        states = zeros(kriegspiel.dtype)
        states.rng = split_seed(0)
        read_fen(states[0], fen)
        super().__init__(kriegspiel, states)
        self.plies: list[Ply] = []
        self.tried: list[int] = []  # in vain, in this turn

    @property
    def fen(self) -> str:
        return write_fen(self.state)

    @property
    def start_fen(self) -> str:
        return write_fen(self._history[0].view(np.recarray)[0])

    @property
    def end(self) -> int:
        """0 while the game goes on, else how it ended: MATE, STALEMATE …"""
        return int(self.state.end)

    @property
    def outcome(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
        if self.end == MATE:
            return "0-1" if self.mover == WHITE else "1-0"
        return "1/2-1/2" if self.end else "*"

    @property
    def ending(self) -> str:
        """How the game ended, in words."""
        return END_NAMES[self.end]

    def possible_tries(self) -> list[int]:
        """What the player to move may still try, by its own pieces and the announced pawn tries."""
        if self.over:
            return []
        into = np.zeros(MOST_TRIES, np.int32)
        listed = into[: tries(self.state, into)].tolist()
        return [m for m in listed if m not in self.tried]

    def try_move(self, move: int) -> int:
        """Try a move for the player to move: the umpire's whole message, ILLEGAL if the board forbids it. ValueError if
        the player could know that by its own pieces, or has tried it before in this turn."""
        if self.over:
            raise ValueError(f"The game is over: {self.ending}.")
        if move in self.tried:
            raise ValueError(f"{move_name(move)} was tried before in this turn.")
        states = self.states.copy()
        message = int(judgement.try_move(states[0], move))
        if message == ILLEGAL:
            if move not in self.possible_tries():
                raise ValueError(f"{move_name(move)} is impossible for the player's own pieces.")
            self.tried.append(move)
            return message
        self._add(states, self.mover, move)
        self.plies.append(Ply(tuple(self.tried), move, message))
        self.tried = []
        return message

    def play(self, move: int) -> None:
        """Play a legal move; ValueError, and nothing is noted, if it is not."""
        if not self.is_legal(move):
            raise ValueError(f"{move_name(move)} is not legal here.")
        self.try_move(move)

    def undo(self) -> None:
        super().undo()
        self.tried = list(self.plies.pop().tried)

    def copy(self) -> "KriegspielPosition":
        twin = super().copy()
        assert isinstance(twin, KriegspielPosition)
        twin.plies, twin.tried = list(self.plies), list(self.tried)
        return twin

    def start_for(self, side: int) -> Start:
        """What a side is told before the first move: its own pieces, and how many the other has."""
        states = self._history[0].view(np.recarray).copy()
        board = states[0]
        own, other = int(board.of_colour[side]), int(board.of_colour[3 - side])
        pieces = tuple((s, int(board.kind_at[s])) for s in range(64) if own >> s & 1)
        pawns = (other & int(board.of_kind[PAWN])).bit_count()
        turn, rights = int(board.turn), int(board.castling) & (3 if side == WHITE else 12)
        message = int(judgement.judge(board))
        return Start(side, turn, pieces, rights, pawns, other.bit_count() - pawns - 1, int(board.ply),
                     message if turn == side else for_author(message))  # fmt: skip

    def announcements(self, side: int) -> list[Announcement]:
        """All that a side has heard since the start."""
        first = int(self._history[0]["ply"][0]) + 1
        heard: list[Announcement] = []
        for number, (by, ply) in enumerate(zip(self.movers, self.plies, strict=True), start=first):
            heard += [Announcement(number, by, ILLEGAL, move) for move in ply.tried if by == side]
            heard.append(_told(side, number, by, ply))
        heard += [Announcement(first + len(self.plies), side, ILLEGAL, m) for m in self.tried if self.mover == side]
        return heard

    def last_announcement(self, side: int) -> Announcement:
        """What a side heard last, the game having begun."""
        number = int(self.state.ply)
        if self.tried and self.mover == side:
            return Announcement(number + 1, side, ILLEGAL, self.tried[-1])
        return _told(side, number, self.movers[-1], self.plies[-1])

    def __str__(self) -> str:
        white = int(self.state.of_colour[WHITE])
        return show({s: (int(k), bool(white >> s & 1)) for s, k in enumerate(self.state.kind_at) if k})


def _told(side: int, number: int, by: int, ply: Ply) -> Announcement:
    """A legal move as one side hears of it."""
    if side == by:
        return Announcement(number, by, for_author(ply.message), ply.move)
    return Announcement(number, by, ply.message)
