"""A game of Hex: moves by their names, the board as text, and the chain that has won."""

import re
from string import ascii_lowercase
from typing import Any

from kaya import Position
from kaya.kernel import split_seed, zeros

from .rules import AROUND, BLUE, EMPTY, RED, SWAP, cell, column_row, hex_game, start

SWAPPED = "swap"
MARKS = {EMPTY: ".", RED: "R", BLUE: "B"}


class HexPosition(Position):
    """A cell is written as its column and its row, from the upper left: `a1`, `k11`."""

    def __init__(self, size: int = 11, swap: bool = False):
        states = zeros(hex_game.dtype)
        states.rng = split_seed(0)
        start(states[0], size, swap)
        super().__init__(hex_game, states)
        self.lines = size
        self.conditions = {"size": size, "swap": swap}

    @property
    def moves_to_go(self) -> float:
        """About half of the empty cells are played before somebody has won."""
        return max(float(self.state.left) / 4, 5.0)

    def move_name(self, move: int) -> str:
        if move == SWAP:
            return SWAPPED
        column, row = column_row(move)
        return f"{ascii_lowercase[column]}{row + 1}"

    def parse_move(self, text: str) -> int:
        word, last = text.strip().lower(), f"{ascii_lowercase[self.lines - 1]}{self.lines}"
        if word == SWAPPED:
            return SWAP
        if found := re.fullmatch(r"([a-z])([1-9]\d?)", word, re.ASCII):
            column, row = ascii_lowercase.index(found[1]), int(found[2]) - 1
            if column < self.lines and row < self.lines:
                return cell(column, row)
        raise ValueError(f"{text[:20]!r} is not a move: write a letter and a number, from a1 to {last}.")

    def colour_at(self, column: int, row: int) -> int:
        return int(self.state.colour[cell(column, row)])

    def winning_chain(self) -> list[int]:
        """The cells of a shortest chain of stones from edge to edge; none while nobody has won."""
        state, end = self.state, self.lines - 1
        winner, along = int(state.winner), 1 if state.winner == RED else 0
        if not winner:
            return []
        lines = range(self.lines)
        begin = [cell(c, 0) if winner == RED else cell(0, c) for c in lines]
        before: dict[int, int] = {c: c for c in begin if state.colour[c] == winner}
        front = list(before)
        for at in front:
            if column_row(at)[along] == end:
                chain = [at]
                while before[chain[-1]] != chain[-1]:
                    chain.append(before[chain[-1]])
                return chain
            for other in (at + step for step in AROUND):
                inside = all(0 <= x <= end for x in column_row(other))
                if inside and state.colour[other] == winner and other not in before:
                    before[other] = at
                    front.append(other)
        return []

    def __str__(self) -> str:
        lines = range(self.lines)
        rows = [
            " " * (row + 1) + f"{row + 1:2} " + " ".join(MARKS[self.colour_at(c, row)] for c in lines) for row in lines
        ]
        return "\n".join(["   " + " ".join(ascii_lowercase[: self.lines]), *rows])


hex_game.position = HexPosition


def names(position: Any) -> list[str]:
    """The moves that were played, by name."""
    return [position.move_name(move) for move in position.played]
