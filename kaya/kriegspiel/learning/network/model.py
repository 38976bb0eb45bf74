"""The network as PyTorch trains it. It has no norms: what it says while games are played is what it learns from.

x = relu(stem(planes));  for each block:  h = relu(conv1(x)),  x = relu(x + conv2(h) + [mean(h), max(h)] pool)
f, v, t = x head;  v = relu(v);  g = [mean(v), max(v)];  f = relu(f + g policy.pool)
logit of a try from a to b = f(a) t(b) / sqrt(H);  value = tanh(relu(g value1.w) value2.w);  belief = v belief.w
"""

import math
from typing import Any, NamedTuple

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from ....network import Network
from ....network.file import FORMAT, HIDDEN, KINDS, MOVES_HEADS, MOVES_POLICY, VALUE_HIDDEN
from ....network.growth import grow
from ...knowledge.network.network import LINES
from ...knowledge.network.planes import NUMBER_NAMES, NUMBERS, PLANES, WORD_NAMES, WORDS

POOLED_EVERY = 3  # one block of so many sees means and maxima of the whole board
IMPOSSIBLE = -1e4  # the logit of what cannot be tried


class Said(NamedTuple):
    """Logits of all tries, 64 x from + to; the value, -1 to 1, for the player to move; logits of what stands where."""

    logits: torch.Tensor
    value: torch.Tensor
    belief: torch.Tensor


def bits_of(words: torch.Tensor) -> torch.Tensor:
    """The squares of each word, the lowest bit first."""
    return words[..., None] >> torch.arange(64, device=words.device) & 1


def planes_of(words: torch.Tensor, numbers: torch.Tensor, kind: torch.dtype) -> torch.Tensor:
    """Words (n, WORDS) and numbers (n, NUMBERS) as planes (n, PLANES, 8, 8)."""
    squares = bits_of(words).to(kind)
    spread = numbers.to(kind)[..., None].expand(-1, NUMBERS, 64)
    planes = torch.cat([squares, spread], 1).view(-1, WORDS + NUMBERS, 8, 8)
    return planes.contiguous(memory_format=torch.channels_last)


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


def heads(x: torch.Tensor, w: Any) -> Said:
    q = F.linear(x.permute(0, 2, 3, 1).flatten(1, 2), w["head_w"], w["head_b"])
    begin, v, end = q.split(HIDDEN, 2)
    v = F.relu(v)
    g = torch.cat([v.mean(1), v.amax(1)], 1)
    begin = F.relu(begin + F.linear(g, w["policy_pool"])[:, None])
    logits = begin @ end.transpose(1, 2) / math.sqrt(HIDDEN)
    hidden = F.relu(F.linear(g, w["value1_w"], w["value1_b"]))
    value = F.linear(hidden, w["value2_w"], w["value2_b"])[:, 0]
    return Said(logits.flatten(1).float(), value.float().tanh(), F.linear(v, w["belief_w"], w["belief_b"]).float())


class Model(nn.Module):
    """A residual network of `blocks` x `channels`."""

    def __init__(self, blocks: int, channels: int):
        super().__init__()
        self.blocks, self.channels = blocks, channels
        self.parts: tuple[Any, Any] = block, heads  # compiled ones may take their places

        def convolution(into: int, scale: float = 1.0) -> nn.Parameter:
            return nn.Parameter(torch.randn(channels, into, 3, 3) * scale * math.sqrt(2 / (9 * into)))

        def linear(out: int, into: int, scale: float = 1.0) -> nn.Parameter:
            return nn.Parameter(torch.randn(out, into) * scale / math.sqrt(into))

        def zeros(count: int) -> nn.Parameter:
            return nn.Parameter(torch.zeros(count))

        faint = 1 / math.sqrt(2 * blocks)  # what a block adds to what it was given
        self.stem_w, self.stem_b = convolution(PLANES), zeros(channels)
        self.first = nn.ParameterList(convolution(channels) for _ in range(blocks))
        self.second = nn.ParameterList(convolution(channels, faint) for _ in range(blocks))
        self.first_b = nn.ParameterList(zeros(channels) for _ in range(blocks))
        self.second_b = nn.ParameterList(zeros(channels) for _ in range(blocks))
        self.pools = nn.ParameterDict(
            {str(i): linear(channels, 2 * channels, 0.1) for i in range(blocks) if self._has_pool(i)}
        )
        self.head = nn.ParameterDict(
            {
                "head_w": linear(3 * HIDDEN, channels),
                "head_b": zeros(3 * HIDDEN),
                "policy_pool": linear(HIDDEN, 2 * HIDDEN, 0.3),
                "value1_w": linear(VALUE_HIDDEN, 2 * HIDDEN),
                "value1_b": zeros(VALUE_HIDDEN),
                "value2_w": linear(1, VALUE_HIDDEN, 0.1),
                "value2_b": zeros(1),
                "belief_w": linear(KINDS, HIDDEN),
                "belief_b": zeros(KINDS),
            }
        )

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
        """The weights by the names and in the order of a file, as views."""
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
            found[name.replace("_", ".")] = w.T if w.ndim > 1 else w
        found["value2.w"], found["value2.b"] = found["value2.w"][:, 0], found["value2.b"][0]
        return found

    @torch.no_grad()
    def arrays(self) -> dict[str, np.ndarray]:
        """The weights as a file has them."""
        return {name: w.detach().float().cpu().numpy() for name, w in self._weights().items()}

    def network(self, made: dict[str, Any]) -> Network:
        """The network as a file has it; `made` says how it was made."""
        size = dict(sizes=[LINES], blocks=self.blocks, channels=self.channels, hidden=HIDDEN)
        what = dict(game="kriegspiel", policy=MOVES_POLICY, planes=[*WORD_NAMES, *NUMBER_NAMES])
        about = dict(format=FORMAT, **what, **size, learned=list(MOVES_HEADS), made=made)
        return Network(about, self.arrays())

    @torch.no_grad()
    def start_from(self, network: Network) -> None:
        """Begin with the weights of a network of this size, or of a smaller one, which grows."""
        given = grow(network, self.blocks, self.channels).arrays
        for name, w in self._weights().items():
            if name in given:
                w.copy_(torch.from_numpy(given[name]).reshape(w.shape))
            else:
                w.zero_()  # a pool that it does not have
