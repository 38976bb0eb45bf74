"""Pictures of what a network of Go thinks, for `kaya.show`."""

from pathlib import Path

import numpy as np

from ..drawing import Mark, style
from ..network import Evaluator, Network
from ..show import Picture
from ..show.picture import boards_beside
from .knowledge.network import MOST, network_file
from .knowledge.planes import DEPTH, FACTS, place_of, write_planes
from .rules import GoPosition
from .rules.drawing import STYLE, drawn, marked

SHOWN, NUMBERED = 0.001, 0.01  # the least probability of a move that is drawn, and of one that is written


def first_moves(*networks: Network | str | Path, size: int | None = None, komi: float = 7.5) -> Picture:
    """What networks think of the first move without a search: the policy in per cent on each point, and Black's chance
    to win by the value, (1 + v) / 2. Of networks, files or names, as `go9`, side by side: such as one in training."""
    if not networks:
        raise ValueError("Give a network, a file or a name.")
    boards, said = [], []
    for one in networks:
        network = one if isinstance(one, Network) else Network.read(network_file(one))
        position = GoPosition(size or max(network.about["sizes"]), komi)
        chances, black = _thoughts(network, position)
        best = max(chances, key=lambda move: chances[move])
        marks = [
            Mark(move, f"{100 * p:.0f}" if p >= NUMBERED else "", "", p**0.5, "best" if move == best else "")
            for move, p in chances.items()
            if p >= SHOWN
        ]
        title = f"{_when(network)}Black wins {100 * black:.0f} %"
        boards.append((title, drawn(position.states[0], over=marked(marks, position.lines))))
        said.append(f"{title}, {position.move_name(best)} {100 * chances[best]:.0f} %")
    return Picture("The first move", boards_beside(boards, style(STYLE), across=3), f"{'; '.join(said)}.")


def _when(network: Network) -> str:
    """After how much training."""
    seconds = network.about["made"].get("seconds")
    if not seconds:
        return "" if seconds is None else "at first: "
    return f"after {seconds:.0f} s: " if seconds < 300 else f"after {seconds / 60:.0f} min: "


def _thoughts(network: Network, position: GoPosition) -> tuple[dict[int, float], float]:
    """The probability of every point, and Black's chance."""
    lines, room = position.lines, np.zeros(MOST * DEPTH, np.float32)
    write_planes(position.states[0], np.zeros(MOST, np.int64), np.zeros(FACTS, np.int64), room)
    said = Evaluator(network).evaluate(room[: lines * lines * DEPTH].reshape(lines, lines, DEPTH))
    shares = np.exp(said.policy - said.policy.max())
    shares /= shares.sum()
    chances = {p: float(shares[place_of(position.state, p)]) for p in position.points}
    return chances, (1 + float(said.value)) / 2
