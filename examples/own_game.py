"""A game of your own, with hidden information: guess a hidden coin, or ask an umpire first.

A right guess brings 0.8, a wrong one costs 0.8. Asking costs 0.1 and the umpire tells the truth four times in five. So
guessing at once is worth 0; asking once and believing it is worth 0.8 (0.8 - 0.2) - 0.1 = 0.38; asking a second time
cannot help, for two answers that differ leave nothing but a guess.

Where `mover` says CHANCE, the umpire's answer is drawn and each answer gets a node of its own; `toss` draws anew, for
every simulation, what the player cannot see. Run it: python examples/own_game.py
"""

from kaya import Budget, Game, Search, kernel, strategy
from kaya.kernel import random_below
from kaya.search import at_threshold

ASK = 2


@kernel
def over(state):
    return state.guess >= 0


@kernel
def mover(state):
    return 0 if state.waiting else 1


@kernel
def play(state, move):
    if move == ASK:
        state.asked += 1
        state.waiting = 1
    else:
        state.guess = move


@kernel
def draw(state):
    state.waiting = 0
    return state.coin if random_below(state, 10) < 8 else 1 - state.coin


@kernel
def moves(state, into):
    into[0], into[1], into[2] = 0, 1, ASK
    return 3 if state.asked < 2 else 2


@kernel
def result(state):
    return (0.8 if state.guess == state.coin else -0.8) - 0.1 * state.asked


def start(state):
    state.guess = -1


coin = Game(
    "coin",
    [("coin", "i8"), ("asked", "i8"), ("waiting", "i8"), ("guess", "i8")],
    over=over,
    mover=mover,
    play=play,
    moves=moves,
    result=result,
    draw=draw,
    start=start,
)


@strategy("sample")
def toss(state, p):
    """What the player cannot see is drawn anew for every simulation."""
    state.coin = random_below(state, 2)


if __name__ == "__main__":
    search = Search(coin, sample=toss, expand=at_threshold(T=1))
    report = search.think(coin.start(), Budget(simulations=100_000))
    for move in report.moves:
        name = "ask" if move.move == ASK else f"guess {move.move}"
        print(f"{name:8} {move.visits:7} visits, value {move.value:+.2f}")
