"""Sets of up to 64 things as the bits of one word: one instruction counts them or finds the first."""

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from .compile import INTERPRETED


@intrinsic
def lowest(typing_context, bits):
    """The place of the lowest bit that is set, 0 to 63; `bits` must not be 0."""

    def generate(context, builder, signature, args):
        return builder.cttz(args[0], cgutils.true_bit)

    return types.int64(types.uint64), generate


@intrinsic
def highest(typing_context, bits):
    """The place of the highest bit that is set, 0 to 63; `bits` must not be 0."""

    def generate(context, builder, signature, args):
        return builder.sub(context.get_constant(types.int64, 63), builder.ctlz(args[0], cgutils.true_bit))

    return types.int64(types.uint64), generate


@intrinsic
def count_bits(typing_context, bits):
    """How many bits are set."""

    def generate(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


if INTERPRETED:

    def lowest(bits):
        return (int(bits) & -int(bits)).bit_length() - 1

    def highest(bits):
        return int(bits).bit_length() - 1

    def count_bits(bits):
        return int(bits).bit_count()
