"""Any game in the terminal: its board as it shows itself, moves by their names. What a game of one's own is played with
until it has a board of its own here."""

from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from ..protocols.forms import PLAIN
from ..search import Budget
from ..table import Table
from .commands import Command, Language
from .duel import Duel
from .face import Face, Resumed
from .sitting import Sitting

HELP = {
    "3": "play this move",
    "moves": "what can be played",
    "resign": "give the game up",
    "save": "save the game; `save FILE` under this name",
    "level": "`level 7` lets the program think more, 1 to 10",
    "board": "draw the board again",
    "help": "show this",
    "quit": "save and leave, as does Ctrl-D",
}
ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "tries": "moves", "show": "board"}
WORDS = Language(HELP, ALIASES, frozenset({"play", "save", "level"}), "move")


class Session(Sitting):
    """The player's side of a duel, by what the player knows."""

    language, form = WORDS, PLAIN

    def _parse(self, text: str) -> Command | None:
        def is_move(word: str) -> bool:
            self.duel.view.parse_move(word)
            return True

        return WORDS.parse(text, is_move)

    def _do_play(self, argument: str) -> None:
        view = self.duel.view
        move = view.parse_move(argument)
        if not self.duel.play(move):
            self.news.append(f"The umpire refuses {view.move_name(move)}. Try another move.")
        if not self.duel.result:
            self._show()

    def _do_moves(self, _: str) -> None:
        view = self.duel.view
        moves = view.tries() if self.duel.position.game.hidden else view.legal_moves()
        self._say(" ".join(map(view.move_name, moves)))

    def _show(self) -> None:
        self._say(str(self.duel.view))
        self._tell_news()


def _picture(table: Table, names: dict[int, str], console: Console) -> RenderableType:
    return Text(str(table.position))


def _resume(record: Any, path: object) -> Resumed:
    return Resumed(record.position, next((side for side, name in record.names.items() if name == "Player"), None), None)


FACE = Face(PLAIN, Duel, Session, _picture, lambda position, budget: Budget(simulations=200), _resume)
