"""A position on a Go board, whatever is hidden of it: points, stones, positional superko, and counting at the end."""

import functools
from collections.abc import Iterable
from typing import Any, Self

import numpy as np

from ...games.game import HOW, Game, Position, Verdict
from ...kernel import plain, split_seed, zeros
from .board import BLACK, CELLS, EDGE, EMPTY, LARGEST, PASS, SMALLEST, WHITE, clear, put, try_move
from .coordinates import LETTERS, parse_vertex, point, vertex
from .counting import Count, by_area, by_territory
from .drawing import as_svg
from .playouts import Estimate, dead_stones, estimate
from .zobrist import superko_moves, zobrist, zobrist_of

REASONS = ("", "not on the board", "occupied", "ko", "suicide")  # in the order of `try_move`
OVER = "the game is over"


class BoardPosition(Position):
    """A game on a Go board: suicide forbidden, positional superko: no move may repeat the stones of any earlier
    position. Moves are points of the board arrays or PASS, or their names. Area is counted, or territory."""

    counts_territory = False

    def __init__(self, game: Game, states: np.recarray):
        super().__init__(game, states)
        self.lines = int(states.lines[0])
        self._hashes = [int(zobrist(states[0]))]

    def _add(self, states: np.ndarray, player: int, move: int) -> None:
        super()._add(states, player, move)
        self._hashes.append(int(zobrist_of(plain(states))))

    @property
    def _past(self) -> tuple[Any, ...]:
        return (*super()._past, self.counts_territory)

    @property
    def komi(self) -> float:
        return float(self.state.komi)

    @komi.setter
    def komi(self, komi: float) -> None:
        komi = checked_komi(komi)
        self._history = [states.copy() for states in self._history]
        for states in self._history:
            states["komi"] = komi

    @property
    def area_komi(self) -> float:
        """Komi as a search has it, which counts area. A stone is a point by area and none by territory: where that is
        counted, komi grows by the stones that Black has put on the board more than White. Who will put the last one
        there is not known, hence a half for the player to move: where that one decides, area says that it is a draw."""
        if not self.counts_territory:
            return self.komi
        first = self.colours_after(0)
        more = int((first == BLACK).sum()) - int((first == WHITE).sum())
        placed = [player for player, move in zip(self.movers, self.played, strict=True) if move != PASS]
        more += placed.count(BLACK) - placed.count(WHITE)
        return self.komi + more + (0.5 if self.mover == BLACK else -0.5)

    @property
    def as_area(self) -> Self:
        """This game as a search sees it, which counts area."""
        if not self.counts_territory:
            return self
        twin = self.copy()
        twin.counts_territory, twin.komi = False, self.area_komi
        return twin

    @property
    def mover(self) -> int:
        return int(self._history[-1]["turn"][0])

    @property
    def over(self) -> bool:
        return bool(self._history[-1]["passes"][0] >= 2)

    @property
    def moves_to_go(self) -> float:
        """About how many moves the player to move has still to make."""
        return max((self.state.empties - 0.2 * self.lines**2) / 2, self.lines**2 / 5)

    @property
    def points(self) -> tuple[int, ...]:
        """All points of the board, row by row from above."""
        return _points(self.lines)

    def colour_at(self, p: int) -> int:
        """EMPTY, BLACK or WHITE."""
        return int(self._history[-1]["colour"][0, p])

    def colours_after(self, moves: int) -> np.ndarray:
        """The colour of each cell of the board arrays after so many moves."""
        return self._history[moves]["colour"][0]

    def set_turn(self, colour: int) -> None:
        """Let `colour` move next, as when somebody moves twice in a row over GTP."""
        if colour != self.mover:
            states = self.states.copy()
            states.turn, states.ko = colour, 0
            self._history[-1] = plain(states)

    def place(self, black: Iterable[int] = (), white: Iterable[int] = (), empty: Iterable[int] = ()) -> None:
        """Set up stones by hand; the game starts anew from the position this gives. ValueError, and nothing is
        changed, if a chain would be left without a liberty. (Where every chain has one in the end, none is without
        while the stones come one by one.)"""
        colours = self.state.colour.copy()
        for wanted, places in ((BLACK, black), (WHITE, white), (EMPTY, empty)):
            for p in places:
                if not 0 < p < CELLS or colours[p] == EDGE:
                    raise ValueError("A stone can only be set up on the board.")
                colours[p] = wanted
        states = self.states.copy()
        board, turn = states[0], int(self.state.turn)
        clear(board, self.lines, self.komi)
        for p in self.points:
            if colours[p] != EMPTY and (put(board, p, int(colours[p])) or board.liberties[board.head[p]] == 0):
                raise ValueError(f"With a stone on {vertex(p, self.lines)} a chain would have no liberty.")
        board.turn, board.ko = turn, 0
        self._history, self.played, self.movers, self._hashes = [plain(states)], [], [], [int(zobrist(board))]

    def stones(self, colour: int) -> list[int]:
        return [p for p in self.points if self.colour_at(p) == colour]

    def captured(self, colour: int) -> int:
        """How many stones of this colour have been captured."""
        lost = 0
        for before, after, player, move in zip(
            self._history, self._history[1:], self.movers, self.played, strict=False
        ):
            gained = int((after["colour"] == colour).sum()) - int((before["colour"] == colour).sum())
            lost += int(player == colour and move != PASS) - gained
        return lost

    def move_name(self, move: int) -> str:
        """`E5`, or `pass`."""
        return vertex(move, self.lines)

    def parse_move(self, text: str) -> int:
        """The point of this name, or PASS; ValueError says what is accepted."""
        return parse_vertex(text, self.lines)

    def _after(self, move: int | str, colour: int, resume: bool) -> tuple[int, np.ndarray, str]:
        """The move as a point, the state after it, and why the move is not allowed ("" if it is)."""
        if isinstance(move, str):
            move = self.parse_move(move)
        if not isinstance(move, (int, np.integer)):
            raise TypeError(f"A move is a point of the board or its name, as 'E5', not {move!r}.")
        before = self._history[-1]
        after = np.empty_like(before)
        if self.over and not resume:
            return move, after, OVER
        reason = REASONS[try_move(plain(before), plain(after), move, colour)]
        if not reason and move != PASS and self._repeats(after):
            reason = "superko"
        return move, after, reason

    def _repeats(self, states: np.ndarray) -> bool:
        """Have the stones of this board been there before?"""
        return int(zobrist_of(plain(states))) in self._hashes

    def why_illegal(self, move: int | str, colour: int | None = None, *, resume: bool = False) -> str:
        """Why a move is not allowed, in a few words; "" if it is. `resume` as in `play`."""
        return self._after(move, colour or self.mover, resume)[-1]

    def is_legal(self, move: int | str) -> bool:
        return self.why_illegal(move) == ""

    def legal_moves(self) -> list[int]:
        """All moves that fill no own eye, PASS included, as a search considers them."""
        considered = super().legal_moves()
        boards = zeros(self.game.dtype, 2)
        boards[0] = self.states[0]
        banned = np.zeros(CELLS, np.int64)
        seen = np.sort(np.array(self._hashes, np.uint64))
        forbidden = set(banned[: superko_moves(boards, self.mover, seen, banned)].tolist())
        return [m for m in considered if m not in forbidden]

    def undo(self) -> None:
        super().undo()
        self._hashes.pop()

    def copy(self) -> Self:
        twin = super().copy()
        twin._hashes = list(self._hashes)
        return twin

    def area(self, without: Iterable[int] = ()) -> tuple[float, np.ndarray]:
        """Black's area minus White's and komi, and who owns each cell, after the stones `without` are taken off."""
        found = by_area(self.states, without)
        return found.score, found.owner

    def count(self, without: Iterable[int] = ()) -> Count:
        """The points of both sides by the rules of this game, after the stones `without` are taken off."""
        if self.counts_territory:
            return by_territory(self.states, without, (self.captured(BLACK), self.captured(WHITE)))
        return by_area(self.states, without)

    def score(self, without: Iterable[int] = ()) -> float:
        """Black's points minus White's and komi; the stones `without` count as dead."""
        return self.count(without).score

    def estimate(self, playouts: int = 500, seed: int = 0) -> Estimate:
        """Who will own what, by light playouts."""
        if playouts < 1:
            raise ValueError(f"An estimate needs at least 1 playout, not {playouts}.")
        boards = zeros(self.game.dtype, 2)
        boards[0] = self.states[0]
        boards.komi[0], boards.rng[1] = self.area_komi, split_seed(seed)
        return estimate(boards, playouts)

    def dead_stones(self, playouts: int = 500, seed: int = 0) -> list[int]:
        """Stones that will be captured if both play on, by light playouts."""
        return dead_stones(self.states, self.estimate(playouts, seed).ownership)

    def final_score(self) -> float:
        """The score of the stones as they stand; by territory without those that playouts see captured."""
        return self.score(self.dead_stones() if self.counts_territory else ())

    # At the table

    @property
    def too_long(self) -> bool:
        return len(self.played) >= 4 * self.lines**2

    def verdict(self) -> Verdict:
        score = self.final_score()
        if score == 0:
            return Verdict(0.5, "0", "score")
        return Verdict(float(score > 0), f"{'B' if score > 0 else 'W'}+{abs(score):g}", "score")

    def lost_by(self, side: int, how: str) -> Verdict:
        return Verdict(float(side != BLACK), f"{'W' if side == BLACK else 'B'}+{how}", HOW[how])

    def __str__(self) -> str:
        marks = ".XO"
        rows = []
        for y in range(self.lines):
            cells = " ".join(marks[self.colour_at(point(x, y, self.lines))] for x in range(self.lines))
            rows.append(f"{self.lines - y:2} {cells} {self.lines - y}")
        letters = "   " + " ".join(LETTERS[: self.lines])
        return "\n".join([letters, *rows, letters])

    def _repr_svg_(self) -> str:
        """The board as a picture, for notebooks."""
        return as_svg(self.state, self.played[-1] if self.played else PASS)

    def _repr_html_(self) -> str:
        return self._repr_svg_()


@functools.cache
def _points(lines: int) -> tuple[int, ...]:
    return tuple(point(x, y, lines) for y in range(lines) for x in range(lines))


def checked_lines(lines: int) -> int:
    if lines not in range(SMALLEST, LARGEST + 1):
        raise ValueError(f"The board size must be from {SMALLEST} to {LARGEST}, not {lines}.")
    return int(lines)


def checked_komi(komi: float) -> float:
    if not abs(komi) <= 1000:
        raise ValueError(f"Komi must be a number from -1000 to 1000, not {komi:g}.")
    return float(komi)
