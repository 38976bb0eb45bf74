"""Phantom Go in the page: from the person's `View` while the game lasts, and everything when it is over."""

from typing import Any, ClassVar

from ...go.rules import BLACK, WHITE, GoPosition, go
from ...go.rules.coordinates import point
from ...go.web.adapter import GoBoardPage
from ...players import default_player, make_player
from ...search import Budget, Report
from ...table import Record
from ...table.tree import GameTree
from ...web.adapter import Opened
from ..files.compact import encode
from ..files.sgf import at_start
from ..knowledge.belief import chances
from ..players.phantom import CLASSIC_LEVELS, LEVELS
from ..rules import View
from ..terminal.screen import facts_of, told_text

WIDTH = 60  # letters of a fact


class PhantomGoPage(GoBoardPage):
    player: Any = None  # of Go, when the umpire has been asked
    actions: ClassVar = ("pass", "resign", "chances")
    kernels = 176
    odds: ClassVar = (0.53, -0.93)
    programs: ClassVar = {
        **GoBoardPage.programs,
        "phantom": "the strongest: Kaya's network of Go, asked about boards that agree with the umpire's words",
        "phantom-classic": "the same without a network: what Kaya knows of Go, and games played out as MoGo does",
        "phantom-net": "a network that has learned from games against itself, without a search",
        "phantom-early": "UCT with early probabilistic opponent-move guessing (2007)",
        "phantom-late": "UCT with late random opponent-move guessing (2007)",
        "phantom-mc": "flat Monte-Carlo over random boards (2006)",
        "phantom-random": "any try that fills no own eye",
    }

    strength: ClassVar = {
        "phantom": {
            level: f"{budget.simulations:,} simulations a move{' with the network' if level > CLASSIC_LEVELS else ''}"
            for level, budget in LEVELS.items()
        }
    }

    def from_file(self, text: str) -> Opened:
        record = self.file_format.read(text.encode())
        return Opened(record.position, record.result, {1: record.black, 2: record.white}, record.tree or GameTree())

    def conditions(self, position: Any) -> dict[str, Any]:
        return {"size": position.lines, "komi": position.komi, "rules": position.rules}

    def board(self, view: View) -> dict[str, Any]:
        own = [a.move for a in view.log if a.legal and a.by == view.side][-1:]
        places = _places(view.lines)
        return {
            "kind": "phantom",
            "size": view.lines,
            "stones": [int(view.board.colour[p]) for p in places],
            "last": places.index(own[0]) if own and own[0] in view.known.own else None,
            "vain": [self.name(view, p) for p in view.tried],
            "refused": [self.name(view, p) for p in refused_before(view)],
            "komi": view.start.komi,
            "captured": {view.side: view.lost, 3 - view.side: view.won},
        }

    def told(self, view: View, announcement: Any) -> str:
        return told_text(view, announcement)

    def facts(self, view: View) -> list[str]:
        return [fact.plain for fact in facts_of(view, WIDTH)]

    def chances(self, view: View) -> dict[str, list[float]]:
        found = chances(view)
        return {"stones": [round(found[p], 3) if p not in view.known.enemies else 0.0 for p in _places(view.lines)]}

    def judged(self, position: Any, simulations: int) -> Report:
        """By the usual player of Go, on a board that both would see."""
        board, begun = GoPosition(position.lines, position.komi), at_start(position)
        board.place(black=begun.stones(BLACK), white=begun.stones(WHITE))
        board.set_turn(begun.mover)
        for side, move in position.line:
            board.play(move, side, resume=True)
        self.player = self.player or make_player(default_player(go.name), game=go.name, seed=1)
        return self.player.think(board, Budget(simulations=simulations))

    def everything(self, position: Any) -> dict[str, Any]:
        form = self.file_format
        written = form.write(form.of(Record(position, {1: "", 2: ""}))).decode()
        captured = {side: position.captured(side) for side in (1, 2)}
        return {"kind": "phantom", "record": encode(written), "komi": position.komi, "captured": captured}


def refused_before(view: View) -> list[int]:
    """Points that were refused in turns before this one and on which no stone is known: what was in the way may have
    been captured since."""
    refused = dict.fromkeys(a.move for a in view.log if not a.legal and a.by == view.side)
    return [p for p in refused if not view.board.colour[p] and p not in view.tried]


def _places(lines: int) -> list[int]:
    return [point(x, y, lines) for y in range(lines) for x in range(lines)]
