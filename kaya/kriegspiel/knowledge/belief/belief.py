"""What one player believes: the matrices, kept up to date from every announcement of the real game."""

from hashlib import sha256
from typing import Any

import numpy as np

from ....games.game import Position
from ....kernel import split_seed, zeros
from ...rules.board import NOWHERE, put
from ...rules.messages import CHECKS, ILLEGAL, TRIES, TRIES_AT
from ...rules.squares import KING, KNIGHT, PAWN
from ...rules.view import View
from ..densities import TIMES
from ..pieces import HOMES, is_usual
from ..sets import as_array
from .belief_game import belief_game
from .control import look
from .model import ANSWER, OWN_TURN, REPLY, Model
from .update import hear_acceptance, hear_refusal, hear_reply

MATRICES = {"Pk": [KING], "Pw": [PAWN], "Pc": list(range(KNIGHT, KING))}  # and the kinds of men in them
_trends: dict[tuple[bytes, int, float], np.ndarray] = {}  # states know their address only, so they are kept for ever


def trends(densities: np.ndarray | None, opponent: int, weight: float) -> np.ndarray:
    """The function f of the opponent's moves, by time, matrix and square: the gradient D(p, t+1) - D(p, t) of the
    densities, scaled and centred so that its mean is 1."""
    key = b"" if densities is None else sha256(densities.tobytes()).digest(), opponent, weight
    if key not in _trends:
        tables = np.ones((TIMES, len(MATRICES), 64), np.float32)
        for k, kinds in enumerate(MATRICES.values() if densities is not None else ()):
            gradient = np.diff(densities[opponent][kinds].sum(axis=0), axis=0)  # type: ignore[index]
            gradient -= gradient.mean(axis=1, keepdims=True)
            most = np.abs(gradient).max(axis=1, keepdims=True)
            tables[:-1, k] += weight * np.divide(gradient, most, np.zeros_like(gradient), where=most > 0)
        _trends[key] = tables
    return _trends[key]


class Belief:
    """The matrices and all else that one player knows, abstracted.

        belief = Belief(view)
        belief.follow(view)     # whenever the view has heard more
        belief.position()       # for a search

    `densities` are those of `knowledge.kriegspiel.densities`; without them all squares are equally attractive."""

    def __init__(self, view: View, model: Model | None = None, densities: np.ndarray | None = None):
        self.densities = densities
        self.states: np.recarray = zeros(belief_game.dtype)
        self.heard = 0
        state, start = self.state, view.start
        for d in (model or Model()).describe():
            state[d.name] = d.value
        for s, kind in start.pieces:
            put(state, s, start.side, kind)
        state.rng = split_seed(0)
        state.turn, state.castling, state.ply = start.side, start.castling, start.ply
        state.pawns, state.pieces = start.enemy_pawns, start.enemy_pieces
        state.struck = state.taken_at = NOWHERE
        state.phase = OWN_TURN if start.to_move == start.side else REPLY
        if state.phase == OWN_TURN:
            state.tries, state.check = (start.message & TRIES) >> TRIES_AT, start.message & CHECKS
        self._place_enemy(is_usual(start))
        self.trends = trends(densities, 3 - start.side, float(state.trend))
        state.trends = self.trends.ctypes.data
        self.follow(view)

    @property
    def state(self) -> Any:
        return self.states[0]

    def _place_enemy(self, usual: bool) -> None:
        """The enemy's men: where a game begins, or anywhere if it does not begin there."""
        state = self.state
        if usual:
            for name, kinds in MATRICES.items():
                state[name][:] = as_array(np.bitwise_or.reduce(HOMES[3 - state.turn, kinds]))
            return
        free = (~as_array(state.of_colour[state.turn])).astype(np.float32)
        inner = free.copy()
        inner[:8] = inner[56:] = 0.0
        state.Pk[:], state.Pc[:] = free / free.sum(), state.pieces * free / free.sum()
        state.Pw[:] = state.pawns * inner / max(inner.sum(), 1.0)

    def follow(self, view: View) -> None:
        """Hear all that the view has heard since."""
        state = self.state
        for announcement in view.log[self.heard :]:
            if not announcement.tells(view.side):
                continue
            if announcement.by == view.side:
                state.pending, state.phase = announcement.move, ANSWER
                if announcement.message == ILLEGAL:
                    hear_refusal(state)
                else:
                    hear_acceptance(state, announcement.message)
            else:
                hear_reply(state, announcement.message)
        self.heard = len(view.log)

    def position(self) -> Position:
        """The belief as the root of a search: material counts from here on."""
        states = self.states.copy()
        states.balance = 0.0
        look(states[0])
        return Position(belief_game, states)
