"""Every game as an environment of PettingZoo (Terry et al. 2021), by its interface for games in turns (AEC).

    >>> from kaya.frameworks.pettingzoo import env
    >>> game = env("tictactoe")
    >>> game.reset()
    >>> game.agent_selection, game.observe("first_0")["action_mask"].tolist()
    ('first_0', [1, 1, 1, 1, 1, 1, 1, 1, 1])

An agent is handed what its side knows and nothing else: arrays made from its own view. A try that the umpire refuses is
part of the game: the same agent is to move again, and its next observation tells of the refusal."""

from pathlib import Path
from typing import Any

import numpy as np

from ..games.registry import find_bundle
from ..players import make_player
from ..search import Budget
from ..table import PersonSeat, Table
from . import move_of, needed
from .encoding import encoding_of, mask

AECEnv: Any = needed("pettingzoo", "pettingzoo").AECEnv
wrappers: Any = needed("pettingzoo.utils.wrappers", "pettingzoo")
spaces: Any = needed("gymnasium.spaces", "pettingzoo")

RENDERED = ("human", "ansi", "rgb_array")
FONT_SIZE, BORDER = 20, 12  # of a picture, in pixels


def env(game: str, **options: Any) -> Any:
    """The environment of a game, with PettingZoo's usual wrappers: who does what nobody may try loses."""
    made = wrappers.TerminateIllegalWrapper(raw_env(game, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv):
    """A game at a table. `conditions` are those of a new game, as `size=9`; after `most_steps` tries, or when the game
    itself is too long, it is truncated."""

    def __init__(self, game: str, *, render_mode: str | None = None, most_steps: int | None = None, **conditions: Any):
        super().__init__()
        if render_mode not in (None, *RENDERED):
            raise ValueError(f"render_mode must be one of {', '.join(RENDERED)}, not {render_mode!r}.")
        self.bundle, self.conditions = find_bundle(game), conditions
        self.metadata = {
            "name": f"kaya_{self.bundle.name.replace('-', '_')}_v0",
            "render_modes": list(RENDERED),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode, self.most_steps = render_mode, most_steps
        self.possible_agents = [f"{name}_0" for name in self.bundle.sides]
        self.sides = {agent: side for side, agent in enumerate(self.possible_agents, start=1)}
        self.encoding = encoding_of(game)
        self._begin()
        view = self._seats[1].view
        self.moves = tuple(self.encoding.moves(view))
        self.index = {move: k for k, move in enumerate(self.moves)}
        planes = self.encoding.planes(view, 1)
        self._spaces = {agent: self._observed(planes.shape) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(len(self.moves)) for agent in self.possible_agents}

    def _observed(self, shape: tuple[int, ...]) -> Any:
        told = spaces.Box(self.encoding.low, self.encoding.high, shape, self.encoding.kind)
        return spaces.Dict({"observation": told, "action_mask": spaces.Box(0, 1, (len(self.moves),), np.int8)})

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def _begin(self) -> None:
        self._seats = {side: PersonSeat() for side in (1, 2)}  # each keeps what its side is told
        self._table = Table(self.bundle.start(**self.conditions), self._seats)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Nothing in it is left to chance, so a seed changes nothing."""
        self._begin()
        self.steps, self.agents = 0, list(self.possible_agents)
        self.rewards, self._cumulative_rewards = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._to_move()

    def _to_move(self) -> str:
        return self.possible_agents[self._table.mover - 1]

    def view(self, agent: str) -> Any:
        """What an agent knows, for players of Kaya's."""
        return self._seats[self.sides[agent]].view

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        view = self.view(agent)
        moves = agent == self.agent_selection and not self.over
        allowed = mask(self.encoding, view, self.index) if moves else np.zeros(len(self.moves), np.int8)
        return {"observation": self.encoding.planes(view, self.sides[agent]), "action_mask": allowed}

    @property
    def over(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def step(self, action: Any) -> None:
        """Try a move, given by its index; ValueError if nobody may try that."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._table.put(self.moves[action])
        self.steps += 1
        self._judge()
        self.agent_selection = self._to_move()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _judge(self) -> None:
        """End the game if it is over, or too long."""
        position = self._table.position
        scored = position.over or position.too_long
        if position.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif scored or self.steps == self.most_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        first = 2 * position.verdict().points - 1 if scored else 0.0
        self.rewards = {agent: first if side == 1 else -first for agent, side in self.sides.items()}

    def render(self) -> Any:
        """What the agent to move knows, as text or as a picture of it."""
        text = str(self.view(self.agent_selection))
        if self.render_mode == "rgb_array":
            return picture(text)
        if self.render_mode == "human":
            print(text)
        return text if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


def picture(text: str) -> np.ndarray:
    """Text as an image: height x width x 3 bytes."""
    import matplotlib
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.truetype(str(Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSansMono.ttf")), FONT_SIZE)
    left, top, right, bottom = ImageDraw.Draw(Image.new("RGB", (1, 1))).multiline_textbbox((0, 0), text, font)
    image = Image.new("RGB", (int(right - left) + 2 * BORDER, int(bottom - top) + 2 * BORDER), "white")
    ImageDraw.Draw(image).multiline_text((BORDER - left, BORDER - top), text, "black", font)
    return np.asarray(image)


class Policy:
    """A player of Kaya's in an environment of `env`: `policy(env)` is the action of the agent to move. It sees what
    that agent knows, and may spend the budget on each try. Each side needs a policy of its own."""

    def __init__(self, game: str, player: str, budget: Budget | None = None, *, seed: int = 0):
        self.player = make_player(player, game=game, seed=seed)
        self.budget = budget or Budget(simulations=1000)

    def __call__(self, environment: Any) -> int:
        inner = environment.unwrapped
        move = move_of(self.player.choose(inner.view(inner.agent_selection), self.budget))
        return inner.index[move]
