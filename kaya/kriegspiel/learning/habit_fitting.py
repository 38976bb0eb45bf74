"""The weights of habits under which the moves of recorded games are likeliest: a conditional logit model (McFadden
1974), fitted by Newton's method.

A choice is one move of a recorded game among all legal ones. A move has a kind k and two pulls: x, which is ln D of its
target less ln D of its source, and y, how many own pieces more it leaves unprotected. It is chosen with a chance in
proportion to exp(v_k + beta x + ln(bare) y). The log-likelihood is concave, so it has one maximum; a small penalty
draws kinds that were never met to the mean.
"""

from dataclasses import dataclass

import numpy as np

from ...kernel import at, kernel
from ..knowledge.densities import TIMES, densities, new_board
from ..knowledge.particles.habits import KINDS_OF_MOVES, LEAST, kind_of_move, now_known, unprotected
from ..knowledge.particles.learned import Learned
from ..rules.attacks import bit
from ..rules.board import make
from ..rules.messages import CHECKS, MOVED, TAKEN
from ..rules.moves import MOST_TRIES, moves
from ..rules.squares import PAWN, QUEEN
from ..rules.umpire import capture_message, inspect_position

MOST_PLIES = 1024
PENALTY = 1.0  # of the squared distance of a value from 0, in choices
STEPS = 30


@dataclass
class Choices:
    """Many choices: for each move its kind and pulls, where each choice begins, and which move was chosen."""

    kinds: np.ndarray
    pulls: np.ndarray
    begins: np.ndarray
    chosen: np.ndarray  # as a place in `kinds`
    weights: np.ndarray  # of the choices

    def __len__(self) -> int:
        return len(self.begins)


@kernel
def describe_game(board, spare, played, side, table, room, kinds, pulls, begins, chosen, answered):
    """Write down the choices of one side (both: 3) in a game; how many choices and moves there are. `answered` says of
    each choice whether it answered a capture: 0 it had none to answer, 1 it could and did not, 2 it did, 3 it could
    not."""
    known, home = np.zeros(3, np.uint64), np.zeros(3, np.uint64)
    home[1], home[2] = board.of_colour[1], board.of_colour[2]
    heard, count, written = 0, 0, 0
    for ply in range(len(played)):
        us, move = board.turn, np.int64(played[at(ply)])
        if us & side:
            begins[at(count)], chosen[at(count)] = written, -1
            t, can, bare = min(ply >> 1, TIMES - 1), False, unprotected(board, us)
            for k in range(moves(board, room)):
                other = np.int64(room[at(k)])
                if other >> 12 and other >> 12 != QUEEN:
                    continue
                piece = at(board.kind_at[at(other & 63)])
                kind = kind_of_move(board, other, heard, known[at(3 - us)], home[at(3 - us)])
                can |= kind < 6
                kinds[at(written)] = kind
                pulls[at(written), 0] = table[us, piece, t, other >> 6 & 63] - table[us, piece, t, other & 63]
                spare[0] = board
                make(spare[0], other)
                pulls[at(written), 1] = unprotected(spare[0], us) - bare
                if other & 4095 == move & 4095:
                    chosen[at(count)] = written
                written += 1
            answered[at(count)] = 0
            if heard & TAKEN:
                answered[at(count)] = 3 if not can else (2 if kinds[at(chosen[at(count)])] < 6 else 1)
            count += 1
        taken = make(board, move)
        heard = MOVED | capture_message(taken & 7 == PAWN, taken >> 3) if taken else MOVED
        heard |= inspect_position(board) & CHECKS
        known[at(us)] = now_known(known[at(us)], move, taken != 0)
        home[at(us)] &= ~bit(move & 63)
        if taken:
            known[at(3 - us)] &= ~bit(taken >> 3)
            home[at(3 - us)] &= ~bit(taken >> 3)
    return count, written


