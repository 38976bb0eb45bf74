"""MoGo paper, section 3, Figures 4 and 5: positions with a nakade or a semeai, solved with and without MoGo's remedies.

The figures were not at hand: ours are positions of the clinic of the kinds that the text describes. In Figure 4 (a) the
vital point of a hole of three must be found; in (b), (c) and (d) the player must see that his group is dead; (e) is a
larger hole. Figure 5 has a semeai that needs an approach move, and one that is more complicated. The paper tells of
each whether MoGo solves it, and names no effort; ours is 10,000 simulations. What is counted are positions solved, with
several seeds. A position with one such group is soon read out in the tree, and has a row of its own; with several of
them on a board, the playouts must know.
"""

import hashlib
from functools import cache

from ...lab.clinic import Examination
from ...lab.experiments.measured import Measured, MeasuredExperiment, Measurement, Value
from ...lab.matches.contestants import Pace
from ...lab.screen import NameTable
from ...search import Budget
from ..clinic import Problem, shipped
from ..clinic.problems import KOMI
from ..match_cost import move_seconds
from .mango_search import described

SIMULATIONS, SEEDS = 10_000, 5
PLAYERS = (
    "mogo-paper",
    "mogo-paper:nakade=0",
    "mogo-paper:nakade=6",
    "mogo-paper:approach=0",
    "mogo",
    "mogo:nakade=0",
    "mogo:approach=0",
    "uct",
)
ONE_GROUP = 9  # lines up to which the question is about one group
LARGER_HOLES = ("four like a T", "the stem of the T", "square four", "bulky five", "a stone inside")
KINDS = {  # what the paper says of each
    "4 (a), the vital point of three": "with nakade",
    "4 (b) to (d), a dead group": "with nakade",
    "4 (e), a larger hole, several groups": "no",
    "5 left, an approach move, several groups": "with approach moves",
    "5 right, a semeai, several of them": "no",
    "4 (e), one group": "no",
    "5 left, one group": "with approach moves",
    "5 right, one semeai": "no",
}


def kind_of(problem: Problem) -> str:
    """The kind that a position of the clinic is of; "" if the figures have none like it."""
    vital, dead, larger, approach, semeai, *one = KINDS
    several = problem.winner is not None and problem.lines > ONE_GROUP
    if problem.category == "nakade" and not any(hole in problem.name for hole in LARGER_HOLES):
        return vital if problem.winner is None else dead
    hole, connection, race = (larger, approach, semeai) if several else one
    return {"nakade": hole, "approach-move": connection, "semeai": race}.get(problem.category, "")


def measurements(scale: float) -> list[Measurement]:
    times = max(1, round(scale * SEEDS))
    return [_of(kind, player, times) for kind in KINDS for player in PLAYERS]


def _of(kind: str, player: str, times: int) -> Measurement:
    problems = [p for p in shipped() if kind_of(p) == kind]

    def take(seed: int) -> Value:
        examination = Examination(problems, [player], Budget(simulations=SIMULATIONS), seed=seed)
        return {"solved": sum(outcome.solved for outcome in examination.run()), "positions": len(problems)}

    def seconds() -> float:
        return sum(_move_seconds(player, p.lines) for p in problems)

    boards = hashlib.sha256(repr([(p.diagram(), p.komi, p.to_play) for p in problems]).encode()).hexdigest()[:16]
    what = {"kind": kind, "name": player, "player": described(player, SIMULATIONS), "boards": boards}
    return Measurement(f"{kind}, {player}", what, take, seconds, times)


@cache
def _move_seconds(player: str, lines: int) -> float:
    return move_seconds(player, Pace(simulations=SIMULATIONS), lines, KOMI)


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
