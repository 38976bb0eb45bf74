"""`kaya learn neighbourhoods`: the values of 3x3 patterns from recorded games."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

from ...kernel import zeros
from ..knowledge.patterns3 import CODES, count_neighbourhoods, values_from
from ..rules import go
from .patterns import Games


def learn_neighbourhoods(files: Sequence[Path], games: int, output: Path, console: Console) -> None:
    """Count in recorded games how often each 3x3 neighbourhood is played where it could be, and write the values."""
    board, seen, played = zeros(go.dtype), np.zeros((2, CODES), np.int64), np.zeros((2, CODES), np.int64)
    source = Games.of(files, games)
    for game in track(source, "games", total=source.count, console=console):
        count_neighbourhoods(board[0], game.lines, game.handicap, game.moves, seen, played)
    codes, values = values_from(seen, played)
    with output.open("wb") as file:
        np.savez_compressed(file, codes=codes.astype(np.uint32), values=values)
    console.print(
        f"{source.about_skipped}{source.count:,} games, {int(played.sum()):,} moves, {len(codes):,} neighbourhoods, "
        f"in {output}"
    )
