"""Games as they lie in the page, as each game's bundle makes them small; others are shown as the text they are."""

from dataclasses import dataclass
from typing import Any

from ...games.registry import find_bundle, imported
from ...protocols.formats import game_of


@dataclass(frozen=True)
class ShownGame:
    """A game in the viewer; `record` is as its format has it."""

    match: int
    number: int
    first_side: int
    outcome: str
    reason: str
    format: str
    record: Any

    @property
    def ending(self) -> str:
        """How it ended, in words. Some stores say "score" of every finished game: a record may know better."""
        known = self.record.get("ending") if isinstance(self.record, dict) else ""
        return known or self.reason if self.reason == "score" else self.reason


def encode(text: str) -> tuple[str, Any]:
    """The game of a record, and the record for the page; `text` where it is of no known kind, or faulty."""
    try:
        game = game_of(text)
        if encoder := find_bundle(game).compact:
            return game, imported(encoder)(text)
    except ValueError:
        pass
    return "text", text
