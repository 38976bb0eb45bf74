"""The network as PyTorch trains it; docs/network.md describes it, `network` evaluates it."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, Self

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from ....network import Network
from ....network.file import FORMAT, HEADS, HIDDEN, NUMBERS, POINTS, POLICIES, VALUE_HIDDEN, optional_head
from ....network.growth import grow
from ...knowledge.planes import DEPTH, PLANES

POOLED_EVERY = 3  # one block of so many sees means and maxima of the whole board
WEIGHTS_OF = {"value": "value", "owner": "own", **{name: name for name in (*NUMBERS, *POLICIES)}}
"""How the names of a head's own weights begin."""
MOMENTUM, EPSILON = 0.03, 1e-5
FAINT = 0.1  # how large the first weights of heads are that a trained trunk may not know
LENGTH = 2.4  # of a filter after a run: folded ones are shorter, so that the same steps would turn them further


class Norm(nn.Module):
    """Batch normalisation, its numbers as a tuple for the functions below."""

    def __init__(self, channels: int, scale: float = 1.0):
        super().__init__()
        self.weight = nn.Parameter(torch.full((channels,), scale))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.register_buffer("mean", torch.zeros(channels))
        self.register_buffer("variance", torch.ones(channels))

    @property
    def numbers(self) -> tuple[Any, ...]:
        return self.weight, self.bias, self.mean, self.variance


