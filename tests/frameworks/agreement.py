"""Random games of OpenSpiel's, followed by Kaya's umpire: after each action the boards, the side to move, what may be
tried and what the sides know are compared, and in the end the results.

    python -m tests.frameworks.agreement 1000 go kriegspiel

The rules differ where OpenSpiel's pages and code say so; such cases are counted and not compared."""

import random
import sys
from collections import Counter
from typing import Any

import pyspiel

from kaya.frameworks.openspiel import Followed, as_position, as_state
from kaya.go.frameworks import all_points
from kaya.go.rules import PASS
from kaya.kriegspiel.rules.messages import message_text

GAMES: dict[str, dict[str, Any]] = {
    "tic_tac_toe": {},
    "phantom_ttt": {},
    "go": {"board_size": 5, "komi": 7.5, "max_game_length": 300},
    "phantom_go": {"board_size": 5, "komi": 7.5, "max_game_length": 300},
    "kriegspiel": {},
}


def board_here(position: Any) -> str:
    """The board in OpenSpiel's signs."""
    if hasattr(position, "fen"):
        return position.fen.split()[0]
    if hasattr(position, "points"):
        signs = "".join("+XO"[position.colour_at(p)] for p in position.points)
        return "\n".join(signs[k : k + position.lines] for k in range(0, len(signs), position.lines))
    return str(position).lower().replace(" ", "")


def board_there(state: Any) -> str:
    text, size = str(state), state.get_game().get_parameters().get("board_size")
    if "/" in text:
        return text.split()[0]
    if size:
        return "\n".join([line.split()[-1] for line in text.splitlines() if line[:3].strip().isdigit()][:size])
    return "\n".join(text.splitlines()[:3])


def compare(followed: Followed, seen: Counter[str]) -> None:
    """Assert that both say the same of the game as it stands."""
    state, position, translation = followed.state, followed.table.position, followed.translation
    assert board_here(position) == board_there(state)
    if position.over or state.is_terminal():
        return
    player = state.current_player()
    side = translation.sides[player]
    assert position.mover == side
    theirs = {translation.move(state, action) for action in state.legal_actions()}
    legal = legal_here(position)
    assert legal <= theirs, "what is legal may be tried there"
    if position.game.hidden:
        assert legal <= set(position.possible_tries()), "and here"
    else:
        assert {position.why_illegal(m) for m in theirs - legal} <= {"superko"}
    for who, seat in followed.seats.items() if position.game.hidden else ():
        knows(seat.view, state, translation.sides.index(who), seen)


def legal_here(position: Any) -> set[int]:
    """All legal moves; in Go those that fill an own eye too."""
    if hasattr(position, "points"):
        return {m for m in (*position.points, PASS) if position.is_legal(m)}
    return set(position.legal_moves())


def knows(view: Any, state: Any, player: int, seen: Counter[str]) -> None:
    """Assert that a view agrees with what OpenSpiel shows to its player. Where tries are refused, that is more: why."""
    shown = state.observation_string(player)
    if hasattr(view, "known"):
        rows = "".join(line.split()[1] for line in shown.splitlines()[: view.lines])
        marks = {p: ".+XO".index(rows[k]) - 1 for k, p in enumerate(all_points(view.lines))}
        assert {p for p, c in marks.items() if c == view.side} == view.known.own
        stones = {p for p, sign in zip(marks, board_there(state).replace("\n", ""), strict=True) if sign != "+"}
        assert view.known.enemies <= stones - view.known.own, "what it has concluded is so"
    elif hasattr(view, "pawn_tries"):
        own, said = shown.split()[0], shown.splitlines()[-1]
        assert own == own_fen(view)
        if player == state.current_player() and view.log and view.log[-1].legal and said != "Illegal move.":
            found = differences(view.message, shown)
            seen.update(f"messages that differ in {word}" for word in found)
            seen["messages"] += 1
    else:
        assert str(view).lower().replace(" ", "") == "\n".join(shown.splitlines()[:3])


def own_fen(view: Any) -> str:
    """The own pieces as FEN writes them."""
    import chess

    board = chess.BaseBoard(None)
    for square, kind in view.pieces.items():
        board.set_piece_at(square, chess.Piece(kind, view.side == 1))
    return board.board_fen()


def differences(message: int, shown: str) -> set[str]:
    """What Kaya's umpire says of a move and OpenSpiel's does not, or the other way round, in a word each."""
    words = set(message_text(message).replace("-diagonal", " diagonal").split("; ")[1:])
    told = shown.splitlines()[-1].rstrip(".").lower().replace("-diagonal", " diagonal").split(", ")
    return {word.split()[-1] for word in words ^ {w for w in told if not w.endswith("'s move")}}


def play(name: str, seed: int, seen: Counter[str]) -> None:
    """One random game."""
    chance, game = random.Random(seed), pyspiel.load_game(name, GAMES[name])
    followed, played_on = Followed(game), False
    while not followed.state.is_terminal():
        position, before = followed.table.position, len(followed.table.position.played)
        refusals = len(position.tried) if position.game.hidden else 0
        actions = followed.state.legal_actions()
        action = actions[-1] if chance.random() < 0.04 else chance.choice(actions)  # the last is a pass in Go
        over, player = position.over, followed.state.current_player()
        move = followed.translation.move(followed.state, action)
        repeats = not over and hasattr(position, "why_illegal") and position.why_illegal(move) == "superko"
        followed.follow(action)
        seen["actions"] += 1
        if over:
            played_on |= followed.state.current_player() not in (player, pyspiel.PlayerId.TERMINAL)
            seen["actions after our end"] += 1
            continue
        if repeats:
            seen["games that superko ends there"] += 1
            seen["games"] += 1
            return
        compare(followed, seen)
        made = len(position.played) > before
        asked = not position.game.hidden or len(position.tried) > refusals
        seen["accepted" if made else "refused" if asked else "refused, not asked here"] += 1
    seen["games"] += 1
    state, position = followed.state, followed.table.position
    again = as_position(state)
    assert again == position
    assert board_there(as_state(position, game)) == board_here(position)
    if position.over and played_on:
        seen["games that go on there"] += 1
    elif position.over:
        assert state.returns()[followed.translation.sides.index(1)] == 2 * position.verdict().points - 1
        seen["results alike"] += 1


if __name__ == "__main__":
    for name in sys.argv[2:] or GAMES:
        found: Counter[str] = Counter()
        for seed in range(int(sys.argv[1])):
            play(name, seed, found)
            if found["games"] % 100 == 0:
                print(name, dict(found), flush=True)
