"""The trunk of a network as PyTorch trains it, whatever its heads. It has no norms: what it says while games are played
is what it learns from.

x = relu(stem(planes));  for each block:  h = relu(conv1(x)),  x = relu(x + conv2(h) + [mean(h), max(h)] pool)
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from ....network import Network
from ....network.file import FORMAT, HIDDEN
from ....network.growth import grow

POOLED_EVERY = 3  # one block of so many sees means and maxima of the whole board
IMPOSSIBLE = -1e4  # the logit of what cannot be tried

Known = tuple[torch.Tensor, ...]
"""What players know, a row for each game, in the arrays of `Model.rows`."""


class Said(NamedTuple):
    """Logits of all tries; the value, -1 to 1, for the player to move; logits of what stands where."""

    logits: torch.Tensor
    value: torch.Tensor
    belief: torch.Tensor


def pooled(x: torch.Tensor) -> torch.Tensor:
    """Means and maxima over the board, (n, 2 channels)."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


def block(x: torch.Tensor, w1: Any, b1: Any, w2: Any, b2: Any, pool: Any) -> torch.Tensor:
    """relu(x + conv2(h) + pool [mean h, max h]), h = relu(conv1(x))."""
    h = F.relu(F.conv2d(x, w1, b1, padding=1))
    y = F.conv2d(h, w2, b2, padding=1)
    if pool is not None:
        y = y + F.linear(pooled(h), pool)[:, :, None, None]
    return F.relu(x + y)


def linear(out: int, into: int, scale: float = 1.0) -> nn.Parameter:
    return nn.Parameter(torch.randn(out, into) * scale / math.sqrt(into))


def zeros(count: int) -> nn.Parameter:
    return nn.Parameter(torch.zeros(count))


class Model(nn.Module, ABC):
    """A residual network of `blocks` x `channels`. A game brings what its players see and the heads."""

    game: ClassVar[str]
    planes: ClassVar[Sequence[str]]
    """Their names."""
    policy: ClassVar[str]
    learned: ClassVar[Sequence[str]]

    def __init__(self, blocks: int, channels: int):
        super().__init__()
        self.blocks, self.channels = blocks, channels
        self.parts: tuple[Any, Any] = self.functions()  # compiled ones may take their places

        def convolution(into: int, scale: float = 1.0) -> nn.Parameter:
            return nn.Parameter(torch.randn(channels, into, 3, 3) * scale * math.sqrt(2 / (9 * into)))

        faint = 1 / math.sqrt(2 * blocks)  # what a block adds to what it was given
        self.stem_w, self.stem_b = convolution(len(self.planes)), zeros(channels)
        self.first = nn.ParameterList(convolution(channels) for _ in range(blocks))
        self.second = nn.ParameterList(convolution(channels, faint) for _ in range(blocks))
        self.first_b = nn.ParameterList(zeros(channels) for _ in range(blocks))
        self.second_b = nn.ParameterList(zeros(channels) for _ in range(blocks))
        self.pools = nn.ParameterDict(
            {str(i): linear(channels, 2 * channels, 0.1) for i in range(blocks) if self._has_pool(i)}
        )
        self.head = nn.ParameterDict(self.head_weights(channels))

    @classmethod
    def functions(cls) -> tuple[Any, Any]:
        """The two functions of which all but the stem is made, which may be compiled."""
        return block, cls.heads

    @staticmethod
    @abstractmethod
    def head_weights(channels: int) -> Mapping[str, nn.Parameter]:
        """The first weights of the heads, named as in a file, with _ in place of a dot."""

    @staticmethod
    @abstractmethod
    def heads(x: torch.Tensor, w: Any) -> Said:
        """What is said of what the trunk sees."""

    @staticmethod
    @abstractmethod
    def rows(plan: Any) -> Sequence[tuple[tuple[int, ...], torch.dtype]]:
        """The shape and the type of a row of each array that a game is seen as."""

    @staticmethod
    @abstractmethod
    def planes_of(known: Known, kind: torch.dtype) -> torch.Tensor:
        """What is known as planes (n, planes, lines, lines)."""

    @staticmethod
    @abstractmethod
    def possible(known: Known) -> torch.Tensor:
        """Which tries there are, (n, tries)."""

    @staticmethod
    @abstractmethod
    def belief_loss(belief: torch.Tensor, known: Known) -> torch.Tensor:
        """ln 1 / b of what really stands where, which `known` holds and the planes do not show."""

    def _has_pool(self, i: int) -> bool:
        return i % POOLED_EVERY == 1

    def forward(self, planes: torch.Tensor) -> Said:
        block, heads = self.parts
        x = F.relu(F.conv2d(planes, self.stem_w, self.stem_b, padding=1))
        for i in range(self.blocks):
            pool = self.pools[str(i)] if self._has_pool(i) else None
            x = block(x, self.first[i], self.first_b[i], self.second[i], self.second_b[i], pool)
        return heads(x, dict(self.head.items()))

    def _weights(self) -> dict[str, torch.Tensor]:
        """The weights by the names and in the order of a file, as views; what a file has as a vector or a number may
        have one more row or column here."""
        found: dict[str, torch.Tensor] = {}
        convolutions = [("stem", self.stem_w, self.stem_b)]
        for i in range(self.blocks):
            convolutions.append((f"block{i}.conv1", self.first[i], self.first_b[i]))
            convolutions.append((f"block{i}.conv2", self.second[i], self.second_b[i]))
            if self._has_pool(i):
                found[f"block{i}.pool"] = self.pools[str(i)].T
        for name, w, b in convolutions:
            found[f"{name}.w"], found[f"{name}.b"] = w.permute(2, 3, 1, 0), b
        for name, w in self.head.items():
            one = w.shape[0] == 1
            found[name.replace("_", ".")] = w[0] if one else w.T if w.ndim > 1 else w
        return found

    @torch.no_grad()
    def arrays(self) -> dict[str, np.ndarray]:
        """The weights as a file has them."""
        return {name: w.detach().float().cpu().numpy() for name, w in self._weights().items()}

    def network(self, sizes: Sequence[int], made: dict[str, Any]) -> Network:
        """The network as a file has it, for boards of these sizes; `made` says how it was made."""
        size = dict(sizes=list(sizes), blocks=self.blocks, channels=self.channels, hidden=HIDDEN)
        what = dict(game=self.game, policy=self.policy, planes=list(self.planes))
        return Network(dict(format=FORMAT, **what, **size, learned=list(self.learned), made=made), self.arrays())

    @torch.no_grad()
    def start_from(self, network: Network) -> None:
        """Begin with the weights of a network of this size, or of a smaller one, which grows."""
        given = grow(network, self.blocks, self.channels).arrays
        for name, w in self._weights().items():
            if name in given:
                w.copy_(torch.from_numpy(given[name]).reshape(w.shape))
            else:
                w.zero_()  # a pool that it does not have
