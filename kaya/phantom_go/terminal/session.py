"""A session at the board of Phantom Go: ask, try, show, until the game is over and saved."""

from ...go.rules import BLACK, WHITE, parse_vertex, vertex
from ...terminal.commands import Command
from ...terminal.hidden import HiddenSession
from ...terminal.person_game import PERSON
from ..files import PHANTOM_SGF
from ..files.sgf import PhantomRecord
from .commands import PHANTOM, parse
from .review import Review
from .screen import Screen


def persons_side(record: PhantomRecord) -> int | None:
    """Where the person sat in a recorded game, if there was one."""
    return BLACK if record.black == PERSON else WHITE if record.white == PERSON else None


class Session(HiddenSession):
    language, file_format, tip = PHANTOM, PHANTOM_SGF, "a point such as D4, or pass"
    Screen, Review, persons_side = Screen, Review, staticmethod(persons_side)

    def _parse(self, text: str) -> Command | None:
        return parse(text, self.person_game.position.lines)

    # The commands, by name

    def _do_play(self, argument: str) -> None:
        self._put(parse_vertex(argument, self.person_game.position.lines))

    def _do_pass(self, _: str) -> None:
        self._put(0)

    def _put(self, move: int) -> None:
        name = vertex(move, self.person_game.position.lines)
        if move in self.person_game.view.known.own:
            raise ValueError(f"Your own stone is on {name}.")
        if move in self.person_game.view.tried:
            raise ValueError(f"{name} was refused before in this turn.")
        self._try(move, name)

    def _do_chances(self, _: str) -> None:
        self.screen.shaded = not self.screen.shaded
        self._show()
