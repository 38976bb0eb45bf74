"""A session at the Go board: ask, do, show, until the game is over and saved."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from ...terminal.commands import Command, is_yes, parse_number
from ...terminal.files import GameFile, read_game
from ...terminal.look import fresh_screen
from ...terminal.progress import thinking
from ...terminal.session import Quit, TerminalSession
from ..files import SGF
from ..files.sgf import GameRecord
from ..rules import PASS, parse_vertex, vertex
from ..rules.chains import chain_at
from .board import Marks
from .commands import GO, parse
from .person_game import count_in_words
from .screen import counted_marks, estimate_marks, facts_room, game_picture, hint_labels, hint_line, hint_table

HINTS = 3


class Session(TerminalSession):
    language, file_format = GO, SGF

    def __init__(self, *given: Any, comments: bool = False):
        self.comments = comments
        super().__init__(*given)

    def _record(self) -> GameRecord:
        record = self.person_game.record()
        return SGF.of(record if self.comments else replace(record, reports={}))

    def _parse(self, text: str) -> Command | None:
        return parse(text, self.person_game.position.lines)

    def _programs_turn(self) -> None:
        person_game = self.person_game
        with thinking(self.console, person_game.player.name, person_game.position.move_name) as watching:
            decision = person_game.answer(**watching)
        move, lines = decision.move, person_game.position.lines
        if move is None:
            self._show()
            self._say(f"{person_game.player.name} resigns.")
            return
        why = f": {decision.reason}" if decision.reason else ""
        did = f"plays {vertex(move, lines)}" if move != PASS else f"passes{why}"
        self.news.insert(0, f"{person_game.player.name} {did}.")
        if not person_game.position.over:
            self._show()

    # The commands, by name

    def _do_play(self, argument: str) -> None:
        self.person_game.play(parse_vertex(argument, self.person_game.position.lines))
        if not self.person_game.position.over:
            self._show()  # the own stone is there while the program thinks

    def _do_pass(self, _: str) -> None:
        self.person_game.play(PASS)

    def _do_hint(self, argument: str) -> None:
        count = parse_number(argument, 1, 9, HINTS, "The number of hints")
        with thinking(self.console, "Hint", self.person_game.position.move_name) as watching:
            report = self.person_game.hints(**watching)
        lines = self.person_game.position.lines
        marks = Marks(self._last, labels=hint_labels(report, count))
        table = hint_table(report, lines, count, facts_room(lines, self.console.width))
        self._show(marks, [table], hint_line(report, lines, count))

    def _do_score(self, _: str) -> None:
        marks, sentence = estimate_marks(self.person_game.position, self._last, self.person_game.player.evaluate)
        self._show(marks)
        self._say(sentence)

    def _do_load(self, argument: str) -> None:
        record = read_game(argument, SGF)
        record.position()  # no ValueError: every move is legal
        if self._unsaved:
            self._do_save("")
        self.person_game.go_on_with(record)
        self.file = GameFile(None, SGF)
        self.news.append(f"Loaded {argument}: {len(record.moves)} moves.")
        self._show()

    def _do_comments(self, _: str) -> None:
        self.comments = not self.comments
        what = "program's thoughts" if self.comments else "moves only"
        self._say(f"Saved games will have the {what}.")

    # The end

    def _count(self) -> None:
        """Propose dead stones; the player agrees, corrects chain by chain, or plays on."""
        person_game = self.person_game
        dead = frozenset(person_game.position.dead_stones())
        self.news.append("Both passed. Dead stones are marked; what they stand on counts for the other side.")
        while True:
            self._show(counted_marks(person_game.position, dead))
            self._say(count_in_words(person_game.position, dead))
            text = self._asked_at_the_end().strip().lower()
            if text in ("", "done") or is_yes(text):
                person_game.count(dead)
                return
            if text in ("undo", "continue", "no", "n", "play on"):
                person_game.play_on()
                self.news.append("The game goes on.")
                self._show()
                return
            if text in ("quit", "q", "exit"):
                person_game.count(dead)
                raise Quit
            try:
                chain = set(chain_at(person_game.position.state, parse_vertex(text, person_game.position.lines)))
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
        return self.person_game.position.played[-1] if self.person_game.position.played else PASS

    def _show(self, marks: Marks | None = None, more: Sequence[RenderableType] = (), brief: str = "") -> None:
        """The board, on a fresh screen where there is one, and the news below it."""
        person_game, console = self.person_game, self.console
        names = {person_game.human: "you", person_game.program: person_game.program_name}
        if (rate := person_game.own_winning_rate) is not None:
            more = [Text(f"{person_game.player.name} gives itself {100 * rate:.0f} %", "dim"), *more]
        room = fresh_screen(console, rows=1000)
        console.print(
            game_picture(person_game.position, names, marks or Marks(self._last), self.look, room, more, brief)
        )
        self._tell_news()
