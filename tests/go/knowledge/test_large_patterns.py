"""Shapes: their hashes do not change with the direction or the colours from which one looks."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kaya.go.knowledge import large_patterns as shapes
from kaya.go.knowledge.large_patterns import CODES, DISTANCES, SIZES, SYMMETRIES, as_record, geometry, gridcular
from kaya.go.learning.prediction import WORK
from kaya.go.rules import BLACK, EMPTY, WHITE, go, point
from kaya.go.rules.board import EDGE, clear, in_atari, is_legal, put
from kaya.kernel import plain, zeros

TABLE = as_record({**geometry(), "slots": np.zeros(1 << 10, np.int64)})
stones = st.dictionaries(
    st.tuples(st.integers(0, 18), st.integers(0, 18)), st.sampled_from((BLACK, WHITE)), min_size=1, max_size=80
)


def board_of(lines: int, placed: dict, last=None):
    """A board with these stones, as far as they may be put one after the other; and those that stand on it."""
    board = zeros(go.dtype)[0]
    clear(board, lines, 0.0)
    for (x, y), colour in placed.items():
        if x < lines and y < lines and board.colour[point(x, y, lines)] == EMPTY:
            board.ko = 0
            if is_legal(board, point(x, y, lines), colour):
                put(board, point(x, y, lines), colour)
    board.ko, board.last = 0, 0 if last is None else point(*last, lines)
    return board


def standing(board) -> dict:
    lines = int(board.lines)
    every = {(x, y): int(board.colour[point(x, y, lines)]) for x in range(lines) for y in range(lines)}
    return {place: colour for place, colour in every.items() if colour != EMPTY}


def fast_codes(board, x, y, colour):
    codes = zeros(CODES)
    largest(board, x, y, colour, TABLE, codes[0])
    return list(codes[0].plain), list(codes[0].answer)


def largest(board, x, y, colour, table, codes=None):
    p = point(x, y, int(board.lines))
    return shapes.largest_shapes(board, p, colour, table[0], shapes.box_around(board, p), codes)


def off_board(dx, dy, x, y, lines):
    return not (0 <= x + dx < lines and 0 <= y + dy < lines)


def slow_codes(board, x, y, colour):
    """The same from coordinates, each size from the start."""
    lines, words = int(board.lines), {}

    def word(offset, content):
        code = ((offset[1] + 18) * 37 + offset[0] + 18) * shapes.CONTENTS + content
        return words.setdefault(code, int(shapes._random_words(np.array([code]))[0]))

    def content(dx, dy):
        if off_board(dx, dy, x, y, lines):
            return 3
        q = point(x + dx, y + dy, lines)
        seen = int(board.colour[q])
        if seen == EMPTY:
            return 0
        threatened = abs(dx) + abs(dy) == 1 and in_atari(board, board.head[q])
        return (1 if seen == colour else 2) | (4 if threatened else 0)

    def counts(dx, dy):
        """A stone, or the point off the board that is the nearest in its direction."""
        if not off_board(dx, dy, x, y, lines):
            return content(dx, dy) != 0
        return 0 in (dx, dy) and not off_board(dx - np.sign(dx), dy - np.sign(dy), x, y, lines)

    plain_codes, answers = [], []
    for size, reach in enumerate(DISTANCES):
        inside = [(dx, dy) for dx in range(-18, 19) for dy in range(-18, 19) if 0 < gridcular(dx, dy) <= reach]
        last = int(board.last)
        mark = (last % (lines + 1) - 1 - x, last // (lines + 1) - 1 - y) if last else None
        total = answer = 0
        for symmetry in SYMMETRIES:
            value = 0
            for offset in filter(lambda offset: counts(*offset), inside):
                value ^= word(symmetry @ offset, content(*offset))
            total += value
            if mark in inside:
                answer += value ^ word(symmetry @ mark, shapes.MARK)
        plain_codes.append(shapes.code_of(np.uint64(total % 2**64), size, 0))
        answers.append(shapes.code_of(np.uint64(answer % 2**64), size, 1) if mark in inside else 0)
    return plain_codes, answers


@pytest.mark.slow
@given(stones, st.integers(0, 18), st.integers(0, 18), st.data())
def test_hashes_are_the_same_in_all_eight_directions_and_for_both_colours(placed, x, y, data):
    board = board_of(19, placed)
    there = standing(board)
    last = data.draw(st.sampled_from(sorted(there)))
    board.last = point(*last, 19)
    want = fast_codes(board, x, y, BLACK)
    for symmetry in SYMMETRIES:

        def turned(place, by=symmetry):
            return tuple(int(c) for c in (by @ (np.array(place) - 9)) + 9)

        twin = board_of(19, {turned(place): colour for place, colour in there.items()}, turned(last))
        assert fast_codes(twin, *turned((x, y)), BLACK) == want
        other = board_of(19, {turned(place): EDGE - colour for place, colour in there.items()}, turned(last))
        assert fast_codes(other, *turned((x, y)), WHITE) == want


@pytest.mark.slow
@pytest.mark.parametrize("lines", [5, 9, 19])
def test_growing_hashes_equal_those_computed_anew(lines):
    random = np.random.default_rng(lines)
    for _ in range(4):
        cells = random.integers(0, lines, (lines * lines // 3, 2))
        board = board_of(lines, {(int(x), int(y)): int(random.integers(1, 3)) for x, y in cells})
        last = sorted(standing(board))[0]
        board.last = point(*last, lines)
        x, y = (int(c) for c in random.integers(0, lines, 2))
        assert fast_codes(board, x, y, BLACK) == slow_codes(board, x, y, BLACK)


@pytest.mark.slow
@given(stones, st.integers(0, 18), st.integers(0, 18), st.integers(0, 18), st.integers(0, 18))
def test_a_stone_changes_exactly_the_shapes_that_hold_it(placed, x, y, u, v):
    there = {place: colour for place, colour in placed.items() if place not in ((x, y), (u, v))}
    before, after = board_of(19, there), board_of(19, {**there, (u, v): BLACK})
    same = standing(after) == {**standing(before), (u, v): BLACK}
    distance = gridcular(u - x, v - y)
    if not same or distance == 0:
        return
    old, new = fast_codes(before, x, y, BLACK)[0], fast_codes(after, x, y, BLACK)[0]
    neighbours = [
        point(x + dx, y + dy, 19)
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= x + dx < 19 and 0 <= y + dy < 19
    ]
    if any(threatened(before, q) != threatened(after, q) for q in neighbours):
        return
    for size, reach in enumerate(DISTANCES):
        assert (old[size] != new[size]) == (distance <= reach)


def threatened(board, q) -> bool:
    return bool(board.colour[q] in (BLACK, WHITE) and in_atari(board, board.head[q]))


def test_the_largest_known_shape_is_found_and_growth_stops_at_the_first_unknown():
    board = board_of(19, {(3, 3): BLACK, (15, 15): WHITE}, (15, 15))
    plain_codes, answers = fast_codes(board, 13, 16, BLACK)
    known = [*plain_codes[:6], plain_codes[8], *(code for code in answers[:6] if code)]
    slots = shapes.hash_table(np.array(known), np.arange(len(known)), 1 << 10)
    table = as_record({**geometry(), "slots": slots})
    found = largest(board, 13, 16, BLACK, table)
    assert found[:2] == (5, 5)
    assert found[2:] == (len(known) - 1, 5)
    assert largest(board, 3, 4, BLACK, table) == (-1, -1, -1, -1)


@pytest.mark.slow
@given(stones, st.integers(0, 18), st.integers(0, 18), st.integers(0, SIZES), st.integers(0, SIZES), st.data())
def test_growth_finds_what_trying_every_size_finds(placed, x, y, plain_run, answer_run, data):
    board = board_of(19, placed)
    board.last = point(*data.draw(st.sampled_from(sorted(standing(board)))), 19)
    plain_codes, answers = fast_codes(board, x, y, BLACK)
    known = dict.fromkeys([*plain_codes[:plain_run], *filter(None, answers[: min(plain_run, answer_run)])])
    table = as_record(
        {**geometry(), "slots": shapes.hash_table(np.array(list(known), np.int64), np.arange(len(known)), 1 << 10)}
    )
    payloads = {code: number for number, code in enumerate(known)}
    want = [-1, -1, -1, -1]
    for size in range(SIZES):
        if plain_codes[size] in payloads:
            want[:2] = payloads[plain_codes[size]], size
        if answers[size] in payloads:
            want[2:] = payloads[answers[size]], size
    assert list(largest(board, x, y, BLACK, table)) == want


@pytest.mark.slow
@pytest.mark.parametrize("lines", [2, 5, 9, 13, 19])
def test_hashes_tell_apart_all_that_can_be_seen_of_the_edges(lines):
    """Only the nearest point of each edge is hashed; it must tell as much as all points off the board."""
    board = board_of(lines, {})
    places = [(x, y) for x in range(lines) for y in range(lines)]
    codes = {place: fast_codes(board, *place, BLACK)[0] for place in places}
    for size, reach in enumerate(DISTANCES):
        inside = [(dx, dy) for dx in range(-10, 11) for dy in range(-10, 11) if 0 < gridcular(dx, dy) <= reach]
        seen, hashed = {}, {}
        for place in places:
            off = np.array([offset for offset in inside if off_board(*offset, *place, lines)]).reshape(-1, 2)
            turned = [tuple(sorted(map(tuple, (off @ symmetry.T).tolist()))) for symmetry in SYMMETRIES]
            seen.setdefault(min(turned), set()).add(place)
            hashed.setdefault(codes[place][size], set()).add(place)
        assert sorted(map(sorted, seen.values())) == sorted(map(sorted, hashed.values()))


@pytest.mark.slow
@given(stones, st.sampled_from((2, 5, 9, 19)))
def test_boxes_from_rows_are_those_found_by_looking_around(placed, lines):
    board, work = board_of(lines, placed), zeros(WORK)
    shapes.draw_rows(board, work[0])
    for x in range(lines):
        for y in range(lines):
            p, bits = point(x, y, lines), 0
            for row, (left, width, shift) in enumerate(zip(shapes.LEFT, shapes.WIDTHS, shapes.SHIFTS, strict=True)):
                for k in range(width):
                    u, v = x - shapes.MARGIN + left + k, y - shapes.MARGIN + row
                    if 0 <= u < lines and 0 <= v < lines and board.colour[point(u, v, lines)] != EMPTY:
                        bits |= 1 << shift + k
            assert shapes.box_around(board, p) == bits
            assert shapes.box_from_rows(board, p, work[0]) == bits


def test_a_packed_table_gives_back_hashes_and_values():
    random = np.random.default_rng(1)
    codes = np.unique(random.integers(1, 1 << 39, 5000))
    strength, probability = np.exp(random.normal(0, 2, len(codes))), random.uniform(1e-4, 1, len(codes))
    got, payloads = shapes.unpack(shapes.pack(codes, shapes.payload(strength, probability)))
    assert (got == codes).all()
    np.testing.assert_allclose([shapes.log_strength(found) for found in payloads], np.log(strength), atol=0.07)
    np.testing.assert_allclose([shapes.log_probability(found) for found in payloads], np.log(probability), atol=0.07)


def test_every_hash_is_found_under_its_payload():
    codes = np.unique(np.random.default_rng(2).integers(1, 1 << 39, 700))
    table = as_record({"slots": shapes.hash_table(codes, np.arange(len(codes)), 1 << 10)})
    assert [shapes.find(table[0], code) for code in codes] == list(range(len(codes)))
    assert shapes.find(table[0], int(codes[-1]) + 1) == -1
    with pytest.raises(ValueError, match="too many"):
        shapes.hash_table(codes, np.arange(len(codes)), 1 << 9)


def test_pattern_value_is_the_probability_of_the_largest_shape():
    board = board_of(9, {(4, 4): WHITE}, (4, 4))
    codes, _ = fast_codes(board, 4, 3, BLACK)
    payloads = shapes.payload(np.ones(2), np.array([0.01, 0.25]))
    table = plain(as_record({**geometry(), "slots": shapes.hash_table(np.array(codes[:2]), payloads, 1 << 10)}))
    assert shapes.pattern_value(board, point(4, 3, 9), BLACK, table[0]) == pytest.approx(0.25, rel=0.01)
    assert shapes.pattern_value(board, point(0, 0, 9), BLACK, table[0]) == 0
    work = zeros(WORK)
    shapes.draw_rows(board, work[0])
    for p in (point(4, 3, 9), point(0, 0, 9)):
        by_rows = shapes.pattern_value_by_rows(board, p, BLACK, work[0], table[0])
        assert by_rows == shapes.pattern_value(board, p, BLACK, table[0])
    assert len(codes) == SIZES
