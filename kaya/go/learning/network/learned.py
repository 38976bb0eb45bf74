"""What is learned of games that have ended: a row for each position, as `Memory` keeps them."""

from typing import NamedTuple

import numba
import numpy as np

from ....kernel import kernel
from ....kernel.compile import on_all_processors
from ...knowledge.planes import FACTS, TURN_FACT
from ...rules.board import BLACK, WHITE
from .games_in_step import MOST_SHARE


@kernel
def looking_ahead(values, outcome, moves, ahead):
    """For each position the mean of the values after it, for one player, with weights that fall by a factor e in about
    so many moves; the last is the outcome."""
    decay = moves / (1.0 + moves)
    old, new, later, kept = np.float32(decay), np.float32(1.0 - decay), np.float32(outcome), np.float32(decay * outcome)
    for k in range(len(values) - 1, -1, -1):
        ahead[k] = later
        later = kept + new * values[k]
        kept = old * later


class Learned(NamedTuple):
    """What is learned of positions, a row each: columns of `Memory`, but that `result` and `found` make its value."""

    codes: np.ndarray
    facts: np.ndarray
    version: np.ndarray
    policy: np.ndarray
    reply: np.ndarray
    reply_weight: np.ndarray
    result: np.ndarray
    found: np.ndarray
    short: np.ndarray
    score: np.ndarray
    owner: np.ndarray
    owner_weight: np.ndarray


def room_to_learn(count: int, lines: int) -> Learned:
    """Room for so many positions."""
    points = lines * lines
    numbers = {name: np.empty(count, np.float32) for name in Learned._fields}
    policies = {name: np.empty((count, points + 1), np.float32) for name in ("policy", "reply")}
    return Learned(
        **numbers
        | policies
        | dict(
            codes=np.empty((count, points), np.uint8),
            facts=np.empty((count, FACTS), np.int16),
            version=np.empty(count, np.int32),
            owner=np.empty((count, points), np.int8),
        )
    )


@kernel
def write_game(games, versions, g, game, first, plies, short, weight, learned):
    """Write these plies of game g, whose record was `game` when it ended, into the rows from `first` on."""
    root, n = games.root[g], game.plies
    points, ahead, values = root.lines * root.lines, np.empty(n, np.float32), np.empty(n, np.float32)
    for ply in range(n):
        value = games.past_value[g, ply]
        values[ply] = value if games.past_facts[g, ply, TURN_FACT] == BLACK else -value
    looking_ahead(values, game.outcome, short, ahead)
    for k in range(len(plies)):
        row, ply = first + k, plies[k]
        sign, last = 1 if games.past_facts[g, ply, TURN_FACT] == BLACK else -1, ply == n - 1
        learned.version[row] = versions[g, ply]
        learned.reply_weight[row] = 0.0 if last else 1.0
        learned.result[row] = sign * game.outcome
        learned.found[row] = games.past_value[g, ply]
        learned.short[row] = sign * ahead[ply]
        learned.score[row] = sign * game.margin * game.counted
        learned.owner_weight[row] = weight * game.counted
        for i in range(FACTS):
            learned.facts[row, i] = games.past_facts[g, ply, i]
        for i in range(points + 1):
            reply = np.uint16(0) if last else games.past_policy[g, ply + 1, i]
            learned.policy[row, i] = np.float32(games.past_policy[g, ply, i]) / MOST_SHARE
            learned.reply[row, i] = np.float32(reply) / MOST_SHARE
        for y in range(root.lines):
            for x in range(root.lines):
                place, owner = y * root.lines + x, games.owner[g, (y + 1) * root.stride + x + 1]
                learned.codes[row, place] = games.past_codes[g, ply, place]
                learned.owner[row, place] = sign * (np.int64(owner == BLACK) - np.int64(owner == WHITE))


@on_all_processors
def write_learned(games, versions, which, ended, starts, plies, short, weights, learned):
    """Of ended games `which`, whose records were `ended`, write the positions plies[starts[k]:starts[k + 1]] of the
    k-th; `short` says how many moves the short-term value looks ahead, `weights` what the owners of each count."""
    for k in numba.prange(len(which)):
        some = plies[starts[k] : starts[k + 1]]
        write_game(games, versions, which[k], ended[k], starts[k], some, short, weights[k], learned)
