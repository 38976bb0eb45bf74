"""A sitting at the board of Phantom Go: ask, try, show, until the game is over and saved."""

import shlex
from typing import Any

from ...games.go import BLACK, WHITE, parse_vertex, vertex
from ...protocols.forms import PHANTOM_SGF
from ...protocols.phantom_sgf import PhantomRecord
from ..commands import Command
from ..duel import PERSON, Duel
from ..files import GameFile, read_game
from ..sitting import Sitting
from .commands import PHANTOM, parse
from .review import Review
from .screen import Screen


def check_unfinished(record: PhantomRecord, path: object) -> None:
    """ValueError if the game is over."""
    if record.result or record.position.over:
        raise ValueError(f"{path} is a finished game ({record.result}): kaya review {path} goes through it.")


class Session(Sitting):
    """The player's side of a duel. What is shown comes from `screen`, which knows no more than the player."""

    language, form = PHANTOM, PHANTOM_SGF

    def _sit_down(self, duel: Any) -> None:
        super()._sit_down(duel)
        self.screen = Screen(duel.seat, duel.program_name, self.console)

    @property
    def _begun(self) -> bool:
        return bool(self.duel.position.plies or self.duel.position.tried)

    def _parse(self, text: str) -> Command | None:
        return parse(text, self.duel.position.lines)

    def run(self) -> None:
        """Play and save; then offer to go through the game, or say how to go on with it."""
        super().run()
        if self.duel.result and self._begun and self._confirmed("Go through the game with both views? "):
            Review(self._record(), self.console, self.ask).run()
        elif self._begun and not self.duel.result and self.file.saved:
            self._say(f"To go on with the game: kaya play phantom-go --resume {shlex.quote(str(self.file.wanted))}")

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

    def _do_log(self, _: str) -> None:
        self.screen.show_log()

    def _do_load(self, argument: str) -> None:
        record = read_game(argument, PHANTOM_SGF)
        check_unfinished(record, argument)
        if self._unsaved:
            self._do_save("")
        old = self.duel
        human = BLACK if record.black == PERSON else WHITE if record.white == PERSON else old.human
        self._sit_down(Duel(record.position, human, old.player, old.budget, record.date))
        self.file = GameFile.of(argument, record, PHANTOM_SGF)
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
