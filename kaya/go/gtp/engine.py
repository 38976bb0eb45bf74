"""The engine: the game it holds, the player that thinks about it, the clocks, and the loop that answers commands."""

import contextlib
import os
import re
import sys
import threading
import time
from dataclasses import replace
from typing import BinaryIO, ClassVar

from ...search import Budget, Clock
from ...table.seats import within
from ..players.player import GoPlayer
from ..rules import BLACK, WHITE, GoPosition
from ..rules.board_position import checked_komi, checked_lines
from .lines import Line, Lines
from .registry import COMMANDS, Command, GtpError
from .rules import SCORING, Rules

SECONDS = 5.0  # a move, where neither the budget nor a clock says anything
LOOK = 0.02  # seconds between two looks at the clock and the input
QUICKEST = 0.001  # seconds a move gets however late it is
ROUNDED = 1.0  # seconds by which a referee may show less than there are
NUMBER = re.compile("[0-9]{1,10}")


class Conversation:
    """Lines in, answers out: what all engines that speak GTP share. One brings its `commands` and the `lines` of its
    board."""

    commands: ClassVar[dict[str, Command]]
    lines: int

    def __init__(self, input: BinaryIO | None, output: BinaryIO | None):
        self.input, self.output = Lines(input or sys.stdin.buffer), output or sys.stdout.buffer
        self.running = True
        self._arrived, self._number, self._begun = 0.0, "", False

    def run(self) -> None:
        """Answer until `quit`, the end of input, or Ctrl-C."""
        try:
            while self.running and (line := self.input.next()) is not None:
                self.handle(line)
        except KeyboardInterrupt:
            return
        except BrokenPipeError:  # the client has gone: let Python end without another try to write
            with contextlib.suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), self.output.fileno())

    def handle(self, line: Line) -> None:
        """Answer one line of input, whatever is in it."""
        self._arrived, self._number, self._begun = line.arrived, "", False
        if line.too_long:
            return self._answer("?", "syntax error: the line is too long")
        words = line.text.split()
        if not words:
            return None
        if NUMBER.fullmatch(words[0]):
            self._number = words.pop(0)
        try:
            return self._answer("=", self._run(words))
        except GtpError as error:
            return self._answer("?", str(error).rstrip("."))
        except BrokenPipeError:
            raise
        except Exception as error:  # the session must go on
            return self._answer("?", f"internal error: {type(error).__name__}: {error}")

    def _run(self, words: list[str]) -> str:
        if not words or words[0] not in self.commands:
            raise GtpError("unknown command")
        known = self.commands[words[0]]
        self.input.interrupted.clear()
        return known.run(self, *known.arguments(words[1:], self.lines)) or ""

    def begin(self) -> None:
        """Begin an answer that comes in many lines, as time goes by; `say` adds one."""
        self._begun = True
        self._write(f"={self._number}\n")

    def say(self, line: str) -> None:
        self._write(f"{line}\n")

    def _answer(self, mark: str, text: str) -> None:
        if self._begun:
            if mark == "?":
                print(f"kaya: {text}", file=sys.stderr)
            return self._write("\n")
        # an empty line would end the answer too early
        text = re.sub(r"\n\s*\n", "\n", text.rstrip())
        return self._write(f"{mark}{self._number} {text}".rstrip() + "\n\n")

    def _write(self, text: str) -> None:
        self.output.write(text.encode("utf-8", "replace"))
        self.output.flush()


