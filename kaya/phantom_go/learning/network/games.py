"""Games in step: thousands of games of Phantom Go at a time, each with its umpire and what both players have heard.

In each step one try is made in every game, the umpire answers on all processors, and what the player who is to move
then knows is written down for the network."""

from collections.abc import Sequence

import numba
import numpy as np

from ....go.rules import board as go_rules
from ....go.rules import go
from ....go.rules.board import BLACK, EDGE, EMPTY, PASS, WHITE, clear, in_atari, is_eye, is_legal, play
from ....go.rules.zobrist import TABLE
from ....kernel import at, kernel, plain, random_below, record, split_seed, zeros
from ....kernel.compile import get_thread_id, on_all_processors
from ...knowledge.network.information import (
    INFORMATION,
    MOST_LINES,
    SEEN,
    begin_information,
    hear_enemy_move,
    hear_own_move,
    hear_refusal,
)
from ...knowledge.network.planes import describe, longest, may_try

SPREAD = 10.0  # points ahead at which the potential is tanh(1)
ANEW = -1  # in place of a try
OPENING = 12  # up to so many plies of every second game are drawn at random; on small boards fewer
KOMI = 7.5
MOST_MOVES = 200  # more than `longest` says of a board of MOST_LINES

# fmt: off
GAME = record(
    ("rng", "u8"),
    ("board", go.dtype, (1,)),          # the umpire's
    ("information", INFORMATION, (3,)),         # by side what it has heard
    ("past", "u8", MOST_MOVES),                 # hashes of the board after each move, and before the first
    ("opening", "i8"),                          # plies that are drawn at random
)
FOLLOWED = record(
    ("reward", "f4"),       # what the try has won, for whoever made it: the game, and a part of the area
    ("same", "f4"),         # 1 if the same player is to move now, -1 if the other, 0 if the game is over
    ("outcome", "f4"),      # of the game that has ended, for Black; 0 if none has
    ("length", "i4"),       # and its plies; 0 if none has ended
)
# fmt: on


@kernel
def lead(board):
    """Black's points minus White's as they stand: stones, and empty points that touch stones of one colour only. Komi
    is taken off."""
    w, score = board.stride, 0
    for y in range(1, board.lines + 1):
        for p in range(y * w + 1, y * w + 1 + board.lines):
            v = np.int64(board.colour[at(p)])
            if v == EMPTY:
                touches = 1 << board.colour[at(p - w)] | 1 << board.colour[at(p + w)]
                touches |= 1 << board.colour[at(p - 1)] | 1 << board.colour[at(p + 1)]
                touches &= 6
                v = touches >> 1 if touches < 6 else 0
            score += np.int64(v == BLACK) - np.int64(v == WHITE)
    return score - board.komi


@kernel
def potential(board, side):
    """What a side is ahead, from -1 to 1."""
    ahead = np.tanh(lead(board) / SPREAD)
    return ahead if side == BLACK else -ahead


@kernel
def begin(game, lines, komi, around, opening):
    """A new game; the first plies of every second one are drawn. Komi is drawn from `komi` - `around` to `komi` +
    `around`, whole points apart."""
    given = komi - around + random_below(game, 2 * around + 1)
    clear(game.board[0], lines, given)
    for side in (BLACK, WHITE):
        begin_information(game.information[at(side)], lines, side, given)
    game.past[0] = np.uint64(0)
    game.opening = random_below(game, opening + 1) if opening > 0 and random_below(game, 2) == 0 else 0


@kernel
def taken_by(board, move, colour, lost):
    """Write the stones that a legal move will capture into `lost`; how many."""
    w, count = board.stride, 0
    for d in (-w, w, -1, 1):
        q = move + d
        if board.colour[at(q)] != EDGE - colour or not in_atari(board, board.head[at(q)]):
            continue
        listed = False
        for k in range(count):
            listed |= lost[k] == q
        p = q
        while not listed:
            lost[count] = p
            count += 1
            p = np.int64(board.next_in_chain[at(p)])
            if p == q:
                break
    return count


@kernel
def make_try(game, move, lost):
    """The umpire's answer to a try, which both players hear: was it made? Superko is refused as ko is. `lost` is room
    for points."""
    board = game.board[0]
    us, moves, count = np.int64(board.turn), np.int64(board.moves), 0
    key, legal = game.past[at(moves)], True
    if move != PASS:
        legal = board.colour[at(move)] == EMPTY and is_legal(board, move, us)
        count = taken_by(board, move, us, lost) if legal else 0
        key ^= TABLE[move, us]
        for k in range(count):
            key ^= TABLE[lost[k], EDGE - us]
        for k in range(moves + 1):
            legal &= game.past[k] != key
    if not legal:
        hear_refusal(game.information[at(us)], move)
        return False
    play(board, move)
    game.past[at(moves + 1)] = key
    hear_own_move(game.information[at(us)], move, count, lost[:0])
    hear_enemy_move(game.information[at(EDGE - us)], move == PASS, lost[:count])
    return True


