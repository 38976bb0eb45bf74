"""Kriegspiel paper, section 4.2: the samplers LOS, AOSP and HS, each against the one below it.

By the text LOS is better than random play, AOSP better than LOS, HS better than AOSP; the paper gives no numbers. Its
authors let them think for instance 30 s, here it is 1 s a move. As written the program has no mating recipe, no price
for coming back, and takes the highest average as it is; the chess program that evaluates the boards is our own and not
GNU Chess in both."""

from ...lab.experiments.played import MatchExperiment, Row

PAIRS = (("LOS", "random"), ("AOSP", "LOS"), ("HS", "AOSP"))
CONDITIONS = {"game": "kriegspiel", "games": 200}
SECONDS = 1.0


def rows() -> list[Row]:
    return [
        Row.of(
            f"{first} against {second}",
            _written(first),
            _written(second),
            CONDITIONS,
            best=(_name(first), _name(second)),
            seconds=SECONDS,
        )
        for first, second in PAIRS
    ]


def _name(sampler: str) -> str:
    return f"kriegspiel-{sampler.lower()}"


def _written(sampler: str) -> str:
    return _name(sampler) + ("" if sampler == "random" else ":finishes=off,again=0,prior=0")


experiment = MatchExperiment(__name__, __doc__, rows, ("match", "points of the first"))
