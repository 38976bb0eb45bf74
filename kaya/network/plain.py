"""What a network computes, in NumPy: slow, and what kernels do that are not compiled."""

import numpy as np

from .file import HIDDEN, Network


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


def evaluate_plainly(network: Network, planes: np.ndarray) -> tuple[np.ndarray, float, np.ndarray]:
    """Policy logits (n n + 1, pass last), value and ownership (n, n) of a position given as planes (n, n, 16).

        x = relu(stem(planes));  for each block:  h = relu(conv1(x)),  x = relu(x + conv2(h) + [mean(h), max(h)] pool)
        p, v = x head;  v = relu(v);  g = [mean(v), max(v)]
        policy = relu(p + g policy.pool) policy.w;  pass = g pass.w;  ownership = tanh(v own.w)
        value = tanh(relu(g value1.w) value2.w)

    with a bias wherever the file has one."""
    w = network.arrays
    x = relu(convolve(planes, w["stem.w"]) + w["stem.b"])
    for i in range(network.blocks):
        h = relu(convolve(x, w[f"block{i}.conv1.w"]) + w[f"block{i}.conv1.b"])
        y = convolve(h, w[f"block{i}.conv2.w"]) + w[f"block{i}.conv2.b"]
        if (pool := w.get(f"block{i}.pool")) is not None:
            y = y + mean_and_max(h) @ pool
        x = relu(x + y)
    q = x @ w["head.w"] + w["head.b"]
    p, v = q[..., :HIDDEN], relu(q[..., HIDDEN:])
    g = mean_and_max(v)
    points = relu(p + g @ w["policy.pool"]) @ w["policy.w"]
    policy = np.append(points, g @ w["pass.w"] + w["pass.b"]).astype(np.float32)
    value = np.tanh(relu(g @ w["value1.w"] + w["value1.b"]) @ w["value2.w"] + w["value2.b"])
    return policy, float(value), np.tanh(v @ w["own.w"] + w["own.b"]).astype(np.float32)
