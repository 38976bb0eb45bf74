"""A short game of the program against itself, for where nobody sits at the keyboard."""

import time
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from ...games.kriegspiel import BLACK, WHITE, KriegspielPosition, Umpire
from ...players.kriegspiel import KriegspielPlayer
from ...protocols.kriegspiel_pgn import KriegspielRecord
from ...search import Budget
from ..files import PGN
from ..go.board import Look
from ..go.demonstration import save_demonstration
from .duel import Opponent
from .review import frames_of, review_picture

SECONDS, PLIES = 12.0, 120  # after which the game is long enough
TRY = 0.1  # seconds for each try
EVERY = 20  # half-moves from one picture to the next
FILE = "kaya-demo.pgn"


def demonstrate(players: dict[int, KriegspielPlayer], budget: Budget, console: Console, save: str | Path | None,
                position: KriegspielPosition | None = None) -> None:  # fmt: skip
    """Show a game and save it. Of the budget no more is used than a short game allows. A position that is given goes on
    from where it is."""
    budget = replace(budget, seconds=min(budget.seconds or TRY, TRY))
    umpire = Umpire({side: Opponent(player, budget) for side, player in players.items()}, position)
    position, began = umpire.position, time.monotonic()
    enough = len(position.plies) + PLIES
    console.print("There is no terminal to type in, so the program plays a game against itself.", markup=False)
    try:
        while not position.over and len(position.plies) < enough and time.monotonic() - began < SECONDS:
            umpire.step()
    finally:  # a program that breaks down takes no game with it
        _show(position, console)
        names = {side: f"Kaya ({player.name})" for side, player in players.items()}
        more = {"Event": "Kaya", "WhiteType": "program", "BlackType": "program"}
        record = KriegspielRecord(position, names[WHITE], names[BLACK], position.outcome, other=more)
        save_demonstration(record, save, FILE, PGN, console)


def _show(position: KriegspielPosition, console: Console) -> None:
    """Some pictures of the game, the last one included."""
    look = Look.of(console)
    frames = frames_of(position)
    for frame in [*frames[EVERY:-1:EVERY], frames[-1]]:
        console.print()
        console.print(review_picture(frame, look, (console.width, 30)))
    ended = f"{position.outcome}, {position.ending}" if position.over else "that is long enough for a demonstration"
    console.print(f"\nAfter {len(position.plies)} half-moves: {ended}.")
