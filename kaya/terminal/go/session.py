"""A sitting at the Go board: ask, do, show, until the game is over and saved."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from ...games.go import PASS, parse_vertex, vertex
from ...games.go.chains import chain_at
from ...protocols.forms import SGF
from ...protocols.sgf import GameRecord
from ..commands import Command, is_yes, parse_number
from ..files import GameFile, read_game
from ..sitting import Quit, Sitting
from ..thinking import thinking
from .board import Marks
from .commands import GO, parse
from .duel import count_in_words
from .screen import counted_marks, estimate_marks, facts_room, game_picture, hint_labels, hint_line, hint_table

HINTS = 3


class Session(Sitting):
    """The player's side of a duel."""

    language, form = GO, SGF

    def __init__(self, *sitting: Any, comments: bool = False):
        self.comments = comments
        super().__init__(*sitting)

    def _record(self) -> GameRecord:
        record = self.duel.record()
        return SGF.of(record if self.comments else replace(record, reports={}))

    def _parse(self, text: str) -> Command | None:
        return parse(text, self.duel.position.lines)

    def _programs_turn(self) -> None:
        duel = self.duel
        with thinking(self.console, duel.player.name, duel.position.move_name) as watching:
            decision = duel.answer(**watching)
        move, lines = decision.move, duel.position.lines
        if move is None:
            self._show()
            self._say(f"{duel.player.name} resigns.")
            return
        why = f": {decision.reason}" if decision.reason else ""
        self.news.insert(0, f"{duel.player.name} plays {vertex(move, lines)}." if move != PASS
                         else f"{duel.player.name} passes{why}.")  # fmt: skip
        if not duel.position.over:
            self._show()

    # The commands, by name

    def _do_play(self, argument: str) -> None:
        self.duel.play(parse_vertex(argument, self.duel.position.lines))
        if not self.duel.position.over:
            self._show()  # the own stone is there while the program thinks

    def _do_pass(self, _: str) -> None:
        self.duel.play(PASS)

    def _do_hint(self, argument: str) -> None:
        count = parse_number(argument, 1, 9, HINTS, "The number of hints")
        with thinking(self.console, "Hint", self.duel.position.move_name) as watching:
            report = self.duel.hints(**watching)
        lines = self.duel.position.lines
        marks = Marks(self._last, labels=hint_labels(report, count))
        table = hint_table(report, lines, count, facts_room(lines, self.console.width))
        self._show(marks, [table], hint_line(report, lines, count))

    def _do_score(self, _: str) -> None:
        marks, sentence = estimate_marks(self.duel.position, self._last, self.duel.player.judge)
        self._show(marks)
        self._say(sentence)

    def _do_load(self, argument: str) -> None:
        record = read_game(argument)
        record.position()  # no ValueError: every move is legal
        if self._unsaved:
            self._do_save("")
        self.duel.go_on_with(record)
        self.file = GameFile()
        self.news.append(f"Loaded {argument}: {len(record.moves)} moves.")
        self._show()

    def _do_comments(self, _: str) -> None:
        self.comments = not self.comments
        self._say("Saved games will have the program's thoughts." if self.comments
                  else "Saved games will have the moves only.")  # fmt: skip

    # The end

    def _count(self) -> None:
        """Propose dead stones; the player agrees, corrects chain by chain, or plays on."""
        duel = self.duel
        dead = frozenset(duel.position.dead_stones())
        self.news.append("Both passed. Dead stones are marked; what they stand on counts for the other side.")
        while True:
            self._show(counted_marks(duel.position, dead))
            self._say(count_in_words(duel.position, dead))
            text = self._asked_at_the_end().strip().lower()
            if text in ("", "done") or is_yes(text):
                duel.count(dead)
                return
            if text in ("undo", "continue", "no", "n", "play on"):
                duel.play_on()
                self.news.append("The game goes on.")
                self._show()
                return
            if text in ("quit", "q", "exit"):
                duel.count(dead)
                raise Quit
            try:
                chain = set(chain_at(duel.position.state, parse_vertex(text, duel.position.lines)))
                self.news += [] if chain else ["There is no stone."]
                dead = dead - chain if chain & dead else dead | chain
            except ValueError:
                self.news.append("Enter agrees, a point such as D4 turns a chain dead or alive, undo plays on.")

    def _asked_at_the_end(self) -> str:
        try:
            return self.ask("Agreed? (Enter, a point, or undo) > ")
        except KeyboardInterrupt:
            self.console.print()
            return "?"
        except EOFError:
            return "quit"

    # The screen

    @property
    def _last(self) -> int:
        return self.duel.position.played[-1] if self.duel.position.played else PASS

    def _show(self, marks: Marks | None = None, more: Sequence[RenderableType] = (), brief: str = "") -> None:
        """The board, on a fresh screen where there is one, and the news below it."""
        duel, console = self.duel, self.console
        names = {duel.human: "you", duel.program: duel.program_name}
        if (rate := duel.own_winning_rate) is not None:
            more = [Text(f"{duel.player.name} gives itself {100 * rate:.0f} %", "dim"), *more]
        room = (console.width, console.height if console.is_terminal else 1000)
        if console.is_terminal:
            console.clear()
        console.print(game_picture(duel.position, names, marks or Marks(self._last), self.look, room, more, brief))
        self._tell_news()
