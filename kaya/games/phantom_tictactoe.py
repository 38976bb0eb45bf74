"""Phantom tic-tac-toe: the example to copy for a game with an umpire. Each player sees only its own marks; a try on a
square that is taken is refused, and its author, who alone hears of it, tries again.

The board and its rules are those of tic-tac-toe; new are what the umpire says, what a player may try, and how a player
samples what it cannot see. A player's board has the marks of the opponent that refusals gave away.
"""

from dataclasses import dataclass

from kaya.games import tictactoe
from kaya.games.game import ACCEPTED, Game
from kaya.games.rules import REFUSED
from kaya.games.umpire import Start, Umpired, View
from kaya.kernel import kernel, random_below, split_seed, zeros

ENDED = 2  # beside ACCEPTED in the message that ends the game


@kernel
def attempt(state, move):
    if (state.squares[1] | state.squares[2]) >> move & 1:
        return REFUSED
    tictactoe.play(state, move)
    return ACCEPTED | ENDED if tictactoe.over(state) else ACCEPTED


@kernel
def tries(state, into):
    count = 0
    for square in range(9):
        if state.squares[state.turn] >> square & 1 == 0:
            into[count] = square
            count += 1
    return count


@kernel
def hidden(state):
    """How many marks are not on a player's board."""
    count = state.played
    for square in range(9):
        count -= (state.squares[1] | state.squares[2]) >> square & 1
    return count


@kernel
def determinize(state, side):
    """Put the opponent's marks that are not known on squares drawn at random, without three in a row."""
    own, known, missing = state.squares[side], state.squares[3 - side], hidden(state)
    for _ in range(100):
        state.squares[3 - side], left = known, missing
        while left > 0:
            square = random_below(state, 9)
            if (own | state.squares[3 - side]) >> square & 1 == 0:
                state.squares[3 - side] |= 1 << square
                left -= 1
        if tictactoe.winner(state) == 0:
            return True
    return False


phantom_tictactoe = Game(
    "phantom-tictactoe",
    tictactoe.FIELDS,
    over=tictactoe.over,
    mover=tictactoe.mover,
    play=tictactoe.play,
    moves=tictactoe.moves,
    result=tictactoe.result,
    start=tictactoe.start,
    attempt=attempt,
    tries=tries,
    determinize=determinize,
    show=tictactoe.show,
)


class PhantomView(View):
    """The own marks, and those of the opponent that refusals gave away."""

    game = phantom_tictactoe
    marks_stay = True

    def __init__(self, start: Start):
        super().__init__(start)
        self.board.turn = start.to_move

    @property
    def over(self) -> bool:
        return bool(self.message & ENDED)

    def tries(self) -> list[int]:
        return [square for square in super().tries() if not self.board.squares[3 - self.side] >> square & 1]

    def _move(self, announcement) -> None:
        tictactoe.play(self.board, announcement.move)

    def _suffer(self, announcement) -> None:
        self.board.turn, self.board.played = self.side, self.board.played + 1

    def _refused(self, announcement) -> None:
        if hidden(self.board) == 0:
            raise ValueError(f"The umpire cannot have said {str(announcement)!r}: the marks of the opponent are known.")
        self.board.squares[3 - self.side] |= 1 << announcement.move


@dataclass(frozen=True)
class PhantomStart(Start):
    def view(self) -> PhantomView:
        return PhantomView(self)


class PhantomTicTacToe(Umpired):
    """The umpire's game."""

    def __init__(self):
        states = zeros(phantom_tictactoe.dtype)
        states.rng = split_seed(0)
        tictactoe.start(states[0])
        super().__init__(phantom_tictactoe, states)

    def possible_tries(self) -> list[int]:
        """Not what was refused in an earlier turn: a mark stays where it is."""
        known = {s for by, ply in zip(self.movers, self.plies, strict=True) if by == self.mover for s in ply.tried}
        return [square for square in super().possible_tries() if square not in known]

    def start_for(self, side: int) -> PhantomStart:
        return PhantomStart(side, self.mover if not self.played else 1)


phantom_tictactoe.position = PhantomTicTacToe
