"""How many nodes the searches of Kriegspiel value, and that no Python runs in their loop.

    python -m bench.kriegspiel_search --seconds 2

From some positions of a random game, programs B(1) and C search as long as is asked, in turns, on one core. A node is
a try that got a value: in B by a simulation of one move and quiescence, in C when its position is expanded, all answers
weighted. Then each search is run with few and with ten times as many simulations under a profiler that counts the
calls of Python functions: the same number means that none is called inside the loop.
"""

import argparse
import cProfile
import pstats
import time

from kaya.games.kriegspiel import KriegspielPosition, View
from kaya.players import make_player
from kaya.players.kriegspiel import RandomPlayer
from kaya.players.kriegspiel.searching import SearchingPlayer
from kaya.search import Budget
from kaya.table import PlayerSeat, Table

PROGRAMS = {"B(1)": "kriegspiel-b:k=1", "C": "kriegspiel-c"}
PLIES = (8, 20, 40, 60)


def positions() -> list[KriegspielPosition]:
    """Positions of a random game, where both sides still have most of their men."""
    game, found = KriegspielPosition(), []
    table = Table(game, {side: PlayerSeat(RandomPlayer(seed=side)) for side in (1, 2)})
    while len(found) < len(PLIES):
        table.ask()
        if game.state.ply == PLIES[len(found)] and not game.tried:
            found.append(game.copy())
    return found


def view_of_mover(game: KriegspielPosition) -> View:
    """What the player to move knows, who has heard all that its side was told."""
    view = game.start_for(game.mover).view()
    for announcement in game.announcements(game.mover):
        view.hear(announcement)
    return view


def valued(player: SearchingPlayer) -> tuple[int, int]:
    """Simulations of the last search, and tries that have a value: visited, or listed with one."""
    tree = player.searches[0].tree
    nodes = tree.nodes[: tree.used]
    tries = nodes.mover == 1
    return player.searches[0].report().simulations, int((tries & ((nodes.visits > 0) | (nodes.heuristic != 0))).sum())


def speeds(seconds: float) -> dict[str, tuple[float, float]]:
    """Simulations and valued nodes per CPU-second."""
    totals = {name: [0.0, 0.0, 0.0] for name in PROGRAMS}
    for game in positions():
        for name, program in PROGRAMS.items():
            player, view = make_player(program, seed=1), view_of_mover(game)
            player.choose(view, Budget(simulations=50))  # compiled, and the belief caught up
            began = time.process_time()
            player.choose(view, Budget(seconds=seconds))
            used = time.process_time() - began
            totals[name] = [a + b for a, b in zip(totals[name], (used, *valued(player)), strict=True)]
    return {name: (simulations / used, nodes / used) for name, (used, simulations, nodes) in totals.items()}


def python_calls(program: str, simulations: int) -> int:
    """Calls of Python functions while a program thinks."""
    player, view = make_player(program, seed=1), view_of_mover(positions()[1])
    player.choose(view, Budget(simulations=simulations))
    profile = cProfile.Profile()
    profile.runcall(player.choose, view, Budget(simulations=simulations))
    return pstats.Stats(profile).total_calls  # type: ignore[attr-defined]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.kriegspiel_search", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each search")
    measured = speeds(parser.parse_args().seconds)
    for name, (simulations, nodes) in measured.items():
        print(f"{name:5} {simulations:10,.0f} simulations and {nodes:10,.0f} nodes valued per CPU-second")
    print(f"nodes of C in the time of one of B(1): {measured['C'][1] / measured['B(1)'][1]:.1f}   (aim: at least 10)")
    for name, program in PROGRAMS.items():
        few, many = python_calls(program, 4000), python_calls(program, 40_000)
        print(f"{name:5} calls of Python functions: {few} with 4,000 simulations, {many} with 40,000")


if __name__ == "__main__":
    main()
