"""A larger network that says what a smaller one says: training goes on with more room and forgets nothing.

In the manner of Net2Net (Chen, Goodfellow and Shlens 2016), but new channels are no copies: what comes into them is
random, and nothing that was there before listens to them yet. New blocks add next to nothing to what they are given.
They stand after the old ones, before the heads."""

import numpy as np

from .file import Network, shapes

FAINT = 0.01  # what a new block adds, against a block that has learned nothing: not 0, from which it could not learn


def grow(network: Network, blocks: int, channels: int, seed: int = 0) -> Network:
    """The network with as many blocks and channels; ValueError if it has more."""
    if network.blocks > blocks or network.channels > channels:
        raise ValueError(
            f"A network of {network.blocks} x {network.channels} cannot be the beginning of one of "
            f"{blocks} x {channels}: it can only grow."
        )
    new = Network.random(blocks, channels, seed, planes=network.planes, policy=network.policy).arrays
    arrays = {}
    for name, shape in shapes(blocks, channels, network.planes, network.policy).items():
        old = network.arrays.get(name)
        if old is None:
            if name.startswith("block") and int(name[5:].partition(".")[0]) >= network.blocks and "pool" not in name:
                arrays[name] = new[name] * (FAINT if ".conv2." in name else 1.0)
            continue
        arrays[name] = old if old.shape == shape else _wider(name, old, new[name], network.channels, channels)
    about = {**network.about, "blocks": blocks, "channels": channels}
    return Network(about, {name: np.asarray(array, np.float32) for name, array in arrays.items()})


def _wider(name: str, old: np.ndarray, new: np.ndarray, before: int, channels: int) -> np.ndarray:
    """The weights of a layer with more channels: the old ones in their places, 0 from new channels to old ones, new
    ones at random. A pool has a row for the mean of each channel, then one for its maximum."""
    wide = new.copy()
    if name.endswith(".pool"):
        wide[:] = 0.0
        for half in range(2):
            wide[half * channels : half * channels + before, :before] = old[half * before : (half + 1) * before]
        return wide
    old_to = wide[..., : old.shape[-1]]
    old_to[:] = 0.0
    old_to[tuple(slice(0, n) for n in old.shape)] = old
    return wide
