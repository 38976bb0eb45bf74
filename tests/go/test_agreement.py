"""The fast board and the slow one play the same games and must agree on everything after each move."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kaya.go.rules import BLACK, EMPTY, PASS, WHITE, GoPosition, go, point
from kaya.go.rules import board as rules
from kaya.go.rules.chains import chain_at, liberties
from kaya.kernel import at, zeros

from ..kernels import kept_kernel
from .slow_board import SlowBoard

GAMES = {2: 60, 3: 60, 4: 40, 5: 25, 6: 12, 7: 8, 8: 4, 9: 4, 10: 2, 11: 2, **dict.fromkeys(range(12, 20), 1)}
"""How many games per size: hundreds of small ones take as long as a few large ones."""

LEGAL, PLAYABLE, EYE, STONES, LIBERTY, HEAD = 0, 2, 4, 6, 7, 8


@kept_kernel
def look(board, seen, owner):
    """All that the rules say about each point: legal, playable and eye for Black and for White; for a stone the size
    of its chain, the last liberty if it is in atari, and its head."""
    rules.area_of(board, owner)
    for y in range(1, board.lines + 1):
        for x in range(1, board.lines + 1):
            p = y * board.stride + x
            seen[p, :] = 0
            if board.colour[at(p)] == EMPTY:
                for colour in (BLACK, WHITE):
                    seen[p, LEGAL + colour - 1] = rules.is_legal(board, p, colour)
                    seen[p, PLAYABLE + colour - 1] = rules.is_playable(board, p, colour)
                    seen[p, EYE + colour - 1] = rules.is_eye(board, p, colour)
            else:
                head = np.int64(board.head[at(p)])
                seen[p, STONES] = board.stones[at(head)]
                seen[p, HEAD] = head
                if rules.in_atari(board, head):
                    seen[p, LIBERTY] = rules.last_liberty(board, head)


class Pair:
    """One game on both boards."""

    def __init__(self, lines: int):
        self.slow, self.boards = SlowBoard(lines), zeros(go.dtype)
        self.fast = self.boards[0]
        rules.clear(self.fast, lines, 0.5)
        self.place = {p: point(*p, lines) for p in self.slow.points}
        self.seen, self.owner = np.zeros((rules.CELLS, 9), np.int64), np.zeros(rules.CELLS, np.uint8)

    def play(self, p) -> None:
        empties = int(self.fast.empties)
        rules.play(self.fast, PASS if p is None else self.place[p])
        taken = self.slow.play(p)
        assert self.fast.empties == empties + taken - (p is not None)
        assert self.fast.turn == self.slow.turn
        assert self.fast.last == (PASS if p is None else self.place[p])

    def check(self) -> None:
        """Compare all there is to compare."""
        slow, fast, place = self.slow, self.fast, self.place
        look(fast, self.seen, self.owner)
        seen, owners = self.seen, slow.owners()
        empty = [p for p in slow.points if p not in slow.stones]
        listed, colour_of, ko = fast.empty[: fast.empties], fast.colour, fast.ko
        assert set(listed.tolist()) == {place[p] for p in empty}
        assert fast.place[listed].tolist() == list(range(len(empty)))
        assert [colour_of[place[p]] for p in slow.points] == [slow.stones.get(p, EMPTY) for p in slow.points]
        assert [self.owner[place[p]] for p in slow.points] == [owners.get(p, EMPTY) for p in slow.points]
        assert rules.area_score(fast) == slow.area()
        assert rules.result(fast) == (1 if slow.area() > 0.5 else -1)
        assert [place[p] for p in slow.ko_points()] == ([ko] if ko else [])
        for p in empty:
            told = seen[place[p]]
            for colour in (BLACK, WHITE):
                eye = slow.is_eye(p, colour)
                # the fast board's ko point is closed to both; only the player to move is ever asked about it
                legal = slow.is_legal(p, colour) and place[p] != ko
                assert told[LEGAL + colour - 1] == legal
                assert told[EYE + colour - 1] == eye
                assert told[PLAYABLE + colour - 1] == (legal and not eye)
        checked = set()
        for p in slow.stones:
            if p not in checked:
                chain, free = slow.chain(slow.stones, p)
                checked |= chain
                found = chain_at(fast, place[p])
                assert found == sorted(place[q] for q in chain)
                assert liberties(fast, found) == {place[q] for q in free}
                told = seen[found]
                assert (told == told[0]).all()
                assert told[0, STONES] == len(chain)
                assert told[0, HEAD] in found
                assert told[0, LIBERTY] == (place[min(free)] if len(free) == 1 else 0)

    def lively_move(self, rng: random.Random):
        """A move that the fast board takes for legal: often a capture, which makes kos; also into eyes; or a pass."""
        look(self.fast, self.seen, self.owner)
        turn, kind = self.slow.turn, rng.random()
        if kind < 0.04:
            return None
        legal = [p for p, q in self.place.items() if self.seen[q, LEGAL + turn - 1]]
        if kind < 0.5:
            enemies = [self.place[p] for p, colour in self.slow.stones.items() if colour != turn]
            captures = set(self.seen[enemies, LIBERTY].tolist()) if enemies else set()
            legal = [p for p in legal if self.place[p] in captures] or legal
        return rng.choice(legal) if legal else None


@pytest.mark.slow
@pytest.mark.parametrize("lines", GAMES)
def test_fast_and_slow_board_agree_move_by_move(lines):
    thorough = max(1, lines * lines // 8)  # a full comparison after every so many moves

    @settings(max_examples=GAMES[lines])
    @given(seed=st.integers(0, 2**32))
    def game(seed):
        rng, pair = random.Random(seed), Pair(lines)
        for k in range(lines * lines + rng.randrange(lines * lines)):
            pair.play(pair.lively_move(rng))
            if k % thorough == 0 or len(pair.slow.stones) < 3:
                pair.check()
        pair.check()

    game()


@pytest.mark.slow
@settings(max_examples=150)
@given(lines=st.integers(2, 5), choices=st.lists(st.integers(0, 30), max_size=40))
def test_any_sequence_of_moves_gives_the_same_board(lines, choices):
    """Moves as Hypothesis likes them: if the boards differ, it finds the shortest game that shows it."""
    pair = Pair(lines)
    for choice in choices:
        legal = [p for p in pair.slow.points if pair.slow.is_legal(p, pair.slow.turn)]
        pair.play(None if choice == 0 or not legal else legal[choice % len(legal)])
        pair.check()


@pytest.mark.slow
@settings(max_examples=60)
@given(lines=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_a_real_game_obeys_positional_superko_and_counts_prisoners(lines, seed):
    rng, slow, game = random.Random(seed), SlowBoard(lines), GoPosition(lines)
    for _ in range(3 * lines * lines):
        legal = {p for p in slow.points if slow.is_legal(p, slow.turn)}
        allowed = {p for p in legal if not slow.repeats(p, slow.turn)}
        considered = {point(*p, lines) for p in allowed if not slow.is_eye(p, slow.turn)}
        assert set(game.legal_moves()) == considered | {PASS}
        kos = slow.ko_points()
        for p in rng.sample(slow.points, 3):
            reason = game.why_illegal(point(*p, lines))
            assert (reason == "") == (p in allowed)
            assert (reason == "occupied") == (p in slow.stones)
            assert (reason == "superko") == (p in legal - allowed)
            assert (reason == "ko") == (p in kos)
        move = rng.choice(sorted(allowed)) if allowed else None
        slow.play(move)
        game.play(PASS if move is None else point(*move, lines))
        assert game.score() == slow.area() - 7.5
        if game.over:
            assert game.legal_moves() == []
            break
    assert {c: game.captured(c) for c in (BLACK, WHITE)} == slow.captured
