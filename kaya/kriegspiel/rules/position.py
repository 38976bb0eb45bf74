"""A game of Kriegspiel as the umpire sees it: the board, and all that was tried on it."""

import numpy as np

from ...games.game import Verdict
from ...games.umpire import Umpired
from ...kernel import split_seed, zeros
from . import umpire
from .drawing import board_svg
from .fen import START, read_fen, write_fen
from .game import kriegspiel
from .messages import END_NAMES, MATE, Announcement
from .notation import parse_san
from .squares import PAWN, WHITE, move_name, parse_move, show
from .view import Start

POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


class KriegspielPosition(Umpired):
    """The umpire's game. `try_move` answers as an umpire does; `announcements(side)` is all that a side has heard.

    >>> game = KriegspielPosition()
    >>> told = game.attempt(game.parse_move("e2e4"))
    >>> told[2].legal, told[2].move == told[1].move
    (True, False)
    """

    heard = Announcement

    def __init__(self, fen: str = START):
        states = zeros(kriegspiel.dtype)
        states.rng = split_seed(0)
        read_fen(states[0], fen)
        super().__init__(kriegspiel, states)

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

    @property
    def first_ply(self) -> int:
        return int(self._history[0]["ply"][0]) + 1

    def move_name(self, move: int) -> str:
        return move_name(move)

    def parse_move(self, text: str) -> int:
        """A move in coordinates (`e2e4`), or as chess players write it (`Nf3`) where it is legal."""
        try:
            return parse_move(text)
        except ValueError:
            return parse_san(self.state, text)

    def verdict(self) -> Verdict:
        return Verdict(POINTS[self.outcome], self.outcome, self.ending)

    def start_for(self, side: int) -> Start:
        """What a side is told before the first move: its own pieces, and how many the opponent has."""
        states = self._history[0].view(np.recarray).copy()
        board = states[0]
        own, other = int(board.of_colour[side]), int(board.of_colour[3 - side])
        pieces = tuple((s, int(board.kind_at[s])) for s in range(64) if own >> s & 1)
        pawns = (other & int(board.of_kind[PAWN])).bit_count()
        turn, rights = int(board.turn), int(board.castling) & (3 if side == WHITE else 12)
        message = int(umpire.inspect_position(board))
        return Start(
            side,
            turn,
            int(board.ply),
            message if turn == side else int(umpire.told(board, message)),
            pieces,
            rights,
            pawns,
            other.bit_count() - pawns - 1,
        )

    @property
    def pieces(self) -> dict[int, tuple[int, bool]]:
        """All pieces: by square the kind, and whether it is White's."""
        white = int(self.state.of_colour[WHITE])
        return {s: (int(k), bool(white >> s & 1)) for s, k in enumerate(self.state.kind_at) if k}

    def __str__(self) -> str:
        return show(self.pieces)

    def _repr_svg_(self) -> str:
        return board_svg(self.pieces, last=int(self.state.last))


kriegspiel.position = KriegspielPosition
