"""Large patterns: shapes around a move that grow from its four neighbours to nearly the whole board (Mango paper, 3.3).

The points of a shape are those within a "gridcular" distance of the move (Stern, Herbrich, Graepel 2006; Coulom 2007),

    d(x, y) = |x| + |y| + max(|x|, |y|),

and the shapes of a move are nested: a list of points in the order of d, cut off after each of `DISTANCES`. A point is
empty, of the mover, of the opponent, or off the board; a direct neighbour is also known to be in atari or not. Where
the last move lies within a shape there is a second one, its *answer*: the same shape with the last move marked.

A shape is known by a hash that is the same for the 8 rotations and reflections: 8 Zobrist hashes are kept side by side,
one for each, and summed. Empty points add nothing, and each edge of the board only the one point of it that is nearest
to the move, which tells where all the others are. Growing a shape adds its new stones only. As every shape is played at
least as often as the larger ones inside of which it is seen, the known shapes around a move are a run of sizes: growth
stops at the first unknown one.

The stones near a move come as the 61 bits of one word, its *box*: the points at a distance up to 9, row by row.
Together with the empty points that cost nothing, this takes 0.56 of the time (19x19, moves 10 to 50).

Kernels read the fields of `geometry()` and `slots` from a record, which may be the parameters of a strategy. A slot of
the hash table is one word: 39 bits of hash, 24 bits of payload. While learning, the payload is the number of the shape;
in the shipped table it is two values of 12 bits (see `payload`).
"""

import lzma
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from ...kernel import at, constant, kernel, record
from ...kernel import plain as plain_view
from ...kernel.views import record_over
from ..rules.board import BLACK, CELLS, EDGE, EMPTY, in_atari

DISTANCES = (*range(2, 15), 17, 20)
SIZES = len(DISTANCES)
OWN, ENEMY, OFF_BOARD, IN_ATARI, MARK, CONTENTS = 1, 2, 3, 4, 7, 8
AS_BLACK, AS_WHITE = 0b11_10_01_00, 0b11_01_10_00  # what a colour is to the mover, two bits for each
SPAN, REACH = 37, 18  # offsets go from -18 to 18
IN_BOX = DISTANCES.index(9) + 1  # so many sizes lie in the box of a move
MARGIN = 4  # the rows of a box above and below the move
WIDTHS = (3, 7, 7, 9, 9, 9, 7, 7, 3)  # of the rows
LEFT = (3, 1, 1, 0, 0, 0, 1, 1, 3)  # where they begin, from MARGIN columns left of the move on
SHIFTS = (0, 3, 10, 17, 26, 35, 44, 51, 58)  # and their lowest bits
CENTRE, UP, DOWN = 30, (30, 21, 13, 6, 1), (30, 39, 47, 54, 59)  # bits: of the move, and of what is above and below
BIT_NUMBERS = 67  # the remainders of 2^0 to 2^65 are all different
START = 2  # growth begins with this size, for smaller shapes are nearly always known
NOTES = (
    ("liberties", "i8", CELLS),  # by the head of a chain: see `count_liberties`
    ("rows", "i8", MARGIN + 19 + MARGIN),  # the stones of each row of the board as bits, MARGIN empty ones before them
)
BOARD_NOTES = record(*NOTES)
"""What the features of all moves of a board need, as it lies in the scratch of a thread."""
PAYLOAD_BITS, VALUE_BITS = 24, 12
PAYLOAD, VALUE = (1 << PAYLOAD_BITS) - 1, (1 << VALUE_BITS) - 1
HASH_SHIFT = 25  # a hash keeps its upper 39 bits
SLOTS = 1 << 21  # of the shipped table
LOG_STEP, LOG_LOWEST = 1 / 128, -20.0  # a value of 12 bits stands for exp(LOG_LOWEST + LOG_STEP x value), up to exp(12)

