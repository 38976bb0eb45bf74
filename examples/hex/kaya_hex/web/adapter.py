"""Hex in the page."""

from typing import Any, ClassVar

from kaya.table.tree import GameTree
from kaya.web.adapter import Opened, PageAdapter

from ..files import shown
from ..position import HexPosition


class HexPage(PageAdapter):
    sides: ClassVar = {1: "Red", 2: "Blue"}
    sizes: ClassVar = (7, 9, 11, 13)

    def lines(self, position: HexPosition) -> int:
        return position.lines

    def everything(self, position: HexPosition) -> dict[str, Any]:
        return {"kind": "hex", **shown(position)}

    def tries(self, view: HexPosition) -> list[str]:
        """The board shows which cells are empty; what it does not show is whether the first stone may be taken over."""
        return [name for name in super().tries(view) if name == "swap"]

    def from_file(self, text: str) -> Opened:
        record = self.file_format.read(text.encode())
        position, tree = record.position, GameTree()
        line = [(side, position.move_name(move)) for side, move in position.line]
        tree.add(line)
        for number, comment in record.comments.items():
            tree.at([name for _, name in line[:number]]).comment = comment
        return Opened(position, record.outcome, dict(record.names), tree)
