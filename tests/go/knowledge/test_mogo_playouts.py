"""Each step of MoGo's playouts fires where it must and nowhere else; simulated games are legal to the end."""

import numpy as np
import pytest

from kaya.go.clinic import shipped
from kaya.go.knowledge.playouts import (
    MoGoPlayout,
    capture_move,
    fill_board_anew,
    fill_board_move,
    mogo_move,
    notice_ataris,
    start_ataris,
)
from kaya.go.rules import BLACK, EMPTY, PASS, WHITE, GoPosition, column_row, parse_vertex, point
from kaya.go.rules.board import is_playable, play
from kaya.kernel import split_seed
from kaya.players import make_player
from kaya.search import Budget
from kaya.search.tree import new_work

from ...kernels import kept_kernel
from ..boards import at_vertices, drawn
from .positions import slow

OFF = dict(save=False, nakade=0, N=0, patterns=False, approach=0.0, captures=False, self_atari=0.0)


@kept_kernel
def draw_many(board, work, p, into):
    for k in range(len(into)):
        start_ataris(board, work)
        into[k] = mogo_move(board, work, p)


def moves_of(game: GoPosition, count: int = 2000, **switches) -> dict[int, float]:
    """How often each move is simulated, all steps being off but those named."""
    states, into = game.states.copy(), np.zeros(count, np.int64)
    states.rng = split_seed(7)
    draw_many(states[0], new_work()[0], MoGoPlayout().changed(**{**OFF, **switches}).as_record()[0], into)
    moves, counts = np.unique(into, return_counts=True)
    return dict(zip(moves.tolist(), (counts / count).tolist(), strict=True))


def played(picture: str, move: str, colour: int = WHITE) -> GoPosition:
    """A picture in which `colour` has just played `move`."""
    game = drawn(picture)
    game.play(parse_vertex(move, game.lines), colour)
    return game


def only(game: GoPosition, names: str, **switches) -> None:
    """These are the moves simulated, all equally often; with all steps off other moves are simulated too."""
    wanted = at_vertices(names, game.lines)
    found = moves_of(game, **switches)
    assert set(found) == set(wanted)
    assert all(rate == pytest.approx(1 / len(wanted), abs=0.05) for rate in found.values())
    assert set(moves_of(game)) > set(wanted), "switched off, it makes no difference"


def never(game: GoPosition, **switches) -> None:
    """With or without these switches any move is simulated."""
    assert set(moves_of(game, **switches)) == set(moves_of(game))


def test_step_1_a_stone_in_atari_runs_if_it_gets_two_liberties():
    only(
        played(
            """
            . . . . . .
            . . O . . .
            . O X . . .
            . . . . . .
            . . . . . .
            . . . . . .""",
            "C3",
        ),
        "D4",
        save=True,
    )


def test_step_1_a_stone_that_cannot_run_is_left():
    never(
        played(
            """
            X . . . . .
            . O . . . .
            . . . . . .
            . . . . . .
            . . . . . .
            . . . . . .""",
            "B6",
        ),
        save=True,
    )


def test_step_1_an_old_atari_is_none_of_its_business():
    never(
        played(
            """
            . . . . . .
            . . O . . .
            . O X . . .
            . . O . . .
            . . . . . .
            . . . . . .""",
            "F1",
        ),
        save=True,
    )


def test_step_1_the_capture_of_a_chain_beside_it_saves_a_stone_that_cannot_run():
    only(
        played(
            """
            . . . . .
            . X O X .
            . . X O .
            . O . O .
            . . O . .""",
            "B3",
        ),
        "C5",
        save=True,
    )


def test_step_2_the_middle_of_a_hole_of_three_is_played():
    game = drawn("""
        . . . O X .
        O O . O X .
        X X O O X .
        . X X X X .
        . . . . . .
        . . . . . .""")
    game.play(parse_vertex("C5", 6), WHITE)
    only(game, "B6", nakade=3)


def test_step_2_a_hole_of_four_needs_the_larger_switch():
    only(drawn_t_shape(), "B6", nakade=4)
    never(drawn_t_shape(), nakade=3)


def drawn_t_shape() -> GoPosition:
    game = drawn("""
        . . . . X .
        O . O O X .
        O O O X X .
        X X X X . .
        . . . . . .
        . . . . . .""")
    game.play(parse_vertex("D6", 6), WHITE)
    return game


def test_step_2_a_hole_elsewhere_is_not_looked_for():
    game = drawn("""
        . . . O X .
        O O O O X .
        X X X X X .
        . . . . . .
        . . . . . .
        . . . . . .""")
    game.play(parse_vertex("F1", 6), WHITE)
    never(game, nakade=6)


def test_step_3_a_point_with_nothing_around_it_is_played():
    game = GoPosition(9)
    inside = {point(x, y, 9) for x in range(1, 8) for y in range(1, 8)}
    near = {point(x, y, 9) for x in (3, 4, 5) for y in (3, 4, 5)}
    for lonely in (inside, inside - near):
        if lonely != inside:
            game.play(point(4, 4, 9))
        board = game.states.copy()[0]
        board.rng = split_seed(1)
        for fill in (fill_board_move, fill_board_anew):
            assert {int(fill(board, 4)) for _ in range(3000)} == lonely | {0}
        rates = moves_of(game, 20_000), moves_of(game, 20_000, N=4), moves_of(game, 20_000, N=4, anew=True)
        shares = [sum(rate for p, rate in found.items() if p in lonely) for found in rates]
        assert min(shares[1:]) > shares[0] + 0.1


