"""Winograd's minimal filtering F(m x m, 3 x 3): a tile of m x m results of a 3x3 convolution by (m + 2)^2
multiplications for each pair of channels, instead of 9 m^2 (Winograd 1980; Lavin and Gray 2016),

    Y = A^T [ (G g G^T) * (B^T d B) ] A,

where d is a tile of (m + 2)^2 points of the input, g the 3x3 weights, * the product number by number, which, summed
over the channels, is one product of matrices for each of the (m + 2)^2 *taps*. The matrices are those of Toom and Cook:
polynomials are multiplied by their values at m + 1 points and infinity. With the points 0, 1, -1, 2, -2, .. all of A
and B are whole numbers.
"""

from fractions import Fraction
from functools import cache

import numpy as np
from numba import types
from numba.core.errors import RequireLiteralValue
from numba.extending import intrinsic

from ..kernel.vectors import FAST, VECTOR, WORD, constant, fused, greater, ir, load_vector, pointer, store_vector

TILES = 2, 3, 4
"""Sizes m of tiles; larger ones lose digits of float32."""
POINTS = 0, 1, -1, 2, -2


@cache
def matrices(tile: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A^T (m, m + 2), G (m + 2, 3) and B^T (m + 2, m + 2).

    With N_j = product over l != j of (p_j - p_l): A^T[i, j] = p_j^i and G[j, k] = p_j^k / N_j; row j of B^T holds the
    coefficients, from the lowest, of the product over l != j of (x - p_l). The last column or row is that of infinity.
    """
    points = POINTS[: tile + 1]
    a, g, b = np.zeros((tile, tile + 2)), np.zeros((tile + 2, 3)), np.zeros((tile + 2, tile + 2))
    for j, p in enumerate(points):
        others = [q for q in points if q != p]
        scale = Fraction(1, int(np.prod([p - q for q in others])))
        a[:, j] = [p**i for i in range(tile)]
        g[j] = [float(p**k * scale) for k in range(3)]
        b[j, :-1] = np.poly(others)[::-1].round()
    a[-1, -1] = g[-1, -1] = 1
    b[-1] = np.poly(points)[::-1].round()
    return a, g, b


def tap_weights(weights: np.ndarray, tile: int) -> np.ndarray:
    """G g G^T for weights (3, 3, in, out): (taps, in, out)."""
    g = matrices(tile)[1]
    taps = np.einsum("ai,bj,ijco->abco", g, g, weights.astype(np.float64), optimize=True)
    return taps.reshape(-1, *weights.shape[2:])


def _pairs(tile: int) -> list[int]:
    """Where the points p and -p begin that stand side by side."""
    return list(range(1, tile, 2))


class _Sums:
    """Writes sums of vectors with few operations."""

    def __init__(self, builder):
        self.builder = builder

    def add(self, x, y):
        return self.builder.fadd(x, y, flags=FAST)

    def subtract(self, x, y):
        return self.builder.fsub(x, y, flags=FAST)

    def weighted(self, weights, vectors):
        """The sum of weight x vector; a weight of 1 or -1 takes no multiplication."""
        terms = sorted(((w, v) for w, v in zip(weights, vectors, strict=True) if w), key=lambda term: term[0] != 1)
        (weight, result), *rest = terms
        if weight != 1:
            result = self.builder.fmul(constant(weight), result, flags=FAST)
        for weight, vector in rest:
            if weight == 1:
                result = self.add(result, vector)
            elif weight == -1:
                result = self.subtract(result, vector)
            else:
                result = fused(self.builder, constant(weight), vector, result)
        return result

    def values(self, matrix, vectors):
        """B^T d. Rows of opposite points are a sum and a difference of two halves."""
        result = [None] * len(matrix)
        for j in _pairs(len(matrix) - 2):
            even, odd = (matrix[j] + matrix[j + 1]) / 2, (matrix[j] - matrix[j + 1]) / 2
            if np.count_nonzero([even, odd]) < np.count_nonzero(matrix[j : j + 2]):
                x, y = self.weighted(even, vectors), self.weighted(odd, vectors)
                result[j], result[j + 1] = self.add(x, y), self.subtract(x, y)
        return [r or self.weighted(row, vectors) for r, row in zip(result, matrix, strict=True)]

    def results(self, matrix, vectors):
        """A^T m. Columns of opposite points are added and subtracted first: a row needs one of both."""
        matrix, vectors = matrix.copy(), list(vectors)
        for j in _pairs(len(matrix)):
            first, second = vectors[j : j + 2]
            vectors[j : j + 2] = self.add(first, second), self.subtract(first, second)
            both = matrix[:, j : j + 2]
            matrix[:, j : j + 2] = np.stack([both.sum(axis=1), both[:, 0] - both[:, 1]], axis=1) / 2
        return [self.weighted(row, vectors) for row in matrix]


def _shape(net) -> tuple[int, int]:
    """Channels and tile, which stand in the type of a plan (see `plan`)."""
    return net.typeof("channels").shape[0], net.typeof("tile").shape[0]


@intrinsic
def into_taps(typing_context, net, source, row, taps, tap):
    """B^T d B for one tile and WIDTH channels: `source` is the address of its first point, in a board whose rows are
    `row` numbers long; tap t goes to `taps` + t x `tap`."""

    def generate(context, builder, signature, args):
        _, source, row, taps, tap = args
        channels, tile = _shape(net)
        sums, matrix, side = _Sums(builder), matrices(tile)[2], tile + 2
        rows = [pointer(builder, source, builder.mul(row, ir.Constant(WORD, y))) for y in range(side)]
        columns = [
            sums.values(matrix, [load_vector(builder, pointer(builder, rows[y], x * channels)) for y in range(side)])
            for x in range(side)
        ]
        for y in range(side):
            for x, vector in enumerate(sums.values(matrix, [columns[x][y] for x in range(side)])):
                offset = builder.mul(tap, ir.Constant(WORD, y * side + x))
                store_vector(builder, vector, pointer(builder, taps, offset))
        return context.get_dummy_value()

    word = types.int64
    return types.void(net, word, word, word, word), generate


@intrinsic(prefer_literal=True)
def from_taps(typing_context, net, taps, tap, bias, added, target, row):
    """target = max(0, A^T m A + bias), or, if `added` is 1, max(0, A^T m A + bias + target), for one tile and WIDTH
    channels; `bias` is a vector, `added` a literal 0 or 1."""
    if not isinstance(added, types.IntegerLiteral):
        raise RequireLiteralValue("whether something is added must be a literal 0 or 1")

    def generate(context, builder, signature, args):
        _, taps, tap, bias, _, target, row = args
        channels, tile = _shape(net)
        sums, matrix, side = _Sums(builder), matrices(tile)[0], tile + 2

        def loaded(y, x):
            offset = builder.mul(tap, ir.Constant(WORD, y * side + x))
            return load_vector(builder, pointer(builder, taps, offset))

        columns = [sums.results(matrix, [loaded(y, x) for y in range(side)]) for x in range(side)]
        for y in range(tile):
            start = pointer(builder, target, builder.mul(row, ir.Constant(WORD, y)))
            for x, vector in enumerate(sums.results(matrix, [columns[x][y] for x in range(side)])):
                place = pointer(builder, start, x * channels)
                vector = sums.add(vector, bias)
                if added.literal_value:
                    vector = sums.add(vector, load_vector(builder, place))
                store_vector(builder, greater(builder, vector, constant(0)), place)
        return context.get_dummy_value()

    word = types.int64
    return types.void(net, word, word, VECTOR, added, word, word), generate
