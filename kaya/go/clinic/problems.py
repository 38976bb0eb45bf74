"""Positions with answers, from text diagrams, from JSON lines and from SGF.

A text file holds blocks with an empty line between two of them:

    name: the middle of three
    to play: black
    komi: 12.5
    answers: B1
    why: White makes two eyes if Black does not take the middle.
    X X X X X
    . . . O X      the rows of the board, from above
    …

`avoid: B1 C1` in place of `answers` names moves that are wrong; `winner: black` asks who wins, whatever the move.
`region: A1 B1` restricts the choice where a position is local. `category:` is the name of the file if it is not given.
Lines that begin with # are skipped."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from sgfmill import sgf, sgf_grammar

from ...lab.clinic.problem import SOLVED, read_with, text_blocks
from ...players import Player
from ...search import Budget
from ..rules import BLACK, PASS, WHITE, GoPosition, column_row, parse_sgf_point, parse_vertex, point, vertex
from ..rules.coordinates import LETTERS

POSITIONS = Path(__file__).parent / "positions"
COLOURS = {"b": BLACK, "black": BLACK, "x": BLACK, "w": WHITE, "white": WHITE, "o": WHITE}
KEYS = ("name", "category", "to play", "komi", "answers", "avoid", "winner", "region", "why")
ROW = re.compile(r"[.XO](?:\s*[.XO])*")
KOMI = 7.5  # where a file does not say
MARGIN = 2  # lines around the stones that belong to a local position


@dataclass(frozen=True)
class Answer:
    """What a player answered."""

    move: int
    rate: float  # what it gave itself
    solved: bool

    def passed(self, measure: str) -> bool:
        return self.solved


@dataclass(frozen=True)
class Problem:
    """A position and what is right in it. `answers` are the right moves or, if `negated`, the wrong ones; the choice is
    among `region` where a position is local, and never `banned` (a ko). Where there is a `winner`, the question is who
    wins: a player must give him more than one half."""

    game: ClassVar[str] = "go"
    measures: ClassVar[tuple[str, ...]] = (SOLVED,)

    name: str
    category: str
    lines: int
    to_play: int
    black: tuple[int, ...]
    white: tuple[int, ...]
    answers: frozenset[int]
    negated: bool = False
    komi: float = KOMI
    region: frozenset[int] | None = None
    banned: int = PASS
    winner: int | None = None
    why: str = field(default="", compare=False)

    def position(self) -> GoPosition:
        """The board, with the right player to move; ValueError if it cannot be set up."""
        position = GoPosition(self.lines, self.komi)
        position.place(black=self.black, white=self.white)
        position.set_turn(self.to_play)
        return position

    def choices(self, position: GoPosition) -> list[int] | None:
        """The moves to choose from; None where all are."""
        if self.region is None and self.banned == PASS:
            return None
        inside = [m for m in position.legal_moves() if self.region is None or m in self.region]
        return [m for m in inside if m == PASS or m != self.banned]

    def is_solved_by(self, move: int, rate: float = 0.0) -> bool:
        """Is this move right, or this winning rate of the player to move?"""
        if self.winner is not None:
            return (rate > 0.5) == (self.winner == self.to_play)
        return (move in self.answers) != self.negated

    def put_to(self, player: Player, budget: Budget) -> "Answer":
        """The move that a player chooses, and the winning rate that it gives itself."""
        position = self.position()
        decision = player.choose(position, budget, only=self.choices(position))
        move = PASS if decision.move is None else decision.move
        rate = decision.report.winning_rate
        return Answer(move, rate, self.is_solved_by(move, rate))

    def case(self, player: str, answer: "Answer") -> str:
        """A failed position as a small board: ! is right, ? was played."""
        moves = " ".join(vertex(m, self.lines) for m in sorted(self.answers))
        colour = "Black" if self.to_play == BLACK else "White"
        wrong = "must not play" if self.negated else "plays"
        said, right = f"played {vertex(answer.move, self.lines)}", f"{wrong} {moves}"
        if self.winner is not None:
            said = f"gives {colour} {100 * answer.rate:.0f} %"
            right = "is to play and wins" if self.winner == self.to_play else "is to play and loses"
        head, foot = f"{self.category}: {self.name}", f"{colour} {right}. Komi {self.komi:g}."
        return "\n".join([head, self.diagram(answer.move), f"{player} {said};", foot, self.why])

    def check(self) -> None:
        """ValueError says what cannot be right about this position."""
        position = self.position()
        if not self.answers and self.winner is None:
            raise ValueError("it has no answer")
        for move in self.answers:
            if reason := position.why_illegal(move):
                raise ValueError(f"{vertex(move, self.lines)} is not allowed: {reason}")
        if self.region is not None and not self.answers & self.region and not self.negated:
            raise ValueError("its answer lies outside of its region")

    def diagram(self, played: int | None = None) -> str:
        """The board as text: ! is right (with `avoid`: nothing is marked), ? was played and is wrong."""
        marks = dict.fromkeys(self.black, "X") | dict.fromkeys(self.white, "O")
        if not self.negated:
            marks |= dict.fromkeys(self.answers - {PASS}, "!")
        if self.winner is None and played not in (None, PASS) and not self.is_solved_by(played):
            marks[played] = "?"
        rows = [
            f"{self.lines - y:2} " + " ".join(marks.get(point(x, y, self.lines), ".") for x in range(self.lines))
            for y in range(self.lines)
        ]
        return "\n".join([*rows, "   " + " ".join(LETTERS[: self.lines])])


@cache
def shipped() -> tuple[Problem, ...]:
    """The clinic's own positions."""
    return tuple(problem for path in sorted(POSITIONS.glob("*.txt")) for problem in load(path))


