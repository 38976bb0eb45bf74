"""Go in the page."""

import re
from typing import Any, ClassVar

from ...games.game import Verdict
from ...kernel import Described, Parameters, parameter
from ...web.adapter import Opened, PageAdapter
from ..files.compact import compact
from ..files.sgf import GameRecord, load
from ..files.tree import read_tree
from ..knowledge.outlook import Outlook
from ..rules import PASS, GoPosition
from ..rules.chains import chain_at
from ..rules.counting import CHINESE, RULES
from ..terminal.person_game import REASONS, count_in_words, counted, passes_at_the_end
from ..terminal.screen import lead_in_words

BESIDE_GNU_GO = (
    *(f"{elo} Elo below" for elo in (1250, 1000, 680, 360)),
    "about as strong as",
    *(f"{elo} Elo above" for elo in (240, 470, 800, 1170, 1430)),
)
"""The levels of `kaya`, by docs/results/levels.md."""
FACTS = {"GN": "Game", "EV": "Event", "RO": "Round", "PC": "Place", "DT": "Date", "TM": "Time", "OT": "Overtime"}
FACTS |= {"RU": "Rules", "HA": "Handicap", "RE": "Result", "AN": "Annotated by", "SO": "Source", "CP": "Copyright"}


def names_of(record: GameRecord) -> dict[int, str]:
    """The players with their ranks and teams."""
    named = {1: (record.black_name, "BR", "BT"), 2: (record.white_name, "WR", "WT")}
    return {
        side: ", ".join(filter(None, [name, *(record.other.get(fact, "").strip() for fact in facts)]))
        for side, (name, *facts) in named.items()
    }


def about(record: GameRecord) -> list[str]:
    """What a file says of its game, a sentence each."""
    known = record.other | {"DT": record.date, "RU": record.rules, "RE": record.result}
    known |= {"HA": str(record.handicap)} if record.handicap else {}
    return [f"{word}: {known[fact].strip()}" for fact, word in FACTS.items() if known.get(fact, "").strip()]


class GoBoardPage(PageAdapter):
    """What the games on a Go board share."""

    sides: ClassVar = {1: "Black", 2: "White"}
    sizes: ClassVar = (9, 13, 19)
    pieces: ClassVar = ("black", "white")

    def set_up(self, position: Any, pieces: dict[str, str], mover: int) -> Any:
        placed: dict[str, list[int]] = {colour: [] for colour in self.pieces}
        for name, colour in pieces.items():
            if colour not in placed:
                raise ValueError(f"A stone is black or white, not {colour[:20]!r}.")
            placed[colour].append(position.parse_move(name))
        made = type(position)(position.lines, position.komi, position.rules)
        made.place(**placed)
        made.set_turn(mover)
        return made

    def drawn(self, position: Any) -> Verdict:
        return Verdict(0.5, "0", "agreement")

    def ending(self, verdict: Verdict, human: int, names: dict[int, str]) -> str:
        if verdict.points == 0.5:
            return "A draw." if verdict.how == "score" else f"A draw: {verdict.how}."
        winner = 1 if verdict.points else 2
        _, _, margin = verdict.outcome.partition("+")
        who = f"You win as {self.sides[winner]}" if winner == human else f"{self.sides[winner]} wins"
        return f"{who} by {verdict.how}." if margin in ("R", "T", "F") else f"{who} by {margin} points."


class Scoring(Parameters):
    """How a game is counted."""

    rules: str = parameter(CHINESE, "chinese: area is counted; japanese: territory and prisoners", choices=RULES)


class GoPage(GoBoardPage):
    period = 20
    kernels = 105
    actions: ClassVar = ("pass", "undo", "resign", "estimate")
    counts = True
    resigns = True
    programs: ClassVar = {
        **PageAdapter.programs,
        "kaya": "the strongest: a network and PUCT, with levels for people",
        "kaya-classic": "without a network: RAVE among unpruned moves, and MoGo's playouts",
        "zero": "a network and PUCT alone, as AlphaGo Zero",
        "mogo": "RAVE and knowledge in one formula, with H by move features",
        "mogo-paper": "MoGo as in the paper of 2009: patterns and expert rules",
        "mango": "progressive bias and unpruning, with H by move features",
        "mango-paper": "Mango as in the paper of 2008",
        "uct": "UCT with light playouts and no knowledge",
    }
    strength: ClassVar = {
        "kaya": {level: f"on 9×9 {words} GNU Go" for level, words in enumerate(BESIDE_GNU_GO, start=1)},
    }

    def offered(self) -> list[Described]:
        return [*super().offered(), *Scoring().describe()]

    def from_file(self, text: str) -> Opened:
        record = load(text)
        result = record.result if re.match(r"[BW]\+|0$", record.result) else ""
        return Opened(record.position(), result, names_of(record), read_tree(record), about(record))

    def conditions(self, position: GoPosition) -> dict[str, Any]:
        return {"size": position.lines, "komi": position.komi, "rules": position.rules}

    def handicap(self, position: GoPosition) -> int:
        return GameRecord.of(position).handicap

    def board(self, view: GoPosition) -> dict[str, Any]:
        illegal = {}
        if not view.over:
            for p in view.points:
                if not view.colour_at(p) and (reason := view.why_illegal(p)):
                    illegal[view.move_name(p)] = reason
        return {**self.everything(view), "illegal": illegal}

    def everything(self, position: GoPosition) -> dict[str, Any]:
        return {
            "kind": "go",
            "record": compact(GameRecord.of(position)),
            "komi": position.komi,
            "rules": position.rules,
            "captured": {side: position.captured(side) for side in (1, 2)},
        }

    def tries(self, view: GoPosition) -> list[str]:
        return []  # the board says what is not allowed, which is less

    def read(self, view: GoPosition, text: str) -> int:
        move = view.parse_move(text)
        if reason := view.why_illegal(move):
            raise ValueError(f"{view.move_name(move)} {REASONS.get(reason, reason)}.")
        return move

    def outlook(self, position: GoPosition, player: Any) -> Outlook:
        return Outlook(position, player.evaluate)

    def owned(self, position: GoPosition, outlook: Outlook) -> dict[str, Any]:
        owners = outlook.ownership[list(position.points)].round(2).tolist()
        sentence = lead_in_words(outlook.score, outlook.deviation)
        return {"owners": owners, "score": round(outlook.score, 1), "sentence": sentence}

    # The count

    def dead(self, position: GoPosition) -> frozenset[int]:
        return frozenset(position.dead_stones())

    def turned(self, position: GoPosition, dead: frozenset[int], name: str) -> frozenset[int]:
        """Those with the chain there turned from dead to alive or back; ValueError if there is none."""
        point = position.parse_move(name)
        chain = set(chain_at(position.state, point)) if point != PASS else set()
        if not chain:
            raise ValueError(f"There is no stone on {name}.")
        return dead - chain if chain & dead else dead | chain

    def count(self, position: GoPosition, dead: frozenset[int]) -> dict[str, Any]:
        """The owner of every point with these stones taken off, and the count in words."""
        owner = position.count(dead).owner
        return {
            "dead": [position.move_name(p) for p in sorted(dead)],
            "owners": [{0: 0, 1: 1, 2: -1}.get(int(owner[p]), 0) for p in position.points],
            "sentence": count_in_words(position, dead),
        }

    def verdict(self, position: GoPosition, dead: frozenset[int]) -> Verdict:
        return counted(position, dead)

    def passes(self, position: GoPosition) -> int:
        return passes_at_the_end(position)
