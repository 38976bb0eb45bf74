"""The umpire of Phantom Go once more, slow and obvious, on the slow Go board: what it says to each side, in words."""

from tests.go.slow_board import Point, SlowBoard, Stones

COLOURS = {1: "Black", 2: "White"}


class SlowUmpire:
    """`heard[side]` is all that a side was told: who moved, what was said, where the move was, if that is its own
    business, and which stones were captured, if it is told that."""

    def __init__(self, lines: int, ataris: bool = False):
        self.board, self.ataris, self.passes = SlowBoard(lines), ataris, 0
        self.heard: dict[int, list[tuple]] = {1: [], 2: []}

    @property
    def over(self) -> bool:
        return self.passes == 2

    def in_atari(self, stones: Stones, colour: int) -> set[Point]:
        return {p for p in stones if stones[p] == colour and len(self.board.chain(stones, p)[1]) == 1}

    def try_move(self, p: Point | None) -> None:
        board, us = self.board, self.board.turn
        other = 3 - us
        if p is not None and (board.after(p, us) is None or board.repeats(p, us)):
            self.heard[us].append((us, "refused", p, ()))
            return
        before = board.stones
        board.play(p)
        self.passes = self.passes + 1 if p is None else 0
        said = ["passed" if p is None else "moved"]
        gone = tuple(sorted((q for q in before if q not in board.stones), key=lambda q: (q[1], q[0])))
        if gone:
            said.append(f"{len(gone)} captured")
        if self.ataris and p is not None:
            for side, word in ((other, "atari"), (us, "self-atari")):
                was, now = self.in_atari(before, side), self.in_atari(board.stones, side)
                if any(not board.chain(board.stones, q)[0] & was for q in now):
                    said.append(word)
        words = "; ".join(said)
        self.heard[us].append((us, words, p, gone if self.ataris else ()))
        self.heard[other].append((us, words, None, gone))
