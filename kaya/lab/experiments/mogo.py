"""What the experiments of the MoGo paper share: MoGo with a part of it against MoGo without, on one board size, at a
number of simulations or of seconds a move."""

import re
from typing import Any

from .played import Row

GAMES = 2000  # the paper does not say how many; its intervals come from 1,000 to 40,000
LINE = re.compile(r"(?P<label>.*?(?P<size>\d+)x\d+,? +(?P<effort>[\d,]+) (?P<unit>simulations|s)) +"
                  r"(?P<rate>[\d.]+) ± (?P<half>[\d.]+)")  # fmt: skip


def rows(first: str, second: str, table: str) -> list[Row]:
    """The lines of a table of the paper, `9x9, 10,000 simulations 52.9 ± 0.5`: winning rates and half intervals are in
    per cent; what stands before the size is said too."""
    made = []
    for line in filter(None, map(str.strip, table.splitlines())):
        found = LINE.fullmatch(line)
        assert found, line
        pace: dict[str, Any] = {
            "simulations" if found["unit"] == "simulations" else "seconds": int(found["effort"].replace(",", ""))
        }
        conditions = {"games": GAMES, "size": int(found["size"])}
        paper: dict[str, Any] = {"paper": float(found["rate"]) / 100, "paper_half": float(found["half"]) / 100}
        made.append(Row.of(" ".join(found["label"].split()), first, second, conditions, **pace, **paper))
    return made
