"""A position's evaluation by a network, compiled: see `plain` for what is computed and `winograd` for how.

A board lies in memory with a border of zeros, the channels of a point side by side: every step treats WIDTH channels at
once. All sizes of boards are served by the same code, but each number of channels and each tile has its own: the type
of the record `net` (see `plan`) holds both. Weights and memory are addresses; nothing is allocated.
"""

import math

import numpy as np

from ..kernel import kernel
from ..kernel.vectors import (
    MOST_ROWS,
    WIDTH,
    add,
    all_of,
    load,
    maximum,
    multiply_add,
    multiply_rows,
    number,
    put_number,
    store,
    total,
)
from .file import HIDDEN, KINDS, POINTS, VALUE_HIDDEN
from .winograd import from_taps, into_taps

BYTES = 4  # of a number
APART = 16
"""Numbers between two taps: at multiples of 4096 bytes they would push each other out of the cache."""
ZERO, ONE = np.float32(0), np.float32(1)


def parts(channels, tile, head, lines):
    """Where in the memory of a thread, in bytes, each part begins, and where the last one ends: two boards, the taps
    of the input, those of the output, the points as the heads see them, and vectors. Blocks of rows may be read and
    written beyond the end of all but the last."""
    across = (lines + tile - 1) // tile
    side = across * tile + 2
    first = BYTES * channels * (side * side + MOST_ROWS)
    taps = 2 * first
    sums = taps + BYTES * ((tile + 2) ** 2 * (across * across * channels + APART) + MOST_ROWS * channels)
    points = sums + (sums - taps)
    vectors = points + BYTES * head * (lines * lines + MOST_ROWS)
    return first, taps, sums, points, vectors, vectors + BYTES * (3 * channels + 3 * HIDDEN + 2 * VALUE_HIDDEN)


_parts = kernel(parts)


@kernel
def clear(place, count):
    """Write `count` zeros."""
    for k in range(0, count, WIDTH):
        store(place, k, all_of(ZERO))


@kernel
def clear_border(net, board, lines, side):
    """Zeros all around the points of a board of `side` x `side`."""
    channels = len(net.channels)
    clear(board, (side + 1) * channels)
    for y in range(1, lines + 1):
        clear(board + BYTES * (y * side + lines + 1) * channels, (side - lines) * channels)
    rest = (lines + 1) * side + 1
    clear(board + BYTES * rest * channels, (side * side - rest) * channels)


@kernel
def clear_beyond(net, board, lines, side):
    """Zeros where tiles reach beyond the points of a board; around them they are already."""
    channels, over = len(net.channels), side - 2 - lines
    for y in range(1, lines + 1):
        clear(board + BYTES * (y * side + lines + 1) * channels, over * channels)
    for y in range(lines + 1, side - 1):
        clear(board + BYTES * (y * side + 1) * channels, (side - 2) * channels)


@kernel
def fill(net, planes, board, lines, side):
    """Write the planes of a position into the first channels of a board."""
    channels, depth = len(net.channels), len(net.planes)
    for y in range(lines):
        for x in range(lines):
            place = board + BYTES * ((y + 1) * side + x + 1) * channels
            for c in range(0, depth, WIDTH):
                store(place, c, load(planes, (y * lines + x) * depth + c))


