"""The ladder reader finds what a search of all moves finds."""

import numpy as np
import pytest

from kaya.go.knowledge.ladders import MOST_ANSWERS, answers, ladder_capture, saves
from kaya.go.rules import BLACK, EMPTY, PASS, WHITE, GoPosition, column_row, parse_vertex, vertex
from kaya.go.rules.board import in_atari

from ..boards import drawn
from ..slow_board import SlowBoard, Stones
from .positions import of_slow, random_position, slow


def capture(game: GoPosition, stone: str) -> str:
    return vertex(int(ladder_capture(game.states[0], parse_vertex(stone, game.lines))), game.lines)


def ladder_escape(board, stone: int) -> int:
    """A move of its owner that saves the chain of `stone` from atari; 0 if there is none."""
    into = np.empty(MOST_ANSWERS, np.int64)
    found = into[: answers(board, stone, into)] if in_atari(board, board.head[stone]) else ()
    return next((int(move) for move in found if saves(board, stone, move)), 0)


def escape(game: GoPosition, stone: str) -> str:
    return vertex(int(ladder_escape(game.states[0], parse_vertex(stone, game.lines))), game.lines)


LADDER = """
    . . . . . . . . .
    . . X X . . . . .
    . X O . . . . . .
    . {b6} {c6} . . . . . .
    . . {c5} . . . . . .
    . . . . . . . . .
    . . . . . . {g3} . .
    . . . . . . . . .
    . . . . . . . . ."""


def ladder(c6: str = ".", b6: str = ".", c5: str = ".", g3: str = ".") -> GoPosition:
    return drawn(LADDER.format(c6=c6, b6=b6, c5=c5, g3=g3))


def test_a_stone_is_caught_in_a_ladder_unless_a_breaker_stands_in_its_way():
    assert capture(ladder(), "C7") == "C6"
    assert capture(ladder(g3="X"), "C7") == "C6"
    assert capture(ladder(g3="O"), "C7") == "pass"


def test_a_stone_in_atari_runs_only_with_a_breaker_in_its_way():
    assert escape(ladder(c6="X"), "C7") == "pass"
    assert escape(ladder(c6="X", g3="X"), "C7") == "pass"
    assert escape(ladder(c6="X", g3="O"), "C7") == "D7"


def test_an_attacker_who_is_put_into_atari_on_the_way_loses_his_ladder():
    assert escape(ladder(c6="X", b6="O", c5="O"), "C7") == "D7", "he has to save C6"
    assert not saves(ladder(c6="X", b6="O", c5="O").states[0], parse_vertex("C7", 9), parse_vertex("A1", 9))


def test_capturing_a_stone_beside_it_saves_a_chain():
    picture = """
        . . . . .
        . O X {} .
        . X O X .
        . X . X .
        . . . . ."""
    assert escape(drawn(picture.format("O")), "C3") == "C5"
    assert escape(drawn(picture.format(".")), "C3") == "pass", "C4 has two liberties"


def test_the_ko_forbids_a_capture_only_to_the_player_to_move():
    game = drawn("""
        . O X . .
        O X . X .
        . O X . .
        . . . . .
        . . . . .""")
    game.set_turn(WHITE)
    game.play(parse_vertex("C4", 5))
    assert game.mover == BLACK
    assert capture(game, "C4") == "pass", "Black may not take back at once"
    game.play(PASS)
    assert capture(game, "C4") == "B4"


def test_nothing_is_caught_with_three_liberties():
    game = drawn("""
        . . . . .
        . . . . .
        . X O . .
        . . . . .
        . . . . .""")
    assert capture(game, "C3") == "pass"


class SlowLadder:
    """All moves of both sides; the attacker has to give atari each time. Liberties of the target are tried first."""

    def __init__(self, board: SlowBoard, target: tuple[int, int]):
        self.board, self.target = board, target

    def liberties(self, stones: Stones) -> set[tuple[int, int]]:
        return self.board.chain(stones, self.target)[1]

    def moves(self, stones: Stones, before: Stones | None, colour: int):
        first = self.liberties(stones)
        for p in sorted(self.board.points, key=lambda p: p not in first):
            self.board.stones, self.board._answers = stones, {}
            after = self.board.after(p, colour)
            if after is not None and after != before:
                yield p, after

    def catching(self, stones: Stones, before: Stones | None = None, depth: int = 0):
        """The moves of the attacker that catch the target."""
        colour = stones[self.target]
        if depth > 20:
            return
        for p, after in self.moves(stones, before, 3 - colour):
            if self.target not in after or (
                len(self.liberties(after)) == 1
                and not any(self.escapes(answer, after, depth) for _, answer in self.moves(after, stones, colour))
            ):
                yield p

    def escapes(self, stones: Stones, before: Stones | None, depth: int) -> bool:
        return len(self.liberties(stones)) > 2 or not any(True for _ in self.catching(stones, before, depth + 1))

    def saving(self, stones: Stones):
        """The moves of the defender after which the target is not caught."""
        for p, after in self.moves(stones, None, stones[self.target]):
            if self.escapes(after, stones, 0):
                yield p


@pytest.mark.slow
@pytest.mark.parametrize(("lines", "positions"), [(3, 40), (4, 40), (5, 20)])
def test_the_reader_agrees_with_a_search_of_all_moves(lines, positions):
    chance = np.random.default_rng(lines)
    seen = {"caught": 0, "not caught": 0, "saved": 0, "lost": 0}
    for _ in range(positions):
        game = random_position(lines, int(chance.integers(lines, lines * lines)), chance)
        game.place()  # the ko is forgotten
        other = slow(game)
        stones = other.stones
        for p in game.points:
            if game.colour_at(p) == EMPTY or game.state.head[p] != p:
                continue
            target = column_row(p, lines)
            liberties = len(other.chain(stones, target)[1])
            search = SlowLadder(slow(game), target)
            if liberties <= 2:
                moves = [of_slow(m, lines) for m in search.catching(stones)]
                found = int(ladder_capture(game.states[0], p))
                assert found in (moves or [0])
                seen["caught" if moves else "not caught"] += 1
            if liberties == 1:
                moves = [of_slow(m, lines) for m in search.saving(stones)]
                found = int(ladder_escape(game.states[0], p))
                assert found in (moves or [0])
                seen["saved" if moves else "lost"] += 1
    assert min(seen.values()) > 1, seen
