"""One side of a game as an environment of Gymnasium: the other side is a player of Kaya's."""

from typing import Any

import numpy as np

from ..search import Budget
from . import needed
from .pettingzoo import Policy, raw_env

Env: Any = needed("gymnasium", "pettingzoo").Env


class OneSide(Env):
    """`side` of a game, 1 for the one that begins, against `opponent`. Observations, actions and `options` are those of
    the environment for PettingZoo; an action that nobody may try loses."""

    def __init__(
        self,
        game: str,
        opponent: str,
        budget: Budget | None = None,
        *,
        side: int = 1,
        seed: int = 0,
        **options: Any,
    ):
        self.inner, self.opponent = raw_env(game, **options), Policy(game, opponent, budget, seed=seed)
        self.agent, self.render_mode, self.metadata = (
            self.inner.possible_agents[side - 1],
            self.inner.render_mode,
            self.inner.metadata,
        )
        self.observation_space = self.inner.observation_space(self.agent)
        self.action_space = self.inner.action_space(self.agent)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """A new game; a seed is the opponent's."""
        super().reset(seed=seed)
        if seed is not None:
            self.opponent.player.seed = seed
        self.opponent.player.forget()
        self.inner.reset()
        self._wait()
        return self.inner.observe(self.agent), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """A try and, if it is made, the opponent's answer."""
        if not self.action_masks()[action]:
            return self.inner.observe(self.agent), -1.0, True, False, {}
        self.inner.step(action)
        self._wait()
        inner, agent = self.inner, self.agent
        return inner.observe(agent), inner.rewards[agent], inner.terminations[agent], inner.truncations[agent], {}

    def action_masks(self) -> np.ndarray:
        """What may be tried, under the name by which learners ask for it."""
        return self.inner.observe(self.agent)["action_mask"].astype(bool)

    def _wait(self) -> None:
        """Let the opponent move until this side is to move, or the game is over."""
        while not self.inner.over and self.inner.agent_selection != self.agent:
            self.inner.step(self.opponent(self.inner))

    def render(self) -> Any:
        return self.inner.render()
