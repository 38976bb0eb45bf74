"""Boards as pictures."""

import xml.etree.ElementTree as ET
from collections import Counter

import pytest

from kaya.games.go import GoPosition

from .boards import drawn


def circles(game: GoPosition) -> list[tuple[str, str, str]]:
    """What is drawn as a circle, and where."""
    picture = ET.fromstring(game._repr_svg_())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    return [(c.attrib["class"], c.attrib["cx"], c.attrib["cy"]) for c in picture.iter() if c.tag.endswith("circle")]


def test_all_stones_are_drawn_and_the_last_move_is_marked():
    game = drawn("""
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .""")
    assert Counter(kind for kind, _, _ in circles(game)) == {"black": 3, "white": 4}
    game.play("C4")  # takes a stone
    found = circles(game)
    assert Counter(kind for kind, _, _ in found) == {"black": 4, "white": 3, "last": 1}
    places = {kind: (x, y) for kind, x, y in found}
    assert ("black", *places["last"]) in found
    game.play("pass")
    assert "last" not in {kind for kind, _, _ in circles(game)}


@pytest.mark.parametrize(("lines", "stars"), [(2, 0), (6, 0), (7, 4), (8, 4), (9, 5), (13, 5), (15, 9), (19, 9)])
def test_every_size_has_its_coordinates_and_star_points(lines, stars):
    game = GoPosition(lines)
    picture = ET.fromstring(game._repr_svg_())
    names = Counter(t.text for t in picture.iter() if t.tag.endswith("text"))
    assert names == {**dict.fromkeys("ABCDEFGHJKLMNOPQRST"[:lines], 2), **{str(n + 1): 2 for n in range(lines)}}
    assert Counter(kind for kind, _, _ in circles(game)) == ({"star": stars} if stars else {})
    side = float(picture.attrib["width"])
    assert all(0 < float(x) < side and 0 < float(y) < side for _, x, y in circles(game))
