"""Kriegspiel paper, Figure 10: programs B(k) and C against the minimax program.

The figure was not at hand. By the text, C is more than 100 Elo above minimax at every time, at 1 s B is best with
k = 1, at 4 and 8 s longer simulations have an edge and B is slightly above minimax, and k = 3 never shines. The paper
played 1,500 to 4,000 games a line on eight cores.

Time is counted in the paper's effort. Its minimax looks at 10,000 metapositions a move in 1 to 2 s, so a second is the
CPU time of 6,667 of ours. In that time program C makes so many simulations on the same core, and B with each k so many:
these numbers, not seconds, are what is played, so that a busy machine changes nothing. All programs know how to mate a
bare king, or none of them does: as written nobody does."""

from itertools import product
from typing import Any

from ...lab.experiments.played import MatchExperiment, Row
from ..files.pgn import load
from ..rules import KriegspielPosition

SECONDS = (1, 2, 4, 8)
SIMULATIONS = {"B, k = 1": 270, "B, k = 3": 185, "B, k = 7": 120, "B, k = 10": 90, "C": 600}  # in a second
MINIMAX = "kriegspiel-minimax-paper:simulations=10000"
CONDITIONS = {"game": "kriegspiel", "games": 2000}  # 1,500 to 4,000 games in the paper
PLIES = (20, 50, 80)


def player(label: str) -> str:
    """The program of a curve, as written."""
    return "kriegspiel-c-paper" if label == "C" else f"kriegspiel-b-paper:k={label.split()[-1]}"


def with_recipe(described: str) -> str:
    return f"{described}{',' if ':' in described else ':'}finishes=on"


def rows() -> list[Row]:
    made = []
    for recipe, change in ((", recipe for bare kings", with_recipe), ("", str)):
        for (label, simulations), seconds in product(SIMULATIONS.items(), SECONDS):
            sides, place = (change(player(label)), change(MINIMAX)), {"x": seconds, "curve": f"{label}{recipe}"}
            effort = seconds * simulations
            made.append(Row.of(f"{label}, {seconds} s{recipe}", *sides, CONDITIONS, simulations=effort, **place))
    return made


def net_pieces(game: Any) -> dict[str, float]:
    """Own pieces minus the opponent's, at some plies of a game."""
    played, found = load(game.record).position, {}
    position = KriegspielPosition(played.start_fen)
    for ply in played.plies:
        position.try_move(ply.move)
        if position.state.ply in PLIES:
            sides = game.first_side, 3 - game.first_side
            own, opponents = (int(position.state.of_colour[side]).bit_count() for side in sides)
            found[f"net pieces at ply {position.state.ply}"] = float(own - opponents)
    return found


experiment = MatchExperiment(
    __name__, __doc__, rows, ("program", "Elo"), "seconds a move", "log", shows="elo", measure=net_pieces
)
