"""What a player knows: its own pieces, and what the umpire has told it.

A view is made by the player, from values that it was handed; it has no way to the umpire. Its board is a record like
the umpire's on which the other colour is empty.
"""

from collections import Counter
from dataclasses import dataclass, replace

from ...games.umpire import Announcement as AnyAnnouncement
from ...games.umpire import Start as AnyStart
from ...games.umpire import View as AnyView
from .attacks import NOTHING
from .board import KEPT, clear, lift, make, put, set_rights
from .drawing import board_svg
from .game import kriegspiel
from .messages import (
    CHECKS,
    END_AT,
    ENDS,
    HAS_ANY,
    LOST_STALEMATE,
    MATE,
    SOME,
    SOURCES,
    SOURCES_AT,
    TRIES,
    TRIES_AT,
    UNTOLD,
    Announcement,
)
from .moves import is_pawn_capture
from .rule_sets import DEFAULT, RuleSet, find_rules
from .squares import ANY, COLOURS, KINDS, KING, PAWN, WHITE, move_name, parse_move, show
from .umpire import MUST_CAPTURE, NONE, NOT_ASKED, RELEASED


@dataclass(frozen=True)
class Start(AnyStart):
    """What a player is told before the first move: its side, its own pieces as (square, kind), its castling rights, and
    how many pieces the opponent has, as everybody knows."""

    pieces: tuple[tuple[int, int], ...] = ()
    castling: int = 0
    enemy_pawns: int = 8
    enemy_pieces: int = 7  # without the king
    rules: str = DEFAULT  # the rule set
    squares: int = 0  # those from which pawns can capture, where the umpire tells it
    endless: bool = False  # neither fifty moves nor a threefold repetition end the game

    @property
    def rule_set(self) -> RuleSet:
        """What the umpire says, and to whom."""
        return replace(find_rules(self.rules), endless=self.endless)

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
        self.untyped = 0  # what was captured of them without being called pawn or piece
        self.rules: RuleSet = start.rule_set
        board = self.board
        board.rules = self.rules.bits
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
    def enemy_men(self) -> int:
        """How many pieces and pawns the opponent has left besides its king."""
        return self.enemy_pawns + self.enemy_pieces - self.untyped

    @property
    def may_ask(self) -> bool:
        """May the player ask "any?" now?"""
        return self.my_turn and self.rules.pawn_tries == "asked" and bool(self.board.asked == NOT_ASKED)

    @property
    def ply(self) -> int:
        """Half-moves played so far."""
        return int(self.board.ply)

    @property
    def pawn_tries(self) -> int:
        """How many the umpire has announced for this turn; SOME or UNTOLD where it tells no number."""
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
        return 0.5 if self.end not in (MATE, LOST_STALEMATE) else float(self.to_move != self.side)

    def hear(self, announcement: AnyAnnouncement) -> None:
        super().hear(announcement)
        if announcement.move == ANY:
            self.tried.remove(ANY)  # a question is no try in vain; `board.asked` has its answer

    def _overheard(self, announcement: Announcement) -> None:
        """Questions and refused tries of the opponent are told to both, by most rule sets."""
        if not self.rules.refusals_to_both:
            super()._overheard(announcement)

    def _move(self, announcement: Announcement) -> None:
        move, where = announcement.move, announcement.capture
        make(self.board, move)
        pawn = announcement.pawn_captured or (where is not None and where != move >> 6 & 63)  # en passant, it knows
        self.enemy_pawns -= pawn
        self.enemy_pieces -= announcement.piece_captured
        self.untyped += where is not None and not pawn and not announcement.piece_captured
        if self.enemy_men == 0:
            self.enemy_pawns = self.enemy_pieces = self.untyped = 0

    def _can_be_tried(self, move: int) -> bool:
        return self.may_ask if move == ANY else super()._can_be_tried(move)

    def _refused(self, announcement: Announcement) -> None:
        """The answer to a question, or a refusal, which may be what a question obliges to."""
        board, move = self.board, announcement.move
        if move == ANY:
            yes = announcement.message == HAS_ANY
            board.tries, board.asked = (SOME, MUST_CAPTURE) if yes else (0, NONE)
        elif board.asked == MUST_CAPTURE and self.rules.releases and is_pawn_capture(board, move):
            board.asked = RELEASED

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
        board, own = self.board, self.to_move == self.side
        board.tries = (message & TRIES) >> TRIES_AT if own else 0
        board.asked, board.sources = NOT_ASKED, NOTHING
        if own and message & SOURCES:
            pawns = [s for s, kind in self.pieces.items() if kind == PAWN]
            board.sources = sum(1 << s for k, s in enumerate(pawns) if message >> SOURCES_AT + k & 1)
        board.end = (message & ENDS) >> END_AT

    def completed(self, announcement: Announcement) -> Announcement:
        """What was read from text, with what the words leave to the hearer: which of the own pawns stand on the squares
        that were told, and that nothing is said of pawn tries."""
        if announcement.by == self.side or not announcement.legal or announcement.end:
            return announcement
        message = announcement.message | self.untold(announcement.squares, announcement.capture)
        return replace(announcement, message=message)

    def untold(self, squares: int, captured: int | None = None) -> int:
        """The part of a message about the own turn that words leave out; `captured` is where it tells of a capture."""
        if self.rules.pawn_tries in ("asked", "never"):
            return UNTOLD << TRIES_AT
        pawns = [s for s, kind in self.pieces.items() if kind == PAWN and s != captured]
        return sum(1 << k for k, s in enumerate(pawns) if squares >> s & 1) << SOURCES_AT

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
        counts = (pawns, "pawn"), (pieces, "piece"), (self.untyped, "pawn or piece")
        won = [_counted(n, name) for n, name in counts if n]
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
    return f"{n} {name.replace(' or ', 's or ')}s" if n > 1 else f"{n} {name}"
