"""A game of Kriegspiel as the umpire sees it: the board, and all that was tried on it."""

from dataclasses import replace
from typing import Any

import numpy as np

from ...games.game import NOT_TOLD, Verdict
from ...games.umpire import Ply, Umpired
from ...kernel import split_seed, zeros
from . import umpire
from .drawing import board_svg
from .fen import START, read_fen, write_fen
from .game import kriegspiel
from .messages import END_NAMES, HAS_ANY, ILLEGAL, LOST_STALEMATE, MATE, MOVED, NO_ANY, Announcement, message_text
from .moves import MOST_TRIES
from .notation import parse_san
from .rule_sets import DEFAULT, REFUSALS_TO_BOTH, RuleSet, find_rules, rules_of
from .squares import ANY, PAWN, WHITE, move_name, parse_move, show
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

    def __init__(self, fen: str = START, rules: str = DEFAULT, *, endless: bool = False):
        states = zeros(kriegspiel.dtype)
        states.rng, states.rules = split_seed(0), replace(find_rules(rules), endless=endless).bits
        read_fen(states[0], fen)
        super().__init__(kriegspiel, states)

    @property
    def fen(self) -> str:
        return write_fen(self.state)

    @property
    def start_fen(self) -> str:
        return write_fen(self._history[0].view(np.recarray)[0])

    @property
    def rules(self) -> RuleSet:
        """What the umpire says, and to whom."""
        return rules_of(int(self._history[0]["rules"][0]))

    @property
    def may_ask(self) -> bool:
        """May the player to move ask "any?" now?"""
        return not self.over and self.rules.pawn_tries == "asked" and ANY not in self.tried

    def possible_tries(self) -> list[int]:
        listed = super().possible_tries()
        if ANY not in self.tried:
            return listed
        into = np.zeros(MOST_TRIES, np.int32)
        count = umpire.tries_by_rules(self._turn_states()[0], into)
        return [m for m in into[:count].tolist() if m not in self.tried]

    def _can_be_tried(self, move: int) -> bool:
        return self.may_ask if move == ANY else super()._can_be_tried(move)

    def _turn_states(self) -> np.recarray:
        """The position, and what a question in this turn obliges to."""
        states = super()._turn_states()
        if ANY in self.tried:
            for move in self.tried:
                umpire.try_move(states[0], move)
        return states

    @property
    def end(self) -> int:
        """0 while the game goes on, else how it ended: MATE, STALEMATE …"""
        return int(self.state.end)

    @property
    def outcome(self) -> str:
        """`1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on."""
        if self.end in (MATE, LOST_STALEMATE):
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
            message if turn == side else int(umpire.told(board, message | MOVED)) ^ MOVED,
            pieces,
            rights,
            pawns,
            other.bit_count() - pawns - 1,
            self.rules.name,
            int(board.sources),
            self.rules.endless,
        )

    def _heard_in_vain(self, side: int, number: int, by: int, move: int) -> Announcement | None:
        """Refused tries are told to both by most rule sets, though not what was tried; and questions are."""
        if side != by and not int(self.state.rules) & REFUSALS_TO_BOTH:
            return None
        message = ILLEGAL
        if move == ANY:
            before = self._history[number - self.first_ply].view(np.recarray)[0]
            message = HAS_ANY if umpire.can_pawn_capture(before) else NO_ANY
        return Announcement(number, by, message, move if side == by else NOT_TOLD)

    def _told(self, side: int, number: int, by: int, ply: Ply) -> Announcement:
        heard: Any = super()._told(side, number, by, ply)
        sources = self.sources_after(number - self.first_ply + 1)
        return replace(heard, squares=sources) if sources else heard

    def sources_after(self, plies: int) -> int:
        """The set of squares from which pawns can capture after so many plies of this game, where the umpire tells
        it."""
        return int(self._history[plies]["sources"][0])

    def said(self, number: int) -> str:
        """The umpire's whole message of a ply of this game, from 1, in words."""
        return message_text(self.plies[number - 1].message, self.sources_after(number))

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
