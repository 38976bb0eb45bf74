"""Plain Monte-Carlo tree search for any game: UCT with random simulations; for a game with an umpire over
determinizations, made anew before each simulation, by the game's rule `determinize`."""

import functools
from collections.abc import Hashable
from typing import Any

from ..games.game import Game
from ..games.players_game import players_game
from ..search import Budget, Steps, Strategy, at_threshold
from ..search.determinization import determinized_board, determinized_playout
from .player import Decision, Player


@functools.cache
def _players_game(game: Game) -> Game:
    return players_game(game)


class HiddenPlayer(Player):
    """A player of a game with an umpire: `choose` takes what it knows, a view. It searches the game as it sees it."""

    def __init__(self, game: Game, strategies: dict[str, Strategy], *, threads: int, seed: int):
        super().__init__("mcts", _players_game(game), strategies, threads=threads, seed=seed, keep_tree=False)
        self._plays = game

    @property
    def game(self) -> Game:
        return self._plays

    def searched_position(self, position: Any) -> None:
        """Every simulation has another determinization."""
        return None

    def knows(self, view: Any) -> Hashable:
        """The board that it searches, whatever led to it."""
        return view.information()

    def __reduce__(self) -> Any:
        """The game as it sees it is nobody's by name: it is made anew from the game."""
        search = self.search
        return _again, (self._plays, search.strategies, search.threads, search.seed)

    def choose(self, position: Any, budget: Budget, **watching: Any) -> Decision:
        tries = position.tries()
        if not tries:
            raise ValueError("There is nothing to try: the game is over, or the opponent is to move.")
        report = self.search.think(self.search.game.start(position), budget, only=tries, **watching)
        return Decision(report.best if report.best in tries else tries[0], report)

    def in_steps(self, position: Any, budget: Budget | None = None) -> Steps:
        return self.search.begin(self.search.game.start(position), budget, only=position.tries())


def _again(game: Game, strategies: dict[str, Strategy], threads: int, seed: int) -> HiddenPlayer:
    return HiddenPlayer(game, strategies, threads=threads, seed=seed)


def make(game: Game, threads: int = 1, seed: int = 0) -> Player:
    """The player `mcts` of a game."""
    if not game.hidden:
        return Player("mcts", game, dict(expand=at_threshold(T=5)), threads=threads, seed=seed)
    if not game.determinizes:
        raise ValueError(f"mcts cannot play {game.name}: the game has no rule `determinize`.")
    strategies = dict(sample=determinized_board, simulate=determinized_playout, expand=at_threshold(T=5))
    return HiddenPlayer(game, strategies, threads=threads, seed=seed)
