"""A sitting at the board of Phantom Go: ask, try, show, until the game is over and saved."""

from typing import Any

from ...games.go import BLACK, WHITE, parse_vertex, vertex
from ...protocols.forms import PHANTOM_SGF
from ...protocols.phantom_sgf import PhantomRecord
from ..commands import Command
from ..duel import PERSON
from ..hidden import HiddenSitting
from .commands import PHANTOM, parse
from .review import Review
from .screen import Screen


def persons_side(record: PhantomRecord) -> int | None:
    """Where the person sat in a recorded game, if there was one."""
    return BLACK if record.black == PERSON else WHITE if record.white == PERSON else None


class Session(HiddenSitting):
    language, form = PHANTOM, PHANTOM_SGF

    def screen_of(self, duel: Any) -> Screen:
        return Screen(duel.seat, duel.program_name, self.console)

    def review(self) -> None:
        Review(self._record(), self.console, self.ask).run()

    def persons_side(self, record: PhantomRecord) -> int | None:
        return persons_side(record)

    def _parse(self, text: str) -> Command | None:
        return parse(text, self.duel.position.lines)

    def _greet(self) -> None:
        self.news.append(f"You are {self._side}. Type a point such as D4, or pass; help shows what else there is.")
        self._show()

    # The commands, by name

    def _do_play(self, argument: str) -> None:
        self._try(parse_vertex(argument, self.duel.position.lines))

    def _do_pass(self, _: str) -> None:
        self._try(0)

    def _try(self, move: int) -> None:
        name = vertex(move, self.duel.position.lines)
        if move in self.duel.view.known.own:
            raise ValueError(f"Your own stone is on {name}.")
        if move in self.duel.view.tried:
            raise ValueError(f"{name} was refused before in this turn.")
        if not self.duel.play(move):
            self.news.append(f"The umpire refuses {name}. Try another point.")
        self._show()

    def _do_chances(self, _: str) -> None:
        self.screen.shaded = not self.screen.shaded
        self._show()
