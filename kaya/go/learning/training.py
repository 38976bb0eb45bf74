"""`kaya learn network` and `kaya learn zero`: a run of training on the screen, with its learning curve and an arena."""

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...lab.learning.training import Screen, plan_of, with_pytorch
from ...network import Network
from ..knowledge.network import network_file

ARENA_GAMES, ARENA_SIMULATIONS = 200, 16


def train_on_records(
    files: Sequence[str | Path], lines: int, output: Path, device: str | None, start: Path | None, **given: Any
) -> None:
    """Train on recorded games, and say how well those that were held back are foretold."""
    device = with_pytorch(device)
    from .network import records

    games = records.Games.read(files, lines)
    begin = _read(start)
    run = records.Network(plan_of(records.Plan, device, begin, given), output, device, games, begin)
    screen, totals = Screen(), run.totals
    held_back = len(games.winners) - totals.games
    screen.begin(run, f"{totals.games:,} games with {totals.positions:,} positions, {held_back:,} games held back")
    if screen.train(run):
        found = run.prediction()
        if found:
            screen.console.print(
                f"Games held back: {found['first']:.1%} of the moves foretold, {found['five']:.1%} among the "
                f"first five, {found['winner']:.1%} of the winners "
                f"({found['positions']:,.0f} positions)."
            )


def train_by_self_play(
    lines: int,
    output: Path,
    device: str | None,
    start: Path | None,
    files: Sequence[str | Path],
    teacher: Path | None,
    cluster: str | None = None,
    beside: str = "",
    **given: Any,
) -> None:
    """Train by self-play, the games being played here or on a cluster; at the end the network meets its teacher, or
    what it was before this run, and those that learned `beside` it meet it."""
    device = with_pytorch(device)
    from .network.beside import sizes
    from .network.records import Games
    from .network.self_play import contest
    from .network.zero import Plan, Zero

    begin, taught = _read(start), _read(teacher)
    games = Games.read(files, lines) if files else None
    given |= dict(lines=lines, beside=sizes(beside), teacher=network_file(teacher).name if teacher else None)
    run = Zero(plan_of(Plan, device, begin, given), output, device, begin, games, taught, cluster)
    screen, whole = Screen(), False
    screen.begin(run, f"{run.plan.games:,} games at a time{' for each player of the cluster' if cluster else ''}")
    before = copy.deepcopy(run.playing)
    try:
        whole = screen.train(run)
    finally:
        run.positions.unlink(missing_ok=True) if whole else run.keep_positions()
        run.games.close()
    if whole:
        how = run.planes, ARENA_GAMES, run.plan.komi, ARENA_SIMULATIONS, run.plan.seed + 1
        won, decided = contest(run.trainer.averaged, before, *how)
        other = "its teacher" if teacher else "what it was before this run"
        screen.arena(other, won, decided, f"at {ARENA_SIMULATIONS} simulations")
        for one in run.beside:
            won, decided = contest(one.trainer.averaged, run.trainer.averaged, *how)
            screen.arena(run.output.name, won, decided, f"by {one.name} at {ARENA_SIMULATIONS} simulations")


def _read(path: Path | None) -> Network | None:
    return Network.read(network_file(path)) if path else None
