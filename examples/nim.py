"""A game, a strategy and a player of your own, in one file that every command takes:

    kaya match nim-xor mcts --load examples/nim.py --games 20 --simulations 300
    kaya play nim --load examples/nim.py
    kaya tune nim-xor --parameters trust --load examples/nim.py --simulations 100 --games 40 --confirm 0

Nim: three heaps of matches; a move takes any number from one heap; who takes the last match wins. A position is lost
for the player to move exactly when the exclusive or of the heaps is 0 (Bouton 1901), which the player's simulations
know and `mcts`, which plays at random, has to find out.
"""

from kaya import Game, Parameters, Player, Position, kernel, parameter, register, strategy
from kaya.kernel import random_below, random_unit, split_seed, zeros
from kaya.search import at_threshold

HEAPS, MOST = 3, 16  # a move is MOST x heap + matches


@kernel
def over(state):
    return state.heaps.sum() == 0


@kernel
def mover(state):
    return state.turn


@kernel
def play(state, move):
    state.heaps[move // MOST] -= move % MOST
    state.turn = 3 - state.turn


@kernel
def moves(state, into):
    count = 0
    for heap in range(HEAPS):
        for matches in range(1, state.heaps[heap] + 1):
            into[count] = MOST * heap + matches
            count += 1
    return count


@kernel
def result(state):
    return -1.0 if state.turn == 1 else 1.0  # the last match was the opponent's


class Matches(Parameters):
    """What a game of Nim is played under."""

    largest: int = parameter(5, "matches in the largest heap; the others have one and two fewer", low=3, high=MOST - 1)


def start(state, largest: int = 5):
    state.turn = 1
    state.heaps[:] = [largest - 2, largest - 1, largest]


def show(state) -> str:
    return "  ".join("|" * int(n) or "-" for n in state.heaps)


nim = Game(
    "nim",
    [("turn", "i8"), ("heaps", "i8", HEAPS)],
    over=over,
    mover=mover,
    play=play,
    moves=moves,
    result=result,
    start=start,
    conditions=Matches(),
    show=show,
)


class Nim(Position):
    """Moves are written as a heap and how many matches are taken: `A2`."""

    def __init__(self, largest: int = 5):
        states = zeros(nim.dtype)
        states.rng = split_seed(0)
        start(states[0], largest)
        super().__init__(nim, states)
        self.largest = largest

    def move_name(self, move: int) -> str:
        return f"{'ABC'[move // MOST]}{move % MOST}"

    def parse_move(self, text: str) -> int:
        text = text.strip().upper()
        if len(text) < 2 or text[0] not in "ABC" or not text[1:].isdecimal():
            raise ValueError(f"{text!r} is not a move: write a heap and how many matches, as A2.")
        return MOST * "ABC".index(text[0]) + int(text[1:])


nim.position = Nim


class Trust(Parameters):
    """Parameters of the policy."""

    trust: float = parameter(0.9, "how often a simulated move follows the theory", low=0.0, high=1.0)


@strategy("policy", Trust)
def by_xor(state, work, p):
    """A move that leaves heaps whose exclusive or is 0, where there is one and the theory is trusted; else any."""
    count, seen, chosen = moves(state, work.moves), 0, 0
    if random_unit(state) < p.trust:
        whole = state.heaps[0] ^ state.heaps[1] ^ state.heaps[2]
        for k in range(count):
            heap, matches = work.moves[k] // MOST, work.moves[k] % MOST
            if whole ^ state.heaps[heap] == state.heaps[heap] - matches:
                seen += 1
                if random_below(state, seen) == 0:
                    chosen = work.moves[k]
    return chosen if seen else work.moves[random_below(state, count)]


def make(threads: int = 1, seed: int = 0) -> Player:
    """The player `nim-xor`: plain UCT whose simulations know the theory."""
    return Player("nim-xor", nim, dict(policy=by_xor, expand=at_threshold(T=5)), threads=threads, seed=seed)


register(game=nim)
register(game=nim, player="nim-xor", make=make)
