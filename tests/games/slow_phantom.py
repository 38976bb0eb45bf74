"""Phantom tic-tac-toe once more, slow and obvious: what its umpire says to each side, and what a side can know."""

from itertools import combinations

LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]


def won(squares: set[int]) -> bool:
    return any(line <= squares for line in LINES)


class SlowPhantom:
    """`heard[side]` is all that a side was told: who moved, "refused", "accepted" or "ended", and where, if that is the
    side's own business."""

    def __init__(self):
        self.squares: dict[int, set[int]] = {1: set(), 2: set()}
        self.known: dict[int, set[int]] = {1: set(), 2: set()}  # of the opponent's, from refusals
        self.heard: dict[int, list[tuple[int, str, int | None]]] = {1: [], 2: []}
        self.turn, self.over = 1, False

    def try_square(self, square: int) -> None:
        us, other = self.turn, 3 - self.turn
        if square in self.squares[other]:
            self.known[us].add(square)
            self.heard[us].append((us, "refused", square))
            return
        self.squares[us].add(square)
        self.over = won(self.squares[us]) or len(self.squares[1] | self.squares[2]) == 9
        said = "ended" if self.over else "accepted"
        self.heard[us].append((us, said, square))
        self.heard[other].append((us, said, None))
        self.turn = other

    def tries(self, side: int) -> set[int]:
        return set() if self.over else set(range(9)) - self.squares[side] - self.known[side]

    def boards(self, side: int) -> set[frozenset[int]]:
        """Where the opponent's marks can be, for all that a side knows while the game goes on."""
        free = set(range(9)) - self.squares[side]
        placed = map(frozenset, combinations(sorted(free), len(self.squares[3 - side])))
        return {squares for squares in placed if squares >= self.known[side] and not won(set(squares))}

    @property
    def points(self) -> float:
        """Of player 1, when the game is over."""
        return 1.0 if won(self.squares[1]) else 0.0 if won(self.squares[2]) else 0.5
