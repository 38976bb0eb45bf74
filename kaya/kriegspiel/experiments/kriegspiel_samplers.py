"""Kriegspiel paper, section 4.2: the samplers LOS, AOSP and HS, each against the one below it.

By the text LOS is better than random play, AOSP better than LOS, HS better than AOSP; the paper gives no numbers. Its
authors let them think for instance 30 s, here it is 1 s a move. As written the program has no mating recipe, no price
for coming back, and takes the highest average as it is; the chess program that evaluates the boards is our own and not
GNU Chess in both."""

from ...lab.experiments.played import MatchExperiment, Row

PAIRS = (("LOS", "random"), ("AOSP", "LOS"), ("HS", "AOSP"))
CONDITIONS = {"game": "kriegspiel", "games": 200, "openings": "none"}
SECONDS = 1.0


def rows() -> list[Row]:
    made = []
    for pair in PAIRS:
        best = f"kriegspiel-{pair[0].lower()}", f"kriegspiel-{pair[1].lower()}"
        first, second = (s if s.endswith("random") else f"{s}:finishes=off,again=0,prior=0" for s in best)
        made.append(Row.of(" against ".join(pair), first, second, CONDITIONS, best=best, seconds=SECONDS))
    return made


experiment = MatchExperiment(__name__, __doc__, rows, ("match", "points of the first"))
