"""Atomic operations on a field of a record: `atomic_add(nodes[i], "visits", 1)`. Threads that search one tree use no
lock; a plain `+=` from two threads loses about half of its updates."""

from numba import types
from numba.core import cgutils
from numba.core.errors import RequireLiteralValue
from numba.extending import intrinsic

from .compile import INTERPRETED


def _field(record, field):
    if not isinstance(field, types.StringLiteral):
        raise RequireLiteralValue("the field's name must be a literal string")
    return record.typeof(field.literal_value), record.offset(field.literal_value)


def _pointer(context, builder, field_type, record, offset):
    return cgutils.pointer_add(builder, record, offset, context.get_data_type(field_type).as_pointer())


@intrinsic(prefer_literal=True)
def atomic_add(typing_context, record, field, value):
    """Add to a field; what stood there before is returned."""
    kind, offset = _field(record, field)
    operation = "fadd" if isinstance(kind, types.Float) else "add"

    def generate(context, builder, signature, args):
        amount = context.cast(builder, args[2], signature.args[2], kind)
        return builder.atomic_rmw(operation, _pointer(context, builder, kind, args[0], offset), amount, "monotonic")

    return kind(record, field, value), generate


@intrinsic(prefer_literal=True)
def atomic_swap_if(typing_context, record, field, old, new):
    """Set a field to `new` if it holds `old`; whether it did."""
    kind, offset = _field(record, field)

    def generate(context, builder, signature, args):
        was, becomes = (context.cast(builder, args[k], signature.args[k], kind) for k in (2, 3))
        pointer = _pointer(context, builder, kind, args[0], offset)
        return builder.extract_value(builder.cmpxchg(pointer, was, becomes, "acq_rel", "monotonic"), 1)

    return types.boolean(record, field, old, new), generate


@intrinsic(prefer_literal=True)
def atomic_load(typing_context, record, field):
    """Read a field; all that its writer wrote before it is visible too."""
    kind, offset = _field(record, field)

    def generate(context, builder, signature, args):
        pointer = _pointer(context, builder, kind, args[0], offset)
        return builder.load_atomic(pointer, "acquire", context.get_abi_sizeof(context.get_data_type(kind)))

    return kind(record, field), generate


@intrinsic(prefer_literal=True)
def atomic_store(typing_context, record, field, value):
    """Write a field, after all that was written before."""
    kind, offset = _field(record, field)

    def generate(context, builder, signature, args):
        amount = context.cast(builder, args[2], signature.args[2], kind)
        pointer = _pointer(context, builder, kind, args[0], offset)
        builder.store_atomic(amount, pointer, "release", context.get_abi_sizeof(context.get_data_type(kind)))
        return context.get_dummy_value()

    return types.void(record, field, value), generate


if INTERPRETED:

    def atomic_add(record, field, value):
        before = record[field]
        record[field] += value
        return before

    def atomic_swap_if(record, field, old, new):
        same = bool(record[field] == old)
        if same:
            record[field] = new
        return same

    def atomic_load(record, field):
        return record[field]

    def atomic_store(record, field, value):
        record[field] = value
