"""Dark Hex on a small board: Hex in which each player sees its own stones, and tries again where a cell is taken.

Cells are numbered row by row, columns x rows of them. The first player connects the top with the bottom, the second the
left with the right side. Neighbours of a cell are those beside it in its row, and in the rows above and below the ones
above, above to the right, below to the left and below. It is small enough for exact best responses:

    kaya exploit random --game dark-hex --load examples/dark_hex.py --condition columns=3 --condition rows=2
"""

from dataclasses import dataclass

from kaya.games.game import ACCEPTED, Game
from kaya.games.registry import Bundle
from kaya.games.rules import REFUSED
from kaya.games.umpire import Start, Umpired, View
from kaya.kernel import Parameters, kernel, parameter, random_below, split_seed, zeros

ENDED = 2  # beside ACCEPTED in the message that ends the game


class Board(Parameters):
    columns: int = parameter(3, "columns of the board", low=1, high=3)
    rows: int = parameter(3, "rows of the board", low=1, high=3)


@kernel
def connected(state, player):
    """Do the stones of a player connect its two sides?"""
    columns, cells = state.columns, state.columns * state.rows
    stones, reached = state.stones[player], 0
    for cell in range(cells):
        if stones >> cell & 1 and (cell < columns if player == 1 else cell % columns == 0):
            reached |= 1 << cell
    while True:
        before = reached
        for cell in range(cells):
            if reached >> cell & 1:
                row, column = cell // columns, cell % columns
                for up, right in ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, -1), (1, 0)):
                    if 0 <= row + up < state.rows and 0 <= column + right < columns:
                        reached |= stones & (1 << ((row + up) * columns + column + right))
        if reached == before:
            break
    for cell in range(cells):
        if reached >> cell & 1 and (cell >= cells - columns if player == 1 else cell % columns == columns - 1):
            return True
    return False


@kernel
def over(state):
    return state.winner != 0


@kernel
def mover(state):
    return state.turn


@kernel
def play(state, move):
    state.stones[state.turn] |= 1 << move
    if connected(state, state.turn):
        state.winner = state.turn
    state.turn = 3 - state.turn
    state.played += 1


@kernel
def moves(state, into):
    count = 0
    for cell in range(state.columns * state.rows):
        if (state.stones[1] | state.stones[2]) >> cell & 1 == 0:
            into[count] = cell
            count += 1
    return count


@kernel
def result(state):
    return 1.0 if state.winner == 1 else -1.0 if state.winner == 2 else 0.0


@kernel
def attempt(state, move):
    if (state.stones[1] | state.stones[2]) >> move & 1:
        return REFUSED
    play(state, move)
    return ACCEPTED | ENDED if state.winner != 0 else ACCEPTED


@kernel
def tries(state, into):
    count = 0
    for cell in range(state.columns * state.rows):
        if state.stones[state.turn] >> cell & 1 == 0:
            into[count] = cell
            count += 1
    return count


@kernel
def hidden(state):
    """How many stones are not on a player's board."""
    count = state.played
    for cell in range(state.columns * state.rows):
        count -= (state.stones[1] | state.stones[2]) >> cell & 1
    return count


@kernel
def determinize(state, side):
    """Put the opponent's stones that are not known on cells drawn at random, so that they connect nothing."""
    own, known, missing = state.stones[side], state.stones[3 - side], hidden(state)
    for _ in range(100):
        state.stones[3 - side], left = known, missing
        while left > 0:
            cell = random_below(state, state.columns * state.rows)
            if (own | state.stones[3 - side]) >> cell & 1 == 0:
                state.stones[3 - side] |= 1 << cell
                left -= 1
        if not connected(state, 3 - side):
            return True
    return False


def start(state, columns=3, rows=3):
    state.turn, state.columns, state.rows = 1, columns, rows


def show(state) -> str:
    marks = [
        ".XO"[(state.stones[1] >> c & 1) + 2 * (state.stones[2] >> c & 1)] for c in range(state.columns * state.rows)
    ]
    rows = [marks[k : k + state.columns] for k in range(0, len(marks), state.columns)]
    return "\n".join(" " * shift + " ".join(row) for shift, row in enumerate(rows))


dark_hex = Game(
    "dark-hex",
    [("turn", "i8"), ("played", "i8"), ("winner", "i8"), ("columns", "i8"), ("rows", "i8"), ("stones", "i8", 3)],
    over=over,
    mover=mover,
    play=play,
    moves=moves,
    result=result,
    start=start,
    attempt=attempt,
    tries=tries,
    determinize=determinize,
    show=show,
    conditions=Board(),
)


@dataclass(frozen=True)
class DarkStart(Start):
    columns: int = 3
    rows: int = 3

    def view(self) -> "DarkView":
        return DarkView(self)


class DarkView(View):
    """The own stones, and those of the opponent that refusals gave away."""

    game = dark_hex
    marks_stay = True

    def __init__(self, told: DarkStart):
        super().__init__(told)
        start(self.board, told.columns, told.rows)

    @property
    def over(self) -> bool:
        return bool(self.message & ENDED)

    def tries(self) -> list[int]:
        return [cell for cell in super().tries() if not self.board.stones[3 - self.side] >> cell & 1]

    def _move(self, announcement) -> None:
        play(self.board, announcement.move)

    def _suffer(self, announcement) -> None:
        self.board.turn, self.board.played = self.side, self.board.played + 1

    def _refused(self, announcement) -> None:
        if hidden(self.board) == 0:
            raise ValueError(f"The umpire cannot have said {str(announcement)!r}: the opponent's stones are known.")
        self.board.stones[3 - self.side] |= 1 << announcement.move


class DarkHex(Umpired):
    """The umpire's game."""

    def __init__(self, columns: int = 3, rows: int = 3):
        states = zeros(dark_hex.dtype)
        states.rng = split_seed(0)
        start(states[0], columns, rows)
        super().__init__(dark_hex, states)

    def start_for(self, side: int) -> DarkStart:
        board = self.state
        return DarkStart(side, 1, columns=int(board.columns), rows=int(board.rows))


dark_hex.position = DarkHex
bundle = Bundle("dark-hex", dark_hex, title="Dark Hex")
