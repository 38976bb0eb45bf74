"""What the experiments of the MoGo paper share: MoGo with a part of it against MoGo without, on one board size, at a
number of simulations or of seconds a move."""

from ..matches.contestants import Pace
from ..matches.match import Match
from .experiment import Row

GAMES = 2000  # the paper does not say how many; its intervals come from 1,000 to 40,000


def row(lines: int, first: str, second: str, rate: float, half: float, *, simulations: int | None = None,
        seconds: float | None = None, label: str = "") -> Row:  # fmt: skip
    """A line with the winning rate and the half interval of the paper, both in per cent."""
    pace = Pace(simulations=simulations, seconds=seconds)
    effort = f"{simulations:,} simulations" if simulations else f"{seconds:g} s"
    shown = ", ".join(part for part in (label, f"{lines}x{lines}", effort) if part)
    return Row(shown, Match(first, second, games=GAMES, size=lines, pace=pace), rate / 100, paper_half=half / 100)


MORE_CORES = "Where the paper gives seconds it had 8 cores; ours are on one thread."
