"""A session at a board of which the player sees a part: all that games with an umpire share."""

import shlex
from collections.abc import Callable
from typing import Any, ClassVar

from ..table import Failure
from .files import GameFile, read_game
from .session import TerminalSession


class HiddenSession(TerminalSession):
    """The player's side of a person_game. What is shown comes from `screen`, which knows no more than the player. A
    game brings its `Screen` and `Review`, a `tip` what to type, and `persons_side`, where the person sat in a record.
    """

    Screen: ClassVar[Callable[..., Any]]
    Review: ClassVar[Callable[..., Any]]
    persons_side: Any
    tip: str

    def _sit_down(self, person_game: Any) -> None:
        super()._sit_down(person_game)
        self.screen = self.Screen(person_game.seat, person_game.program_name, self.console)

    @property
    def _begun(self) -> bool:
        return bool(self.person_game.position.plies or self.person_game.position.tried)

    def _greet(self) -> None:
        self.news.append(f"You are {self._side}. Type {self.tip}; help shows what else there is.")
        self._show()

    def run(self) -> None:
        """Play and save; then offer to go through the game, or say how to go on with it."""
        try:
            super().run()
        except Failure as failure:
            raise Failure(f"{failure} {self._how_to_go_on()}") from failure
        if self.person_game.result and self._begun and self._confirmed("Go through the game with both views? "):
            self.Review(self._record(), self.console, self.ask).run()
        elif self._begun and not self.person_game.result:
            self._say(self._how_to_go_on())

    def _how_to_go_on(self) -> str:
        if not self.file.saved:
            return ""
        game, file = self.person_game.position.game.name, shlex.quote(str(self.file.wanted))
        return f"To go on with the game: kaya play {game} --resume {file}"

    def _do_log(self, _: str) -> None:
        self.screen.show_log()

    def _do_load(self, argument: str) -> None:
        record = read_game(argument, self.file_format)
        check_unfinished(record, argument)
        if self._unsaved:
            self._do_save("")
        old, human = self.person_game, self.persons_side(record) or self.person_game.human
        self._sit_down(type(old)(record.position, human, old.player, old.budget, record.date))
        self.file = GameFile.of(argument, record, self.file_format)
        self.news.append(f"Loaded {argument}: {len(record.position.plies)} half-moves. You are {self._side}.")
        self._show()

    def _do_level(self, argument: str) -> None:
        super()._do_level(argument)
        self.screen.opponent = self.person_game.program_name

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


def check_unfinished(record: Any, path: object) -> None:
    if record.result not in ("", "*") or record.position.over:
        raise ValueError(f"{path} is a finished game ({record.result}): kaya review {path} goes through it.")
