"""What a player knows: its own pieces, and what the umpire has told it.

A view is made by the player, from values that it was handed; it has no way to the umpire. Its board is a record like
the umpire's on which the other colour is empty.
"""

from collections import Counter
from dataclasses import dataclass

from ...games.umpire import Start as AnyStart
from ...games.umpire import View as AnyView
from .board import KEPT, clear, lift, make, put, set_rights
from .drawing import board_svg
from .game import kriegspiel
from .messages import CHECKS, END_AT, MATE, TRIES, TRIES_AT, Announcement
from .squares import COLOURS, KINDS, KING, WHITE, move_name, parse_move, show


@dataclass(frozen=True)
class Start(AnyStart):
    """What a player is told before the first move: its side, its own pieces as (square, kind), its castling rights, and
    how many pieces the opponent has, as everybody knows."""

    pieces: tuple[tuple[int, int], ...] = ()
    castling: int = 0
    enemy_pawns: int = 8
    enemy_pieces: int = 7  # without the king

    def view(self) -> "View":
        return View(self)


class View(AnyView):
    """The game as one player sees it. Its board is a record like the umpire's on which the other colour is empty."""

    game = kriegspiel
    names = COLOURS

    def __init__(self, start: Start):
        super().__init__(start)
        self.lost: list[int] = []  # the kinds of the own pieces that were captured
        self.enemy_pawns, self.enemy_pieces = start.enemy_pawns, start.enemy_pieces  # left; who promoted is not known
        board = self.board
        clear(board)
        for s, kind in start.pieces:
            put(board, s, start.side, kind)
        set_rights(board, start.to_move, start.castling, 0, start.ply)
        self._note(start.message)

    @property
    def pieces(self) -> dict[int, int]:
        """The own pieces: kind by square."""
        return {s: int(kind) for s, kind in enumerate(self.board.kind_at) if kind}

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

    def _move(self, announcement: Announcement) -> None:
        make(self.board, announcement.move)
        self.enemy_pawns -= announcement.pawn_captured
        self.enemy_pieces -= announcement.piece_captured

    def _suffer(self, announcement: Announcement) -> None:
        board, where = self.board, announcement.capture
        if where is not None:
            kind = int(board.kind_at[where])
            if kind in (0, KING):
                raise ValueError(f"The umpire cannot have said {str(announcement)!r}: there is nothing to capture.")
            lift(board, where, self.side, kind)
            self.lost.append(kind)
            board.castling &= KEPT[where]
        board.turn, board.ply = self.side, board.ply + 1

    def _note(self, message: int) -> None:
        self.board.tries = (message & TRIES) >> TRIES_AT if self.to_move == self.side else 0
        self.board.end = message >> END_AT

    def move_name(self, move: int) -> str:
        return move_name(move)

    def parse_move(self, text: str) -> int:
        return parse_move(text)

    @property
    def moves_to_go(self) -> float:
        return max(60.0 - self.ply / 2, 25.0)

    def captured(self) -> str:
        """What has been captured, in words: the opponent's pieces as the umpire called them, and the own by kind."""
        pawns, pieces = self.start.enemy_pawns - self.enemy_pawns, self.start.enemy_pieces - self.enemy_pieces
        won = [_counted(n, name) for n, name in ((pawns, "pawn"), (pieces, "piece")) if n]
        lost = [_counted(n, KINDS[kind]) for kind, n in sorted(Counter(self.lost).items())]
        return f"captured: {', '.join(won) or 'nothing'}; lost: {', '.join(lost) or 'nothing'}"

    def __str__(self) -> str:
        return show(self._drawn)

    def _repr_svg_(self) -> str:
        return board_svg(self._drawn, self.side)

    @property
    def _drawn(self) -> dict[int, tuple[int, bool]]:
        return {s: (kind, self.side == WHITE) for s, kind in self.pieces.items()}


def _counted(n: int, name: str) -> str:
    return f"{n} {name}{'s' if n > 1 else ''}"
