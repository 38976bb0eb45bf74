"""Arrays over memory that a kernel knows by its address only (see `addresses`)."""

import ctypes

import numpy as np
from numba import types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from .compile import INTERPRETED


def _array_at(element, width):
    """What makes an array of such elements over the memory at an address."""
    array = types.Array(element, 1, "C")

    def generate(context, builder, signature, args):
        made, size = context.make_array(array)(context, builder), context.get_constant(types.intp, width)
        data = builder.inttoptr(args[0], context.get_data_type(element).as_pointer())
        populate_array(made, data=data, shape=[args[1]], strides=[size], itemsize=size, meminfo=None, parent=None)
        return made._getvalue()

    return array(types.int64, types.int64), generate


@intrinsic
def floats_at(typing_context, address, count):
    """The `count` float32 that begin at an address."""
    return _array_at(types.float32, 4)


@intrinsic
def words_at(typing_context, address, count):
    """The `count` int64 that begin at an address."""
    return _array_at(types.int64, 8)


if INTERPRETED:

    def floats_at(address, count):
        return np.ctypeslib.as_array((ctypes.c_float * count).from_address(int(address)))

    def words_at(address, count):
        return np.ctypeslib.as_array((ctypes.c_int64 * count).from_address(int(address)))