def load(path: Path) -> list[Problem]:
    """All positions of a file that have a move for an answer; ValueError says what is wrong with it and where."""
    readers = {".txt": _texts, ".jsonl": _json_lines, ".sgf": _game_trees, ".sgfs": _game_trees}
    return read_with(path, readers)


def _texts(content: bytes, stem: str) -> Iterator[tuple[str, Any]]:
    for place, block in text_blocks(content):
        yield place, lambda block=block: _from_text(block, stem)


def _from_text(block: list[str], stem: str) -> Problem:
    facts: dict[str, str] = {}
    rows = [re.sub(r"\s", "", text) for text in block if ROW.fullmatch(text)]
    for text in block:
        key, colon, value = (part.strip() for part in text.partition(":"))
        if ROW.fullmatch(text):
            continue
        if not colon or key not in KEYS:
            raise ValueError(f"{text!r} is neither a row of . X O nor one of {', '.join(KEYS)} with a colon")
        if key in facts:
            raise ValueError(f"{key} is given twice")
        facts[key] = value
    lines = len(rows)
    if not 2 <= lines <= 19 or any(len(row) != lines for row in rows):
        raise ValueError(
            f"the board must be a square of rows of . X O, not {lines} rows of "
            f"{'/'.join(sorted({str(len(row)) for row in rows})) or 'nothing'}"
        )
    if len(facts.keys() & {"answers", "avoid", "winner"}) != 1:
        raise ValueError("it needs either answers or avoid or winner")
    stones = {
        mark: tuple(point(x, y, lines) for y, row in enumerate(rows) for x, c in enumerate(row) if c == mark)
        for mark in "XO"
    }
    moves = frozenset(parse_vertex(v, lines) for v in facts.get("answers", facts.get("avoid", "")).split())
    region = frozenset(parse_vertex(v, lines) for v in facts["region"].split()) if "region" in facts else None
    return Problem(
        facts["name"],
        facts.get("category", stem),
        lines,
        _colour(facts["to play"]),
        stones["X"],
        stones["O"],
        moves,
        "avoid" in facts,
        float(facts.get("komi", KOMI)),
        region,
        winner=_colour(facts["winner"]) if "winner" in facts else None,
        why=facts.get("why", ""),
    )


def _colour(text: str) -> int:
    if text.lower() not in COLOURS:
        raise ValueError(f"{text!r} is no player: write black or white")
    return COLOURS[text.lower()]


