"""The games that are played in step: how they begin, and what is kept of each while it is under way."""

from typing import Any, NamedTuple

import numba
import numpy as np

from ....kernel import kernel, parameter, plain, random_below, random_unit, record, split_seed, zeros
from ....kernel.compile import on_all_processors
from ....search.puct import Puct
from ....search.tree import NODE, TREE
from ...knowledge.planes import FACTS
from ...rules import go
from ...rules.board import BLACK, CELLS, LARGEST, WHITE, clear, play, put
from ...rules.coordinates import handicap_points, star_points

DEEPEST = 64  # levels of a tree
IDLE, ASKING, KNOWN = 0, 1, 2  # what a game waits for: nothing, an answer, or to tell its tree a result
NARROW = 24  # children that are stored below the root, the most
NEAR, FAR = 10, 40  # points by which komi may differ from the usual one
STONE = 14.0  # points that a stone more is worth, about
MOST_SHARE = np.float32(65535)  # by which policies that are kept are multiplied
COMPENSATED = 0.25  # share of the handicap games in which White has points for the stones


def _handicaps() -> np.ndarray:
    """[lines, count]: the points of so many handicap stones, up to 4 on small boards and 9 on large ones."""
    table = np.zeros((LARGEST + 1, 10, 9), np.int64)
    for lines in range(7, LARGEST + 1):
        stars = star_points(lines)
        for count in range(1, 10 if len(stars) == 9 else 5):
            table[lines, count, :count] = handicap_points(count, lines) if count > 1 else stars[:1]
    return table


HANDICAPS = _handicaps()
MOST_STONES = (HANDICAPS[:, :, 0] > 0).sum(1)


class SelfPlay(Puct):
    """How games are played to learn from; `puct` is what it is in players."""

    c_init: float = parameter(1.1, "exploration below the root", low=0.0, high=10.0)

    considered: int = parameter(16, "moves that are considered at the root", low=2, high=362)
    c_visit: float = parameter(50.0, "what is added to the visits in the weight of values", low=0.0, high=1000.0)
    c_scale: float = parameter(0.6, "weight of values against log P", low=0.0, high=10.0)
    opening: int = parameter(8, "a game begins with up to so many moves drawn by P", low=0, high=100)
    longest: float = parameter(2.0, "moves per point of the board after which a game is scored", low=1.0, high=5.0)
    sure: float = parameter(0.85, "value at which a game is taken to be decided", low=0.0, high=1.0)
    plies: int = parameter(5, "full searches in a row that must find it, both players agreeing", low=1, high=50)
    to_the_end: float = parameter(0.2, "share of the games that are played to the end all the same", low=0.0, high=1.0)
    even: float = parameter(0.7, "share of the games with the usual komi, among the others", low=0.0, high=1.0)
    wide: float = parameter(0.0, "share of the games with any komi up to 40 points from it", low=0.0, high=1.0)
    handicap: float = parameter(0.0, "share of the games with handicap stones", low=0.0, high=1.0)
    surprise: float = parameter(
        0.5, "share of the positions that are learned for how much the search changed the policy", low=0.0, high=1.0
    )


# fmt: off
GAME = record(
    ("depth", "i8"), ("waiting", "i8"), ("count", "i8"),
    ("result", "f8"),    # of a leaf where the game is over, for Black
    ("raw", "f8"),       # what the evaluator said of the root, for the player to move
    ("drawn", "i8"),     # moves that are drawn by P at the beginning
    ("plies", "i8"),     # moves made in this game
    ("lead", "i8"),      # for how many moves a side has been sure to win: above 0 Black
    ("patient", "i8"),   # this game is played to the end
    ("foretold", "i8"),  # who would have been taken to be the winner of a patient game
    ("captured", "i8"),  # a stone was captured: positions may repeat
    ("ended", "i8"),
    ("outcome", "f8"),   # of an ended game, for Black: 0.9 for the win and 0.1 by the points
    ("margin", "f8"),    # its points for Black, less komi
    ("counted", "i8"),   # and whether they were counted
    ("path", "i4", DEEPEST + 1),
)
# fmt: on


