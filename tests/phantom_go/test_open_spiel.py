"""Every answer as OpenSpiel's `phantom_go` gives it, on what the two rule sets share.

OpenSpiel takes tries as an umpire does, but for points of which their author has learned something; superko ends its
game as a draw, so such tries are left out. Compared are the answer to each try, the stones on the board after it, whose
turn it is, and the result. The package is not one of Kaya's: `pip install open_spiel`.
"""

import os
import random
from collections import Counter

import pytest

from kaya.games.rules import REFUSED
from kaya.go.rules import PASS, column_row
from kaya.phantom_go.rules import PhantomGoPosition

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

GAMES = int(os.environ.get("KAYA_PHANTOM_GAMES", "20"))


def picture(position: PhantomGoPosition) -> str:
    signs = {0: "+", 1: "X", 2: "O"}
    rows = [position.points[k : k + position.lines] for k in range(0, len(position.points), position.lines)]
    return "\n".join("".join(signs[position.colour_at(p)] for p in row) for row in rows)


def its_picture(state, lines: int) -> str:
    rows = [line.split()[-1] for line in str(state).splitlines() if line[:3].strip().isdigit()]
    return "\n".join(rows[:lines])


def as_action(move: int, lines: int) -> int:
    if move == PASS:
        return lines * lines
    x, y = column_row(move, lines)
    return (lines - 1 - y) * lines + x


@pytest.mark.parametrize("lines", [5, 9])
def test_every_answer_agrees(lines):
    game, answers = pyspiel.load_game("phantom_go", {"board_size": lines, "komi": 7.5}), Counter()
    for seed in range(GAMES):
        chance, position, other = random.Random(seed), PhantomGoPosition(lines, 7.5), game.new_initial_state()
        while not position.over and not other.is_terminal() and len(position.played) < 2 * lines * lines:
            reasons = {m: position.why_illegal(m) for m in position.possible_tries()}
            theirs = set(other.legal_actions())
            assert {as_action(m, lines) for m, why in reasons.items() if not why} <= theirs, "what is legal can be"
            tries = [m for m, why in reasons.items() if m and why != "superko" and as_action(m, lines) in theirs]
            move = chance.choice(tries) if tries and chance.random() < 0.98 else PASS
            refused = position.try_move(move) == REFUSED
            other.apply_action(as_action(move, lines))
            assert its_picture(other, lines) == picture(position), position.move_name(move)
            assert other.is_terminal() or other.current_player() == position.mover - 1
            answers[reasons[move] if refused else "accepted"] += 1
        if position.over and other.is_terminal():  # it does not see two passes with a refused try between them
            assert other.returns()[0] == (1 if position.verdict().points == 1 else -1)
            answers["games to the end"] += 1
    print(f"{GAMES} games on {lines}x{lines}, all agree: {dict(answers)}")
    assert min(answers[what] for what in ("accepted", "occupied", "suicide")) > 5
