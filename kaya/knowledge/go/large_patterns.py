"""Large patterns: shapes around a move that grow from its four neighbours to nearly the whole board (Mango paper, 3.3).

The points of a shape are those within a "gridcular" distance of the move (Stern, Herbrich, Graepel 2006; Coulom 2007),

    d(x, y) = |x| + |y| + max(|x|, |y|),

and the shapes of a move are nested: a list of points in the order of d, cut off after each of `DISTANCES`. A point is
empty, of the mover, of the opponent, or off the board; a direct neighbour is also known to be in atari or not. Where
the last move lies within a shape there is a second one, its *answer*: the same shape with the last move marked.

A shape is known by a hash that is the same for the 8 rotations and reflections: 8 Zobrist hashes are kept side by side,
one for each, and summed. Growing a shape adds its new points only. As every shape is played at least as often as the
larger ones inside of which it is seen, the known shapes around a move are a run of sizes: growth stops at the first
unknown one.

Kernels read the fields of `geometry()` and `slots` from a record, which may be the parameters of a strategy. A slot of
the hash table is one word: 39 bits of hash, 24 bits of payload. While learning, the payload is the number of the shape;
in the shipped table it is two values of 12 bits (see `payload`).
"""

import lzma
from functools import cache
from importlib import resources
from pathlib import Path

import numpy as np

from ...games.go.board import BLACK, in_atari
from ...kernel import at, kernel
from ...kernel import plain as plain_view

DISTANCES = (*range(2, 15), 17, 20)
SIZES = len(DISTANCES)
OWN, ENEMY, IN_ATARI, MARK, CONTENTS = 1, 2, 4, 7, 8
AS_BLACK, AS_WHITE = 0b11_10_01_00, 0b11_01_10_00  # what a colour is to the mover, two bits for each
SPAN, REACH = 37, 18  # offsets go from -18 to 18
PAYLOAD_BITS, VALUE_BITS = 24, 12
PAYLOAD, VALUE = (1 << PAYLOAD_BITS) - 1, (1 << VALUE_BITS) - 1
HASH_SHIFT = 25  # a hash keeps its upper 39 bits
SLOTS = 1 << 21  # of the shipped table
LOG_STEP, LOG_LOWEST = 1 / 128, -20.0  # a value of 12 bits stands for exp(LOG_LOWEST + LOG_STEP x value), up to exp(12)

U64 = np.uint64
_MIX, _SIZE_MIX = U64(0x9E3779B97F4A7C15), U64(0xD1B54A32D192ED03)
_32, _HASH_SHIFT = U64(32), U64(HASH_SHIFT)


def gridcular(x, y):
    """The distance d of a point x columns and y rows away."""
    x, y = np.abs(x), np.abs(y)
    return x + y + np.maximum(x, y)


def _points() -> np.ndarray:
    """The offsets (x, y) of the largest shape in the order of growth; the centre is left out."""
    offsets = np.array([(x, y) for y in range(-REACH, REACH + 1) for x in range(-REACH, REACH + 1)])
    distance = gridcular(offsets[:, 0], offsets[:, 1])
    order = np.argsort(distance, kind="stable")
    return offsets[order][(distance[order] > 0) & (distance[order] <= DISTANCES[-1])]


POINTS = _points()
ENDS = tuple(int((gridcular(POINTS[:, 0], POINTS[:, 1]) <= d).sum()) for d in DISTANCES)
OUTSIDE = len(POINTS)  # the rank of a point that no shape holds
SYMMETRIES = tuple(np.array(m) for m in (
    ((1, 0), (0, 1)), ((0, -1), (1, 0)), ((-1, 0), (0, -1)), ((0, 1), (-1, 0)),
    ((-1, 0), (0, 1)), ((1, 0), (0, -1)), ((0, 1), (1, 0)), ((0, -1), (-1, 0)),
))  # fmt: skip


def _random_words(codes: np.ndarray) -> np.ndarray:
    """One random word per number (splitmix64, Steele et al. 2014), the same on every machine."""
    z = (codes.astype(U64) + U64(1)) * _MIX
    z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
    return z ^ (z >> U64(31))


