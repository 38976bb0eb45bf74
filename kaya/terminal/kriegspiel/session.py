"""A sitting at the chess board: ask, try, show, until the game is over and saved."""

import shlex
from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from ...games.kriegspiel import KriegspielPosition, square
from ...games.kriegspiel.squares import COLOURS
from ...players.kriegspiel import KRIEGSPIEL_LEVELS
from ...protocols.kriegspiel_pgn import KriegspielRecord
from ..commands import Command, parse_number
from ..files import PGN, GameFile, read_game
from ..go.screen import help_table
from ..sitting import Sitting
from .board import Marks
from .commands import KRIEGSPIEL, parse
from .duel import Duel, Failure, check_unfinished, persons_side
from .reading import own_name, read_try
from .review import Review
from .screen import Screen, goals_of


class Session(Sitting):
    """The player's side of a duel. What is shown comes from `screen`, which knows no more than the player."""

    def __init__(self, duel: Duel, file: GameFile, console: Console, ask: Callable[[str], str] = input):
        super().__init__(file, console, ask)
        self._sit_down(duel)

    def _sit_down(self, duel: Duel) -> None:
        self.duel, self.screen = duel, Screen(duel.seat, self.console)

    @property
    def _position(self) -> KriegspielPosition:
        return self.duel.umpire.position

    def _record(self) -> KriegspielRecord:
        return self.duel.record()

    @property
    def _begun(self) -> bool:
        return bool(self._position.plies or self._position.tried)

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

    def _play(self) -> None:
        side = COLOURS[self.duel.human]
        self.news.append(f"You are {side}. Type a move such as e2e4 or Nf3; help shows what else there is.")
        self._show()
        while not self.duel.result:
            if self.duel.view.my_turn:
                self._obey(f"{side} to move > ")
            else:
                self._programs_turn()
        self.console.print(Text(self.duel.verdict(), "bold"))

    def _programs_turn(self) -> None:
        if self.console.is_terminal:
            text = Text(f"{self.duel.player.name} thinks [Ctrl-C: save and leave]")
            with self.console.status(text, spinner="dots" if self.screen.look.unicode else "line"):
                self.duel.answer()
        else:
            self.duel.answer()
        self._show()

    # The commands, by name

    def _do_play(self, argument: str) -> None:
        view = self.duel.view
        move = read_try(view, argument)
        name = own_name(view, move)
        if not self.duel.try_move(move):
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

    def _do_log(self, _: str) -> None:
        self.screen.show_log()

    def _do_resign(self, _: str) -> None:
        if self._confirmed("Resign? "):
            self.duel.resign()

    def _do_load(self, argument: str) -> None:
        record = read_game(argument, PGN)
        check_unfinished(record, argument)
        if self._unsaved:
            self._do_save("")
        old = self.duel
        human = persons_side(record) or old.human
        self._sit_down(Duel(human, old.player, old.opponent.budget, record.position, record.date))
        self.file = GameFile.of(argument, record, PGN)
        self.news.append(f"Loaded {argument}: {len(record.position.plies)} half-moves. You are {COLOURS[human]}.")
        self._show()

    def _do_level(self, argument: str) -> None:
        if argument:
            self.duel.set_level(parse_number(argument, min(KRIEGSPIEL_LEVELS), max(KRIEGSPIEL_LEVELS), 5, "The level"))
        now = self.duel.level
        self._say(f"Level {now}: {KRIEGSPIEL_LEVELS[now]:g} seconds for each try." if now
                  else "No level is set; level 1 to 10 sets one.")  # fmt: skip

    def _do_board(self, _: str) -> None:
        self._show()

    def _do_help(self, _: str) -> None:
        self._say(help_table(KRIEGSPIEL.help))

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