def _json_lines(content: bytes, stem: str) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(content.decode("utf-8", "replace").splitlines(), start=1):
        if line.strip():
            yield f"line {number}", lambda line=line: _from_json(line)


def _from_json(line: str) -> Problem | None:
    """A line of a suite: `id, category, size, to_play, black, white, answers`, points as in SGF. Where there is a
    `kind`, it must be "move" (other questions are not for a player), and the position is from a whole game; without
    one it is local. `negated` answers are forbidden; `candidates` are the only moves to choose from."""
    given = json.loads(line)
    if given.get("kind", "move") != "move":
        return None
    lines = given["size"]
    names = ("black", "white", "answers")
    black, white, answers = (tuple(_json_point(p, lines) for p in given[name]) for name in names)
    facts = given["id"], given["category"], lines, _colour(given["to_play"]), black, white, frozenset(answers)
    ko = parse_sgf_point(given["ko"], lines) if given.get("ko") else PASS
    problem = Problem(*facts, bool(given.get("negated")), banned=ko)
    if "candidates" in given:
        return replace(problem, region=frozenset(_json_point(p, lines) for p in given["candidates"]))
    return problem if "kind" in given else local(problem)


def _json_point(text: str, lines: int) -> int:
    return PASS if text.lower() == "pass" else parse_sgf_point(text, lines)


def local(problem: Problem) -> Problem:
    """The same problem, to be scored among the moves near its stones: in the rectangle around them, two lines wider.
    A player may rightly prefer the empty rest of the board."""
    places = [column_row(p, problem.lines) for p in (*problem.black, *problem.white)]
    left, right, top, bottom = (edge(place[axis] for place in places) for axis in (0, 1) for edge in (min, max))
    stones = {*problem.black, *problem.white}
    inside = {
        point(x, y, problem.lines)
        for x in range(max(left - MARGIN, 0), min(right + MARGIN, problem.lines - 1) + 1)
        for y in range(max(top - MARGIN, 0), min(bottom + MARGIN, problem.lines - 1) + 1)
    }
    return replace(problem, region=frozenset(inside - stones) | problem.answers)


def _game_trees(content: bytes, stem: str) -> Iterator[tuple[str, Any]]:
    try:
        trees = sgf_grammar.parse_sgf_collection(content)
    except ValueError as error:
        raise ValueError(f"{stem} is not an SGF file: {error}.") from None
    for number, tree in enumerate(trees, start=1):
        yield f"game {number}", lambda tree=tree, number=number: _from_sgf(tree, stem, f"{stem} {number}")


def _from_sgf(tree: Any, stem: str, name: str) -> Problem | None:
    """Stones are set up in the root; each branch begins with a try. Right are the moves marked TE or commented RIGHT or
    CORRECT; where none is marked, the first branch. None where there is no branch."""
    game = sgf.Sgf_game.from_coarse_game_tree(tree)
    root, lines = game.get_root(), game.get_size()
    tries = [(node, *node.get_move()) for node in root if node.get_move()[0]]
    if not tries:
        return None
    colour = tries[0][1]
    marked = [place for node, _, place in tries if _is_right(node)] or [tries[0][2]]
    black, white, _ = root.get_setup_stones()
    stones, right = (_points(black, lines), _points(white, lines)), frozenset(_points(marked, lines))
    name = root.get("GN") if root.has_property("GN") else name
    komi = root.get("KM") if root.has_property("KM") else KOMI
    return local(Problem(name, stem, lines, _colour(colour), *stones, right, komi=komi))


def _is_right(node: Any) -> bool:
    comment = node.get("C").upper() if node.has_property("C") else ""
    right = re.search(r"\b(RIGHT|CORRECT)\b", comment) and not re.search(r"\b(NOT|WRONG)\b", comment)
    return node.has_property("TE") or bool(right)


def _points(places: Iterable[tuple[int, int] | None], lines: int) -> tuple[int, ...]:
    """sgfmill's rows and columns, counted from below, as points."""
    return tuple(PASS if place is None else point(place[1], lines - 1 - place[0], lines) for place in places)