@pytest.mark.slow
@pytest.mark.parametrize("tries", [1, 2, 4])
def test_step_3_tries_as_often_as_it_should(tries):
    """One try hits a lonely point as often as there are such points; more tries, which follow it, more often."""
    game = GoPosition(9)
    game.play(point(4, 4, 9))
    board = game.states.copy()[0]
    board.rng = split_seed(2)
    lonely = sum(1 for x in range(1, 8) for y in range(1, 8) if max(abs(x - 4), abs(y - 4)) > 1)
    rate = np.mean([fill_board_move(board, tries) != 0 for _ in range(20_000)])
    if tries == 1:
        assert rate == pytest.approx(lonely / 81, abs=0.01)
    else:
        assert lonely / 81 < rate < 1 - (1 - lonely / 81) ** tries + 0.01
    rate = np.mean([fill_board_anew(board, tries) != 0 for _ in range(20_000)])
    assert rate == pytest.approx(1 - (1 - lonely / 81) ** tries, abs=0.01)


def test_step_4_a_pattern_around_the_last_move_is_played():
    only(
        played(
            """
            . . . . . . .
            . . . . . . .
            . . . X . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .""",
            "D4",
        ),
        "C4 E4 C5 E5",
        patterns=True,
    )


def test_step_4_half_of_the_self_ataris_become_connections():
    game = played(
        """
        . . . . . .
        . . . . . .
        X X X X X .
        O O O O O X
        . . . O X .
        . . . . . O""",
        "D1",
    )
    e1, f2 = at_vertices("E1 F2", 6)
    plain, half, always = (moves_of(game, patterns=True, approach=a) for a in (0.0, 0.5, 1.0))
    assert plain[e1] > 0.2
    assert half[e1] == pytest.approx(plain[e1] / 2, abs=0.05)
    assert half[f2] == pytest.approx(plain.get(f2, 0) + plain[e1] / 2, abs=0.05)
    assert e1 not in always


def test_step_5_captures_are_found_anywhere():
    only(
        played(
            """
            . X O . . . .
            . . X . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            O X . . . . .""",
            "G5",
        ),
        "D7 A2",
        captures=True,
    )


def test_step_5_the_ko_is_not_taken_back():
    game = drawn("""
        . O X . .
        O X . X .
        . O X . .
        . . . . .
        . . . . .""")
    game.play(parse_vertex("C4", 5), WHITE)
    assert game.state.ko == parse_vertex("B4", 5)
    never(game, captures=True)


def test_beyond_the_paper_a_bad_self_atari_is_refused():
    game = drawn("""
        . . . O .
        . . O . O
        . . . O .
        . . . . .
        . O . . .""")
    d4, a1 = at_vertices("D4 A1", 5)
    assert not is_playable(game.states[0], d4, BLACK)
    assert a1 in moves_of(game)
    assert a1 not in moves_of(game, self_atari=1.0)
    assert 0 < moves_of(game, 20_000, self_atari=0.8)[a1] < moves_of(game, 20_000)[a1]


@pytest.mark.slow
@pytest.mark.parametrize("lines", [2, 3, 5, 7])
def test_the_list_of_ataris_holds_every_capture(lines):
    """After each move of a game, `capture_move` finds a capture if and only if the slow board sees one."""
    chance, work, found = np.random.default_rng(lines), new_work()[0], 0
    for _ in range(6):
        game = GoPosition(lines)
        states = game.states.copy()
        states.rng = split_seed(int(chance.integers(100)))
        board = states[0]
        start_ataris(board, work)
        for _ in range(3 * lines * lines):
            moves = [int(p) for p in game.points if board.colour[p] == EMPTY and is_playable(board, p, board.turn)]
            play(board, int(chance.choice(moves)) if moves else PASS)
            if board.last != PASS:
                notice_ataris(board, work)
            shown = GoPosition(lines)
            shown.place(
                black=[p for p in game.points if board.colour[p] == BLACK],
                white=[p for p in game.points if board.colour[p] == WHITE],
            )
            other = slow(shown)
            captures = set()
            for p in game.points:
                after = other.after(column_row(p, lines), int(board.turn))
                if after is not None and len(after) < len(other.stones) + 1 and p != board.ko:
                    captures.add(p)
            chosen = int(capture_move(board, work))
            assert chosen in (captures or {0})
            found += bool(captures)
    assert found > 5


@kept_kernel
def play_and_check(board, work, p, moves):
    """Play; the first move that is not legal or fills an own eye, -1 if none."""
    start_ataris(board, work)
    for k in range(moves):
        move = mogo_move(board, work, p)
        if move != PASS and (board.colour[move] != EMPTY or not is_playable(board, move, board.turn)):
            return k
        play(board, move)
        if board.passes >= 2:
            break
    return -1


@pytest.mark.slow
@pytest.mark.parametrize("lines", [2, 3, 5, 9, 13, 19])
@pytest.mark.parametrize("switches", [{}, dict(nakade=6, self_atari=0.9, N=2)], ids=["the paper", "everything"])
def test_simulated_moves_are_legal_and_fill_no_own_eye(lines, switches):
    p, work = MoGoPlayout().changed(**switches).as_record()[0], new_work()[0]
    for seed in range(3000 if lines < 13 else 300):
        states = GoPosition(lines).states.copy()
        states.rng = split_seed(seed)
        assert play_and_check(states[0], work, p, 3 * lines * lines) == -1


@pytest.mark.parametrize("name", ["bulky five", "the stem of the T", "cut off the help", "six stones", "no way across"])
def test_with_every_step_the_player_finds_what_is_right(name):
    problem = next(p for p in shipped() if p.name == name)
    player = make_player("mogo:nakade=6,N=2,self_atari=0.5", seed=1)
    assert player.choose(problem.position(), Budget(simulations=1000)).move in problem.answers
