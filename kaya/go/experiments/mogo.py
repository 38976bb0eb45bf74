"""What the experiments of the MoGo paper share: MoGo with a part of it against MoGo without, on one board size, at a
number of simulations or of seconds a move. `mogo-paper` plays as written, `mogo` at its best.

Where the paper has 8 cores, each side has 8 threads, or as many as this machine has cores: the label says so."""

import re
from typing import Any

from ...lab.experiments.played import MatchExperiment, Row
from ...lab.matches.workers import cores

GAMES = 2000  # the paper does not say how many; its intervals come from 1,000 to 40,000
CORES = 8
LINE = re.compile(
    r"(?P<label>.*?(?P<size>\d+)x\d+,? +(?P<effort>[\d,]+) (?P<unit>simulations|s))"
    r"(?P<cores>, 8 cores)? +(?P<rate>[\d.]+) ± (?P<half>[\d.]+)"
)


def rows(written: tuple[str, str], best: tuple[str, str], table: str) -> list[Row]:
    """The lines of a table of the paper, `9x9, 10,000 simulations 52.9 ± 0.5` or `9x9, 5 s, 8 cores 54.3 ± 1.2`:
    winning rates and half intervals are in per cent; what stands before the size is said too."""
    made = []
    for line in filter(None, map(str.strip, table.splitlines())):
        found = LINE.fullmatch(line)
        assert found, line
        label, effort = " ".join(found["label"].split()), int(found["effort"].replace(",", ""))
        conditions: dict[str, Any] = {"games": GAMES, "size": int(found["size"])}
        how: dict[str, Any] = {"simulations" if found["unit"] == "simulations" else "seconds": effort}
        if found["cores"]:
            how["threads"] = min(CORES, cores())
            label += f", {how['threads']} of 8 cores" if how["threads"] < CORES else ", 8 cores"
        paper: dict[str, Any] = {"paper": float(found["rate"]) / 100, "paper_half": float(found["half"]) / 100}
        made.append(Row.of(label, *written, conditions, best=best, **how, **paper))
    return made


def with_and_without(name: str, caption: str | None, what: str, setting: str, table: str) -> MatchExperiment:
    """MoGo against MoGo with this setting, which switches something off."""
    sides = ("mogo-paper", f"mogo-paper:{setting}"), ("mogo", f"mogo:{setting}")
    return MatchExperiment(name, caption, lambda: rows(*sides, table), ("a move", f"wins with {what}"))
