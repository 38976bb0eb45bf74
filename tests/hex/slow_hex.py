"""Hex, slow and obviously right: stones by column and row, and a flood from edge to edge."""

AROUND = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class SlowHex:
    def __init__(self, size: int, swap: bool):
        self.size, self.swap, self.stones, self.turn, self.played = size, swap, {}, 1, 0

    @property
    def moves(self) -> set[str]:
        if self.winner:
            return set()
        lines = range(self.size)
        empty = {name(c, r) for c in lines for r in lines if (c, r) not in self.stones}
        return empty | ({"swap"} if self.swap and self.played == 1 else set())

    def play(self, move: str) -> None:
        if move == "swap":
            ((column, row),) = self.stones
            self.stones = {(row, column): 2}
        else:
            self.stones["abcdefghijklmnopqrs".index(move[0]), int(move[1:]) - 1] = self.turn
        self.turn, self.played = 3 - self.turn, self.played + 1

    @property
    def winner(self) -> int:
        return next((side for side in (1, 2) if self.connected(side)), 0)

    def connected(self, side: int) -> bool:
        """Red from row to row, Blue from column to column."""
        along, own = 2 - side, {place for place, stone in self.stones.items() if stone == side}
        front = [place for place in own if place[along] == 0]
        reached = set(front)
        while front:
            column, row = front.pop()
            near = {(column + x, row + y) for x, y in AROUND} & own - reached
            reached |= near
            front += near
        return any(place[along] == self.size - 1 for place in reached)


def name(column: int, row: int) -> str:
    return f"{'abcdefghijklmnopqrs'[column]}{row + 1}"


def empty_cell(board: dict) -> str:
    """The first empty cell of a board as the page gets it."""
    game = SlowHex(board["size"], swap=True)
    for move in board["moves"]:
        game.play(move)
    return min(game.moves - {"swap"})
