"""Tic-tac-toe and phantom tic-tac-toe for other frameworks, in which squares have the numbers that they have here."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..games.phantom_tictactoe import phantom_tictactoe
from ..games.tictactoe import tictactoe
from ..kernel import split_seed
from .encoding import Encoding
from .translation import Numbered


class Squares(Encoding):
    """3 x 3 x 3: the own marks, those of the opponent that are known, and ones for the player who begins."""

    def moves(self, view: Any) -> Sequence[int]:
        return range(9)

    def planes(self, view: Any, side: int) -> np.ndarray:
        state = view.board if view.game.hidden else view.state
        planes = np.zeros((9, 3), self.kind)
        for k, owner in enumerate((side, 3 - side)):
            planes[:, k] = int(state.squares[owner]) >> np.arange(9) & 1
        planes[:, 2] = side == 1
        return planes.reshape(3, 3, 3)


class TicTacToe(Numbered):
    """OpenSpiel's `tic_tac_toe`."""

    def start(self, parameters: Mapping[str, Any]) -> Any:
        return tictactoe.new_game()

    def places(self, state: Any) -> Sequence[int]:
        return range(9)


class PhantomTicTacToe(TicTacToe):
    """OpenSpiel's `phantom_ttt`, the classical game: who is refused tries again."""

    def start(self, parameters: Mapping[str, Any]) -> Any:
        if parameters.get("gameversion", "classical") != "classical":
            raise ValueError("Kaya plays the classical phantom tic-tac-toe, in which a refused try costs nothing.")
        return phantom_tictactoe.new_game()

    def sample(self, view: Any, state: Any, chance: random.Random) -> Any:
        """The game again, with the opponent's marks in another order and on other squares: those that a refusal gave
        away before that, the hidden ones in any turn that is left."""
        boards = view.boards.copy()
        boards.rng = split_seed(chance.getrandbits(63))
        if not view.game.determinize(boards[0], view.side):
            return None
        marks = [square for square in range(9) if int(boards[0].squares[3 - view.side]) >> square & 1]
        chance.shuffle(marks)
        refused = [a.move for a in view.log if not a.legal]
        marks.sort(key=lambda square: refused.index(square) if square in refused else 9)  # first, what is first met
        found = state.get_game().new_initial_state()
        for a in view.log[: len(view.log) - len(view.tried)]:
            action = a.move if a.by == view.side else marks.pop(0)
            if action not in found.legal_actions():
                return None
            found.apply_action(action)
        return found
