"""How Python becomes machine code: the `@kernel` decorator, records, random numbers, atomics and the compile cache."""

from .atomics import atomic_add, atomic_load, atomic_store, atomic_swap_if
from .compile import CACHE_FOLDER, DEBUG, INTERPRETED, fingerprint, inlined, keep_on_disk, kernel
from .parameters import Described, NoParameters, Parameters, parameter
from .progress import progress
from .random import random_below, random_unit, split_seed
from .records import at, constant, numba_type, plain, record, zeros

__all__ = [
    "CACHE_FOLDER",
    "DEBUG",
    "INTERPRETED",
    "Described",
    "NoParameters",
    "Parameters",
    "at",
    "atomic_add",
    "atomic_load",
    "atomic_store",
    "atomic_swap_if",
    "constant",
    "fingerprint",
    "inlined",
    "keep_on_disk",
    "kernel",
    "numba_type",
    "parameter",
    "plain",
    "progress",
    "random_below",
    "random_unit",
    "record",
    "split_seed",
    "zeros",
]