@cache
def geometry() -> dict[str, np.ndarray]:
    """What kernels need to know about shapes, flat arrays all:

    across, down    the offset of each point, in the order of growth
    ends            how many points the shapes have
    rank            at which place the point at an offset stands in that order
    keys            8 words for each point and content: what it adds to the 8 hashes
    """
    rank = np.full((SPAN, SPAN), OUTSIDE, np.uint16)
    rank[POINTS[:, 1] + REACH, POINTS[:, 0] + REACH] = np.arange(len(POINTS))
    keys = np.empty((len(POINTS), CONTENTS, 8), U64)
    for s, symmetry in enumerate(SYMMETRIES):
        x, y = (POINTS @ symmetry.T).T
        keys[:, :, s] = _random_words((((y + REACH) * SPAN + x + REACH) * CONTENTS)[:, None] + np.arange(CONTENTS))
    return {
        "across": POINTS[:, 0].astype(np.int8), "down": POINTS[:, 1].astype(np.int8), "ends": np.array(ENDS, np.int64),
        "rank": rank.reshape(-1), "keys": keys.reshape(-1),
    }  # fmt: skip


def as_record(tables: dict[str, np.ndarray]) -> np.recarray:
    """One record with these arrays as its fields, for kernels."""
    dtype = np.dtype([(name, values.dtype, values.shape) for name, values in tables.items()], align=True)
    records = np.zeros(1, dtype).view(np.recarray)
    for name, values in tables.items():
        records[name][0] = values
    return records


@kernel
def find(table, code):
    """The payload that is kept under this hash, or -1."""
    mask = len(table.slots) - 1
    k = code & mask
    while table.slots[at(k)] != 0:
        if table.slots[at(k)] >> PAYLOAD_BITS == code:
            return table.slots[at(k)] & PAYLOAD
        k = (k + 1) & mask
    return -1


@kernel
def insert(table, code, payload):
    """Keep a payload under a hash that is not in the table."""
    mask = len(table.slots) - 1
    k = code & mask
    while table.slots[at(k)] != 0:
        k = (k + 1) & mask
    table.slots[at(k)] = code << PAYLOAD_BITS | payload


