"""The network as PyTorch trains it: what its planes and heads are; for its trunk see `lab/learning/policy_gradient`.

f, v, t = x head;  v = relu(v);  g = [mean(v), max(v)];  f = relu(f + g policy.pool)
logit of a try from a to b = f(a) t(b) / sqrt(H);  value = tanh(relu(g value1.w) value2.w);  belief = v belief.w
"""

import math
from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from ....lab.learning.policy_gradient.model import Known, Said, linear, zeros
from ....lab.learning.policy_gradient.model import Model as AnyModel
from ....network.file import HIDDEN, KINDS, MOVES_HEADS, MOVES_POLICY, VALUE_HIDDEN
from ...knowledge.network.planes import NUMBER_NAMES, NUMBERS, WORD_NAMES, WORDS


def bits_of(words: torch.Tensor) -> torch.Tensor:
    """The squares of each word, the lowest bit first."""
    return words[..., None] >> torch.arange(64, device=words.device) & 1


class Model(AnyModel):
    """What is known are the words, the numbers, the tries by the square where they begin, and what the enemy has on
    each square, as `games.Seen` has them. Of the tries 64 x from + to is the number."""

    game, policy, learned = "kriegspiel", MOVES_POLICY, MOVES_HEADS
    planes = *WORD_NAMES, *NUMBER_NAMES

    @staticmethod
    def head_weights(channels: int) -> dict[str, nn.Parameter]:
        return {
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

    @staticmethod
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

    @staticmethod
    def rows(plan: Any) -> tuple[tuple[tuple[int, ...], torch.dtype], ...]:
        return ((WORDS,), torch.int64), ((NUMBERS,), torch.float32), ((64,), torch.int64), ((64,), torch.uint8)

    @staticmethod
    def planes_of(known: Known, kind: torch.dtype) -> torch.Tensor:
        words, numbers = known[:2]
        squares = bits_of(words).to(kind)
        spread = numbers.to(kind)[..., None].expand(-1, NUMBERS, 64)
        planes = torch.cat([squares, spread], 1).view(-1, WORDS + NUMBERS, 8, 8)
        return planes.contiguous(memory_format=torch.channels_last)

    @staticmethod
    def possible(known: Known) -> torch.Tensor:
        return bits_of(known[2]).flatten(1) != 0

    @staticmethod
    def belief_loss(belief: torch.Tensor, known: Known) -> torch.Tensor:
        return F.cross_entropy(belief.flatten(0, 1), known[3].flatten().long())
