"""What a network computes, in NumPy: slow, and what kernels do that are not compiled."""

import math
from typing import NamedTuple

import numpy as np

from .file import HIDDEN, KINDS, POINTS, Network


def convolve(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """A 3x3 convolution of (n, n, in) with zeros around it: (n, n, out)."""
    n = len(x)
    padded = np.pad(x, ((1, 1), (1, 1), (0, 0)))
    return sum(padded[y : y + n, x : x + n] @ weights[y, x] for y in range(3) for x in range(3))  # type: ignore


def mean_and_max(x: np.ndarray) -> np.ndarray:
    """Of each channel over all points, one after the other."""
    points = x.reshape(-1, x.shape[-1])
    return np.concatenate([points.mean(axis=0), points.max(axis=0)])


def relu(x: np.ndarray) -> np.ndarray:
    return np.maximum(x, 0)


class Answer(NamedTuple):
    """What a network says of a position: the logits of its policy (n n + 1, pass last), the value for the player to
    move and the ownership (n, n); of other heads the logits of the optimistic policy, mean and spread of the score in
    points, the value some moves later and the squared error to be expected of it. What it has not learned is no number,
    and its optimistic policy is the policy."""

    policy: np.ndarray
    value: float
    ownership: np.ndarray
    optimistic: np.ndarray
    score: float = math.nan
    spread: float = math.nan
    short: float = math.nan
    error: float = math.nan


class MovesAnswer(NamedTuple):
    """What a network whose policy is of moves says of a position: the logits (n n, n n) of going from one point to
    another, the value for the player to move, and the logits (n n, 7) of what stands where."""

    policy: np.ndarray
    value: float
    belief: np.ndarray


def trunk(network: Network, planes: np.ndarray) -> np.ndarray:
    """relu(stem(planes)), then the blocks."""
    w = network.arrays
    x = relu(convolve(planes, w["stem.w"]) + w["stem.b"])
    for i in range(network.blocks):
        h = relu(convolve(x, w[f"block{i}.conv1.w"]) + w[f"block{i}.conv1.b"])
        y = convolve(h, w[f"block{i}.conv2.w"]) + w[f"block{i}.conv2.b"]
        if (pool := w.get(f"block{i}.pool")) is not None:
            y = y + mean_and_max(h) @ pool
        x = relu(x + y)
    return x


def moves_plainly(network: Network, planes: np.ndarray) -> MovesAnswer:
    """What a network whose policy is of moves says of a position given as planes (n, n, P).

    f, v, t = x head;  v = relu(v);  g = [mean(v), max(v)];  f = relu(f + g policy.pool)
    policy from a to b = f(a) t(b) / sqrt(H);  value = tanh(relu(g value1.w) value2.w);  belief = v belief.w"""
    w = network.arrays
    q = trunk(network, planes) @ w["head.w"] + w["head.b"]
    f, v, t = (q[..., k * HIDDEN : (k + 1) * HIDDEN].reshape(-1, HIDDEN) for k in range(3))
    v = relu(v)
    g = np.concatenate([v.mean(axis=0), v.max(axis=0)])
    f, h = relu(f + g @ w["policy.pool"]), relu(g @ w["value1.w"] + w["value1.b"])
    belief = v @ w["belief.w"] + w["belief.b"] if "belief.w" in w else np.full((len(v), KINDS), math.nan)
    return MovesAnswer(f @ t.T / math.sqrt(HIDDEN), float(np.tanh(h @ w["value2.w"] + w["value2.b"])), belief)


def evaluate_plainly(network: Network, planes: np.ndarray) -> Answer:
    """What a network whose policy is of points says of a position given as planes (n, n, P).

        x = relu(stem(planes));  for each block:  h = relu(conv1(x)),  x = relu(x + conv2(h) + [mean(h), max(h)] pool)
        p, v = x head;  v = relu(v);  g = [mean(v), max(v)];  h = relu(g value1.w);  s = relu(p + g policy.pool)
        policy = s policy.w;  pass = g pass.w;  ownership = tanh(v own.w);  value = tanh(h value2.w)
        score, spread = 20 (h score.w);  short, error = h short.w;  optimistic = s optimistic.w

    with a bias wherever the file has one; spread and error by softplus, short by tanh."""
    w = network.arrays
    q = trunk(network, planes) @ w["head.w"] + w["head.b"]
    p, v = q[..., :HIDDEN], relu(q[..., HIDDEN:])
    g = mean_and_max(v)
    s, h = relu(p + g @ w["policy.pool"]), relu(g @ w["value1.w"] + w["value1.b"])

    def policy(points: np.ndarray, passing: np.ndarray, bias: np.ndarray) -> np.ndarray:
        return np.append(s @ points, g @ passing + bias).astype(np.float32)

    usual = optimistic = policy(w["policy.w"], w["pass.w"], w["pass.b"])
    if "optimistic" in network.learned:
        optimistic = policy(*(w[f"optimistic.{part}"] for part in ("w", "pass.w", "pass.b")))
    numbers = [math.nan] * 4
    for k, (name, unit, bound) in enumerate((("score", POINTS, float), ("short", 1.0, math.tanh))):
        if name in network.learned:
            mean, spread = (h @ w[f"{name}.w"] + w[f"{name}.b"]).tolist()
            numbers[2 * k : 2 * k + 2] = unit * bound(mean), unit * float(np.logaddexp(0.0, spread))
    value = float(np.tanh(h @ w["value2.w"] + w["value2.b"]))
    return Answer(usual, value, np.tanh(v @ w["own.w"] + w["own.b"]).astype(np.float32), optimistic, *numbers)
