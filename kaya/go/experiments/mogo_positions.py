"""MoGo paper, section 3, Figures 4 and 5: positions with a nakade or a semeai, solved with and without MoGo's remedies.

The figures were not at hand: ours are positions of the clinic of the kinds that the text describes. In Figure 4 (a) the
vital point of a hole of three must be found; in (b), (c) and (d) the player must see that his group is dead; (e) is a
larger hole. Figure 5 has a semeai that needs an approach move, and one that is more complicated. The paper tells of
each whether MoGo solves it, and names no effort; ours is 10,000 simulations. What is counted are positions solved, with
several seeds.
"""

import hashlib

from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.matches.contestants import Pace
from ...lab.screen import NameTable
from ...search import Budget
from ..clinic import Examination, Problem, shipped
from ..match_cost import move_seconds
from .mango_search import described

SIMULATIONS, SEEDS = 10_000, 5
PLAYERS = (
    "mogo-paper",
    "mogo-paper:nakade=0",
    "mogo-paper:approach=0",
    "mogo",
    "mogo:nakade=0",
    "mogo:approach=0",
    "uct",
)
LARGER_HOLES = {"four like a T", "the stem of the T", "bulky five", "bulky five attacked", "a stone inside"}
KINDS = {  # what the paper says of each
    "4 (a), the vital point of three": "with nakade",
    "4 (b) to (d), a dead group": "with nakade",
    "4 (e), a larger hole": "no",
    "5 left, an approach move": "with approach moves",
    "5 right, a semeai": "no",
}


def kind_of(problem: Problem) -> str:
    """The kind that a position of the clinic is of; "" if the figures have none like it."""
    vital, dead, larger, approach, semeai = KINDS
    if problem.category == "nakade":
        return dead if problem.winner is not None else larger if problem.name in LARGER_HOLES else vital
    return {"approach-move": approach, "semeai": semeai}.get(problem.category, "")


def measurements(scale: float) -> list[Measurement]:
    times = max(1, round(scale * SEEDS))
    return [_of(kind, player, times) for kind in KINDS for player in PLAYERS]


def _of(kind: str, player: str, times: int) -> Measurement:
    problems = [p for p in shipped() if kind_of(p) == kind]

    def take(seed: int) -> Value:
        examination = Examination(problems, [player], Budget(simulations=SIMULATIONS), seed=seed)
        return {"solved": sum(outcome.solved for outcome in examination.run()), "positions": len(problems)}

    def seconds() -> float:
        return sum(move_seconds(player, Pace(simulations=SIMULATIONS), p.lines, p.komi) for p in problems)

    boards = hashlib.sha256(repr([(p.diagram(), p.komi, p.to_play) for p in problems]).encode()).hexdigest()[:16]
    what = {"kind": kind, "name": player, "player": described(player, SIMULATIONS), "boards": boards}
    return Measurement(f"{kind}, {player}", what, take, seconds, times)


def table(title: str, measured: list[Measured]) -> NameTable:
    found = {(m.measurement.what["kind"], m.measurement.what["name"]): _solved(m.values) for m in measured}
    players = [p for p in PLAYERS if any(p == name for _, name in found)]
    shown = NameTable("figure", "solved in the paper", *players, title=title, below=True)
    for kind in (k for k in KINDS if any(k == known for known, _ in found)):
        shown.add_row(kind, KINDS[kind], *(found.get((kind, player), "") for player in players))
    return shown


def _solved(values: list[Value]) -> str:
    solved, positions = sum(v["solved"] for v in values), sum(v["positions"] for v in values)
    return f"{solved} of {positions}, {100 * solved / positions:.0f} %" if values else ""


experiment = MeasuredExperiment(__name__, __doc__, measurements, table)
