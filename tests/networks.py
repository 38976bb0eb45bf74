"""Networks that have learned nothing, for tests."""

from pathlib import Path

import numpy as np

from kaya.go.knowledge.planes import PLANES
from kaya.network import Network
from kaya.network.file import shapes


def write_untrained(path: Path, *, blocks: int = 1, channels: int = 16, seed: int = 0) -> Path:
    """A file with random weights, small enough that values and probabilities stay moderate."""
    chance, arrays = np.random.default_rng(seed), {}
    for name, shape in shapes(blocks, channels).items():
        inputs = int(np.prod(shape[:-1] or shape))
        arrays[name] = np.zeros(shape) if name.endswith(".b") else chance.normal(0, inputs**-0.5, shape)
    about = dict(
        format=1, game="go", planes=list(PLANES), sizes=[9], blocks=blocks, channels=channels, hidden=32, made={}
    )
    Network(about, arrays).write(path)
    return path
