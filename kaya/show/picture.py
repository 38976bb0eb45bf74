"""A picture of a search: an SVG that a notebook shows by itself, and a page within its own look."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ..drawing import FOLDER, read

STYLE: Path = FOLDER / "charts.css"
ALONE = re.compile(r"<style>.*?</style>", re.S)
BOARD, GAP, HEAD = 300, 16, 26  # of boards in a row
DRAWN = re.compile(r'<svg xmlns="[^"]*" class="kaya-board ([\w-]+)"')
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


def boards_beside(boards: Sequence[tuple[str, str]], look: str, symbols: str = "", across: int = 4) -> str:
    """The SVG of boards side by side, each as a page has it and with its title above, so many in a row; `look` is
    their style, `symbols` are what they use."""
    drawn, step, down = [], BOARD + GAP, BOARD + HEAD + 6
    for k, (title, board) in enumerate(boards):
        x, y = k % across * step, k // across * down
        place = f'<svg x="{x}" y="{y + HEAD}" width="{BOARD}" height="{BOARD}" class="\\1"'
        said = f'<text x="{x + 20}" y="{y + 14}" class="strong">{escape(title)}</text>'
        drawn.append(said + DRAWN.sub(place, board, count=1))
    width, height = min(len(boards), across) * step, -(-len(boards) // across) * down
    look = f"<style>{look}{read(STYLE)}.kaya-chart{{width:auto}}</style><defs>{symbols}</defs>"
    kind = f'width="{width}" height="{height}" class="kaya-board kaya-chart" viewBox="0 0 {width} {height}"'
    ground = f'<rect width="{width}" height="{height}" rx="8" class="ground"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {kind}>{look}{ground}{"".join(drawn)}</svg>'
