"""Records over memory that several kernels use in turn, each with a layout of its own."""

import ctypes

import numpy as np
from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from .compile import INTERPRETED


@intrinsic
def record_over(typing_context, numbers, layout):
    """A contiguous array of numbers as a record: `record_over(work.scratch, ATARIS).count`. It must have room for
    `layout`, the dtype of the record."""
    if not (isinstance(numbers, types.Array) and numbers.layout == "C" and isinstance(layout, types.DType)):
        raise TypingError(f"a contiguous array and the dtype of a record are needed, not {numbers} and {layout}")
    kind = layout.dtype

    def generate(context, builder, signature, args):
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.bitcast(data, context.get_value_type(kind))

    return kind(numbers, layout), generate


@intrinsic
def record_at(typing_context, address, layout):
    """The record that begins at an address; `layout` is its dtype."""
    if not isinstance(layout, types.DType):
        raise TypingError(f"the dtype of a record is needed, not {layout}")
    kind = layout.dtype

    def generate(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(kind))

    return kind(types.int64, layout), generate


@intrinsic
def record_as(typing_context, whole, layout):
    """The record that another one begins with; `layout` is its dtype."""
    if not (isinstance(whole, types.Record) and isinstance(layout, types.DType)):
        raise TypingError(f"a record and the dtype of a record are needed, not {whole} and {layout}")
    kind = layout.dtype

    def generate(context, builder, signature, args):
        return builder.bitcast(args[0], context.get_value_type(kind))

    return kind(whole, layout), generate


if INTERPRETED:

    def record_as(whole, layout):
        return np.frombuffer(whole.data, layout, 1).view(np.recarray)[0]

    def record_over(numbers, layout):
        return numbers[: layout.itemsize // numbers.itemsize].view(layout).view(np.recarray)[0]

    def record_at(address, layout):
        memory = np.ctypeslib.as_array((ctypes.c_uint8 * layout.itemsize).from_address(int(address)))
        return memory.view(layout).view(np.recarray)[0]
