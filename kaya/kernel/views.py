"""Arrays over memory that a kernel knows by its address only (see `addresses`)."""

import ctypes

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from .compile import INTERPRETED


@intrinsic
def floats_at(typing_context, address, count):
    """The `count` float32 that begin at an address."""
    array = types.Array(types.float32, 1, "C")

    def generate(context, builder, signature, args):
        made, size = context.make_array(array)(context, builder), context.get_constant(types.intp, 4)
        data = builder.inttoptr(args[0], ir.FloatType().as_pointer())
        populate_array(made, data=data, shape=[args[1]], strides=[size], itemsize=size, meminfo=None, parent=None)
        return made._getvalue()

    return array(types.int64, types.int64), generate


if INTERPRETED:

    def floats_at(address, count):
        return np.ctypeslib.as_array((ctypes.c_float * count).from_address(int(address)))
