import numpy as np

from kaya.kernel import kernel, random_below, random_unit, record, split_seed, zeros

HOLDER = record(("rng", "u8"))


@kernel
def draw_many(holder, n, into):
    for k in range(len(into)):
        into[k] = random_below(holder, n)


@kernel
def draw_units(holder, into):
    for k in range(len(into)):
        into[k] = random_unit(holder)


def drawn(seed: int, n: int, count: int, stream: int = 0) -> np.ndarray:
    holder, into = zeros(HOLDER), np.zeros(count, np.int64)
    holder.rng = split_seed(seed, stream)
    draw_many(holder[0], n, into)
    return into


def units(seed: int, count: int) -> np.ndarray:
    holder, into = zeros(HOLDER), np.zeros(count)
    holder.rng = split_seed(seed)
    draw_units(holder[0], into)
    return into


def xorshift64star(state: int, n: int) -> tuple[int, int]:
    """The generator of the docstring, in plain Python integers."""
    mask = (1 << 64) - 1
    state ^= state >> 12
    state = (state ^ (state << 25)) & mask
    state ^= state >> 27
    return state, ((((state * 0x2545F4914F6CDD1D) & mask) >> 32) * n) >> 32


def test_the_numbers_are_xorshift64star():
    state, expected = int(split_seed(7)), []
    for _ in range(50):
        state, number = xorshift64star(state, 361)
        expected.append(number)
    assert drawn(7, 361, 50).tolist() == expected


def test_every_number_is_equally_likely():
    counts = np.bincount(drawn(1, 81, 81_000), minlength=81)
    assert len(counts) == 81
    assert ((counts - 1000) ** 2 / 1000).sum() < 130  # chi-square with 80 degrees of freedom, p about 0.0003


def test_seeds_and_streams_share_nothing():
    sequences = {tuple(drawn(seed, 1 << 31, 20, stream)) for seed in range(40) for stream in range(5)}
    assert len({number for s in sequences for number in s}) == 40 * 5 * 20


def test_no_seed_gives_the_state_in_which_xorshift_stands_still():
    assert all(split_seed(seed) != 0 for seed in [0, -1, 2**64, 2**70 + 3, *range(1000)])


def test_units_fill_the_interval():
    into = units(3, 10_000)
    assert into.min() >= 0
    assert into.max() < 1
    assert abs(into.mean() - 0.5) < 0.01
