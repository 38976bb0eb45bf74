"""Kriegspiel paper, section 5.1: UCT with late and early guessing of hidden stones, and flat Monte-Carlo, 9x9.

Borsboom, Saito, Chaslot and Uiterwijk (2007, "A comparison of Monte-Carlo methods for Phantom Go") compared four
programs in self-play: Monte-Carlo evaluation with standard and with all-as-first sampling, UCT with late random and
with early probabilistic opponent-move guessing. The tables of that paper were not at hand; its abstract says that
"Monte-Carlo Tree Search performs comparable to Monte-Carlo evaluation but not much better", and the Kriegspiel paper
(section 5.1) that early guessing outperforms late guessing. As written the programs have light simulated games; the
best column has `phantom` in the first one's place, at the same number of simulations, which takes it more time."""

from ...lab.experiments.played import MatchExperiment, Row

PAIRS = (("early", "late"), ("late", "mc"), ("early", "mc"))
SIMULATIONS = (1000, 5000, 20_000)
CONDITIONS = {"game": "phantom-go", "size": 9, "komi": 7.5, "games": 200, "openings": "none"}


def rows() -> list[Row]:
    made = []
    for first, second in PAIRS:
        sides, best = (f"phantom-{first}", f"phantom-{second}"), ("phantom-classic", f"phantom-{second}")
        label = f"{first} against {second}"
        made += [Row.of(f"{label}, {n:,}", *sides, CONDITIONS, best=best, simulations=n) for n in SIMULATIONS]
    return made


experiment = MatchExperiment(__name__, __doc__, rows, ("match, simulations a move", "points of the first"))
