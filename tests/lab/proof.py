"""A small solver that knows nothing of Kaya: is a position won, whatever the opponent does?

Boards are integers, a bit for each point. The search is depth-first with a growing depth, under area scoring and the
simple ko rule. What Benson's algorithm finds unconditionally alive (D. B. Benson, "Life in the game of Go", 1976)
is counted and not played in. One side may be allowed to retake a ko at once: what is won all the same is won whatever
ko threats there are elsewhere.
"""

from dataclasses import dataclass, replace

BLACK, WHITE = 0, 1
PASS = -1


@dataclass(frozen=True)
class Board:
    """Stones of both colours, who moves, the point forbidden by ko, and passes in a row."""

    stones: tuple[int, int]
    mover: int
    ko: int = PASS
    passes: int = 0


class GaveUp(Exception):
    """More boards than allowed."""


class Solver:
    def __init__(self, lines: int, komi: float, most: int, retakes: int | None = None):
        self.lines, self.komi, self.most, self.seen = lines, komi, most, 0
        self.retakes = retakes
        self.points = lines * lines
        self.full = (1 << self.points) - 1
        columns = [sum(1 << (y * lines + x) for y in range(lines)) for x in range(lines)]
        self.not_left, self.not_right = self.full & ~columns[0], self.full & ~columns[-1]
        self.known: dict[Board, tuple[int, int]] = {}

    def around(self, b: int) -> int:
        w = self.lines
        return (b << w | b >> w | (b & self.not_right) << 1 | (b & self.not_left) >> 1) & self.full

    def flood(self, start: int, inside: int) -> int:
        while True:
            more = start | self.around(start) & inside
            if more == start:
                return start
            start = more

    def parts(self, b: int) -> list[int]:
        found = []
        while b:
            found.append(self.flood(b & -b, b))
            b &= ~found[-1]
        return found

    def play(self, board: Board, p: int) -> Board | None:
        """The board after a move; None if it is suicide."""
        if p == PASS:
            return Board(board.stones, 1 - board.mover, PASS, board.passes + 1)
        mine, theirs = board.stones[board.mover] | 1 << p, board.stones[1 - board.mover]
        empty, taken = self.full & ~mine & ~theirs, 0
        for chain in self.parts(theirs):
            if chain & self.around(1 << p) and not self.around(chain) & empty:
                taken |= chain
        theirs, empty = theirs & ~taken, empty | taken
        chain = self.flood(1 << p, mine)
        liberties = self.around(chain) & empty
        if not liberties:
            return None
        single = taken.bit_count() == chain.bit_count() == liberties.bit_count() == 1
        single = single and self.retakes != 1 - board.mover
        stones = (mine, theirs) if board.mover == BLACK else (theirs, mine)
        return Board(stones, 1 - board.mover, taken.bit_length() - 1 if single else PASS)

    def safe(self, board: Board, colour: int) -> int:
        """Points that are this colour's whatever happens: chains alive after Benson, and the regions that only they
        surround, where the opponent has no room for two eyes."""
        own, empty = board.stones[colour], self.full & ~board.stones[0] & ~board.stones[1]
        chains, regions = self.parts(own), self.parts(self.full & ~own)
        while True:
            vital = {c: sum(bool(r & empty) and not r & empty & ~self.around(c) for r in regions) for c in chains}
            alive = [c for c in chains if vital[c] >= 2]
            regions = [r for r in regions if not any(c not in alive and c & self.around(r) for c in chains)]
            if alive == chains:
                break
            chains, gone = alive, [c for c in chains if c not in alive]
            regions = [r for r in regions if not any(c & self.around(r) for c in gone)]
        stones = sum(chains)
        if not stones:
            return 0
        result, near = stones, self.around(stones)
        for r in regions:
            inner = r & ~near
            count = inner.bit_count()
            if count <= 1 or (count == 2 and self.around(inner) & inner == inner):
                result |= r
        return result

    def score(self, board: Board, black: int, white: int) -> int:
        """Area when both have passed; safe points count for their owner, with what stands in them."""
        b, w = board.stones[0] & ~white | black, board.stones[1] & ~black | white
        area = b.bit_count() - w.bit_count()
        for region in self.parts(self.full & ~b & ~w):
            touches = self.around(region)
            area += region.bit_count() * (bool(touches & b and not touches & w) - bool(touches & w and not touches & b))
        return area

    def search(self, board: Board, depth: int) -> int:
        """1: the mover wins; -1: he loses; 0: not seen at this depth."""
        if board in self.known:
            value, looked = self.known[board]
            if value or looked >= depth:
                return value
        self.seen += 1
        if self.seen > self.most:
            raise GaveUp
        value = self.look(board, depth)
        self.known[board] = value, depth
        return value

    def look(self, board: Board, depth: int) -> int:
        black, white = self.safe(board, BLACK), self.safe(board, WHITE)
        for_mover = 1 if board.mover == BLACK else -1
        if 2 * black.bit_count() - self.points > self.komi:
            return for_mover
        if self.points - 2 * white.bit_count() < self.komi:
            return -for_mover
        if board.passes and (self.score(board, black, white) > self.komi) == (board.mover == BLACK):
            return 1
        if depth == 0:
            return 0
        open_points = self.full & ~board.stones[0] & ~board.stones[1] & ~black & ~white
        moves = [p for p in range(self.points) if open_points >> p & 1 and p != board.ko]
        theirs = board.stones[1 - board.mover]
        moves.sort(key=lambda p: -(self.around(1 << p) & theirs).bit_count())
        unknown = False
        for p in [*moves, *([] if board.passes else [PASS])]:
            after = self.play(board, p)
            if after is None:
                continue
            value = -self.search(after, depth - 1)
            if value == 1:
                return 1
            unknown = unknown or value == 0
        return 0 if unknown else -1

    def wins(self, board: Board, deepest: int = 30) -> bool:
        """Whether the mover wins; `GaveUp` if that takes too many boards."""
        self.seen = 0
        for depth in range(deepest + 1):
            if value := self.search(board, depth):
                return value == 1
        raise GaveUp

    def right_moves(self, board: Board) -> set[int]:
        """All moves that win, among the points that are not decided yet and PASS."""
        decided = self.safe(board, BLACK) | self.safe(board, WHITE) | board.stones[0] | board.stones[1]
        found = set()
        for p in [PASS, *(p for p in range(self.points) if not decided >> p & 1 and p != board.ko)]:
            after = self.play(board, p)
            if after is not None and not self.wins(after):
                found.add(p)
        return found


def board_of(rows: list[str], mover: int) -> Board:
    """A board from rows of . X O, from above."""
    text = "".join(rows)
    stones = [sum(1 << k for k, c in enumerate(text) if c == mark) for mark in "XO"]
    return replace(Board((stones[0], stones[1]), mover))
