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
from typing import Any

from kaya.games.kriegspiel import KriegspielPosition
from kaya.players.kriegspiel import RandomPlayer, make_kriegspiel_player
from kaya.players.kriegspiel.searching import SearchingPlayer
from kaya.search import Budget

PROGRAMS = {"B(1)": "kriegspiel-b:k=1", "C": "kriegspiel-c"}
PLIES = (8, 20, 40, 60)


def positions() -> list[KriegspielPosition]:
    """Positions of a random game, where both sides still have most of their men."""
    game, found = KriegspielPosition(), []
    players = {1: RandomPlayer(seed=1), 2: RandomPlayer(seed=2)}
    for side, player in players.items():
        player.begin(game.start_for(side))
    while len(found) < len(PLIES):
        mover, tried = game.mover, len(game.tried)
        game.try_move(players[mover].choose())
        for side in (1, 2) if len(game.tried) <= tried else (mover,):
            players[side].hear(game.last_announcement(side))
        if game.state.ply == PLIES[len(found)] and not game.tried:
            found.append(game.copy())
    return found


def at_table(program: str, game: KriegspielPosition) -> SearchingPlayer:
    """A program that has heard all that its side was told."""
    player: Any = make_kriegspiel_player(program, seed=1)
    player.begin(KriegspielPosition().start_for(game.mover))
    for announcement in game.announcements(game.mover):
        player.hear(announcement)
    return player


def valued(player: SearchingPlayer) -> tuple[int, int]:
    """Simulations of the last search, and tries that have a value: visited, or listed with one."""
    tree = player.searches[0].tree
    nodes = tree.nodes[: tree.used]
    tries = nodes.mover == 1
    return player.reports[0].simulations, int((tries & ((nodes.visits > 0) | (nodes.heuristic != 0))).sum())


def speeds(seconds: float) -> dict[str, tuple[float, float]]:
    """Simulations and valued nodes per CPU-second."""
    totals = {name: [0.0, 0.0, 0.0] for name in PROGRAMS}
    for game in positions():
        for name, program in PROGRAMS.items():
            player = at_table(program, game)
            player.choose(Budget(simulations=50))  # compiled, and the belief caught up
            began = time.process_time()
            player.choose(Budget(seconds=seconds))
            used = time.process_time() - began
            totals[name] = [a + b for a, b in zip(totals[name], (used, *valued(player)), strict=True)]
    return {name: (simulations / used, nodes / used) for name, (used, simulations, nodes) in totals.items()}


def python_calls(program: str, simulations: int) -> int:
    """Calls of Python functions while a program thinks."""
    player = at_table(program, positions()[1])
    player.choose(Budget(simulations=simulations))
    profile = cProfile.Profile()
    profile.runcall(player.choose, Budget(simulations=simulations))
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
