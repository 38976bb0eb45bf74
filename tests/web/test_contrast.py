"""The colours of the page: texts have the contrast that WCAG 2 asks for, 4.5 to 1, in both themes."""

import re

import pytest

from kaya.web.app import PAGE

GROUNDS = ("ground", "card", "raised", "soft")
TEXTS = ("ink", "muted", "accent", "best", "alarm")
ON = (("accent-ink", "accent"), ("alarm-ink", "alarm"))
STYLE = (PAGE / "style.css").read_text(encoding="utf-8")
LIGHT, *DARK = [
    dict(re.findall(r"--([\w-]+): (#[0-9a-f]+);", block))
    for block in re.findall(r":root[^{]*\{\s*color-scheme[^}]*\}", STYLE)
]


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = (int(digits[k : k + 2], 16) / 255 for k in (0, 2, 4))
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("colours", [LIGHT, DARK[0]], ids=["light", "dark"])
def test_texts_can_be_read_on_every_ground(colours):
    pairs = [(text, ground) for text in TEXTS for ground in GROUNDS] + [*ON]
    assert [(a, b) for a, b in pairs if contrast(colours[a], colours[b]) < 4.5] == []


def test_dark_is_the_same_whether_it_is_chosen_or_the_systems():
    assert DARK[0] == DARK[1]
    assert LIGHT.keys() - DARK[0].keys() <= {"piece-ground"}
    assert contrast("#fff", "#000") == pytest.approx(21)
