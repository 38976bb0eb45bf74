"""What a game brings for OpenSpiel, which need not be installed for it."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar


class Translation:
    """One game in OpenSpiel's words and in ours. A state and an action there are a position and a move here."""

    sides: ClassVar[Sequence[int]] = (1, 2)  # of OpenSpiel's players 0 and 1

    def start(self, parameters: Mapping[str, Any]) -> Any:
        """The position at the start of the game with these parameters; ValueError says which cannot be."""
        raise NotImplementedError

    def parameters(self, position: Any) -> dict[str, Any]:
        """Those of the game that starts as this one did."""
        return {}

    def move(self, state: Any, action: int) -> int:
        """The move that an action is."""
        raise NotImplementedError

    def action(self, state: Any, move: int) -> int | None:
        """The action that a move is; None if there is none now."""
        raise NotImplementedError

    def resume(self, position: Any, views: Sequence[Any]) -> None:
        """Let our game go on if it can: it is over by our rules and not by OpenSpiel's."""

    def sample(self, view: Any, state: Any, chance: random.Random) -> Any:
        """A state as it may have been when the turn of the owner of the view began, who knows of `state` what is shown
        to it: one determinization of what is hidden. None if the one that was drawn does not do."""
        raise NotImplementedError


class Numbered(Translation):
    """A game whose actions have fixed numbers: `places` are the moves in their order."""

    def places(self, state: Any) -> Sequence[int]:
        raise NotImplementedError

    def move(self, state: Any, action: int) -> int:
        return self.places(state)[action]

    def action(self, state: Any, move: int) -> int | None:
        return self.places(state).index(move)
