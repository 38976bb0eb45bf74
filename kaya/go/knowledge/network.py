"""Networks that know Go: which one serves a board, and what it says of a position.

A network ships for boards of 9, 13 and 19 lines, beside this file: `go9.npz`, `go13.npz`, `go19.npz`. It serves every
size, each best those near its own. One that is asked for is read once in a process and shared by all who use it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...kernel import at, kernel, record
from ...kernel.addresses import LINE
from ...kernel.views import record_at, record_over
from ...network import ERROR, SAID_NUMBERS, Answer, Evaluator, KnownNetworks, evaluate_at
from ..rules import BLACK, PASS, GoPosition
from ..rules.board import CELLS
from .planes import DEPTH, FACTS, KO_FACT, KOMI, KOMI_UNIT, describe, place_of, planes_of, write_planes

FOLDER = Path(__file__).parent
SHIPPED = {11: "go9.npz", 15: "go13.npz", 19: "go19.npz"}
"""By the most lines that each is used for."""
LEARNED = "kaya learn zero --size 9 --teacher go9 --blocks {} --channels {} --minutes 1.5 --rate 0.003 --output {}.npz"
MADE = {f"go9-{b}x{c}": LEARNED.format(b, c, f"go9-{b}x{c}") for b, c in ((2, 32), (4, 48), (6, 64), (6, 96))}
TOGETHER = "kaya learn zero --size 19 --start go19 --rate 0.001 --beside 6x96,8x96,10x128 --output go19-6x64.npz"
MADE |= dict.fromkeys(("go19-6x64", "go19-6x96", "go19-8x96", "go19-10x128"), TOGETHER)
MADE["go19-records"] = "kaya learn network RECORDS --channels 96 --output go19-records.npz"
"""Networks of experiments that do not come with Kaya, or no more, and how each is made."""
NETWORKS = KnownNetworks("go", FOLDER, MADE)
evaluator, fingerprint, network_file = NETWORKS.evaluator, NETWORKS.fingerprint, NETWORKS.file
MOST = 19 * 19
CODES = record(("codes", "i8", MOST), ("facts", "i8", FACTS))
"""What the planes of a board are made from, in the scratch of a thread."""
ASKED = record(
    ("planes", "f4", MOST * DEPTH),
    ("answer", "i8"),  # where the last ANSWER is
    ("network", "i8"),  # who has said what is kept
    ("kept", "i8"),  # positions whose answers are kept
    ("optimistic", "i8"),  # and whether the optimistic policy is among these
)
"""What a network was asked, in the memory of a thread. Answers follow, and then what is left to the evaluation."""
ANSWER = record(
    ("key", "u8"),  # of the position; 0: of none
    ("value", "f8"),
    ("numbers", "f4", SAID_NUMBERS),
    ("policy", "f4", MOST + 1),
    ("optimistic", "f4", MOST + 1),
)
"""What it has said."""
FIRST_STEP, FURTHEST = 4.0, 60.0  # points from komi at which the search for an even game begins, and ends
EVEN, CLOSE, MOST_STEPS = 0.02, 0.1, 12  # it is found if its logit or komi is as near as that, or after so many steps
ASKED_BYTES, ANSWER_BYTES = (-(-part.itemsize // LINE) * LINE for part in (ASKED, ANSWER))
U64, MULTIPLY, HALF, FURTHER = np.uint64, np.uint64(0x9E3779B97F4A7C15), np.uint64(32), 1 << 32


def shipped(lines: int, folder: Path | None = None) -> Path:
    """The network that comes with Kaya for boards of so many lines; where it is missing, the one for the size next to
    it. ValueError if there is none at all."""
    wanted = min(size for size in SHIPPED if size >= lines)
    for size in sorted(SHIPPED, key=lambda size: abs(size - wanted)):
        if (path := (folder or FOLDER) / SHIPPED[size]).is_file():
            return path
    raise ValueError("This installation of Kaya has no network: give a file, as zero:network=FILE.")


def memory_of(ready: Evaluator, lines: int, kept: int = 0) -> int:
    """How many bytes a thread needs to evaluate boards of so many lines, and to keep the answers for so many of them;
    from here on the network is compiled."""
    return ASKED_BYTES + max(kept, 1) * ANSWER_BYTES + ready.memory(lines)


def compile_shipped() -> bool:
    """Compile the evaluation of Kaya's own networks; whether there are any."""
    if not any((FOLDER / name).is_file() for name in SHIPPED.values()):
        return False
    for lines in SHIPPED:
        evaluator(shipped(lines)).memory(lines)
    return True


