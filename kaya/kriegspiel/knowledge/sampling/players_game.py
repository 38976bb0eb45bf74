"""Kriegspiel as one player sees it, on a determinization: the game that program A searches (section 5.1, Figure 3). The
three tiers are those of `games/players_game.py`; the record also holds what random boards are drawn from."""

from typing import Any

from ....games.players_game import players_game
from ....kernel import kernel
from ...rules import View
from ...rules.game import kriegspiel
from ..densities import densities
from .known import KNOWN, known_to
from .pseudo_random import pseudo_random_move


@kernel
def pseudo_random_reply(state):
    return pseudo_random_move(state.boards[0], state.heard, state.room)


def _know(state: Any, view: View) -> None:
    state.known[0] = known_to(view, densities())[0]


random_boards = players_game(kriegspiel, (("known", KNOWN, (1,)),), _know, pseudo_random_reply)
