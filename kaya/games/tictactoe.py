"""Tic-tac-toe: the example to copy for a game of your own. A state, five rules, and a start; the search
needs no more.

Squares are numbered 0 to 8, row by row; a player's squares are the bits of `squares[player]`.

>>> game = tictactoe.new_game()
>>> for square in (4, 0, 2, 6, 3, 5, 1, 7, 8):
...     game.play(square)
>>> game.verdict().outcome
'1/2-1/2'
"""

from kaya.games.game import Game
from kaya.kernel import kernel

FIELDS = [("turn", "i8"), ("played", "i8"), ("squares", "i8", 3)]
LINES = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


@kernel
def winner(state):
    for line in LINES:
        for player in (1, 2):
            if state.squares[player] & line == line:
                return player
    return 0


@kernel
def over(state):
    return state.played == 9 or winner(state) != 0


@kernel
def mover(state):
    return state.turn


@kernel
def play(state, move):
    state.squares[state.turn] |= 1 << move
    state.turn = 3 - state.turn
    state.played += 1


@kernel
def moves(state, into):
    count = 0
    for square in range(9):
        if ((state.squares[1] | state.squares[2]) >> square) & 1 == 0:
            into[count] = square
            count += 1
    return count


@kernel
def result(state):
    won = winner(state)
    return 1.0 if won == 1 else (-1.0 if won == 2 else 0.0)


def start(state):
    state.turn = 1


def show(state) -> str:
    marks = [".XO"[(state.squares[1] >> s & 1) + 2 * (state.squares[2] >> s & 1)] for s in range(9)]
    return "\n".join(" ".join(marks[row : row + 3]) for row in (0, 3, 6))


tictactoe = Game(
    "tictactoe", FIELDS, over=over, mover=mover, play=play, moves=moves, result=result, start=start, show=show
)
