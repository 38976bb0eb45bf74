"""Vectors: as many float32 as one register of this machine holds, and products of matrices made of them.

Numba leaves it to LLVM to find vectors in loops over numbers, which keeps none in registers from round to round of a
loop. Here they are written as vectors: a kernel loads, combines and stores them, `WIDTH` numbers at a time. A place in
memory is the address of some float32 (see `addresses`) and an offset that counts float32.
"""

import platform

import llvmlite.binding as llvm
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

_features = llvm.get_host_cpu_features()
WIDTH = 16 if _features.get("avx512f") else 8 if _features.get("avx") else 4
"""How many float32 are in a register: 16 with AVX-512, 8 with AVX, 4 elsewhere."""
REGISTERS = 32 if WIDTH == 16 or platform.machine() in ("aarch64", "arm64") else 16
UNROLLED = 4  # the depth of a product is a multiple of this

FLOAT, WORD = ir.FloatType(), ir.IntType(64)
VALUES = ir.VectorType(FLOAT, WIDTH)
FAST = ("fast",)


class Vector(types.Type):
    """WIDTH numbers."""

    def __init__(self):
        super().__init__(f"float32x{WIDTH}")


VECTOR = Vector()


@register_model(Vector)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager, kind):
        super().__init__(manager, kind, VALUES)


def pointer(builder, base, offset=0):
    """The address `base` moved by `offset` numbers, as a pointer."""
    offset = ir.Constant(WORD, offset) if isinstance(offset, int) else offset
    base = builder.inttoptr(base, FLOAT.as_pointer()) if base.type == WORD else base
    return builder.gep(base, [offset])


def load_vector(builder, place, kind=VALUES):
    return builder.load(builder.bitcast(place, kind.as_pointer()), align=4)


def store_vector(builder, values, place):
    builder.store(values, builder.bitcast(place, values.type.as_pointer()), align=4)


def constant(number, kind=VALUES):
    return ir.Constant(kind, [float(number)] * kind.count)


def spread(builder, vector, lane=0):
    """A vector of one number: of a lane of a vector, or of a number by itself."""
    if vector.type == FLOAT:
        undefined = ir.Constant(VALUES, ir.Undefined)
        vector = builder.insert_element(undefined, vector, ir.Constant(ir.IntType(32), 0))
    lanes = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [lane] * WIDTH)
    return builder.shuffle_vector(vector, ir.Constant(vector.type, ir.Undefined), lanes)


def fused(builder, x, y, z):
    """x y + z, in one step where the machine has one."""
    kind = ir.FunctionType(VALUES, [VALUES] * 3)
    function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fmuladd.v{WIDTH}f32")
    return builder.call(function, [x, y, z])


def greater(builder, x, y):
    return builder.select(builder.fcmp_ordered(">", x, y, flags=FAST), x, y)


@intrinsic
def load(typing_context, base, offset):
    """The vector at a place."""

    def generate(context, builder, signature, args):
        return load_vector(builder, pointer(builder, *args))

    return VECTOR(types.int64, types.int64), generate