@kernel
def key_of(lines, codes, facts):
    """A hash of all that the network sees of a board that was described, but for the last moves; never 0."""
    key = U64(0)
    for k in range(lines * lines):
        key = (key ^ U64(codes[at(k)])) * MULTIPLY
        key ^= key >> HALF
    for k in range(KO_FACT, FACTS):
        key = (key ^ U64(facts[k] + FURTHER)) * MULTIPLY
        key ^= key >> HALF
    return key | U64(1)


@kernel
def evaluate_board(board, work, network, optimistic, kept):
    """Evaluate a board: its value for the player to move. What else the network says stays in `work.memory`, of moves
    also by its optimistic policy if `optimistic` is 1 and not 0; the scratch is used.

    The answers for the `kept` positions evaluated last, if any, are kept there, each in a place that follows from its
    key: a board that comes up again is not evaluated again, even if other moves led to it."""
    asked, described = record_at(work.memory, ASKED), record_over(work.scratch, CODES)
    first, places = work.memory + ASKED_BYTES, max(kept, 1)
    if asked.network != network or asked.kept != kept or asked.optimistic != optimistic:
        if asked.network != 0:  # memory is 0 at first
            for k in range(places):
                record_at(first + k * ANSWER_BYTES, ANSWER).key = 0
        asked.network, asked.kept, asked.optimistic = network, kept, optimistic
    describe(board, described.codes, described.facts)
    key = key_of(board.lines, described.codes, described.facts) if kept > 0 else U64(0)
    asked.answer = first + np.int64((key >> U64(1)) % U64(places)) * ANSWER_BYTES
    answer = record_at(asked.answer, ANSWER)
    if kept > 0 and answer.key == key:
        return answer.value
    planes_of(board.lines, described.codes, described.facts, asked.planes)
    none, moves = answer.policy[:0], answer.optimistic[: optimistic * (MOST + 1)]
    answers, rest = (answer.policy, moves, none, answer.numbers), first + places * ANSWER_BYTES
    answer.value = evaluate_at(network, rest, board.lines, asked.planes, *answers)
    answer.key = key
    return answer.value


@kernel
def evaluate_as_before(board, work, network):
    """The same, for one who does not know what is kept for whom."""
    asked = record_at(work.memory, ASKED)
    if asked.network == network:
        return evaluate_board(board, work, network, asked.optimistic, asked.kept)
    return evaluate_board(board, work, network, 0, 0)


@kernel
def logit_of(board, work, move):
    """What the network, when it evaluated this board, said of a move."""
    policy = record_at(record_at(work.memory, ASKED).answer, ANSWER).policy
    return np.float64(policy[at(board.lines * board.lines if move == PASS else place_of(board, move))])


@kernel
def optimistic_logit_of(board, work, move):
    """The same by the optimistic policy, where that was wanted."""
    policy = record_at(record_at(work.memory, ASKED).answer, ANSWER).optimistic
    return np.float64(policy[at(board.lines * board.lines if move == PASS else place_of(board, move))])


@kernel
def error_of(work):
    """The squared error that the network, when it evaluated a board, expected of its value; not a number if it has not
    learned to."""
    return np.float64(record_at(record_at(work.memory, ASKED).answer, ANSWER).numbers[ERROR])


