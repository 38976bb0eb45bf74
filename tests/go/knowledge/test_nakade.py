"""Vital points are those that a full search of every hole of three to six points finds."""

from functools import cache
from itertools import product

import pytest

from kaya.go.knowledge.nakade import BITS, MASK, centre_of_three, hole_at, makes_one_eye, vital_point
from kaya.go.rules import BLACK, WHITE, GoPosition, point

Cell = tuple[int, int]
Shape = frozenset[Cell]
EMPTY, ATTACKER, DEFENDER = 0, 1, 2
WALL = (-9, -9)


def beside(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)]


def symmetries(shape: Shape) -> list[Shape]:
    turns = [
        lambda x, y: (x, y),
        lambda x, y: (-y, x),
        lambda x, y: (-x, -y),
        lambda x, y: (y, -x),
        lambda x, y: (-x, y),
        lambda x, y: (x, -y),
        lambda x, y: (y, x),
        lambda x, y: (-y, -x),
    ]
    found = []
    for turn in turns:
        cells = [turn(x, y) for x, y in shape]
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        found.append(frozenset((x - left, y - top) for x, y in cells))
    return found


@cache
def shapes(size: int) -> list[Shape]:
    """All connected shapes of so many points, one of each class of symmetry."""
    if size == 1:
        return [frozenset({(0, 0)})]
    grown = {shape | {cell} for shape in shapes(size - 1) for old in shape for cell in beside(old) if cell not in shape}
    return sorted({min(symmetries(shape), key=sorted) for shape in grown}, key=sorted)


def test_there_are_as_many_shapes_as_polyominoes():
    assert [len(shapes(n)) for n in (3, 4, 5, 6)] == [2, 5, 12, 35]


class Hole:
    """The game inside a hole: the defender's wall around it is one chain without liberties outside; the attacker wins
    if he captures it. `won` are the pairs (position, whose turn) from which he can force that."""

    def __init__(self, shape: Shape):
        self.cells = sorted(shape)
        self.beside = {cell: [q if q in shape else WALL for q in beside(cell)] for cell in self.cells}
        self.beside[WALL] = [cell for cell in self.cells if WALL in self.beside[cell]]
        self.start = (EMPTY,) * len(shape)
        moves = {
            (position, turn): [position, *self._moves(position, turn)]  # a pass, too
            for position in product(range(3), repeat=len(shape))
            for turn in (ATTACKER, DEFENDER)
        }
        self.won: set[tuple[tuple[int, ...] | str, int]] = {("captured", DEFENDER)}
        grown = True
        while grown:
            new = {
                (position, turn)
                for (position, turn), after in moves.items()
                if (position, turn) not in self.won
                and (any if turn == ATTACKER else all)((next_, 3 - turn) in self.won for next_ in after)
            }
            grown = bool(new)
            self.won |= new

    def _chain(self, stones: dict[Cell, int], cell: Cell) -> tuple[set[Cell], set[Cell]]:
        """The chain on a cell, the wall being one stone of the defender's, and its liberties."""
        chain, liberties, waiting = {cell}, set(), [cell]
        while waiting:
            for q in self.beside[waiting.pop()]:
                if stones[q] == EMPTY:
                    liberties.add(q)
                elif stones[q] == stones[cell] and q not in chain:
                    chain.add(q)
                    waiting.append(q)
        return chain, liberties

    def _moves(self, position: tuple[int, ...], turn: int):
        for place, there in enumerate(position):
            if there == EMPTY:
                stones = dict(zip(self.cells, position, strict=True)) | {WALL: DEFENDER, self.cells[place]: turn}
                for cell in [*self.cells, WALL]:
                    if stones[cell] == 3 - turn:
                        chain, liberties = self._chain(stones, cell)
                        if not liberties:
                            stones.update(dict.fromkeys(chain, EMPTY))
                if stones[WALL] == EMPTY:
                    yield "captured"
                elif self._chain(stones, self.cells[place])[1]:
                    yield tuple(stones[cell] for cell in self.cells)

    def vital(self) -> set[Cell]:
        """Where the attacker has to play, if the hole is not lost already or lives anyway."""
        if (self.start, DEFENDER) in self.won:
            return set()
        played = {cell: (*self.start[:k], ATTACKER, *self.start[k + 1 :]) for k, cell in enumerate(self.cells)}
        return {cell for cell, position in played.items() if (position, DEFENDER) in self.won}


def board_with(shape: Shape) -> tuple[GoPosition, dict[Cell, int]]:
    """A board full of white stones but for this hole, and the points of its cells."""
    game = GoPosition(8)
    places = {(x, y): point(x + 1, y + 1, 8) for x, y in shape}
    game.place(white=[p for p in game.points if p not in places.values()])
    return game, places


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_the_vital_point_is_the_one_that_a_search_finds(size):
    vital_shapes = 0
    for shape in shapes(size):
        hole = Hole(shape)
        vital = hole.vital()
        vital_shapes += bool(vital)
        assert len(vital) <= 1
        for turned in symmetries(shape):
            game, places = board_with(turned)
            board = game.states[0]
            for p in places.values():
                points, count = hole_at(board, p, WHITE, 6)
                assert {int(points) >> BITS * k & MASK for k in range(count)} == set(places.values())
                found = vital_point(points, count, board.stride)
                assert bool(found) == bool(vital), sorted(shape)
                if size == 3:
                    assert centre_of_three(board, p, WHITE) == found
                assert makes_one_eye(points, count, board.stride) == ((hole.start, ATTACKER) in hole.won)
        game, places = board_with(shape)
        points, count = hole_at(game.states[0], next(iter(places.values())), WHITE, 6)
        assert [vital_point(points, count, game.states[0].stride)] == [places[v] for v in vital] or not vital
    assert vital_shapes == {3: 2, 4: 1, 5: 2, 6: 1}[size]


@pytest.mark.parametrize("size", [2, 4, 5])
def test_a_hole_of_another_size_is_no_hole_of_three(size):
    for shape in shapes(size):
        game, places = board_with(shape)
        for p in places.values():
            assert centre_of_three(game.states[0], p, WHITE) == 0
            assert hole_at(game.states[0], p, WHITE, size)[1] == size
            assert hole_at(game.states[0], p, WHITE, size - 1)[1] == 0


def test_a_hole_with_another_colour_beside_it_is_none():
    game, places = board_with(frozenset({(0, 0), (1, 0), (2, 0)}))
    game.place(black=[point(1, 0, 8)])
    board = game.states[0]
    for p in places.values():
        assert hole_at(board, p, WHITE, 6)[1] == 0
        assert hole_at(board, p, BLACK, 6)[1] == 0
        assert centre_of_three(board, p, WHITE) == 0