@intrinsic
def store(typing_context, base, offset, vector):
    """Write a vector to a place."""

    def generate(context, builder, signature, args):
        store_vector(builder, args[2], pointer(builder, *args[:2]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, VECTOR), generate


@intrinsic
def number(typing_context, base, offset):
    """The one number at a place."""

    def generate(context, builder, signature, args):
        return builder.load(pointer(builder, *args))

    return types.float32(types.int64, types.int64), generate


@intrinsic
def put_number(typing_context, base, offset, value):
    """Write one number to a place."""

    def generate(context, builder, signature, args):
        builder.store(args[2], pointer(builder, *args[:2]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.float32), generate


@intrinsic
def all_of(typing_context, value):
    """A vector of one number."""

    def generate(context, builder, signature, args):
        return spread(builder, args[0])

    return VECTOR(types.float32), generate


@intrinsic
def add(typing_context, x, y):
    def generate(context, builder, signature, args):
        return builder.fadd(*args, flags=FAST)

    return VECTOR(VECTOR, VECTOR), generate


@intrinsic
def multiply_add(typing_context, x, y, z):
    """x y + z, number by number."""

    def generate(context, builder, signature, args):
        return fused(builder, *args)

    return VECTOR(VECTOR, VECTOR, VECTOR), generate


@intrinsic
def maximum(typing_context, x, y):
    """The greater of each two numbers."""

    def generate(context, builder, signature, args):
        return greater(builder, *args)

    return VECTOR(VECTOR, VECTOR), generate


@intrinsic
def total(typing_context, vector):
    """The sum of the numbers of a vector."""

    def generate(context, builder, signature, args):
        kind = ir.FunctionType(FLOAT, [FLOAT, VALUES])
        function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.fadd.v{WIDTH}f32")
        return builder.call(function, [ir.Constant(FLOAT, 0.0), args[0]], fastmath=FAST)

    return types.float32(VECTOR), generate


def panel_vectors(columns: int) -> int:
    """How many vectors of columns a block of a product has, for a matrix with so many columns (a multiple of 16)."""
    if WIDTH < 16:
        return 16 // WIDTH
    return 2 if columns % 32 == 0 else 3 if columns % 48 == 0 else 1


def panel(columns: int) -> int:
    """How many columns of the right matrix lie together in memory: those of a block."""
    return panel_vectors(columns) * WIDTH


def block_rows(columns: int) -> tuple[int, ...]:
    """The sizes of blocks, in rows: the largest fill the registers with sums, the others are for what squares of 1 to
    100 tiles leave over when they are cut into blocks as equal as possible."""
    if WIDTH == 16:
        return (4, 5, 8, 9) if panel_vectors(columns) == 3 else (4, 8, 9, 12, 13)
    return (4, 5) if REGISTERS == 32 else (4, 5, 6) if WIDTH == 8 else (1, 2)


MOST_ROWS = 13
"""No block has more."""


@intrinsic
def multiply_rows(typing_context, shape, rows, left, right, depth, into, pitch):
    """Multiply matrices: into[i, j] = sum over k of left[i, k] right[k, j], for i < rows and the columns of one panel.

    `shape.channels` has as many entries as a row of `left` (its type alone is looked at), `pitch` is the length of one
    of `into`, and `right` is a panel: [depth][panel]. All rows are done, in blocks as equal as possible, each of
    which is rounded up to a size that there is: some rows too many may be read and written."""
    columns = shape.typeof("channels").shape[0]

    def generate(context, builder, signature, args):
        _, rows, left, right, depth, into, pitch = args
        sizes, vectors = block_rows(columns), panel_vectors(columns)
        most = ir.Constant(WORD, sizes[-1])
        one = ir.Constant(WORD, 1)
        blocks = builder.udiv(builder.add(rows, ir.Constant(WORD, sizes[-1] - 1)), most)
        left, right, into = (pointer(builder, place) for place in (left, right, into))
        with cgutils.for_range(builder, blocks) as block:
            first = builder.udiv(builder.mul(block.index, rows), blocks)
            end = builder.udiv(builder.mul(builder.add(block.index, one), rows), blocks)
            count = builder.sub(end, first)
            a = pointer(builder, left, builder.mul(first, ir.Constant(WORD, columns)))
            c = pointer(builder, into, builder.mul(first, pitch))
            done = builder.append_basic_block("blocks_done")
            for size in sizes:
                fits = builder.append_basic_block(f"rows_{size}")
                larger = builder.append_basic_block(f"more_than_{size}")
                builder.cbranch(builder.icmp_unsigned("<=", count, ir.Constant(WORD, size)), fits, larger)
                builder.position_at_end(fits)
                _block(builder, size, vectors, columns, a, right, depth, c, pitch)
                builder.branch(done)
                builder.position_at_end(larger)
            builder.branch(done)
            builder.position_at_end(done)
        return context.get_dummy_value()

    word = types.int64
    return types.void(shape, word, word, word, word, word, word), generate


def _block(builder, rows, vectors, columns, left, right, depth, into, pitch):
    """One block of a product, all sums in registers."""
    sums = [[cgutils.alloca_once(builder, VALUES) for _ in range(vectors)] for _ in range(rows)]
    for row in sums:
        for place in row:
            builder.store(constant(0), place)
    steps = builder.udiv(depth, ir.Constant(WORD, UNROLLED))
    with cgutils.for_range(builder, steps) as step:
        k = builder.mul(step.index, ir.Constant(WORD, UNROLLED))
        a = pointer(builder, left, k)
        b = pointer(builder, right, builder.mul(k, ir.Constant(WORD, vectors * WIDTH)))
        if WIDTH == UNROLLED:
            lefts = [load_vector(builder, pointer(builder, a, i * columns)) for i in range(rows)]
        for u in range(UNROLLED):
            rights = [load_vector(builder, pointer(builder, b, (u * vectors + j) * WIDTH)) for j in range(vectors)]
            for i in range(rows):
                if WIDTH == UNROLLED:
                    x = spread(builder, lefts[i], u)
                else:
                    x = spread(builder, builder.load(pointer(builder, a, i * columns + u)))
                for j in range(vectors):
                    builder.store(fused(builder, x, rights[j], builder.load(sums[i][j])), sums[i][j])
    for i in range(rows):
        c = pointer(builder, into, builder.mul(pitch, ir.Constant(WORD, i)))
        for j in range(vectors):
            store_vector(builder, builder.load(sums[i][j]), pointer(builder, c, j * WIDTH))
