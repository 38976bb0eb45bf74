"""What the tests of Kriegspiel in the terminal share: a program that plays from a script, and a session at it."""

from kaya import Budget
from kaya.kriegspiel.files import PGN
from kaya.kriegspiel.players import KriegspielPlayer
from kaya.kriegspiel.rules import WHITE, KriegspielPosition, move_name, parse_move
from kaya.kriegspiel.terminal.person_game import PersonGame
from kaya.kriegspiel.terminal.session import Session
from kaya.players import Decision
from kaya.search import Report
from kaya.terminal.files import GameFile

from ...terminal.scripted import Script, paper

BUDGET = Budget(simulations=1)


class Fixed(KriegspielPlayer):
    """A program that tries these moves, and then the first that it could; an exception among them is raised."""

    def __init__(self, *moves, name="fixed", **options):
        super().__init__(**options)
        self.moves, self.name = list(moves), name

    def decide(self, view, budget, **watching):
        move = self.moves.pop(0) if self.moves else view.tries()[0]
        if isinstance(move, BaseException):
            raise move
        return Decision(parse_move(move) if isinstance(move, str) else move, Report.of_nothing())


def sit(player, *lines, human=WHITE, path="game.pgn", fen=None, position=None, **look):
    """The session after the script, and all that was shown."""
    console = paper(**look)
    position = position or (KriegspielPosition(fen) if fen else KriegspielPosition())
    session = Session(PersonGame(position, human, player, BUDGET), GameFile(path, PGN), console, Script(*lines))
    try:
        session.run()
    finally:
        session.shown = console.file.getvalue()
    return session, session.shown


def moves_of(session) -> list[str]:
    return [move_name(m) for m in session.person_game.position.played]
