"""Addresses: memory and functions that a kernel knows by a number only, so that it does not depend on their types."""

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.extending import intrinsic

LINE = 64
"""Bytes of a cache line, which no vector that starts on a multiple of its own size straddles."""


def aligned_memory(size: int) -> np.ndarray:
    """So many bytes, all 0, that start on a cache line."""
    memory = np.zeros(size + LINE, np.uint8)
    start = -memory.ctypes.data % LINE
    return memory[start : start + size]


@intrinsic
def word_at(typing_context, address):
    """The int64 at an address."""

    def generate(context, builder, signature, args):
        return builder.load(builder.inttoptr(args[0], ir.IntType(64).as_pointer()))

    return types.int64(types.int64), generate


@intrinsic
def address_of(typing_context, array):
    """Where the numbers of a contiguous array of float32 begin."""
    if not (isinstance(array, types.Array) and array.dtype == types.float32 and array.layout == "C"):
        raise TypingError(f"a contiguous array of float32 is needed, not {array}")

    def generate(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.ptrtoint(data, ir.IntType(64))

    return types.int64(array), generate


@intrinsic
def call_at(typing_context, function, arguments):
    """Call the function at an address with a tuple of int64; it returns a float64."""

    def generate(context, builder, signature, args):
        word = ir.IntType(64)
        kind = ir.FunctionType(ir.DoubleType(), [word] * len(signature.args[1]))
        return builder.call(
            builder.inttoptr(args[0], kind.as_pointer()),
            [builder.extract_value(args[1], k) for k in range(len(signature.args[1]))],
        )

    return types.float64(types.int64, arguments), generate


@intrinsic
def fill_from(typing_context, into, address):
    """Copy the record that lies at an address into one of the same type."""
    if not isinstance(into, types.Record):
        raise TypingError(f"a record is needed, not {into}")

    def generate(context, builder, signature, args):
        source = builder.inttoptr(args[1], ir.IntType(8).as_pointer())
        target = builder.bitcast(args[0], ir.IntType(8).as_pointer())
        cgutils.raw_memcpy(builder, target, source, ir.Constant(ir.IntType(64), signature.args[0].size), 1)
        return context.get_dummy_value()

    return types.void(into, types.int64), generate


@intrinsic
def keep_at(typing_context, address, given):
    """Copy a record to an address."""
    if not isinstance(given, types.Record):
        raise TypingError(f"a record is needed, not {given}")

    def generate(context, builder, signature, args):
        target = builder.inttoptr(args[0], ir.IntType(8).as_pointer())
        source = builder.bitcast(args[1], ir.IntType(8).as_pointer())
        cgutils.raw_memcpy(builder, target, source, ir.Constant(ir.IntType(64), signature.args[1].size), 1)
        return context.get_dummy_value()

    return types.void(types.int64, given), generate
