"""A short game of the program against itself, for where nobody sits at the keyboard."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from ...games.go import BLACK, WHITE, GoPosition
from ...players import GoPlayer
from ...protocols.sgf import GameRecord, result_text
from ...search import Budget
from ..files import SGF, Form, GameFile
from .board import Look, Marks
from .duel import count_in_words, verdict
from .screen import counted_marks, game_picture

SIMULATIONS = 400  # a move on 9x9; fewer on larger boards, where a simulated game takes longer
SECONDS = 12.0  # after which the board is counted as it stands
EVERY = 10  # moves from one picture to the next
FILE = "kaya-demo.sgf"


def demonstrate(player: GoPlayer, position: GoPosition, budget: Budget, console: Console,
                save: str | Path | None, comments: bool = False) -> None:  # fmt: skip
    """Show a game and save it. Of the budget no more is used than a short game allows."""
    look, names = Look.of(console), {BLACK: player.name, WHITE: player.name}
    room = (console.width, 1000)
    few = max(SIMULATIONS * 81 // position.lines**2, 50)
    budget = replace(budget, simulations=min(budget.simulations or few, few))
    console.print("There is no terminal to type in, so the program plays a game against itself.", markup=False)
    reports, result, began = {}, "", time.monotonic()
    while not position.over and not result and time.monotonic() - began < SECONDS:
        decision = player.choose(position, budget)
        if decision.move is None:
            result = "W+R" if position.mover == BLACK else "B+R"
            break
        position.play(decision.move)
        reports[len(position.played)] = decision.report
        if len(position.played) % EVERY == 0:
            console.print()
            console.print(game_picture(position, names, Marks(position.played[-1]), look, room))
    dead = frozenset(position.dead_stones())
    if not position.over and not result:
        console.print(f"\nThat is long enough for a demonstration: after {len(position.played)} moves it is counted.")
    console.print()
    console.print(game_picture(position, names, counted_marks(position, dead), look, room))
    console.print()
    console.print(Text(verdict(result).capitalize() if result else count_in_words(position, dead), "bold"))
    result = result or result_text(position.score(dead))
    name = f"Kaya ({player.name})"
    record = GameRecord.of(position, black_name=name, white_name=name, result=result)
    if comments:
        for number, report in reports.items():
            record.annotate(number, report)
    save_demonstration(record, save, FILE, SGF, console)


def save_demonstration(record: Any, save: str | Path | None, name: str, form: Form, console: Console) -> None:
    """Save it where the user says, or under its usual name, or at least somewhere."""
    file = GameFile(save or name, form)
    if save is None:
        file.ours.add(file.wanted)  # a demonstration may replace the last one
    try:
        console.print(f"Saved as {file.write(record)}.", markup=False, soft_wrap=True)
    except ValueError as error:
        console.print(str(error), markup=False, soft_wrap=True)
        rescued = file.rescue(record)
        console.print(f"Saved as {rescued}." if rescued else "The game could not be saved.", markup=False,
                      soft_wrap=True)  # fmt: skip