def log_densities() -> np.ndarray:
    """ln D by colour, kind, time and square."""
    table = densities().astype(np.float64)
    return np.log(table / np.maximum(table.sum(axis=-1, keepdims=True), 1e-9) + LEAST)


def choices_of(played: np.ndarray, side: int, table: np.ndarray) -> tuple[Choices, np.ndarray]:
    """The choices of one side (or 3, both) in a game from the start, and what `describe_game` says of answers."""
    plies = min(len(played), MOST_PLIES)
    kinds, pulls = np.zeros(plies * 128, np.int64), np.zeros((plies * 128, 2))
    begins, chosen, answered = (np.zeros(plies, np.int64) for _ in range(3))
    room = np.zeros(MOST_TRIES, np.int32)
    count, written = describe_game(
        new_board()[0], new_board(), played[:plies], side, table, room, kinds, pulls, begins, chosen, answered
    )
    found = Choices(kinds[:written], pulls[:written], begins[:count], chosen[:count], np.ones(count))
    return found, answered[:count]


def together(parts: list[Choices]) -> Choices:
    """Many choices as one."""
    shifts = np.cumsum([0] + [len(p.kinds) for p in parts[:-1]])
    return Choices(
        np.concatenate([p.kinds for p in parts]),
        np.concatenate([p.pulls for p in parts]),
        np.concatenate([p.begins + shift for p, shift in zip(parts, shifts, strict=True)]),
        np.concatenate([p.chosen + shift for p, shift in zip(parts, shifts, strict=True)]),
        np.concatenate([p.weights for p in parts]),
    )


def chances(choices: Choices, learned: Learned) -> np.ndarray:
    """The chance of each move."""
    return _chances(choices, np.append(np.log(learned.weights), (learned.beta, np.log(learned.bare))))


def _chances(choices: Choices, values: np.ndarray) -> np.ndarray:
    """The same by the logarithms of the weights, beta and ln(bare)."""
    scores = values[choices.kinds] + choices.pulls @ values[-2:]
    lengths = np.diff(np.append(choices.begins, len(scores)))
    most = np.repeat(np.maximum.reduceat(scores, choices.begins), lengths)
    weights = np.exp(scores - most)
    return weights / np.repeat(np.add.reduceat(weights, choices.begins), lengths)


def log_likelihood(choices: Choices, learned: Learned) -> float:
    """The mean of ln P over the moves that were chosen."""
    found = chances(choices, learned)
    return float(np.average(np.log(np.maximum(found[choices.chosen], 1e-12)), weights=choices.weights))


def fit(choices: Choices) -> Learned:
    """The weights of the highest likelihood; a quiet step of a pawn has the weight 1."""
    size = len(KINDS_OF_MOVES) + 2
    values = np.zeros(size)
    lengths = np.diff(np.append(choices.begins, len(choices.kinds)))
    weight_of = np.repeat(choices.weights, lengths)
    features = np.zeros((len(choices.kinds), size), np.float32)
    features[np.arange(len(choices.kinds)), choices.kinds] = 1.0
    features[:, -2:] = choices.pulls
    wanted = (features[choices.chosen] * choices.weights[:, None]).sum(axis=0)
    for _ in range(STEPS):
        p = _chances(choices, values)
        weighted = features * p[:, None].astype(np.float32)
        means = np.add.reduceat(weighted, choices.begins, axis=0)
        gradient = wanted - (means * choices.weights[:, None]).sum(axis=0) - PENALTY * values
        curvature = (weighted * weight_of[:, None]).T @ features - (means * choices.weights[:, None]).T @ means
        step = np.linalg.solve(curvature.astype(np.float64) + PENALTY * np.eye(size), gradient)
        values += np.clip(step, -2.0, 2.0)
        if np.abs(step).max() < 1e-3:
            break
    values[:-2] -= values[KINDS_OF_MOVES.index("goes ahead with a pawn")]
    return Learned(np.exp(values[:-2]), float(values[-2]), float(np.exp(values[-1])))
