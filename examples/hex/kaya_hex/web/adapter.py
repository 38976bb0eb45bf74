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
        line = [(side, record.position.move_name(move)) for side, move in record.position.line]
        return Opened(record.position, record.outcome, dict(record.names), GameTree.of_line(line, record.comments))