def pooled(x: torch.Tensor) -> torch.Tensor:
    """Means and maxima over the board, (batch, 2 channels)."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


def normalised(x: torch.Tensor, numbers: tuple[Any, ...], training: bool) -> torch.Tensor:
    weight, bias, mean, variance = numbers
    return F.batch_norm(x, mean, variance, weight, bias, training, MOMENTUM, EPSILON)


def stem(x: torch.Tensor, w: torch.Tensor, norm: tuple[Any, ...], training: bool) -> torch.Tensor:
    return F.relu(normalised(F.conv2d(x, w, padding=1), norm, training))


def block(x: torch.Tensor, w1: Any, norm1: Any, w2: Any, norm2: Any, pool: Any, training: bool) -> torch.Tensor:
    """relu(x + conv2(h) + pool [mean h, max h]), h = relu(conv1(x))."""
    h = F.relu(normalised(F.conv2d(x, w1, padding=1), norm1, training))
    y = normalised(F.conv2d(h, w2, padding=1), norm2, training)
    if pool is not None:
        y = y + F.linear(pooled(h), pool)[:, :, None, None]
    return F.relu(x + y)


class Said(NamedTuple):
    """What a network says: logits of all points and of the pass, value and ownership before tanh, and of the other
    heads the logits of their policies, mean and spread of the score in points, the value some moves later before tanh
    and the squared error to be expected of it."""

    logits: torch.Tensor
    value: torch.Tensor
    owner: torch.Tensor
    policies: tuple[torch.Tensor, ...]
    score: torch.Tensor
    spread: torch.Tensor
    short: torch.Tensor
    error: torch.Tensor


def heads(x: torch.Tensor, w: dict[str, Any], every: bool = True, apart: bool = False) -> Any:
    """What the heads say, as `Said`; if not `every`, the first three alone, with which games are played. Where the
    others are `apart`, they learn from what the first three see, and teach it nothing."""
    q = F.linear(x.permute(0, 2, 3, 1).flatten(1, 2), w["head.w"], w["head.b"])
    v = F.relu(q[..., HIDDEN:])
    g = torch.cat([v.mean(1), v.amax(1)], 1)
    s = F.relu(q[..., :HIDDEN] + F.linear(g, w["policy.pool"])[:, None])

    def policy(of_points: str, of_pass: str) -> torch.Tensor:
        passing = F.linear(g, w[f"{of_pass}.w"], w[f"{of_pass}.b"])
        return torch.cat([F.linear(s, w[f"{of_points}.w"])[..., 0], passing], 1)

    hidden = F.relu(F.linear(g, w["value1.w"], w["value1.b"]))
    value = F.linear(hidden, w["value2.w"], w["value2.b"])[:, 0]
    owner = F.linear(v, w["own.w"], w["own.b"])[..., 0]
    first = policy("policy", "pass"), value, owner
    if not every:
        return first
    if apart:
        g, s, hidden = g.detach(), s.detach(), hidden.detach()
    score, short = (F.linear(hidden, w[f"{name}.w"], w[f"{name}.b"]) for name in NUMBERS)
    others = tuple(policy(name, f"{name}.pass") for name in POLICIES)
    spread, error = POINTS * F.softplus(score[:, 1]), F.softplus(short[:, 1])
    return Said(*first, others, POINTS * score[:, 0], spread, short[:, 0], error)


class Model(nn.Module):
    """A residual network of `blocks` x `channels` with policy, value and ownership heads, for every board size."""

    def __init__(self, blocks: int, channels: int):
        super().__init__()
        self.blocks, self.channels = blocks, channels
        self.parts: tuple[Any, Any, Any] = stem, block, heads  # compiled ones may take their places
        self.fixed = False  # whether norms stay as they are while the model learns
        self.apart = False  # whether the optional heads leave the trunk to the others

        def convolution(into: int) -> nn.Parameter:
            return nn.Parameter(torch.randn(channels, into, 3, 3) * math.sqrt(2 / (9 * into)))

        def linear(out: int, into: int, scale: float = 1.0) -> nn.Parameter:
            return nn.Parameter(torch.randn(out, into) * scale / math.sqrt(into))

        self.stem, self.stem_norm = convolution(DEPTH), Norm(channels)
        self.first = nn.ParameterList(convolution(channels) for _ in range(blocks))
        self.second = nn.ParameterList(convolution(channels) for _ in range(blocks))
        self.first_norm = nn.ModuleList(Norm(channels) for _ in range(blocks))
        self.second_norm = nn.ModuleList(Norm(channels, 0.3) for _ in range(blocks))
        self.pools = nn.ParameterDict(
            {str(i): linear(channels, 2 * channels, 0.1) for i in range(blocks) if i % POOLED_EVERY == 1}
        )
        shapes = {
            "head": (2 * HIDDEN, channels),
            "pass": (1, 2 * HIDDEN),
            "value1": (VALUE_HIDDEN, 2 * HIDDEN),
            "value2": (1, VALUE_HIDDEN),
            "own": (1, HIDDEN),
            **dict.fromkeys(NUMBERS, (2, VALUE_HIDDEN)),
            **{f"{name}_pass": (1, 2 * HIDDEN) for name in POLICIES},
        }
        self.head = nn.ParameterDict({"policy_pool": linear(HIDDEN, 2 * HIDDEN, 0.3), "policy_w": linear(1, HIDDEN)})
        self.head.update({f"{name}_w": linear(1, HIDDEN, FAINT) for name in POLICIES})
        for name, (out, into) in shapes.items():
            scale = FAINT if name.startswith((*NUMBERS, *POLICIES)) else 1.0
            self.head[f"{name}_w"], self.head[f"{name}_b"] = linear(out, into, scale), nn.Parameter(torch.zeros(out))

    def fix_all_but(self, heads: Sequence[str]) -> None:
        """Let these optional heads learn alone: what the network says besides stays as it is."""
        self.fixed = True
        for name, w in self.head.items():
            w.requires_grad_(optional_head(name.replace("_", ".")) in heads)
        for name, w in self.named_parameters():
            if not name.startswith("head."):
                w.requires_grad_(False)

    def train(self, mode: bool = True) -> Self:
        return super().train(mode and not self.fixed)

    def forward(self, x: torch.Tensor) -> Said:
        training, (stem, block, heads) = self.training, self.parts
        x = stem(x, self.stem, self.stem_norm.numbers, training)
        for i in range(self.blocks):
            pool = self.pools.get(str(i), None)
            one, two = self.first_norm[i], self.second_norm[i]
            x = block(x, self.first[i], one.numbers, self.second[i], two.numbers, pool, training)
        return heads(x, {name.replace("_", "."): w for name, w in self.head.items()}, apart=self.apart)

    @torch.no_grad()
    def folded(self) -> dict[str, torch.Tensor]:
        """The weights as a file has them, batch norms folded into the convolutions."""
        found: dict[str, torch.Tensor] = {}

        def fold(name: str, w: torch.Tensor, norm: Any) -> None:
            scale = norm.weight / torch.sqrt(norm.variance + EPSILON)
            found[f"{name}.w"] = (w * scale[:, None, None, None]).permute(2, 3, 1, 0)
            found[f"{name}.b"] = norm.bias - norm.mean * scale

        fold("stem", self.stem, self.stem_norm)
        for i in range(self.blocks):
            fold(f"block{i}.conv1", self.first[i], self.first_norm[i])
            fold(f"block{i}.conv2", self.second[i], self.second_norm[i])
            if str(i) in self.pools:
                found[f"block{i}.pool"] = self.pools[str(i)].T
        for name, w in self.head.items():
            one = w.shape[0] == 1
            found[name.replace("_", ".")] = w[0] if one else w.T if w.ndim > 1 else w
        return {name: w.detach().float() for name, w in found.items()}

    def network(self, sizes: list[int], made: dict[str, Any], learned: Sequence[str] = HEADS) -> Network:
        """The network for boards of these sizes; `made` says how it was made, `learned` which heads were trained."""
        size = dict(sizes=sizes, blocks=self.blocks, channels=self.channels, hidden=HIDDEN)
        about = dict(format=FORMAT, game="go", planes=list(PLANES), **size, learned=list(learned), made=made)
        halves = {name: w.cpu().numpy().astype(np.float16) for name, w in self.folded().items()}
        return Network(about, {name: half.astype(np.float32) for name, half in halves.items()})

    @torch.no_grad()
    def start_from(self, network: Network, planes: torch.Tensor) -> None:
        """Begin with the weights of a network of this size, or of a smaller one, which grows. A file has no norms: they
        are made such that these positions, some hundred from all parts of games, are evaluated as before, also while
        norms are of the batch. Heads that it never learned begin anew."""
        network = grow(network, self.blocks, self.channels)
        device = self.stem.device
        w = {name: torch.from_numpy(array).to(device) for name, array in network.arrays.items()}

        def unfold(name: str, into: torch.Tensor, norm: Any, x: torch.Tensor) -> torch.Tensor:
            filters = w[f"{name}.w"].permute(3, 2, 0, 1)
            y = F.conv2d(x, filters, padding=1)
            longer = LENGTH / filters.flatten(1).norm(dim=1).clamp_min(EPSILON)
            into.copy_(filters * longer[:, None, None, None])
            norm.mean.copy_(y.mean((0, 2, 3)) * longer)
            norm.variance.copy_(y.var((0, 2, 3)) * longer**2)
            norm.weight.copy_(torch.sqrt(norm.variance + EPSILON) / longer)
            norm.bias.copy_(w[f"{name}.b"] + norm.mean / longer)
            return y + w[f"{name}.b"][:, None, None]

        x = F.relu(unfold("stem", self.stem, self.stem_norm, planes.float()))
        for i in range(self.blocks):
            h = F.relu(unfold(f"block{i}.conv1", self.first[i], self.first_norm[i], x))
            y = unfold(f"block{i}.conv2", self.second[i], self.second_norm[i], h)
            if str(i) in self.pools:
                pool = w.get(f"block{i}.pool", torch.zeros(2 * self.channels, self.channels, device=device))
                self.pools[str(i)].copy_(pool.T)
                y = y + F.linear(pooled(h), pool.T)[:, :, None, None]
            elif f"block{i}.pool" in w:
                raise ValueError(f"This network pools in block {i}, where ours do not.")
            x = F.relu(x + y)
        anew = tuple(part for head, part in WEIGHTS_OF.items() if head not in network.learned)
        for name, into in self.head.items():
            if name.startswith(anew):
                continue
            array = w[name.replace("_", ".")]
            into.copy_((array.T if array.ndim == 2 else array).reshape(into.shape))


class Folded:
    """A model's weights at one moment, made for quick evaluation: half precision and fused convolutions on a GPU."""

    def __init__(self, model: Model, device: str):
        self.blocks, self.fused = model.blocks, device == "cuda"
        self.kind = torch.float16 if self.fused else torch.float32
        self.weights: dict[str, torch.Tensor] = {}
        self.update(model)

    @torch.no_grad()
    def update(self, model: Model) -> None:
        """Take the model's weights as they are now, in place: a captured graph reads them there."""
        for name, w in model.folded().items():
            if w.ndim == 4:
                w = w.permute(3, 2, 0, 1).contiguous(memory_format=torch.channels_last)
            elif w.ndim == 2:
                w = w.T.contiguous()
            elif name.endswith(".w"):
                w = w[None]
            w = w.reshape(1) if w.ndim == 0 else w
            if name in self.weights:
                self.weights[name].copy_(w)
            else:
                self.weights[name] = w.to(self.kind).clone(memory_format=torch.preserve_format)

    @torch.no_grad()
    def __call__(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits, value and ownership, both by tanh."""
        w, one = self.weights, (1, 1)
        if self.fused:
            x = torch.cudnn_convolution_relu(x, w["stem.w"], w["stem.b"], one, one, one, 1)
        else:
            x = F.conv2d(x, w["stem.w"], w["stem.b"], padding=1).relu_()
        for i in range(self.blocks):
            name = f"block{i}"
            w1, b1, w2, b2 = (w[f"{name}.conv{k}.{part}"] for k in (1, 2) for part in "wb")
            if self.fused:
                h = torch.cudnn_convolution_relu(x, w1, b1, one, one, one, 1)
            else:
                h = F.conv2d(x, w1, b1, padding=1).relu_()
            if f"{name}.pool" in w:
                x = x + F.linear(pooled(h), w[f"{name}.pool"])[:, :, None, None]
            if self.fused:
                x = torch.cudnn_convolution_add_relu(h, w2, x, 1.0, b2, one, one, one, 1)
            else:
                x = (F.conv2d(h, w2, b2, padding=1) + x).relu_()
        logits, value, owner = heads(x, w, every=False)
        return logits, value.tanh(), owner.tanh()
