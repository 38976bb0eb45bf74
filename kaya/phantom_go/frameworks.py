"""Phantom Go for other frameworks: planes for learners, and OpenSpiel's `phantom_go`."""

import random
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np

from ..frameworks.encoding import Encoding
from ..go.frameworks import OpenSpielGo, all_points, even_game
from ..go.rules import BLACK, PASS
from ..kernel import plain, split_seed
from .knowledge.belief import weights
from .rules import PhantomGoPosition, View


class KnownStones(Encoding):
    """n x n x 10: the own stones; those of the opponent that are known; points that are empty for certain; points that
    were refused, in this turn and without a change since; own stones that the opponent has just captured; and in whole
    planes the part of all points that have hidden stones, the part that the last move captured, whether it was a pass,
    and whether the own stones are black. The moves are those of Go."""

    def moves(self, view: View) -> Sequence[int]:
        return (*all_points(view.lines), PASS)

    def planes(self, view: View, side: int) -> np.ndarray:
        n, known, index = view.lines, view.known, {p: k for k, p in enumerate(all_points(view.lines))}
        last = next((a for a in reversed(view.log) if a.legal), None)
        lost = last.points if last is not None and last.by != side else ()
        empty = [p for p in index if known.is_empty(p)]
        planes = np.zeros((n * n, 10), self.kind)
        for k, points in enumerate((known.own, known.enemies, empty, view.tried, known.vain, lost)):
            planes[[index[p] for p in points if p != PASS], k] = 1
        planes[:, 6] = known.hidden / n**2
        planes[:, 7] = last.captured / n**2 if last is not None else 0
        planes[:, 8] = last is not None and last.passed
        planes[:, 9] = side == BLACK
        return planes.reshape(n, n, -1)


class OpenSpielPhantomGo(OpenSpielGo):
    """OpenSpiel's `phantom_go`. Nobody tries a point there of which it has seen that it is taken, and two passes end
    the game only if nothing is tried between them."""

    def start(self, parameters: Mapping[str, Any]) -> Any:
        return PhantomGoPosition(**even_game(parameters))

    def resume(self, position: PhantomGoPosition, views: Sequence[View]) -> None:
        """One more pass ends the game: OpenSpiel has not seen the first."""
        states = position.states.copy()
        states.passes = 1
        position._history[-1] = plain(states)
        for view in views:
            view.passes = 1
            view._arrange()

    def sample(self, view: View, state: Any, chance: random.Random) -> Any:
        """A short game to a determinization: both sides put their stones on the board, the owner of the view tries the
        stones that it has seen, and the last move of the opponent does what was heard of it."""
        points, seen = self.places(state), self._shown(state, "O" if view.side == BLACK else "X")
        board = self._determinized(view, seen, self._shown(state, "+"), chance)
        old = seen - set(view.tried)  # before this turn
        found = state.get_game().new_initial_state()
        last = next((a for a in reversed(view.log) if a.legal), None)
        if last is None or board is None:
            return found if last is None else None
        own, other = (set(np.flatnonzero(board.colour == side).tolist()) for side in (view.side, 3 - view.side))
        late = self._last_move(view, last, other - old, chance)
        if late is None:
            return None
        before, lost = (other, ()) if late == PASS else (other - {late}, last.points)
        turns = self._turns(view.side, sorted(own | set(lost)), sorted(before), old, chance)
        for move in (*turns, late):
            if points.index(move) not in found.legal_actions():
                return None
            found.apply_action(points.index(move))
        return found

    def _determinized(self, view: View, seen: set[int], shown_empty: set[int], chance: random.Random) -> Any:
        """A board; None if there is none. OpenSpiel shows why a try was refused: where no stone is, all points around
        have one."""
        vain = {p: needed for p, needed in view.known.doubts.items() if p in shown_empty}
        enemies = view.known.enemies.union(seen, *vain.values())
        if len(enemies) > view.known.stones:
            return None
        twin = copy(view)
        twin.boards, twin.known = view.boards.copy(), replace(view.known, enemies=enemies)
        twin._arrange()
        twin.weigh({p: weight for p, weight in weights(twin).items() if p not in vain})
        twin.boards.rng = split_seed(chance.getrandbits(63))
        return twin.board if view.game.determinize(twin.board, view.side) else None

    def _shown(self, state: Any, mark: str) -> set[int]:
        """The points that OpenSpiel shows so to the player to move."""
        lines = state.get_game().get_parameters()["board_size"]
        rows = [line.split()[1] for line in state.observation_string(state.current_player()).splitlines()[:lines]]
        return {p for p, shown in zip(all_points(lines), "".join(rows), strict=True) if shown == mark}

    def _last_move(self, view: View, last: Any, stones: set[int], chance: random.Random) -> int | None:
        """One of these stones of the opponent that can have been its last move; None if there is none."""
        if last.passed:
            return PASS
        w = view.lines + 1
        fitting = stones & {p + d for p in last.points for d in (-w, -1, 1, w)} if last.points else stones
        return chance.choice(sorted(fitting)) if fitting else None

    def _turns(
        self, side: int, own: list[int], other: list[int], seen: set[int], chance: random.Random
    ) -> Iterator[int]:
        """Moves in turn, Black first, after which all stones are on the board and the opponent of `side` is to move.
        Who has fewer stones passes at first. No stone is captured, since in the end every chain has a liberty."""
        chance.shuffle(own)
        chance.shuffle(other)
        first = side == BLACK
        turns = max(len(other), len(own) - first)
        mine = [PASS] * (turns + first - len(own)) + own
        theirs = [PASS] * (turns - len(other)) + other
        for k in range(turns + first):
            if not first and k < turns:
                yield theirs[k]
            if k == turns + first - 1:
                yield from sorted(seen)
            yield mine[k]
            if first and k < turns:
                yield theirs[k]
