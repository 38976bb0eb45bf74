"""A slow Go board that is right at a glance: the fast one is held against it. Points are (column, row), stones a dict
from point to colour; every question is answered by looking at the whole board."""

from kaya.go.rules import BLACK, WHITE

Point = tuple[int, int]
Stones = dict[Point, int]


class SlowBoard:
    def __init__(self, lines: int):
        self.lines = lines
        self.points = [(x, y) for y in range(lines) for x in range(lines)]
        self.neighbours = {p: self._neighbours(p) for p in self.points}
        self.stones: Stones = {}
        self.turn = BLACK
        self.captured = {BLACK: 0, WHITE: 0}
        self.past = [self.stones]  # every position so far, passes left out; the last is the one on the board
        self._answers: dict[tuple[Point, int], Stones | None] = {}  # of `after`, for the position on the board
        self.before_last_move: Stones | None = None  # what simple ko forbids to restore

    def _neighbours(self, p: Point) -> list[Point]:
        x, y = p
        return [q for q in ((x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)) if self.on_board(q)]

    def diagonals(self, p: Point) -> list[Point]:
        x, y = p
        return [(x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)]

    def on_board(self, p: Point) -> bool:
        return 0 <= p[0] < self.lines and 0 <= p[1] < self.lines

    def region(self, stones: Stones, p: Point) -> tuple[set[Point], set[Point]]:
        """The connected points of the same colour (or all empty) around p, and the points that touch them."""
        colour, inside, border, waiting = stones.get(p), {p}, set(), [p]
        while waiting:
            for q in self.neighbours[waiting.pop()]:
                if stones.get(q) != colour:
                    border.add(q)
                elif q not in inside:
                    inside.add(q)
                    waiting.append(q)
        return inside, border

    def chain(self, stones: Stones, p: Point) -> tuple[set[Point], set[Point]]:
        """The chain on p and its liberties."""
        inside, border = self.region(stones, p)
        return inside, {q for q in border if q not in stones}

    def after(self, p: Point, colour: int) -> Stones | None:
        """The stones after `colour` plays on p, or None if that is no move: occupied, or suicide."""
        if (p, colour) not in self._answers:
            self._answers[p, colour] = self._after(p, colour)
        return self._answers[p, colour]

    def _after(self, p: Point, colour: int) -> Stones | None:
        if p in self.stones:
            return None
        stones = {**self.stones, p: colour}
        for q in self.neighbours[p]:
            if q in stones and stones[q] != colour:
                chain, liberties = self.chain(stones, q)
                if not liberties:
                    for dead in chain:
                        del stones[dead]
        return stones if self.chain(stones, p)[1] else None

    def is_legal(self, p: Point, colour: int) -> bool:
        """By the rules of capture, suicide and simple ko: the player to move may not restore the position that the
        opponent's move has just changed."""
        stones = self.after(p, colour)
        return stones is not None and not (colour == self.turn and stones == self.before_last_move)

    def repeats(self, p: Point, colour: int) -> bool:
        """Does this move bring back any earlier position? Positional superko forbids it."""
        return self.after(p, colour) in self.past

    def ko_points(self) -> list[Point]:
        return [p for p in self.points if (s := self.after(p, self.turn)) is not None and s == self.before_last_move]

    def play(self, p: Point | None) -> int:
        """Play a legal move, or None to pass; how many stones it captured."""
        colour, before = self.turn, self.stones
        self.turn = WHITE if colour == BLACK else BLACK
        if p is None:
            self.before_last_move = None
            return 0
        after = self.after(p, colour)
        assert after is not None
        taken = len(before) + 1 - len(after)
        self.captured[self.turn] += taken
        self.stones, self.before_last_move, self._answers = after, before, {}
        self.past.append(after)
        return taken

    def owners(self) -> Stones:
        """Who owns what by area scoring, all stones being alive: stones own their points, and an empty region belongs
        to the only colour that it touches."""
        owners, seen = dict(self.stones), set()
        for p in self.points:
            if p not in self.stones and p not in seen:
                inside, border = self.region(self.stones, p)
                seen |= inside
                colours = {self.stones[q] for q in border}
                if len(colours) == 1:
                    owners.update(dict.fromkeys(inside, colours.pop()))
        return owners

    def area(self) -> int:
        """Black's area minus White's."""
        owned = list(self.owners().values())
        return owned.count(BLACK) - owned.count(WHITE)

    def is_eye(self, p: Point, colour: int) -> bool:
        """Only own stones around p; and enemy stones on at most one diagonal, or on none if p lies at the edge."""
        if p in self.stones or any(self.stones.get(q) != colour for q in self.neighbours[p]):
            return False
        enemies = sum(q in self.stones and self.stones[q] != colour for q in self.diagonals(p))
        return enemies == 0 if len(self.neighbours[p]) < 4 else enemies <= 1