@kernel
def convolve(net, lines, depth, source, weights, bias, added, target, taps, sums):
    """target = relu(source convolved with weights + bias), or, if `added`, relu(that + target); returns the address
    after the weights."""
    channels, tile = len(net.channels), len(net.tile)
    across = (lines + tile - 1) // tile
    tiles, side = across * across, across * tile + 2
    tap = tiles * channels + APART
    for t in range(tiles):
        place = source + BYTES * (t // across * side + t % across) * tile * channels
        for c in range(0, depth, WIDTH):
            into_taps(net, place + BYTES * c, side * channels, taps + BYTES * (t * channels + c), tap)
    for k in range((tile + 2) ** 2):
        for first in range(0, channels, net.panel):
            into = sums + BYTES * (k * tap + first)
            multiply_rows(net, tiles, taps + BYTES * k * tap, weights, depth, into, channels)
            weights += BYTES * depth * net.panel
    for t in range(tiles):
        place = target + BYTES * ((t // across * side + t % across) * tile + side + 1) * channels
        for c in range(0, channels, WIDTH):
            taken, into = sums + BYTES * (t * channels + c), place + BYTES * c
            if added:
                from_taps(net, taken, tap, load(bias, c), 1, into, side * channels)
            else:
                from_taps(net, taken, tap, load(bias, c), 0, into, side * channels)
    clear_beyond(net, target, lines, side)
    return weights


@kernel
def mean_and_max(points, row, point, lines, count, into):
    """The means of `count` channels over all points, then the maxima; rows and points lie `row` and `point` apart."""
    share = all_of(ONE / np.float32(lines * lines))
    for c in range(0, count, WIDTH):
        mean, most = all_of(ZERO), load(points, c)
        for y in range(lines):
            for x in range(lines):
                values = load(points, y * row + x * point + c)
                mean, most = add(mean, values), maximum(most, values)
        store(into, c, multiply_add(mean, share, all_of(ZERO)))
        store(into, count + c, most)


@kernel
def affine(x, depth, weights, columns, bias, into):
    """into = x weights + bias."""
    for c in range(0, columns, WIDTH):
        even, odd = load(bias, c), all_of(ZERO)
        for k in range(0, depth, 2):
            even = multiply_add(all_of(number(x, k)), load(weights, k * columns + c), even)
            odd = multiply_add(all_of(number(x, k + 1)), load(weights, (k + 1) * columns + c), odd)
        store(into, c, add(even, odd))


@kernel
def dot_relu(x, shift, weights, count):
    """The sum of relu(x + shift) x weight."""
    result = all_of(ZERO)
    for c in range(0, count, WIDTH):
        result = multiply_add(maximum(add(load(x, c), load(shift, c)), all_of(ZERO)), load(weights, c), result)
    return total(result)


@kernel
def two_numbers(hidden, zeros, weights, bias):
    """What a head of two numbers says, the second by softplus; no numbers if the network has no such head."""
    if weights == 0:
        return np.nan, np.nan
    one = np.float64(dot_relu(hidden, zeros, weights, VALUE_HIDDEN) + number(bias, 0))
    two = np.float64(dot_relu(hidden, zeros, weights + BYTES * VALUE_HIDDEN, VALUE_HIDDEN) + number(bias, 1))
    return one, max(two, 0.0) + math.log1p(math.exp(-abs(two)))


@kernel
def see_points(net, lines, side, board, q):
    """What the heads see of each point: its channels times head.w."""
    channels, head = len(net.channels), net.head
    for y in range(lines):
        row = board + BYTES * ((y + 1) * side + 1) * channels
        for first in range(0, head, net.panel):
            into = q + BYTES * (y * lines * head + first)
            multiply_rows(net, lines, row, net.head_w + BYTES * first * channels, channels, into, head)


@kernel
def heads(net, lines, side, board, q, vectors, policy, optimistic, ownership, numbers):
    """Policies, ownership and the numbers of the other heads, as far as the network has them; the value is returned.
    What has the address 0 is not wanted."""
    head, points = net.head, lines * lines
    see_points(net, lines, side, board, q)
    for point in range(points):
        for c in range(HIDDEN, 2 * HIDDEN, WIDTH):
            value = add(load(q, point * head + c), load(net.head_b, c))
            store(q, point * head + c, maximum(value, all_of(ZERO)))
    pooled, shift = vectors, vectors + BYTES * 2 * HIDDEN
    hidden, zeros = shift + BYTES * HIDDEN, shift + BYTES * (HIDDEN + VALUE_HIDDEN)
    clear(zeros, VALUE_HIDDEN)
    mean_and_max(q + BYTES * HIDDEN, lines * head, head, lines, HIDDEN, pooled)
    affine(pooled, 2 * HIDDEN, net.policy_pool, HIDDEN, net.head_b, shift)
    for point in range(points):
        place = q + BYTES * point * head
        put_number(policy, point, dot_relu(place, shift, net.policy_w, HIDDEN))
        if ownership != 0:
            owner = dot_relu(place + BYTES * HIDDEN, zeros, net.own_w, HIDDEN) + net.own_b
            put_number(ownership, point, np.float32(math.tanh(owner)))
    affine(pooled, 2 * HIDDEN, net.value1_w, VALUE_HIDDEN, net.value1_b, hidden)
    put_number(policy, points, dot_relu(pooled, zeros, net.pass_w, 2 * HIDDEN) + net.pass_b)
    if optimistic != 0 and net.optimistic_w != 0:
        for point in range(points):
            put_number(optimistic, point, dot_relu(q + BYTES * point * head, shift, net.optimistic_w, HIDDEN))
        passing = dot_relu(pooled, zeros, net.optimistic_pass_w, 2 * HIDDEN) + net.optimistic_pass_b
        put_number(optimistic, points, passing)
    elif optimistic != 0:
        for point in range(points + 1):
            put_number(optimistic, point, number(policy, point))
    if numbers != 0:
        score, spread = two_numbers(hidden, zeros, net.score_w, net.score_b)
        put_number(numbers, 0, np.float32(POINTS * score))
        put_number(numbers, 1, np.float32(POINTS * spread))
        short, error = two_numbers(hidden, zeros, net.short_w, net.short_b)
        put_number(numbers, 2, np.float32(math.tanh(short)))
        put_number(numbers, 3, np.float32(error))
    return math.tanh(np.float64(dot_relu(hidden, zeros, net.value2_w, VALUE_HIDDEN) + net.value2_b))


@kernel
def heads_of_moves(net, lines, side, board, q, vectors, policy, belief):
    """The policy of going from one point to another, and what stands where; the value is returned. What has the
    address 0 is not wanted."""
    head, points = net.head, lines * lines
    see_points(net, lines, side, board, q)
    pooled, shift = vectors, vectors + BYTES * 2 * HIDDEN
    hidden, zeros = shift + BYTES * HIDDEN, shift + BYTES * (HIDDEN + VALUE_HIDDEN)
    clear(zeros, VALUE_HIDDEN)
    for point in range(points):
        for c in range(HIDDEN, 3 * HIDDEN, WIDTH):
            value = add(load(q, point * head + c), load(net.head_b, c))
            store(q, point * head + c, maximum(value, all_of(ZERO)) if c < 2 * HIDDEN else value)
    mean_and_max(q + BYTES * HIDDEN, lines * head, head, lines, HIDDEN, pooled)
    affine(pooled, 2 * HIDDEN, net.policy_pool, HIDDEN, net.head_b, shift)
    affine(pooled, 2 * HIDDEN, net.value1_w, VALUE_HIDDEN, net.value1_b, hidden)
    unit = np.float32(1.0 / math.sqrt(HIDDEN))
    for point in range(points):
        place = q + BYTES * point * head
        for target in range(points if policy != 0 else 0):
            seen = q + BYTES * (target * head + 2 * HIDDEN)
            put_number(policy, point * points + target, unit * dot_relu(place, shift, seen, HIDDEN))
        if belief != 0:
            for kind in range(KINDS if net.belief_w != 0 else 0):
                weights = net.belief_w + BYTES * HIDDEN * kind
                logit = dot_relu(place + BYTES * HIDDEN, zeros, weights, HIDDEN) + number(net.belief_b, kind)
                put_number(belief, point * KINDS + kind, logit)
    return math.tanh(np.float64(dot_relu(hidden, zeros, net.value2_w, VALUE_HIDDEN) + net.value2_b))


@kernel
def trunk(net, memory, lines, planes):
    """The stem and the blocks; where in the memory the heads find the board, and the length of its rows."""
    channels, tile = len(net.channels), len(net.tile)
    side = (lines + tile - 1) // tile * tile + 2
    first, taps, sums, _, vectors, _ = _parts(channels, tile, net.head, lines)
    x, y = memory, memory + first
    taps, sums, vectors = memory + taps, memory + sums, memory + vectors
    clear_border(net, x, lines, side)
    clear_border(net, y, lines, side)
    fill(net, planes, y, lines, side)
    weights, bias, step = net.weights, net.biases, BYTES * channels
    weights = convolve(net, lines, len(net.planes), y, weights, bias, False, x, taps, sums)
    inside = BYTES * (side + 1) * channels
    for block in range(net.blocks):
        weights = convolve(net, lines, channels, x, weights, bias + step, False, y, taps, sums)
        bias += 2 * step
        ending, pool = bias, net.pools[block]
        if pool != 0:
            ending = vectors + 2 * step
            mean_and_max(y + inside, side * channels, channels, lines, channels, vectors)
            affine(vectors, 2 * channels, pool, channels, bias, ending)
        weights = convolve(net, lines, channels, y, weights, ending, True, x, taps, sums)
    return x, side


@kernel
def evaluate(net, memory, lines, planes, policy, optimistic, ownership, numbers):
    """Evaluate a position; all but `net` and `lines` are addresses."""
    board, side = trunk(net, memory, lines, planes)
    _, _, _, points, vectors, _ = _parts(len(net.channels), len(net.tile), net.head, lines)
    return heads(net, lines, side, board, memory + points, memory + vectors, policy, optimistic, ownership, numbers)


@kernel
def evaluate_moves(net, memory, lines, planes, policy, _, belief, __):
    """The same by a network whose policy is of moves."""
    board, side = trunk(net, memory, lines, planes)
    _, _, _, points, vectors, _ = _parts(len(net.channels), len(net.tile), net.head, lines)
    return heads_of_moves(net, lines, side, board, memory + points, memory + vectors, policy, belief)