@kernel
def rank_of(board, p, q, table):
    """At which place the shapes around p hold the point q; OUTSIDE if q is PASS or too far."""
    if q == 0:
        return OUTSIDE
    w = board.stride
    return np.int64(table.rank[at((q // w - p // w + REACH) * SPAN + q % w - p % w + REACH)])


@kernel
def code_of(total, size, is_answer):
    """39 bits of hash for the sum of the 8 hashes of a shape, and its size; never 0. The last bit says if it is an
    answer."""
    word = (total + U64(size) * _SIZE_MIX) * _MIX
    word = (word ^ word >> _32) * _SIZE_MIX
    return max(np.int64(word >> _HASH_SHIFT), 2) & ~1 | is_answer


@kernel
def largest_shapes(board, p, colour, table, codes):
    """Grow the shapes around p, for `colour` to move there. Four numbers: payload and size (an index of DISTANCES) of
    the largest known one, and of the largest known answer; -1 where there is none.

    Where `codes` is not None, nothing is looked up: all shapes grow, and the hash of each goes to codes.plain[size] and
    codes.answer[size] (0 where the last move is not in it)."""
    w, lines = board.stride, board.lines
    row, column = p // w - 1, p % w - 1
    relative = AS_BLACK if colour == BLACK else AS_WHITE
    mark = rank_of(board, p, board.last, table)
    marked = at((min(mark, OUTSIDE - 1) * CONTENTS + MARK) << 3)
    a, b, c, d, e, f, g, h = U64(0), U64(0), U64(0), U64(0), U64(0), U64(0), U64(0), U64(0)
    plain, plain_size, answer, answer_size, k = -1, -1, -1, -1, 0
    for size in range(SIZES):
        before, end = k, table.ends[at(size)]
        while k < end:
            x, y = np.int64(table.across[at(k)]), np.int64(table.down[at(k)])
            on_board = 0 <= column + x < lines and 0 <= row + y < lines
            q = p + y * w + x if on_board else 0
            content = relative >> (np.int64(board.colour[at(q)]) << 1) & 3
            if k < 4 and (content == OWN or content == ENEMY) and in_atari(board, board.head[at(q)]):
                content |= IN_ATARI
            i = (k * CONTENTS + content) << 3
            a ^= table.keys[at(i)]
            b ^= table.keys[at(i + 1)]
            c ^= table.keys[at(i + 2)]
            d ^= table.keys[at(i + 3)]
            e ^= table.keys[at(i + 4)]
            f ^= table.keys[at(i + 5)]
            g ^= table.keys[at(i + 6)]
            h ^= table.keys[at(i + 7)]
            k += 1
        code, answer_code = code_of(a + b + c + d + e + f + g + h, size, 0), 0
        if mark < end and (mark >= before or answer_size == size - 1 or codes is not None):
            total = (a ^ table.keys[marked]) + (b ^ table.keys[marked + at(1)])
            total += (c ^ table.keys[marked + at(2)]) + (d ^ table.keys[marked + at(3)])
            total += (e ^ table.keys[marked + at(4)]) + (f ^ table.keys[marked + at(5)])
            total += (g ^ table.keys[marked + at(6)]) + (h ^ table.keys[marked + at(7)])
            answer_code = code_of(total, size, 1)
        if codes is not None:
            codes.plain[at(size)], codes.answer[at(size)] = code, answer_code
            continue
        found = find(table, code)
        if found < 0:
            break
        plain, plain_size = found, size
        if answer_code > 0:
            found = find(table, answer_code)
            if found >= 0:
                answer, answer_size = found, size
    return plain, plain_size, answer, answer_size


CODES = np.dtype([("plain", "i8", SIZES), ("answer", "i8", SIZES)], align=True)


def payload(strength: np.ndarray, probability: np.ndarray) -> np.ndarray:
    """Two positive values in one payload: the strength in a model of features (see `features`), and the probability
    that a professional plays there. Both are logarithms in steps of 1/128."""
    return _quantised(strength) << VALUE_BITS | _quantised(probability)


def _quantised(values: np.ndarray) -> np.ndarray:
    return np.clip(np.rint((np.log(values) - LOG_LOWEST) / LOG_STEP), 1, VALUE).astype(np.int64)


@kernel
def log_probability(found):
    """The logarithm of the probability in a payload."""
    return LOG_LOWEST + LOG_STEP * (found & VALUE)


@kernel
def log_strength(found):
    """The logarithm of the strength in a payload."""
    return LOG_LOWEST + LOG_STEP * (found >> VALUE_BITS)


@kernel
def pattern_value(board, p, colour, table):
    """P_i: the probability that a professional plays p, by the largest known shape around it; 0 if there is none."""
    plain, _, _, _ = largest_shapes(board, p, colour, table, None)
    return np.exp(log_probability(plain)) if plain >= 0 else 0.0


def pack(codes: np.ndarray, payloads: np.ndarray) -> bytes:
    """Hashes with their payloads, compressed: sorted, the differences of the hashes and the two values (of which the
    upper 8 bits are kept) as planes of bytes."""
    order = np.argsort(codes)
    steps, kept = np.diff(codes[order], prepend=0), payloads[order]
    values = [np.minimum((kept >> shift & VALUE) + 8, VALUE) >> 4 for shift in (VALUE_BITS, 0)]
    planes = [*((steps >> 8 * k & 255) for k in range(5)), *values]
    return lzma.compress(b"".join(plane.astype(np.uint8).tobytes() for plane in planes), preset=9)


def unpack(data: bytes) -> tuple[np.ndarray, np.ndarray]:
    """Hashes and payloads of what `pack` made."""
    planes = np.frombuffer(lzma.decompress(data), np.uint8).reshape(7, -1).astype(np.int64)
    codes = np.cumsum(sum(planes[k] << 8 * k for k in range(5)))
    return codes, planes[5] << 4 + VALUE_BITS | planes[6] << 4


@kernel
def _fill(table, codes, payloads):
    for k in range(len(codes)):
        insert(table[0], codes[k], payloads[k])


def hash_table(codes: np.ndarray, payloads: np.ndarray, slots: int = SLOTS) -> np.ndarray:
    """The slots of a table that keeps these payloads."""
    if len(codes) * 4 > slots * 3:
        raise ValueError(f"{len(codes):,} shapes are too many for {slots:,} slots.")
    table = as_record({"slots": np.zeros(slots, np.int64)})
    _fill(plain_view(table), codes, payloads)
    return table.slots[0]


def save(path: str | Path, codes: np.ndarray, payloads: np.ndarray, weights: np.ndarray, made_by: str = "") -> int:
    """Write a table of shapes and the weights of a model of features; how many bytes."""
    with open(path, "wb") as file:
        np.savez(file, shapes=np.frombuffer(pack(codes, payloads), np.uint8), weights=weights.astype(np.float32),
                 made_by=np.array(made_by))  # fmt: skip
    return Path(path).stat().st_size


def load(path: str | Path) -> dict[str, np.ndarray]:
    """All that kernels need from a saved table: the fields of `geometry`, `slots` and `weights`."""
    with np.load(path) as stored:
        codes, payloads = unpack(stored["shapes"].tobytes())
        return {**geometry(), "slots": hash_table(codes, payloads), "weights": stored["weights"].astype(np.float64)}


@cache
def shipped() -> dict[str, np.ndarray]:
    """The tables that come with Kaya."""
    with resources.as_file(resources.files(__package__).joinpath("large_patterns.npz")) as path:
        return load(path)
