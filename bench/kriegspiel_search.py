"""That no Python runs in the loop of the searches of Kriegspiel.

    python -m bench.kriegspiel_search

Each search is run with few and with ten times as many simulations under a profiler that counts the calls of Python
functions: the same number means that none is called inside the loop. How many nodes they visit and value is measured by
`kaya reproduce kriegspiel-speed`.
"""

import cProfile
import pstats

from kaya.kriegspiel.experiments.kriegspiel_speed import positions, view_of_mover
from kaya.players import make_player
from kaya.search import Budget

PROGRAMS = {"B(1)": "kriegspiel-b:k=1", "C": "kriegspiel-c"}


def python_calls(program: str, simulations: int) -> int:
    """Calls of Python functions while a program thinks."""
    player, view = make_player(program, seed=1), view_of_mover(list(positions())[1])
    player.choose(view, Budget(simulations=simulations))
    profile = cProfile.Profile()
    profile.runcall(player.choose, view, Budget(simulations=simulations))
    return pstats.Stats(profile).total_calls  # type: ignore[attr-defined]


def main() -> None:
    for name, program in PROGRAMS.items():
        few, many = python_calls(program, 4000), python_calls(program, 40_000)
        print(f"{name:5} calls of Python functions: {few} with 4,000 simulations, {many} with 40,000")


if __name__ == "__main__":
    main()
