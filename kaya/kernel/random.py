"""Random numbers as explicit state: the field `rng` of a record. One seed gives one sequence, on every machine."""

import numpy as np

from .compile import inlined, kernel

U64 = np.uint64
_MULTIPLY = U64(0x2545F4914F6CDD1D)
_12, _25, _27, _32 = U64(12), U64(25), U64(27), U64(32)
_MASK = (1 << 64) - 1


@inlined
def random_below(holder, n):
    """A number from 0 to n - 1 (n < 2^32), by xorshift64* (Vigna 2016); `holder.rng` moves on."""
    x = holder.rng
    x ^= x >> _12
    x ^= x << _25
    x ^= x >> _27
    holder.rng = x
    return np.int64((((x * _MULTIPLY) >> _32) * U64(n)) >> _32)


@kernel
def random_unit(holder):
    """A number in [0, 1)."""
    return random_below(holder, 1 << 31) / 2147483648.0


def split_seed(seed: int, stream: int = 0) -> np.uint64:
    """The starting state of the `stream`-th independent sequence of a seed (splitmix64, Steele et al. 2014): seeds 1
    and 2, or two threads of one search, share nothing. Never 0, where xorshift would stay for ever."""
    z = (seed * 0x9E3779B97F4A7C15 + (stream + 1) * 0xD1B54A32D192ED03) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return U64((z ^ (z >> 31)) or 1)
