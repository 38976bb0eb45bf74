"""`kaya learn neighbourhoods`: the values of 3x3 patterns from recorded games."""

from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

from ..games.go import go
from ..kernel import zeros
from ..knowledge.go.patterns3 import CODES, count_neighbourhoods, values_from
from ..protocols.archives import read_games


def learn_neighbourhoods(files: Iterable[Path], games: int, output: Path, console: Console) -> None:
    """Count in recorded games how often each 3x3 neighbourhood is played where it could be, and write the values."""
    board, seen, played = zeros(go.dtype), np.zeros((2, CODES), np.int64), np.zeros((2, CODES), np.int64)
    count = 0
    for game in track(islice(read_games(files), games), "games", total=games, console=console):
        count_neighbourhoods(board[0], game.lines, game.handicap, game.moves, seen, played)
        count += 1
    if count == 0:
        raise ValueError("There are no games in these files to learn from.")
    codes, values = values_from(seen, played)
    with output.open("wb") as file:
        np.savez_compressed(file, codes=codes.astype(np.uint32), values=values)
    console.print(f"{count:,} games, {int(played.sum()):,} moves, {len(codes):,} neighbourhoods, in {output}")