class Games(NamedTuple):
    """The games under way; one row each."""

    game: Any
    root: Any
    tree: Any
    nodes: Any
    unvisited: Any  # by node: the move of a child that is not laid out yet,
    unvisited_logs: Any  # and its log P
    cells: Any  # of the root's board without the room for larger boards: colours,
    chains: Any  # heads, next stones, numbers of stones, empty points and their places,
    liberties: Any
    moves: Any  # of the leaf
    codes: Any  # what the evaluator is asked
    facts: Any
    seen: Any  # hashes of the positions of the game
    past_codes: Any  # the positions of the game, and what is learned of them
    past_facts: Any
    past_policy: Any
    past_value: Any
    past_surprise: Any  # KL divergence of what the search found from P; -1 where the search was a cheap one
    owner: Any  # at the end


def cells_of(lines: int) -> int:
    """Cells of a board with its edges."""
    return (lines + 2) * (lines + 1) + 1


def new_games(count: int, lines: int, komi: float, simulations: int, p: Any, seed: int) -> Games:
    """So many games at their beginning, with room for their trees."""
    points, longest = lines * lines, int(p.longest * lines * lines) + 1
    game, root, tree = zeros(GAME, count), zeros(go.dtype, count), zeros(TREE, count)
    tree["capacity"] = 2 + points + simulations * NARROW
    root.rng = [split_seed(seed, k) for k in range(count)]
    for k in range(count):
        begin(game[k], root[k], lines, komi, p)
    return Games(
        plain(game),
        plain(root),
        plain(tree),
        plain(zeros(NODE, count * int(tree.capacity[0])).reshape(count, -1)),
        np.zeros((count, int(tree.capacity[0]) + points), np.int16),
        np.zeros((count, int(tree.capacity[0]) + points), np.float64),
        np.zeros((count, cells_of(lines)), np.uint8),
        np.zeros((count, 5, cells_of(lines)), np.uint16),
        np.zeros((count, cells_of(lines)), np.int64),
        np.zeros((count, points + 1), np.int16),
        np.zeros((count, points), np.uint8),
        np.zeros((count, FACTS), np.int16),
        np.zeros((count, longest + 1), np.uint64),
        np.zeros((count, longest, points), np.uint8),
        np.zeros((count, longest, FACTS), np.int16),
        np.zeros((count, longest, points + 1), np.uint16),
        np.zeros((count, longest), np.float32),
        np.zeros((count, longest), np.float32),
        np.zeros((count, CELLS), np.uint8),
    )


@kernel
def begin(game, root, lines, komi, p):
    """A new game. It may have any komi, and in a half of these games the side whom that hurts has stones for it; or
    handicap stones, most often at a komi of 0.5. Of the others some have another komi than the usual one."""
    kind, stones, colour, turn = random_unit(root), 0, BLACK, BLACK
    if kind < p.wide:
        far = min(FAR, lines * lines // 2)
        more = random_below(root, 2 * far + 1) - far
        komi += more
        if random_unit(root) < 0.5:
            stones = min(np.int64(np.round(abs(more) / STONE)), MOST_STONES[lines])
            colour = BLACK if more > 0 else WHITE
    elif kind < p.wide + p.handicap and MOST_STONES[lines] > 1:
        stones, turn = 2 + random_below(root, MOST_STONES[lines] - 1), WHITE
        if random_unit(root) < COMPENSATED:
            komi += min(STONE * (stones - 1), FAR) + random_below(root, 2 * NEAR + 1) - NEAR
        else:
            komi = 0.5
    elif random_unit(root) >= p.even:
        komi += random_below(root, 2 * NEAR + 1) - NEAR
    clear(root, lines, komi)
    for k in range(stones):
        put(root, HANDICAPS[lines, stones, k], colour)
    root.turn = turn
    game.plies, game.lead, game.foretold, game.captured, game.ended, game.counted = 0, 0, 0, 0, 0, 0
    game.drawn = random_below(root, p.opening + 1)
    game.patient = random_unit(root) < p.to_the_end
    game.waiting, game.depth = IDLE, 0


@on_all_processors
def begin_again(games, which, lines, komi, parameters):
    """New games in place of these."""
    for k in numba.prange(len(which)):
        g = which[k]
        begin(games.game[g], games.root[g], lines, komi, parameters[0])


@kernel
def follow(root, moves):
    """Begin a game with these moves."""
    for k in range(len(moves)):
        play(root, np.int64(moves[k]))
