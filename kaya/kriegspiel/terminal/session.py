"""A session at the chess board: ask, try, show, until the game is over and saved."""

from dataclasses import replace

from ...terminal.commands import Command
from ...terminal.hidden import HiddenSession
from ..files import PGN
from ..players.hints import chances, chances_by_network, hints
from ..rules import message_text, square
from ..rules.squares import ASKING
from .board import Marks
from .commands import KRIEGSPIEL, parse
from .person_game import persons_side
from .reading import own_name, read_try
from .review import Review
from .screen import Screen, goals_of, view_marks


class Session(HiddenSession):
    language, file_format, unit, tip = KRIEGSPIEL, PGN, "seconds a move", "a move such as e2e4 or Nf3"
    Screen, Review, persons_side = Screen, Review, staticmethod(persons_side)

    def _parse(self, text: str) -> Command | None:
        return parse(text)

    # The commands, by name

    def _do_play(self, argument: str) -> None:
        view = self.person_game.view
        move = read_try(view, argument)
        self._try(move, own_name(view, move))

    def _do_any(self, _: str) -> None:
        self.person_game.play(read_try(self.person_game.view, ASKING))
        self.news.append(f"The umpire answers: {message_text(self.person_game.view.log[-1].message)}.")
        self._show()

    def _do_tries(self, argument: str) -> None:
        if not argument:
            self.screen.show_tries()
            return
        source = square(argument.lower()[-2:])
        goals = goals_of(self.person_game.view, source)
        if not goals:
            raise ValueError(f"There is nothing on {argument[-2:]} that you could move.")
        self.screen.show(Marks(moved=frozenset({source}), goals=goals))

    def _do_hint(self, _: str) -> None:
        view = self.person_game.view
        found, where = hints(view)
        self.screen.show(replace(view_marks(view), chances=where.by_place))
        self.screen.show_hints(found)

    def _do_chances(self, argument: str) -> None:
        view = self.person_game.view
        if argument not in ("", "network"):
            raise ValueError("Say chances, for what program C believes, or chances network.")
        found = chances_by_network(view) if argument else chances(view)
        self.screen.show(replace(view_marks(view), chances=found.by_place))
