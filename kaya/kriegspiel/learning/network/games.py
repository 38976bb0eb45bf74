"""Games in step: thousands of games of Kriegspiel at a time, each with its umpire and what both players have heard.

In each step one try is made in every game, the umpire answers on all processors, and what the player who is to move
then knows is written down for the network."""

from typing import NamedTuple

import numba
import numpy as np

from ....kernel import at, kernel, plain, random_below, random_unit, record, split_seed, zeros
from ....kernel.bits import count_bits
from ....kernel.compile import on_all_processors
from ...knowledge.network.information import INFORMATION, Information, hear_enemy_move, hear_own_move, hear_refusal
from ...knowledge.network.planes import NUMBERS, WORDS, describe, describe_tries, seen_move
from ...rules import KriegspielPosition
from ...rules.attacks import ONE
from ...rules.game import kriegspiel
from ...rules.messages import MOVED
from ...rules.squares import BISHOP, BLACK, KING, PAWN, QUEEN, ROOK, WHITE
from ...rules.umpire import both_shades, result, told, tries_by_rules, try_move

WORTH = np.array([0.0, 1.0, 3.0, 3.0, 5.0, 9.0, 0.0])
SPREAD = 8.0  # pawns ahead at which the potential is tanh(1)
LONGEST = 240  # plies after which a game is drawn
DRAWS = 0.8  # what a draw may be worth
ANEW = -1  # in place of a try
OPENING = 12  # up to so many plies of every second game are drawn at random

# fmt: off
GAME = record(
    ("rng", "u8"),
    ("board", kriegspiel.dtype, (1,)),          # the umpire's
    ("information", INFORMATION, (3,)),         # by side what it has heard
    ("draw", "f8"),                             # what a draw is worth to White
    ("opening", "i8"),                          # plies that are drawn at random
    ("asked", "i8"),                            # tries so far
)
FOLLOWED = record(
    ("reward", "f4"),       # what the try has won, for whoever made it: the game, and a part of the material
    ("same", "f4"),         # 1 if the same player is to move now, -1 if the other, 0 if the game is over
    ("outcome", "f4"),      # of the game that has ended, for White; 0 also if none has
    ("length", "i4"),       # and its plies; 0 if none has ended
)
# fmt: on


class Seen(NamedTuple):
    """What the network is told of each game: words and numbers of the player to move, its tries, and whose turn it is;
    and what it is to learn but may not see: the enemy's pieces."""

    words: np.ndarray
    numbers: np.ndarray
    targets: np.ndarray
    enemies: np.ndarray
    turns: np.ndarray


def room(count: int) -> Seen:
    return Seen(
        np.zeros((count, WORDS), np.uint64),
        np.zeros((count, NUMBERS), np.float32),
        np.zeros((count, 64), np.uint64),
        np.zeros((count, 64), np.uint8),
        np.zeros(count, np.uint8),
    )


@kernel
def material(board, side):
    """Pawns that a side is worth."""
    own, sum = board.of_colour[at(side)], 0.0
    for kind in range(PAWN, KING):
        sum += WORTH[kind] * count_bits(own & board.of_kind[kind])
    return sum


@kernel
def potential(board, side):
    """What a side is ahead, from -1 to 1."""
    return np.tanh((material(board, side) - material(board, 3 - side)) / SPREAD)


@kernel
def is_won(board, side):
    """Has the enemy nothing but its king, and this side enough to mate by the recipe for bare kings?"""
    if count_bits(board.of_colour[at(3 - side)]) > 1:
        return False
    own = board.of_colour[at(side)]
    if own & (board.of_kind[PAWN] | board.of_kind[ROOK] | board.of_kind[QUEEN]):
        return True
    return both_shades(own & board.of_kind[BISHOP])


@kernel
def begin(game, start, opening, draws):
    """A new game; the first plies of every second one are drawn. What a draw is worth to White is drawn from -`draws`
    to `draws`: where it is something to one side, the other must attack."""
    game.board[0], rng = start.board[0], game.rng
    game.information[1], game.information[2] = start.information[1], start.information[2]
    game.rng, game.asked = rng, 0
    game.draw = draws * (2.0 * random_unit(game) - 1.0)
    game.information[1].draw, game.information[2].draw = game.draw, -game.draw
    game.opening = random_below(game, opening + 1) if opening > 0 and random_below(game, 2) == 0 else 0


