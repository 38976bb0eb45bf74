"""Kriegspiel paper, Figure 10: programs B(k) and C against the minimax program.

The figure was not at hand. By the text, C is more than 100 Elo above minimax at every time, at 1 s B is best with
k = 1, at 4 and 8 s longer simulations have an edge and B is slightly above minimax, and k = 3 never shines. The paper
played 1,500 to 4,000 games a line on eight cores.

Time is counted in the paper's effort. Its minimax looks at 10,000 metapositions a move in 1 to 2 s, so a second is
6,667 of them. In the authors' own program, Darkboard, C visits four nodes in the time of a metaposition, and the paper
says that B with k = 1 visits 10 to 20 times fewer than C: 2,000 in a second. A simulation of our C evaluates all tries
of a position, some 30 nodes, so it makes 1,000. With a longer k B makes as many fewer as ours takes longer. These
numbers, not seconds, are what is played, so that a busy machine changes nothing. All programs know how to mate a bare
king, or none of them does: as written nobody does."""

from itertools import product
from typing import Any

from ...lab.experiments.played import MatchExperiment, Row
from ..files.pgn import load
from ..rules import KriegspielPosition

SECONDS = (1, 2, 4, 8)
SIMULATIONS = {"B, k = 1": 2000, "B, k = 3": 790, "B, k = 7": 330, "B, k = 10": 240, "C": 1000}  # in a second
MINIMAX = "kriegspiel-minimax-paper:simulations=10000"
CONDITIONS = {"game": "kriegspiel", "games": 2000, "openings": "none"}  # 1,500 to 4,000 games in the paper
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
