"""Go for other frameworks: planes for learners, OpenSpiel's `go`, and PettingZoo's `go_v5`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..frameworks import move_of
from ..frameworks.encoding import Encoding
from ..frameworks.translation import Numbered
from ..players import make_player
from ..search import Budget
from .rules import BLACK, EMPTY, PASS, WHITE, GoPosition, point

BOARDS = 8  # that planes show, the present one first


class Stones(Encoding):
    """n x n x 17, as in AlphaGo Zero (Silver et al. 2017): for each of the last eight positions the own stones and
    those of the opponent, and ones if the own stones are black. Rows are counted from above. The moves are the points
    row by row, and the pass."""

    def moves(self, view: Any) -> Sequence[int]:
        return (*all_points(view.lines), PASS)

    def tries(self, view: Any) -> Sequence[int]:
        """All legal moves, those that fill an own eye too."""
        considered = set(view.legal_moves())
        eyes = (p for p in view.points if p not in considered and view.colour_at(p) == EMPTY and view.is_legal(p))
        return [*considered, *eyes]

    def planes(self, view: Any, side: int) -> np.ndarray:
        n, points = view.lines, list(view.points)
        planes = np.zeros((n * n, 2 * BOARDS + 1), self.kind)
        for k in range(min(BOARDS, len(view.played) + 1)):
            colours = view.colours_after(len(view.played) - k)[points]
            planes[:, 2 * k], planes[:, 2 * k + 1] = colours == side, colours == 3 - side
        planes[:, -1] = side == BLACK
        return planes.reshape(n, n, -1)


def all_points(lines: int) -> tuple[int, ...]:
    """Row by row from above."""
    return tuple(point(x, y, lines) for y in range(lines) for x in range(lines))


class OpenSpielGo(Numbered):
    """OpenSpiel's `go`: its actions are the points row by row from below, and the pass. Who repeats a position ends the
    game there with a draw, and may not do it here."""

    def start(self, parameters: Mapping[str, Any]) -> Any:
        return GoPosition(**even_game(parameters))

    def parameters(self, position: Any) -> dict[str, Any]:
        return {"board_size": position.lines, "komi": position.komi}

    def places(self, state: Any) -> Sequence[int]:
        return from_below(state.get_game().get_parameters()["board_size"])


def even_game(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Size and komi; ValueError where stones are given in advance."""
    if parameters.get("handicap", 0) > 1:
        raise ValueError("Kaya's bots play OpenSpiel's Go without handicap stones.")
    return {"lines": parameters["board_size"], "komi": parameters["komi"]}


def from_below(lines: int) -> tuple[int, ...]:
    """The moves in OpenSpiel's order."""
    return (*(point(x, y, lines) for y in range(lines - 1, -1, -1) for x in range(lines)), PASS)


class GoV5:
    """A player of Kaya's in PettingZoo's `go_v5`: `policy(observation)` is its action.

    An observation has the last eight boards. The policy keeps the game that it has seen; when a board comes that does
    not follow on it, it starts anew from the oldest board of the observation. Then positions before that are not known,
    so superko cannot be kept. Komi is not in an observation: give it."""

    def __init__(self, player: Any = "kaya", budget: Budget | None = None, *, komi: float = 7.5, seed: int = 0):
        self.player = make_player(player, game="go", seed=seed) if isinstance(player, str) else player
        self.budget, self.komi = budget or Budget(simulations=1000), komi
        self.position: GoPosition | None = None

    def __call__(self, observation: Mapping[str, np.ndarray]) -> int:
        self.position = game = self.follow(observation["observation"])
        moves = (*all_points(game.lines), PASS)
        move = move_of(self.player.choose(game, self.budget))
        action = moves.index(PASS if move is None else move)
        if not observation["action_mask"][action]:
            action = len(moves) - 1
        game.play(moves[action])
        return action

    def follow(self, planes: np.ndarray) -> GoPosition:
        """The game that these planes show, with as much of its past as is known."""
        boards, mover = boards_of(planes), WHITE if planes[0, 0, -1] else BLACK
        game = self.position
        follows = game is not None and game.lines == len(boards[0]) and not game.over and game.mover != mover
        if game is not None and follows and boards[0].any() and advance(game, boards[0]):
            return game
        return from_boards(boards, mover, self.komi)


def boards_of(planes: np.ndarray) -> list[np.ndarray]:
    """The boards of an observation of `go_v5`, the newest first. The environment puts the stones of the side that moved
    last in front, so the colours change places from board to board."""
    other = BLACK if planes[0, 0, -1] else WHITE  # the side that moved last; the last plane is ones for White
    boards = []
    for k in range(BOARDS):
        first = other if k % 2 == 0 else 3 - other
        boards.append(first * planes[:, :, 2 * k].astype(int) + (3 - first) * planes[:, :, 2 * k + 1])
    while len(boards) > 1 and np.array_equal(boards[-1], boards[-2]):  # before the first move
        boards.pop()
    return boards


def advance(game: GoPosition, board: np.ndarray) -> bool:
    """Play the move that leads to this board; False if there is none."""
    now = np.array([game.colour_at(p) for p in game.points]).reshape(board.shape)
    new = np.argwhere((now == EMPTY) & (board != EMPTY))
    move = point(int(new[0][1]), int(new[0][0]), game.lines) if len(new) else PASS
    if len(new) > 1 or not game.is_legal(move):
        return False
    game.play(move)
    if np.array_equal([game.colour_at(p) for p in game.points], board.reshape(-1)):
        return True
    game.undo()
    return False


def from_boards(boards: Sequence[np.ndarray], mover: int, komi: float) -> GoPosition:
    """The game from the oldest of these boards on from which the others follow; `boards` has the newest first."""
    for oldest in range(len(boards) - 1, -1, -1):
        game = GoPosition(len(boards[0]), komi)
        points = np.array(game.points).reshape(boards[0].shape)
        if boards[oldest].any():
            game.place(*(points[boards[oldest] == colour].tolist() for colour in (BLACK, WHITE)))
        game.set_turn(mover if oldest % 2 == 0 else 3 - mover)
        if all(advance(game, board) for board in reversed(boards[:oldest])) and game.mover == mover and not game.over:
            return game
    raise ValueError("These planes are no board of Go.")