@kernel
def make_try(game, move):
    """The umpire's answer to a try, which both players hear."""
    board = game.board[0]
    us = np.int64(board.turn)
    message = try_move(board, move)
    heard = told(board, message)
    if not message & MOVED:
        hear_refusal(game.information[at(us)], move)
    else:
        hear_own_move(game.information[at(us)], move, heard)
        hear_enemy_move(game.information[at(3 - us)], message)
    game.asked += 1
    return message


@kernel
def play_opening(game, moves):
    """The plies that are drawn at random."""
    board = game.board[0]
    while board.ply < game.opening and board.end == 0:
        left, message = tries_by_rules(board, moves), 0
        while not message & MOVED:
            move = random_below(game, left)
            message = make_try(game, np.int64(moves[at(move)]))
            moves[at(move)] = moves[at(left - 1)]
            left -= 1


@kernel
def look(game, words, numbers, targets, enemies):
    """Write down what the player to move knows, and in `enemies` what it does not."""
    board = game.board[0]
    us = np.int64(board.turn)
    information = game.information[at(us)]
    describe(information, words, numbers)
    describe_tries(board, information, targets)
    theirs = board.of_colour[at(3 - us)]
    for s in range(64):
        seen = s ^ 56 if us == BLACK else s
        enemies[seen] = board.kind_at[s] if theirs >> np.uint64(s) & ONE else 0
    return us


@kernel
def follow(game, start, move, share, opening, draws, moves, followed):
    """Make a try and say what followed; a game that is over begins anew.

    The reward is the outcome for whoever tried, and with the given share how the potential changed, which moves no
    equilibrium (Ng, Harada and Russell 1999)."""
    board = game.board[0]
    us = np.int64(board.turn)
    before = potential(board, us) if share > 0.0 else 0.0
    message = make_try(game, move)
    followed.reward, followed.outcome, followed.length = 0.0, 0.0, 0
    if not message & MOVED:
        followed.same = 1.0
        return
    sign = 1.0 if us == WHITE else -1.0
    outcome, over = 0.0, board.end != 0
    if over:
        outcome = sign * result(board)
    elif is_won(board, us):
        outcome, over = 1.0, True
    elif board.ply >= LONGEST:
        over = True
    after = potential(board, us) if share > 0.0 and not over else 0.0
    followed.reward, followed.same = outcome + share * (after - before), -1.0
    if over:
        followed.reward += sign * game.draw if outcome == 0.0 else 0.0
        followed.same, followed.length, followed.outcome = 0.0, np.int32(board.ply), sign * outcome
        begin(game, start, opening, draws)
        play_opening(game, moves)


@on_all_processors
def step(games, start, tried, share, opening, draws, room, followed, words, numbers, targets, enemies, turns):
    """A try in every game, given as the planes see it: 64 x from + to; and what is known then. A game whose try is
    negative begins anew: as another kernel that would take as long to compile again."""
    for g in numba.prange(len(games)):
        game = games[g]
        t = numba.get_thread_id()
        if tried[g] < 0:
            begin(game, start[0], opening, draws)
            play_opening(game, room[t])
        else:
            move = seen_move(game.board[0], np.int64(tried[g]) >> 6, np.int64(tried[g]) & 63)
            follow(game, start[0], move, share, opening, draws, room[t], followed[g])
        turns[g] = look(game, words[g], numbers[g], targets[g], enemies[g])


class Games:
    """So many games in step. `seen` is what is known now, `followed` what the latest tries have led to."""

    def __init__(self, count: int, seed: int, seen: Seen | None = None, opening: int = OPENING, draws: float = DRAWS):
        position = KriegspielPosition()
        self.start: np.recarray = zeros(GAME)
        self.start[0].board[0] = position.state
        for side in (WHITE, BLACK):
            self.start[0].information[side] = Information(position.start_for(side)).record
        self.games, self.followed = zeros(GAME, count), zeros(FOLLOWED, count)
        self.games.rng = [split_seed(seed, g) for g in range(count)]
        self.seen, self.opening, self.draws = seen or room(count), opening, draws
        threads: int = numba.config.NUMBA_NUM_THREADS  # type: ignore[attr-defined]
        self._room = np.zeros((threads, 512), np.int32)
        self.step(np.full(count, ANEW, np.int16), 0.0)

    def step(self, tried: np.ndarray, share: float) -> None:
        """Make a try in each game; `share` is the part of the potential in the rewards."""
        games, start, followed = plain(self.games), plain(self.start), plain(self.followed)
        step(games, start, tried, share, self.opening, self.draws, self._room, followed, *self.seen)
