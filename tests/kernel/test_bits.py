"""Bits of a word, as plain Python counts them."""

import random

import numpy as np

from kaya.kernel import kernel
from kaya.kernel.bits import count_bits, highest, lowest


@kernel
def look(word):
    return lowest(word), highest(word), count_bits(word)


def test_bits_are_found_and_counted():
    chance = random.Random(1)
    words = [1, 1 << 63, (1 << 64) - 1, *(chance.getrandbits(64) >> chance.randrange(63) or 1 for _ in range(200))]
    for word in words:
        places = [k for k in range(64) if word >> k & 1]
        assert look(np.uint64(word)) == (places[0], places[-1], len(places))
