"""How long a search may go on: simulations, seconds, nodes, memory; and the clock of a real game."""

import time
from dataclasses import dataclass, field

from ..games.game import MOST_MOVES

MEMORY = 512 << 20
LEAST_MOVES = 30  # to be ready for in sudden death: some opponents play on when all is decided
SMALLEST_TREE = MOST_MOVES + 1  # a root and its moves


@dataclass(frozen=True)
class Budget:
    """What one search may use; whichever of simulations and seconds is used up first ends it. `nodes` and `memory`
    (bytes) bound the tree: when it is full, the search goes on without growing.

    >>> Budget(simulations=10_000).capacity(100)
    5368709
    >>> Budget(simulations=0)
    Traceback (most recent call last):
    ValueError: A search needs at least 1 simulation, not 0.
    """

    simulations: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    memory: int = MEMORY

    def __post_init__(self) -> None:
        if self.simulations is not None and self.simulations < 1:
            raise ValueError(f"A search needs at least 1 simulation, not {self.simulations}.")
        if self.seconds is not None and not 0 < self.seconds < 1e9:
            raise ValueError(f"Seconds must be more than 0, not {self.seconds:g}.")
        if self.nodes is not None and self.nodes < SMALLEST_TREE:
            raise ValueError(f"A tree needs room for at least {SMALLEST_TREE} nodes, not {self.nodes}.")
        if self.memory < 1 << 16:
            raise ValueError(f"A tree needs at least 64 KB of memory, not {self.memory} bytes.")

    def capacity(self, node_bytes: int) -> int:
        """How many nodes the tree may have."""
        fits = min(self.memory // node_bytes, 2**31 - 1024)
        return fits if self.nodes is None else min(fits, self.nodes)


@dataclass
class Clock:
    """One player's clock, and how much of it to spend on a move.

    Absolute time (only `main`), Canadian overtime (`stones` moves in each `period` seconds) and Japanese byo-yomi
    (`periods` times `period` seconds, one move each; `stones` is 1 then). Every allowance keeps a margin for what is
    outside the search: the interface, the referee, and a machine whose cores are busy.

    >>> clock = Clock(main=300)
    >>> clock.allowance(moves_to_go=30) < 300 / 30
    True
    """

    main: float = 0.0
    period: float = 0.0
    stones: int = 0  # moves per period in overtime; 0: no overtime, the game is lost when main time ends
    periods: int = 1  # byo-yomi periods
    margin: float = 0.25  # seconds never to be used
    left: float = field(init=False)
    stones_left: int = field(init=False, default=0)  # above 0: in overtime

    def __post_init__(self) -> None:
        if self.period <= 0:
            self.stones = 0  # no time in overtime: there is none
        self.left = self.main
        if self.main <= 0 and self.stones:
            self._enter_overtime()
        self._since, self._counts = 0.0, True

    @property
    def unlimited(self) -> bool:
        """GTP's way to say "no limit": overtime without stones, or no time at all."""
        return (self.period > 0 and self.stones == 0) or (self.main <= 0 and self.period <= 0)

    def _enter_overtime(self) -> None:
        self.left, self.stones_left = self.period, self.stones

    def told(self, left: float, stones: int) -> None:
        """What the referee's clock shows (GTP `time_left`); `stones` is 0 in main time, and in byo-yomi the number of
        periods left, as KGS has it."""
        self.left, self.stones_left = left, stones if self.stones else 0
        if self.stones == 1 and stones:
            self.periods, self.stones_left = stones, 1

    def start(self) -> None:
        self._since = time.monotonic()

    def stop(self) -> None:
        """Take the time since `start` off the clock."""
        self.spend(time.monotonic() - self._since)

    def spend(self, seconds: float) -> None:
        """A move was made, and took so long."""
        self.run(seconds)
        self.move_made()

    def run(self, seconds: float) -> None:
        """Take seconds off the clock, for a move or a try of one that is still to be made."""
        self.left -= seconds
        if self.stones and not self.stones_left and self.left <= 0:
            self.left, self.stones_left = self.left + self.period, self.stones
            self._counts = self.stones == 1  # the move that enters Canadian overtime is not counted
        while self.stones_left and self.left <= 0 and self.stones == 1 and self.periods > 1:
            self.periods -= 1  # a byo-yomi period was used up
            self.left += self.period

    def move_made(self) -> None:
        """The move that the clock ran for was made: in overtime it is one of those of its period."""
        if not self.stones_left:
            return
        self.stones_left -= self._counts
        self._counts = True
        if self.stones_left == 0 and self.left >= 0:  # a flag that has fallen stays down
            self._enter_overtime()

    def allowance(self, moves_to_go: float, overhead: float = 0.0) -> float:
        """Seconds for the next move, when about `moves_to_go` own moves are still to come and each of them takes
        `overhead` seconds besides the search. In sudden death that is kept from the start for twice as many, because
        some games go on for much longer."""
        usable = self.left - self.margin
        if self.stones_left:  # overtime: an equal share of what is left of the period
            share = 0.95 * usable / self.stones_left
        elif self.stones:  # main time, with overtime to fall back on: it may be spent down to the last move
            each = self.period / self.stones
            share = min(usable / max(moves_to_go / 2, 1) + each / 2, usable + each / 2 if usable < each else usable)
        else:
            share = usable / max(moves_to_go, LEAST_MOVES) - overhead
        return max(share - overhead, 0.001)