SHIPPED = Path(__file__).with_name("large_patterns.npz")
"""The table that comes with Kaya."""
U64 = np.uint64
_MIX, _SIZE_MIX = U64(0x9E3779B97F4A7C15), U64(0xD1B54A32D192ED03)
_32, _HASH_SHIFT = U64(32), U64(HASH_SHIFT)
NO_HASHES = (U64(0),) * 8


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
SYMMETRIES = tuple(
    np.array(m)
    for m in (
        ((1, 0), (0, 1)),
        ((0, -1), (1, 0)),
        ((-1, 0), (0, -1)),
        ((0, 1), (-1, 0)),
        ((-1, 0), (0, 1)),
        ((1, 0), (0, -1)),
        ((0, 1), (1, 0)),
        ((0, -1), (-1, 0)),
    )
)


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
    discs           which bits of a box belong to each of the smaller shapes
    places          at which place the point of a bit stands in the order of growth, by the bit modulo BIT_NUMBERS
    """
    rank = np.full((SPAN, SPAN), OUTSIDE, np.uint16)
    rank[POINTS[:, 1] + REACH, POINTS[:, 0] + REACH] = np.arange(len(POINTS))
    keys = np.empty((len(POINTS), CONTENTS, 8), U64)
    for s, symmetry in enumerate(SYMMETRIES):
        x, y = (POINTS @ symmetry.T).T
        keys[:, :, s] = _random_words((((y + REACH) * SPAN + x + REACH) * CONTENTS)[:, None] + np.arange(CONTENTS))
    x, y = POINTS[: ENDS[IN_BOX - 1]].T
    bits = 1 << (np.array(SHIFTS)[y + MARGIN] + x + MARGIN - np.array(LEFT)[y + MARGIN])
    places = np.zeros(BIT_NUMBERS, np.uint8)
    places[bits % BIT_NUMBERS] = np.arange(len(bits))
    return {
        "across": POINTS[:, 0].astype(np.int8),
        "down": POINTS[:, 1].astype(np.int8),
        "ends": np.array(ENDS, np.int64),
        "rank": rank.reshape(-1),
        "keys": keys.reshape(-1),
        "places": places,
        "discs": np.cumsum(bits)[np.array(ENDS[:IN_BOX]) - 1],
    }


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
def draw_rows(board, work):
    """Write the stones of each row of the board as bits into the notes, for `box_from_rows`."""
    rows = record_over(work.scratch, BOARD_NOTES).rows
    for row in range(-MARGIN, board.lines + MARGIN):
        bits = 0
        if 0 <= row < board.lines:
            p = (row + 1) * board.stride + 1
            for column in range(board.lines):
                bits |= (np.int64(board.colour[at(p + column)]) + 1 >> 1 & 1) << column + MARGIN
        rows[at(MARGIN + row)] = bits


@kernel
def box_from_rows(board, p, work):
    """The stones in the box around p; `draw_rows` comes before."""
    row = p // board.stride - 1
    column, rows, bits = p - (row + 1) * board.stride - 1, record_over(work.scratch, BOARD_NOTES).rows, 0
    for k in range(2 * MARGIN + 1):
        bits |= (rows[at(row + k)] >> column + LEFT[k] & (1 << WIDTHS[k]) - 1) << SHIFTS[k]
    return bits


@kernel
def box_around(board, p):
    """The stones in the box around p, without any preparation."""
    w = board.stride
    row = p // w - 1
    column, bits = p - (row + 1) * w - 1, 0
    for y in range(max(-MARGIN, -row), min(MARGIN, board.lines - 1 - row) + 1):
        left, shift = MARGIN - LEFT[y + MARGIN], SHIFTS[y + MARGIN]
        for x in range(max(-left, -column), min(left, board.lines - 1 - column) + 1):
            bits |= (np.int64(board.colour[at(p + y * w + x)]) + 1 >> 1 & 1) << shift + left + x
    return bits


@kernel
def with_edges(box, row, column, lines):
    """A box, and in it for each edge of the board the point off the board that is nearest to the move."""
    if column < MARGIN:
        box |= 1 << CENTRE - 1 - column
    if lines - column <= MARGIN:
        box |= 1 << CENTRE + lines - column
    if row < MARGIN:
        box |= 1 << UP[row + 1]
    if lines - row <= MARGIN:
        box |= 1 << DOWN[lines - row]
    return box


@kernel
def with_key(table, k, content, hashes):
    """The 8 hashes of a shape, and in them what is on its k-th point."""
    a, b, c, d, e, f, g, h = hashes
    i = (k * CONTENTS + content) << 3
    return (
        a ^ table.keys[at(i)],
        b ^ table.keys[at(i + 1)],
        c ^ table.keys[at(i + 2)],
        d ^ table.keys[at(i + 3)],
        e ^ table.keys[at(i + 4)],
        f ^ table.keys[at(i + 5)],
        g ^ table.keys[at(i + 6)],
        h ^ table.keys[at(i + 7)],
    )


@kernel
def total(hashes):
    """The sum of the 8 hashes, which is the same in all directions."""
    a, b, c, d, e, f, g, h = hashes
    return a + b + c + d + e + f + g + h


@kernel
def largest_shapes(board, p, colour, table, box, codes):
    """Grow the shapes around p, for `colour` to move there, `box` being the stones around it. Four numbers: payload and
    size (an index of DISTANCES) of the largest known one, and of the largest known answer; -1 where there is none.

    Where `codes` is not None, nothing is looked up: all shapes grow, and the hash of each goes to codes.plain[size] and
    codes.answer[size] (0 where the last move is not in it)."""
    w, lines = board.stride, board.lines
    row = p // w - 1
    column = p - (row + 1) * w - 1
    whole = with_edges(box, row, column, lines)
    box = whole
    last_line = at(lines + 1)
    relative = AS_BLACK if colour == BLACK else AS_WHITE
    mark = rank_of(board, p, board.last, table)
    hashes, plain, plain_size, answer, answer_size, answered = NO_HASHES, -1, -1, -1, -1, True
    first = START if codes is None else 0
    size = first
    while size < SIZES:
        end = table.ends[at(size)]
        if size < IN_BOX:
            bits = box & table.discs[at(size)]
            box ^= bits
            while bits != 0:
                k = np.int64(table.places[at(bits & -bits) % at(BIT_NUMBERS)])
                bits &= bits - 1
                q = p + np.int64(table.down[at(k)]) * w + np.int64(table.across[at(k)])
                content = relative >> (np.int64(board.colour[at(q)]) << 1) & 3
                if k < 4 and content != OFF_BOARD and in_atari(board, board.head[at(q)]):
                    content |= IN_ATARI
                hashes = with_key(table, k, content, hashes)
        else:
            for k in range(table.ends[at(size - 1)], end):
                x, y = np.int64(table.across[at(k)]), np.int64(table.down[at(k)])
                if (at(column + x + 1) > last_line) | (at(row + y + 1) > last_line):  # a negative number is a huge one
                    continue
                there = np.int64(board.colour[at(p + y * w + x)])
                if there == EMPTY or (there == EDGE and x != 0 and y != 0):
                    continue
                content = relative >> (there << 1) & 3
                hashes = with_key(table, k, content, hashes)
        code, answer_code = code_of(total(hashes), size, 0), 0
        if mark < end and answered:
            answer_code = code_of(total(with_key(table, mark, MARK, hashes)), size, 1)
        if codes is not None:
            codes.plain[at(size)], codes.answer[at(size)] = code, answer_code
        else:
            found, found_answer = find(table, code), -1
            if found >= 0:
                plain, plain_size = found, size
                if answer_code > 0:
                    found_answer = find(table, answer_code)
                    answered = found_answer >= 0
                    if answered:
                        answer, answer_size = found_answer, size
            if found < 0 or not answered:
                if size == first and first > 0:  # begin again, smaller
                    hashes, plain, plain_size, answered, box, first, size = NO_HASHES, -1, -1, True, whole, 0, 0
                    continue
                if found < 0:
                    break
        size += 1
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
    plain, _, _, _ = largest_shapes(board, p, colour, table, box_around(board, p), None)
    return np.exp(log_probability(plain)) if plain >= 0 else 0.0


@kernel
def pattern_value_by_rows(board, p, colour, work, table):
    """The same, faster; `draw_rows` comes before."""
    plain, _, _, _ = largest_shapes(board, p, colour, table, box_from_rows(board, p, work), None)
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
    packed, new = np.frombuffer(pack(codes, payloads), np.uint8), Path(f"{path}.new")
    with new.open("wb") as file:
        np.savez(file, shapes=packed, weights=weights.astype(np.float32), made_by=np.array(made_by))
    new.replace(path)  # so that there is never half a table
    return Path(path).stat().st_size


def read(path: str | Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hashes, payloads and weights of a saved table; ValueError if the file is none."""
    try:
        with np.load(path) as stored:
            return *unpack(stored["shapes"].tobytes()), stored["weights"].astype(np.float64)
    except (ValueError, KeyError, EOFError, BadZipFile, lzma.LZMAError):
        raise ValueError(f"{path}: not a table that `kaya learn` wrote.") from None


def load(path: str | Path) -> dict[str, np.ndarray]:
    """All that kernels need from a saved table: the fields of `geometry`, `slots` and `weights`."""
    codes, payloads, weights = read(path)
    tables = {**geometry(), "slots": hash_table(codes, payloads), "weights": weights}
    return {name: constant(table) for name, table in tables.items()}


@cache
def shipped() -> dict[str, np.ndarray]:
    """The tables that come with Kaya."""
    return load(SHIPPED)
