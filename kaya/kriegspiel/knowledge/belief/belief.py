"""What one player believes: a perception that is kept up to date from every announcement of the real game."""

from typing import Any

import numpy as np

from ....games.game import Position
from ....kernel import split_seed, zeros
from ...rules.board import NOWHERE, put
from ...rules.messages import CHECKS, ILLEGAL, TAKEN, TRIES, TRIES_AT
from ...rules.squares import KING, KNIGHT, PAWN, WHITE
from ...rules.view import View
from ..densities import TIMES
from ..pieces import HOMES, is_usual
from ..sets import as_array
from .belief_game import perception
from .evaluation import look
from .model import ANSWER, OWN_TURN, REPLY, UNKNOWN, Model
from .update import hear_acceptance, hear_refusal, hear_reply

MATRICES = {"Pk": [KING], "Pw": [PAWN], "Pc": list(range(KNIGHT, KING))}  # and the kinds of men in them


class Belief:
    """The matrices and all else that one player knows, abstracted.

        belief = Belief(view)
        belief.follow(view)     # whenever the view has heard more
        belief.position()       # for a search

    `densities` are those of `knowledge.kriegspiel.densities`; without them all squares are equally attractive."""

    def __init__(self, view: View, model: Model | None = None, densities: np.ndarray | None = None):
        self.densities = densities
        self.states: np.recarray = zeros(perception.dtype)
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
        self._set_trends()
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

    def _set_trends(self) -> None:
        """The function f for the opponent's next move: the gradient D(p, t+1) - D(p, t) of the densities, scaled and
        centred so that its mean is 1."""
        state = self.state
        for name, kinds in MATRICES.items():
            state[f"trend_{name[1]}"][:] = self.trend(kinds)

    def _consult(self) -> None:
        """Draw the matrices a little towards the densities: what opponents do is not all spreading."""
        state, t = self.state, self._time()
        if self.densities is None or state.database == 0.0:
            return
        share, free = max(state.database, state.opening / (state.opening + t)), ~as_array(state.of_colour[state.turn])
        for name, kinds in MATRICES.items():
            expected = self.densities[3 - int(state.turn)][kinds, t].sum(axis=0) * free
            if (whole := expected.sum()) > 0:
                state[name][:] += share * (expected * (state[name].sum() / whole) - state[name])
        state.known = UNKNOWN

    def _time(self) -> int:
        """How many moves the opponent has made, as far as the densities go."""
        made = int(self.state.ply + (int(self.state.turn) != WHITE)) // 2
        return min(made, TIMES - 1)

    def trend(self, kinds: list[int]) -> np.ndarray:
        """f of all squares for these kinds of men."""
        if self.densities is None:
            return np.ones(64, np.float32)
        table, t = self.densities[3 - int(self.state.turn)][kinds].sum(axis=0), self._time()
        if t + 1 >= TIMES:
            return np.ones(64, np.float32)
        gradient = table[t + 1] - table[t]
        gradient = gradient - gradient.mean()
        most = np.abs(gradient).max()
        return (1.0 + float(self.state.trend) * gradient / most if most > 0 else np.ones(64)).astype(np.float32)

    def follow(self, view: View) -> None:
        """Hear all that the view has heard since."""
        state = self.state
        for announcement in view.log[self.heard :]:
            if announcement.by == view.side:
                state.pending, state.phase = announcement.move, ANSWER
                if announcement.message == ILLEGAL:
                    hear_refusal(state)
                else:
                    hear_acceptance(state, announcement.message)
            else:
                hear_reply(state, announcement.message)
                if not announcement.message & TAKEN:
                    self._consult()
                self._set_trends()
        self.heard = len(view.log)

    def position(self) -> Position:
        """The perception as the root of a search: material counts from here on."""
        states = self.states.copy()
        states.balance = 0.0
        look(states[0])
        return Position(perception, states)
