"""A sitting at the chess board: ask, try, show, until the game is over and saved."""

import shlex
from dataclasses import replace
from typing import Any

from ...games.kriegspiel import square
from ...knowledge.kriegspiel.belief.chances import chances
from ...protocols.forms import PGN
from ...table import Failure
from ..commands import Command
from ..files import GameFile, read_game
from ..sitting import Sitting
from .board import Marks
from .commands import KRIEGSPIEL, parse
from .duel import Duel, check_unfinished, persons_side
from .reading import own_name, read_try
from .review import Review
from .screen import Screen, goals_of, view_marks


class Session(Sitting):
    """The player's side of a duel. What is shown comes from `screen`, which knows no more than the player."""

    language, form, unit = KRIEGSPIEL, PGN, "seconds a move"

    def _sit_down(self, duel: Any) -> None:
        super()._sit_down(duel)
        self.screen = Screen(duel.seat, duel.program_name, self.console)

    @property
    def _begun(self) -> bool:
        return bool(self.duel.position.plies or self.duel.position.tried)

    def _parse(self, text: str) -> Command | None:
        return parse(text)

    # The game

    def run(self) -> None:
        """Play and save; then offer to go through the game, or say how to go on with it."""
        try:
            super().run()
        except Failure as failure:
            raise Failure(f"{failure} {self._how_to_go_on()}") from failure
        if self.duel.result and self._begun and self._confirmed("Go through the game with both views? "):
            Review(self._record(), self.console, self.ask).run()
        elif self._begun and not self.duel.result:
            self._say(self._how_to_go_on())

    def _how_to_go_on(self) -> str:
        if not self.file.saved:
            return ""
        return f"To go on with the game: kaya play kriegspiel --resume {shlex.quote(str(self.file.wanted))}"

    def _greet(self) -> None:
        self.news.append(f"You are {self._side}. Type a move such as e2e4 or Nf3; help shows what else there is.")
        self._show()

    # The commands, by name

    def _do_play(self, argument: str) -> None:
        view = self.duel.view
        move = read_try(view, argument)
        name = own_name(view, move)
        if not self.duel.play(move):
            self.news.append(f"The umpire refuses {name}. Try another move.")
        self._show()

    def _do_tries(self, argument: str) -> None:
        if not argument:
            self.screen.show_tries()
            return
        source = square(argument.lower()[-2:])
        goals = goals_of(self.duel.view, source)
        if not goals:
            raise ValueError(f"There is nothing on {argument[-2:]} that you could move.")
        self.screen.show(Marks(moved=frozenset({source}), goals=goals))

    def _do_chances(self, _: str) -> None:
        self.screen.show(replace(view_marks(self.duel.view), chances=chances(self.duel.view).by_place))

    def _do_log(self, _: str) -> None:
        self.screen.show_log()

    def _do_load(self, argument: str) -> None:
        record = read_game(argument, PGN)
        check_unfinished(record, argument)
        if self._unsaved:
            self._do_save("")
        old = self.duel
        human = persons_side(record) or old.human
        self._sit_down(Duel(record.position, human, old.player, old.budget, record.date))
        self.file = GameFile.of(argument, record, PGN)
        self.news.append(f"Loaded {argument}: {len(record.position.plies)} half-moves. You are {self._side}.")
        self._show()

    def _do_level(self, argument: str) -> None:
        super()._do_level(argument)
        self.screen.opponent = self.duel.program_name

    def _correct(self, error: ValueError) -> None:
        """On a screen that can be cleared the board stays in sight."""
        self.news.append(error)
        if self.console.is_terminal:
            self._show()
        else:
            self._tell_news()

    def _show(self) -> None:
        self.screen.show()
        self._tell_news()