class Engine(Conversation):
    commands = COMMANDS

    def __init__(self, player: GoPlayer, budget: Budget, lines: int, komi: float, *streams: BinaryIO | None):
        self.lines, self.komi = checked_lines(lines), checked_komi(komi)
        super().__init__(*streams)
        self.player, self.budget = player, budget
        self.rules = Rules()
        self.handicap = 0
        self.time = Clock()
        self.clocks: dict[int, Clock] = {}
        self.overhead = 0.0  # seconds by which moves came later than their search was told to end
        self._position: GoPosition | None = None
        self._warm_up = threading.Thread(target=self._compile_ahead, daemon=True, name="gtp-warm-up")
        self._warm_up.start()
        self.restart_clocks()

    # The game

    @property
    def position(self) -> GoPosition:
        """Made when first needed: `name` and `version` are answered before any kernel is there."""
        if self._position is None:
            self._position = GoPosition(self.lines, self.komi, SCORING[self.rules.scoring])
        return self._position

    def new_game(self, position: GoPosition | None = None, handicap: int = 0) -> None:
        """Start from an empty board, or from this position. Waits until everything is compiled: no clock runs yet."""
        self.wait_until_compiled()
        if position:
            self.lines, self.komi = position.lines, position.komi
            scoring = next(name for name, rules in SCORING.items() if rules == position.rules)
            self.rules = replace(self.rules, scoring=scoring)
        self._position, self.handicap = position, handicap
        self.player.forget()
        self.restart_clocks()
        self.set_komi(self.komi)
        with contextlib.suppress(ValueError):  # read and compile the network for this board
            self.player.evaluate(self.position)

    def set_komi(self, komi: float) -> None:
        """Set White's compensation; what the rules give for handicap stones comes on top."""
        try:
            self.position.komi = komi + self.rules.bonus(self.handicap)
        except ValueError as error:
            raise GtpError(f"syntax error: {error}") from None
        self.komi = komi

    def play(self, move: int, colour: int) -> None:
        """Play for either colour, also after two passes: over GTP a client says when a game is over."""
        self.position.play(move, colour, resume=True)

    def set_turn(self, colour: int) -> None:
        """Let `colour` move, even if it is not its turn."""
        if colour != self.position.mover:
            self.position.set_turn(colour)
            self.forget_tree()

    def forget_tree(self) -> None:
        """Drop the search tree, so that the next search starts from nothing."""
        self.player.forget_tree()

    # Time

    def restart_clocks(self) -> None:
        self.clocks = {colour: replace(self.time) for colour in (BLACK, WHITE)}
        self._lost: dict[int, float] = {}  # seconds by which the referee's clock ran longer than ours, once it was told
        self._moves = {BLACK: 0, WHITE: 0}  # that the clocks ran for

    def told(self, colour: int, seconds: float, stones: int) -> None:
        """What the referee's clock shows."""
        clock = self.clocks[colour]
        if clock.unlimited:
            return
        if not clock.stones:
            self._lost[colour] = self._lost[colour] + clock.left - seconds if colour in self._lost else 0.0
        clock.told(seconds, stones)

    def lag(self, colour: int) -> float:
        """Seconds that a move took the referee besides what was seen of it here: to this program and back."""
        return max(self._lost.get(colour, 0.0) - ROUNDED, 0.0) / max(self._moves[colour], 1)

    @property
    def elapsed(self) -> float:
        """Seconds since the command that is being answered came in."""
        return time.monotonic() - self._arrived

    def move_budget(self, colour: int) -> Budget:
        """What a search for `colour` may use: its clock's share, less what has passed and usually passes after it."""
        clock = self.clocks[colour]
        if not clock.unlimited:
            asked = within(clock, self.budget, self.position.moves_to_go, self.overhead + self.lag(colour))
            seconds = max((asked.seconds or SECONDS) - self.elapsed, QUICKEST)
            return Budget(asked.simulations, seconds, asked.nodes, asked.memory)
        if self.budget.simulations is None and self.budget.seconds is None:
            return Budget(None, SECONDS, self.budget.nodes, self.budget.memory)
        return self.budget

    def learn_overhead(self, late: float) -> None:
        """Remember by how many seconds a decision came after its search should have ended."""
        self.overhead = max(0.8 * self.overhead, late)

    def spend(self, colour: int) -> None:
        """Take the whole time of this command off the clock."""
        self.clocks[colour].spend(self.elapsed)
        self._moves[colour] += 1

    # Compiling

    def wait_until_compiled(self) -> None:
        self._warm_up.join()

    def _compile_ahead(self) -> None:
        with contextlib.suppress(Exception):  # what is wrong will be said where it is needed
            self.try_out()

    def try_out(self) -> None:
        """Search a tiny board with the player's strategies: compiles all that a game needs, and costs nothing more."""
        position, player, budget = GoPosition(3), self.player.twin(), Budget(simulations=100, memory=1 << 20)
        player.threads = 1
        for _ in range(2):
            position.play(player.think(position, budget).moves[0].move)
        position.dead_stones(playouts=1)


def serve(
    player: GoPlayer,
    *,
    budget: Budget,
    lines: int = 19,
    komi: float = 7.5,
    input: BinaryIO | None = None,
    output: BinaryIO | None = None,
) -> None:
    """Answer GTP commands until `quit`, the end of input, or Ctrl-C. ValueError if there is no such board or komi."""
    Engine(player, budget, lines, komi, input, output).run()
