"""What the tests of Kriegspiel in the terminal share: a program that plays from a script, and a sitting at it."""

import io

from rich.console import Console

from kaya import Budget
from kaya.games.kriegspiel import WHITE, KriegspielPosition, parse_move
from kaya.players.kriegspiel import KriegspielPlayer
from kaya.terminal.files import PGN, GameFile
from kaya.terminal.kriegspiel.duel import Duel
from kaya.terminal.kriegspiel.session import Session

from .test_terminal_session import Script

BUDGET = Budget(simulations=1)


class Fixed(KriegspielPlayer):
    """A program that tries these moves, and then the first that it could; an exception among them is raised."""

    def __init__(self, *moves, name="fixed", **options):
        super().__init__(**options)
        self.moves, self.name = list(moves), name

    def decide(self, view, budget):
        move = self.moves.pop(0) if self.moves else view.tries()[0]
        if isinstance(move, BaseException):
            raise move
        return parse_move(move) if isinstance(move, str) else move


def sit(player, *lines, human=WHITE, path="game.pgn", fen=None, position=None, **look):
    """The session after the script, and all that was shown."""
    console = Console(file=io.StringIO(), **{"width": 100, "color_system": None, **look})
    position = position or (KriegspielPosition(fen) if fen else None)
    session = Session(Duel(human, player, BUDGET, position), GameFile(path, PGN), console, Script(*lines))
    try:
        session.run()
    finally:
        session.shown = console.file.getvalue()
    return session, session.shown


def moves_of(session) -> list[str]:
    from kaya.games.kriegspiel import move_name

    return [move_name(m) for m in session.duel.umpire.position.played]
