"""Kriegspiel in the page: from the person's `View` while the game lasts, and everything when it is over."""

import re
from typing import Any, ClassVar

from ...games.game import Verdict
from ...players.levels import TOP
from ...search import Report
from ...table import ending_of
from ...web.adapter import Opened, PageAdapter
from ..files.compact import compact
from ..files.tree import read_tree
from ..players.net import TEMPERATURES
from ..rules import KriegspielPosition, View, message_text
from ..rules.messages import CHECKS, TAKEN
from ..rules.squares import COLOURS, KING, LETTERS, PAWN, WHITE, square
from ..terminal.reading import read_try
from ..terminal.screen import facts_of, log_of, view_marks

FACTS = ("Event", "Site", "Date", "Round")  # of a file that are shown


def temperatures(by_level: tuple[float, ...]) -> dict[int, str]:
    return {level: f"tries drawn at temperature {t:g}" for level, t in enumerate(by_level, start=1)}


class KriegspielPage(PageAdapter):
    sides: ClassVar = COLOURS
    actions: ClassVar = ("resign", "chances")
    kernels = 161
    odds: ClassVar = (1.0, -0.5)
    programs: ClassVar = {
        **PageAdapter.programs,
        "kriegspiel-e": "the strongest: a network's policy, improved by what tries are worth on likely boards",
        "kriegspiel-d": "a tree over likely boards",
        "kriegspiel-net": "a network that has learned from games against itself, without a search",
        "kriegspiel-particles": "likely boards, and the try that is worth most on them",
        "kriegspiel-c": "program C of the paper, with the value of pieces and the mating of a bare king",
        "kriegspiel-c-paper": "program C as written: the weighted average of all outcomes of a try",
        "kriegspiel-b": "program B of the paper, with the value of pieces and the mating of a bare king",
        "kriegspiel-b-paper": "program B as written: the umpire's messages are simulated",
        "kriegspiel-a": "program A: tree search over random boards, with refusals",
        "kriegspiel-a-paper": "program A as written, which the paper shows to fail",
        "kriegspiel-minimax": "minimax over metapositions, as Darkboard",
        "kriegspiel-minimax-paper": "minimax over metapositions, the benchmark of Figure 10",
        "kriegspiel-los": "Monte-Carlo over boards that agree with the last observation",
        "kriegspiel-aosp": "Monte-Carlo over boards that agree with all observations",
        "kriegspiel-hs": "Monte-Carlo over both kinds of boards",
    }

    strength: ClassVar = {
        "kriegspiel-net": temperatures(TEMPERATURES) | {TOP: "its likeliest tries"},
        "kriegspiel-e": temperatures(TEMPERATURES[1:])
        | {TOP - 1: "the network's likeliest tries", TOP: "with likely boards"},
    }
    pieces: ClassVar = tuple("KQRBNPkqrbnp")

    def set_up(self, position: KriegspielPosition, pieces: dict[str, str], mover: int) -> KriegspielPosition:
        """Kings and rooks that stand at home may castle."""
        if unknown := set(pieces.values()) - set(self.pieces):
            raise ValueError(f"A piece is one of {' '.join(self.pieces)}, not {min(unknown)[:20]!r}.")
        placed = {square(name): piece for name, piece in pieces.items()}
        signs = "/".join("".join(placed.get(8 * y + x, " ") for x in range(8)) for y in reversed(range(8)))
        rows = re.sub(" +", lambda empty: str(len(empty[0])), signs)
        home = {"K": "e1K h1R", "Q": "e1K a1R", "k": "e8k h8r", "q": "e8k a8r"}
        rights = (right for right, needed in home.items() if all(pieces.get(p[:2]) == p[2] for p in needed.split()))
        fen = f"{rows} {'w' if mover == WHITE else 'b'} {''.join(rights) or '-'} - 0 1"
        return KriegspielPosition(fen, position.rules.name)

    def from_file(self, text: str) -> Opened:
        record = self.file_format.read(text.encode())
        told = {"Date": record.date} | record.other
        facts = [f"{name}: {value}" for name, value in told.items() if name in FACTS and value.strip("?. ")]
        names = {1: record.white, 2: record.black}
        return Opened(record.position, record.result.replace("*", ""), names, read_tree(text), facts)

    def board(self, view: View) -> dict[str, Any]:
        marks, letters = view_marks(view), LETTERS if view.side == WHITE else LETTERS.lower()
        return {
            "kind": "chess",
            "pieces": {s: letters[kind] for s, kind in view.pieces.items()},
            "marks": {name: sorted(getattr(marks, name)) for name in ("moved", "alarm", "vain")},
            "pawnTries": view.pawn_tries if view.my_turn else 0,
            "ply": view.ply,
            **({"mayAsk": True} if view.may_ask else {}),
        }

    def read(self, view: View, text: str) -> int:
        return read_try(view, text)

    def facts(self, view: View) -> list[str]:
        return [fact.plain for fact in facts_of(view)]

    def log(self, view: View) -> list[dict[str, Any]]:
        """The umpire's log, each own move with the piece that made it."""
        return [
            {"ply": p, "by": by or "Umpire", "text": text, "refused": no, "loud": bool(m & (TAKEN | CHECKS))}
            for p, by, text, m, no in log_of(view)
        ]

    def chances(self, view: View) -> dict[str, list[float]]:
        """King, pawns and pieces of the opponent by square: by the belief of section 5.2, and by the network."""
        from ..knowledge.belief.belief import Belief
        from ..knowledge.densities import densities
        from ..players.hints import believed

        state, network = Belief(view, None, densities()).state, believed(view)
        learned = network[:, KING], network[:, PAWN], network[:, PAWN + 1 : KING].sum(axis=1)
        found = {"king": state.Pk, "pawns": state.Pw, "pieces": state.Pc}
        found |= {f"{name}, by the network": table for name, table in zip(found, learned, strict=True)}
        return {name: [round(float(x), 3) for x in table] for name, table in found.items()}

    def judged(self, position: KriegspielPosition, simulations: int) -> Report:
        from ..players.judge import judged

        return judged(position)

    def step_name(self, view: View, step: int, chance: bool) -> str:
        return message_text(step) if chance else self.name(view, step)

    def everything(self, position: KriegspielPosition) -> dict[str, Any]:
        return {"kind": "chess", "record": compact(position)}

    def ending(self, verdict: Verdict, human: int, names: dict[int, str]) -> str:
        wins = {side: f"You win as {name}" if side == human else f"{name} wins" for side, name in COLOURS.items()}
        return ending_of(verdict, wins)
