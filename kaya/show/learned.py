"""How a network learned, as its file tells it."""

from pathlib import Path

from ..network import Network
from .charts import Axes, Curve, curves
from .picture import Picture

LOSSES = "policy", "value", "owner", "belief"
MINUTES = 300  # seconds from which on the time is told in minutes


def curve(network: Network | str | Path) -> Picture:
    """The losses of a network's heads over the time of its training; of a network or of its file."""
    if not isinstance(network, Network):
        network = Network.read(network)
    lines = network.about["made"].get("curve")
    if lines is None:
        raise ValueError("This network does not say how it learned.")
    whole = max((line["seconds"] for line in lines), default=1.0)
    unit, name = (60, "minutes") if whole >= MINUTES else (1, "seconds")
    found = {loss: [(line["seconds"] / unit, line[loss]) for line in lines if loss in line] for loss in LOSSES}
    drawn = [Curve(loss, points) for loss, points in found.items() if points]
    high = max((y for c in drawn for _, y in c.points), default=1.0)
    said = [f"{c.name} {c.points[0][1]:.2f} at first, {c.points[-1][1]:.2f} at last" for c in drawn]
    words = f"Losses: {'; '.join(said)}." if said else "Nothing had been learned yet."
    return Picture("How it learned", curves(drawn, Axes(name, "loss", 0.0, whole / unit, 0.0, high)), words)
