"""A short game of the program against itself, for where nobody sits at the keyboard."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ..search import Budget
from ..table import Failure, PlayerSeat, Table
from .adapter import TerminalAdapter
from .files import FileFormat, GameFile

SECONDS, PLIES = 12.0, 120  # after which the game is long enough


def demonstrate(
    adapter: TerminalAdapter,
    players: dict[int, Any],
    position: Any,
    budget: Budget,
    console: Console,
    save: str | Path | None,
    comments: bool = False,
) -> None:
    """Show a game, from this position on, and save it; it uses no more of the budget than a short game allows."""
    console.print("There is no terminal to type in, so the program plays a game against itself.", markup=False)
    cheap = adapter.demonstration(position, budget)
    table = Table(position, {side: PlayerSeat(player, cheap) for side, player in players.items()})
    names, began, enough = {side: p.name for side, p in players.items()}, time.monotonic(), len(position.played) + PLIES

    def show() -> None:
        console.print()
        console.print(adapter.picture(table, names, console))

    try:
        while not table.over and len(position.played) < enough and time.monotonic() - began < SECONDS:
            before = len(position.played)
            table.ask()
            if before < len(position.played) and len(position.played) % adapter.every == 0:
                show()
    except Failure as failure:
        raise Failure(f"{names[failure.side or table.mover]} {failure}.") from failure
    finally:  # a program that breaks down takes no game with it
        ended = adapter.close(table)
        show()
        console.print()
        console.print(Text(ended, "bold"))
        record = table.record(Event="Kaya", WhiteType="program", BlackType="program")
        record.names = {side: f"Kaya ({name})" for side, name in names.items()}
        kept, form = record if comments else replace(record, reports={}), adapter.file_format
        _save(form.of(kept), save, form, console)


def _save(record: Any, save: str | Path | None, file_format: FileFormat, console: Console) -> None:
    """Save it where the user says, or under its usual name, or at least somewhere."""
    file = GameFile(save or f"kaya-demo{file_format.suffix}", file_format)
    if save is None:
        file.ours.add(file.wanted)  # a demonstration may replace the last one
    try:
        console.print(f"Saved as {file.write(record)}.", markup=False, soft_wrap=True)
    except ValueError as error:
        console.print(str(error), markup=False, soft_wrap=True)
        rescued = file.rescue(record)
        said = f"Saved as {rescued}." if rescued else "The game could not be saved."
        console.print(said, markup=False, soft_wrap=True)
