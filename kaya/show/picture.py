"""A picture of a search: an SVG that a notebook shows by itself, and a page within its own look."""

import re
from dataclasses import dataclass
from pathlib import Path

from ..drawing import FOLDER, read

STYLE: Path = FOLDER / "charts.css"
ALONE = re.compile(r"<style>.*?</style>", re.S)
SIZE = re.compile(r'(<svg [^>]*?)width="[\d.]+" height="[\d.]+" ')


@dataclass(frozen=True)
class Picture:
    """An SVG, what it shows in a few words, and what can be read in it in a sentence."""

    title: str
    svg: str
    words: str = ""

    def _repr_svg_(self) -> str:
        return self.svg

    @property
    def embedded(self) -> str:
        """The same without a look of its own, for a page that has it, and as wide as there is room."""
        return SIZE.sub(r"\1", ALONE.sub("", self.svg), count=1)


def chart(width: float, height: float, content: str) -> str:
    """The SVG of a chart."""
    box = f'viewBox="0 0 {width:g} {height:g}"'
    ground = f'<rect width="{width:g}" height="{height:g}" rx="8" class="ground"/>'
    look = f"<style>{read(STYLE)}.kaya-chart{{width:auto}}</style>"
    shape = f'width="{width:g}" height="{height:g}" class="kaya-chart"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {shape} {box}>{look}{ground}{content}</svg>'
