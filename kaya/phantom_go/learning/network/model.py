"""The network as PyTorch trains it: what its planes and heads are; for its trunk see `lab/learning/policy_gradient`.

p, v = x head;  v = relu(v);  g = [mean(v), max(v)];  h = relu(g value1.w);  s = relu(p + g policy.pool)
policy = s policy.w;  pass = g pass.w;  value = tanh(h value2.w);  b = (1 + tanh(v own.w)) / 2

where b, in the place of the ownership of networks of Go, is the chance of a stone of the opponent.
"""

from typing import Any

import torch
import torch.nn.functional as F
from torch import nn

from ....lab.learning.policy_gradient.model import Known, Said, linear, zeros
from ....lab.learning.policy_gradient.model import Model as AnyModel
from ....network.file import HIDDEN, POINTS_POLICY, VALUE_HIDDEN
from ...knowledge.network.planes import ENEMY_BIT, NAMES, NUMBERS, OWN_BIT, POINTS, TRIED_BIT, VAIN_BIT

TAKEN = sum(1 << bit for bit in (OWN_BIT, ENEMY_BIT, VAIN_BIT, TRIED_BIT))


class Model(AnyModel):
    """What is known are the words of the points, the numbers, and where the opponent has stones."""

    game, policy, learned = "phantom-go", POINTS_POLICY, ("policy", "value", "owner")
    planes = NAMES

    @staticmethod
    def head_weights(channels: int) -> dict[str, nn.Parameter]:
        return {
            "head_w": linear(2 * HIDDEN, channels),
            "head_b": zeros(2 * HIDDEN),
            "policy_pool": linear(HIDDEN, 2 * HIDDEN, 0.3),
            "policy_w": linear(1, HIDDEN, 0.3),
            "pass_w": linear(1, 2 * HIDDEN, 0.1),
            "pass_b": zeros(1),
            "value1_w": linear(VALUE_HIDDEN, 2 * HIDDEN),
            "value1_b": zeros(VALUE_HIDDEN),
            "value2_w": linear(1, VALUE_HIDDEN, 0.1),
            "value2_b": zeros(1),
            "own_w": linear(1, HIDDEN),
            "own_b": zeros(1),
        }

    @staticmethod
    def heads(x: torch.Tensor, w: Any) -> Said:
        q = F.linear(x.permute(0, 2, 3, 1).flatten(1, 2), w["head_w"], w["head_b"])
        p, v = q.split(HIDDEN, 2)
        v = F.relu(v)
        g = torch.cat([v.mean(1), v.amax(1)], 1)
        s = F.relu(p + F.linear(g, w["policy_pool"])[:, None])
        logits = torch.cat([F.linear(s, w["policy_w"])[..., 0], F.linear(g, w["pass_w"], w["pass_b"])], 1)
        hidden = F.relu(F.linear(g, w["value1_w"], w["value1_b"]))
        value = F.linear(hidden, w["value2_w"], w["value2_b"])[:, 0]
        belief = 2.0 * F.linear(v, w["own_w"], w["own_b"])[..., 0]  # (1 + tanh z) / 2 is the sigmoid of 2 z
        return Said(logits.float(), value.float().tanh(), belief.float())

    @staticmethod
    def rows(plan: Any) -> tuple[tuple[tuple[int, ...], torch.dtype], ...]:
        area = plan.size**2
        return ((area,), torch.int32), ((NUMBERS,), torch.float32), ((area,), torch.uint8)

    @staticmethod
    def planes_of(known: Known, kind: torch.dtype) -> torch.Tensor:
        words, numbers = known[:2]
        lines = round(words.shape[1] ** 0.5)
        bits = words[:, None] >> torch.arange(POINTS, dtype=torch.int32, device=words.device)[:, None] & 1
        spread = numbers.to(kind)[..., None].expand(-1, NUMBERS, lines * lines)
        planes = torch.cat([bits.to(kind), spread], 1).view(-1, POINTS + NUMBERS, lines, lines)
        return planes.contiguous(memory_format=torch.channels_last)

    @staticmethod
    def possible(known: Known) -> torch.Tensor:
        points = known[0] & TAKEN == 0
        return torch.cat([points, points.new_ones(len(points), 1)], 1)

    @staticmethod
    def belief_loss(belief: torch.Tensor, known: Known) -> torch.Tensor:
        return F.binary_cross_entropy_with_logits(belief, known[2].float())
