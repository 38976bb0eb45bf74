"""The rules of every game under one name each: those of all games, and those of games with an umpire.

A kernel says `from ..games.rules import over, play` and calls `over(state)`; which game is meant, the type of the state
record tells when the kernel is compiled, so the call costs nothing. `Game` ties a record to its functions.
"""

from functools import wraps
from typing import Any

from ..kernel import numba_type
from ..kernel.parts import kernel_by_type

CHANCE = 0
"""`mover(state)` where a die, a card or an umpire's message decides and no player."""

REFUSED = 0
"""The umpire's message when a try is not legal."""

_games: dict[Any, Any] = {}  # the record's type -> its Game
RULES: dict[str, str] = {}  # the rule's name -> its signature, for messages


def register(record_type, game) -> None:
    _games[record_type] = game


def _rule(declared):
    name = declared.__name__
    RULES[name] = f"{name}({', '.join(declared.__code__.co_varnames)})"

    @wraps(declared)
    def interpreted(state, *args):
        return getattr(_games[numba_type(state.dtype)], name)(state, *args)

    kernel_by_type(interpreted, lambda state, *args: getattr(_games.get(state), name, None))
    return interpreted


@_rule
def over(state):
    """Is the game finished?"""


@_rule
def mover(state):
    """Who is to move: 1, 2, or CHANCE."""


@_rule
def play(state, move):
    """Play a legal move."""


@_rule
def may_play(state, move):
    """Can a move of the tree be played here? Always, unless what is hidden is filled in on the way down, so that
    simulations come to the same node with different boards."""


@_rule
def moves(state, into):
    """Write the moves worth considering into `into`; how many."""


@_rule
def result(state):
    """What the game is worth to player 1 if it ends here: from -1 to +1."""


@_rule
def draw(state):
    """Let chance move where `mover` is CHANCE; a number that names the outcome, e.g. the umpire's message."""


# Games with an umpire, in which nobody sees the whole board


@_rule
def attempt(state, move):
    """The player to move tries a move: it is played and the umpire's message tells of it, or REFUSED and nothing has
    changed."""


@_rule
def tries(state, into):
    """Write what the player to move may try, by what it knows, into `into`; how many. The state may be the umpire's or
    the player's."""


@_rule
def told(state, message):
    """What the player who has just moved hears of the umpire's message."""


@_rule
def determinize(state, side):
    """Fill in at random what `side` cannot see on its own board, so that it agrees with what `side` knows. False if
    there is no such board."""


@_rule
def reply(state):
    """A move of the opponent, in a game as one player sees it (`players_game.py`): `state.boards[0]` is the
    determinization, `state.heard` what the opponent heard last, `state.room` room for its moves."""
