"""Arrays over memory that a kernel knows by its address only (see `addresses`)."""

import ctypes

import numba
import numpy as np
from numba import types
from numba.extending import intrinsic

from .compile import INTERPRETED, inlined


@intrinsic
def _pointer(typing_context, address):
    """An address as a pointer to float32."""
    pointer = types.CPointer(types.float32)

    def generate(context, builder, signature, args):
        return builder.inttoptr(args[0], context.get_value_type(pointer))

    return pointer(types.int64), generate


@inlined
def floats_at(address, count):
    """The `count` float32 that begin at an address."""
    return numba.carray(_pointer(address), (count,))


if INTERPRETED:

    def floats_at(address, count):
        return np.ctypeslib.as_array((ctypes.c_float * count).from_address(int(address)))
