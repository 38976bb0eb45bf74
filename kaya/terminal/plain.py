"""Any game in the terminal: its board as it shows itself, moves by their names. What a game of one's own is played with
until it has a board of its own here."""

from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from ..protocols.formats import PLAIN
from ..table import Record, Table
from .adapter import Resumed, TerminalAdapter, at_most
from .commands import LAST, Command, Language
from .person_game import PERSON, PersonGame
from .session import TerminalSession

HELP = {
    "moves": "what can be played",
    "undo": "take back your last move and the answer to it",
    "resign": "give the game up",
    "save": "save the game; `save FILE` under this name",
    "level": "`level 7` lets the program think more, 1 to 10",
    **LAST,
}
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "tries": "moves", "show": "board"}
WITH_ARGUMENT = frozenset({"play", "save", "level"})


class Session(TerminalSession):
    """The player's side of a person_game, by what the player knows."""

    file_format = PLAIN

    def _sit_down(self, person_game: Any) -> None:
        super()._sit_down(person_game)
        start = person_game.position.game.new_game()
        example = start.move_name((start.possible_tries() if self._hidden else start.legal_moves())[0])
        self.language = Language({example: "play this move", **HELP}, ALIASES, WITH_ARGUMENT, "move")

    @property
    def _hidden(self) -> bool:
        return self.person_game.position.game.hidden

    @property
    def _possible(self) -> list[str]:
        """The moves that could be played, by their names."""
        view = self.person_game.view
        return [view.move_name(move) for move in (view.tries() if self._hidden else view.legal_moves())]

    def _parse(self, text: str) -> Command | None:
        def is_move(word: str) -> bool:
            try:
                self.person_game.view.parse_move(word)
            except ValueError:
                return False
            return True

        if text.strip() in self._possible:  # also where it is the name of a command
            return Command("play", text.strip())
        return self.language.parse(text, is_move)

    def _do_play(self, argument: str) -> None:
        move = self.person_game.view.parse_move(argument)
        self._try(move, self.person_game.view.move_name(move))

    def _do_moves(self, _: str) -> None:
        self._say(" ".join(self._possible))

    def _show(self) -> None:
        """What the player knows; when the game is over, everything."""
        game = self.person_game
        self._say(str(game.view if self._hidden and not game.result else game.position))
        self._tell_news()


def _picture(table: Table, names: dict[int, str], console: Console) -> RenderableType:
    return Text(str(table.position))


def _resume(record: Record, path: object) -> Resumed:
    return Resumed(record.position, next((side for side, name in record.names.items() if name == PERSON), None), None)


ADAPTER = TerminalAdapter(PLAIN, PersonGame, Session, _picture, at_most(simulations=200), _resume, every=2)
