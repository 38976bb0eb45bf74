"""GTP for Phantom Go, both sides of it: a program under an outside umpire, and an outside program under Kaya's.

GTP has no word for a try. Here `genmove` answers what the program would try, and nothing is played; the umpire then
says what became of it, in the words of `phantom_go/rules/messages.py`:

    genmove black                                   = E5
    phantom-heard black E5: refused                 =
    genmove black                                   = D4
    phantom-heard black D4: moved; 1 captured       =
    phantom-heard white moved; 2 captured at C3 C4  =

`play black D4` says that a try was accepted and nothing was captured, `phantom-refused D4` that it was not. The colour
of the first `genmove` is the program's. What cannot be is answered with a sentence, and the game goes on."""

from functools import partial
from typing import Any, BinaryIO

from ..go.gtp import registry
from ..go.gtp.client import COLOURS, GtpSeat
from ..go.gtp.commands import about
from ..go.gtp.engine import Conversation
from ..go.gtp.registry import Colour, Command, GtpError, Vertex
from ..go.rules import BLACK, vertex
from ..search import Budget
from ..table.seats import left_of
from .rules import OLYMPIAD, Announcement, Start, View
from .rules.board import Board

SECONDS = 5.0  # a move, where the budget says nothing
COMMANDS: dict[str, Command] = {}


command = partial(registry.command, known=COMMANDS)
for name in ("protocol_version", "name", "version", "known_command", "list_commands", "help", "quit"):
    command(name)(getattr(about, name))


class Engine(Conversation):
    commands = COMMANDS

    def __init__(
        self, player: Any, budget: Budget, lines: int, komi: float, rules: str = OLYMPIAD, *streams: BinaryIO | None
    ):
        told = budget.simulations is not None or budget.seconds is not None
        self.player, self.budget = player, budget if told else Budget(None, SECONDS, budget.nodes, budget.memory)
        self.conditions = Board().changed(size=lines, komi=komi, rules=rules)  # type: ignore[call-arg]
        super().__init__(*streams)
        self.clear()

    @property
    def lines(self) -> int:
        return self.conditions.size

    def clear(self, **changes: Any) -> None:
        try:
            self.conditions = self.conditions.changed(**changes)
        except ValueError as error:
            raise GtpError(str(error).rstrip(".")) from None
        self.view: View | None = None
        self.spent = (0, 0.0)
        self.player.forget()

    def seat(self, side: int) -> View:
        """The view of the side that the program plays; it is told before the first move."""
        if self.view is None:
            c = self.conditions
            self.view = Start(side, BLACK, lines=c.size, komi=c.komi, rules=c.rules).view()
        return self.view

    def hear(self, by: int, said: str) -> None:
        own = ":" in said
        view = self.seat(by if own else 3 - by)
        if own != (by == view.side):
            raise GtpError(f"the program plays {COLOURS[view.side]}: only its own moves are told with their point")
        try:
            view.hear(Announcement.read(said, view.ply + 1, by, view.lines))
        except ValueError as error:
            raise GtpError(str(error).rstrip(".")) from None
        if view.log[-1].legal:
            self.spent = (0, 0.0)


@command("boardsize")
def boardsize(engine: Engine, size: int) -> None:
    """Set the board size, 5 to 19, and begin a new game."""
    engine.clear(size=size)


@command("komi")
def komi(engine: Engine, komi: float) -> None:
    """Set White's compensation, and begin a new game."""
    engine.clear(komi=komi)


@command("phantom-rules")
def phantom_rules(engine: Engine, rules: str) -> None:
    """Set what the umpire announces, olympiad or atari, and begin a new game."""
    engine.clear(rules=rules)


@command("clear_board")
def clear_board(engine: Engine) -> None:
    """Begin a new game."""
    engine.clear()


@command("genmove")
def genmove(engine: Engine, colour: Colour) -> str:
    """What the program would try; nothing is played until the umpire has said what became of it."""
    view = engine.seat(colour)
    if colour != view.side:
        raise GtpError(f"the program plays {COLOURS[view.side]} in this game")
    if not view.my_turn:
        raise GtpError("the game is over" if view.over else "it is the opponent's turn: say phantom-heard first")
    decision = engine.player.choose(view, left_of(engine.budget, *engine.spent))
    engine.spent = engine.spent[0] + decision.report.simulations, engine.spent[1] + decision.report.seconds
    return "resign" if decision.move is None else vertex(decision.move, view.lines)


@command("play")
def play(engine: Engine, colour: Colour, move: Vertex) -> None:
    """A try of the program was accepted, and nothing captured."""
    name = vertex(move, engine.lines)
    engine.hear(colour, f"{name}: {'passed' if name == 'pass' else 'moved'}")


@command("phantom-refused")
def phantom_refused(engine: Engine, move: Vertex) -> None:
    """A try of the program was refused."""
    if engine.view is None:
        raise GtpError("nothing was tried yet")
    engine.hear(engine.view.side, f"{vertex(move, engine.lines)}: refused")


@command("phantom-heard")
def phantom_heard(engine: Engine, colour: Colour, *said: str) -> None:
    """What the umpire says of a move of this colour: `E5: moved; 1 captured`, of the opponent's without its point."""
    engine.hear(colour, " ".join(said))


@command("showboard")
def showboard(engine: Engine) -> str:
    """What the program knows: X is Black, O is White."""
    return "\n" + str(engine.view) if engine.view else "\nNobody has moved."


def serve(
    player: Any,
    *,
    budget: Budget,
    lines: int = 9,
    komi: float = 7.5,
    rules: str = OLYMPIAD,
    input: BinaryIO | None = None,
    output: BinaryIO | None = None,
) -> None:
    """Answer an umpire until `quit`, the end of input, or Ctrl-C."""
    Engine(player, budget, lines, komi, rules, input, output).run()


class PhantomGtpSeat(GtpSeat):
    """An outside program at a table of Phantom Go, with Kaya as its umpire."""

    def begin(self, start: Any, side: int) -> None:
        self.side, self.lines, self._own = side, start.lines, None
        for line in (f"boardsize {start.lines}", f"komi {start.komi:g}", "clear_board"):
            self._say(line)
        self._say(f"phantom-rules {start.rules}", may_fail=start.rules == OLYMPIAD)

    def hear(self, announcement: Any) -> None:
        self._say(f"phantom-heard {COLOURS[announcement.by]} {announcement.written(self.lines)}")