@kernel
def play_opening(game, lost, points, numbers):
    """The plies that are drawn at random, of all tries that fill no own eye."""
    while game.board[0].moves < game.opening:
        board = game.board[0]
        n, w, us = board.lines, board.stride, np.int64(board.turn)
        describe(game.information[at(us)], points, numbers)
        left, move = 0, PASS
        for place in range(n * n):
            p = (place // n + 1) * w + place % n + 1
            if may_try(points[place]) and not is_eye(board, p, us):
                left += 1
                if random_below(game, left) == 0:
                    move = p
        if move == PASS:
            game.opening = 0
        else:
            make_try(game, move, lost)


@kernel
def look(game, points, numbers, enemies):
    """Write down what the player to move knows, and in `enemies` what it does not: the other's stones."""
    board = game.board[0]
    us, w, n = np.int64(board.turn), board.stride, board.lines
    describe(game.information[at(us)], points, numbers)
    for place in range(n * n):
        enemies[place] = board.colour[at((place // n + 1) * w + place % n + 1)] == EDGE - us
    return us


@kernel
def follow(game, move, share, lost, followed):
    """Make a try and say what followed; whether the game is over.

    The reward is the outcome for whoever tried, and with the given share how the potential changed, which moves no
    equilibrium (Ng, Harada and Russell 1999)."""
    us = np.int64(game.board[0].turn)
    before = potential(game.board[0], us) if share > 0.0 else 0.0
    followed.reward, followed.outcome, followed.length = 0.0, 0.0, 0
    if not make_try(game, move, lost):
        followed.same = 1.0
        return False
    board = game.board[0]
    over = board.passes >= 2 or board.moves >= longest(board.lines)
    gained = (0.0 if over else potential(board, us)) - before if share > 0.0 else 0.0
    followed.reward, followed.same = share * gained, -1.0
    if over:
        outcome = go_rules.result(board)
        followed.outcome, followed.same, followed.length = outcome, 0.0, np.int32(board.moves)
        followed.reward += outcome if us == BLACK else -outcome
    return over


@on_all_processors
def step(games, lines, komi, around, tried, share, opening, lost, followed, points, numbers, enemies, turns):
    """A try in every game, given as its place in the policy; and what is known then. A game whose try is negative
    begins anew: as another kernel that would take as long to compile again."""
    for g in numba.prange(len(games)):
        game = games[g]
        t = get_thread_id()
        anew = tried[g] < 0
        if not anew:
            place = np.int64(tried[g])
            move = (place // lines + 1) * (lines + 1) + place % lines + 1 if place < lines * lines else PASS
            anew = follow(game, move, share, lost[t], followed[g])
        if anew:
            begin(game, lines, komi, around, opening)
            play_opening(game, lost[t], points[g], numbers[g])
        turns[g] = look(game, points[g], numbers[g], enemies[g])


class Games:
    """So many games in step. `seen` is what is known now: words of points, numbers, the other's stones, and whose turn
    it is; `followed` what the latest tries have led to."""

    def __init__(
        self, count: int, seed: int, seen: Sequence[np.ndarray], lines: int, opening: int = OPENING, around: int = 0
    ):
        if lines > MOST_LINES:
            raise ValueError(f"Phantom Go is learned on boards of up to {MOST_LINES} lines, not of {lines}.")
        self.games, self.followed = zeros(GAME, count), zeros(FOLLOWED, count)
        self.games.rng = [split_seed(seed, g) for g in range(count)]
        self.seen, self.lines, self.around = tuple(seen), lines, around
        self.opening = min(opening, lines * lines // 6)
        threads: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
        self._lost = np.zeros((threads, SEEN), np.int64)
        self.step(np.full(count, ANEW, np.int16), 0.0)

    def step(self, tried: np.ndarray, share: float) -> None:
        """Make a try in each game; `share` is the part of the potential in the rewards."""
        games, followed = plain(self.games), plain(self.followed)
        conditions = self.lines, KOMI, self.around, tried, share, self.opening
        step(games, *conditions, self._lost, followed, *self.seen)