@dataclass(frozen=True)
class Evaluation:
    """What a network says of a position, for Black: its value from -1 to +1, `ownership[p]` for every cell of the board
    arrays, and the score and its standard deviation. The score is the lead: by how much komi would have to be larger
    for an even game, the mean of what is found here and after the likeliest move, since a network holds the turn for
    more or less than it is worth; 0 where that contradicts the value. Where no komi makes it even, it is the sum of the
    ownership, komi taken off, with the sign of the value. The deviation is learned, or that of points that are owned or
    not, whatever the others are."""

    value: float
    score: float
    deviation: float
    ownership: np.ndarray


def evaluate_position(position: GoPosition, network: str | Path = "") -> Evaluation | None:
    """Evaluate a position, by the network that ships for its size or that of a file; None if it has not learned to."""
    ready = evaluator(network or shipped(position.lines))
    if not {"value", "owner"} <= set(ready.network.learned):
        return None
    said, sign, value_with = _asked(ready, position)
    ownership, value = np.zeros(CELLS), sign * said.value
    ownership[list(position.points)] = sign * said.ownership.reshape(-1)
    even = even_komi(value_with, position.komi, value)
    if even is None:
        score = np.copysign(ownership.sum() - position.komi, value)
    else:
        later = _lead_after(position, said.policy, ready)
        lead = even - position.komi
        score = np.copysign(max(0.0, (lead + (lead if later is None else later)) / 2 * np.sign(value)), value)
    deviation = said.spread
    if np.isnan(deviation):
        deviation = float(np.sqrt((1.0 - said.ownership**2).sum()))
    return Evaluation(value, float(score), deviation, ownership)


def _asked(ready: Evaluator, position: GoPosition) -> tuple[Answer, int, Callable[[float], float]]:
    """What a network says of a position, the sign with which that is Black's, and Black's value at any komi."""
    lines, sign = position.lines, 1 if position.state.turn == BLACK else -1
    room, codes, facts = np.zeros(MOST * DEPTH, np.float32), np.zeros(MOST, np.int64), np.zeros(FACTS, np.int64)
    write_planes(position.states[0], codes, facts, room)
    planes = room[: lines * lines * DEPTH].reshape(lines, lines, DEPTH)
    said: Any = ready.evaluate(planes)

    def value_with(komi: float) -> float:
        planes[..., KOMI] = -sign * 2.0 * komi / KOMI_UNIT
        return sign * ready.evaluate(planes).value

    return said, sign, value_with


def _lead_after(position: GoPosition, policy: np.ndarray, ready: Evaluator) -> float | None:
    """The lead after the likeliest move, if there is one and it is found."""
    if position.over:
        return None
    allowed, points = set(position.legal_moves()), [*position.points, PASS]
    after = position.copy()
    after.play(next(points[k] for k in np.argsort(-policy, kind="stable") if points[k] in allowed))
    said, sign, value_with = _asked(ready, after)
    even = even_komi(value_with, after.komi, sign * said.value)
    return None if even is None else even - after.komi


def even_komi(value_with: Callable[[float], float], komi: float, value: float) -> float | None:
    """The komi at which Black's value is 0, by false position (Illinois) with the logit of the value, which is about
    straight; None if there is none near `komi`, with which it has this value."""

    def logit(value: float) -> float:
        return float(np.arctanh(np.clip(value, -0.9999, 0.9999)))

    if value == 0.0:
        return komi
    near, at_near, step = komi, logit(value), FIRST_STEP if value > 0 else -FIRST_STEP
    while (at_far := logit(value_with(far := near + step))) * step > 0:
        near, at_near, step = far, at_far, 2 * step
        if abs(near + step - komi) > FURTHEST:
            return None
    for _ in range(MOST_STEPS):
        between = (near * at_far - far * at_near) / (at_far - at_near)
        at_between = logit(value_with(between))
        if abs(at_between) < EVEN or abs(far - near) < CLOSE:
            return between
        if at_between * at_far < 0:
            near, at_near = far, at_far
        else:
            at_near /= 2
        far, at_far = between, at_between
    return far
