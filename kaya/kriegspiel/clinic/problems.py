"""Problems of Kriegspiel: White mates in n moves, whatever the umpire allows Black to do.

A text file holds blocks with an empty line between two of them:

    name: the edge
    start: 8/8/8/8/8/5K2/R7/7k b - - 0 1
    heard: moved / a2a1: moved; rank check / moved
    moves: 2
    right: a1b1 f3g3

`start` is a position as FEN, of which White is told its own men and how many Black has, as in a game; and `heard` is
all that it has heard since. So it knows as much as any program would, and the boards that agree with it are the
problem. `right` are the tries that keep the mate, of those that are legal on one of the boards at least. `category:` is
the name of the file if it is not given; lines that begin with # are skipped."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from ...lab.clinic.problem import read_with, text_blocks
from ...search import Budget
from ..knowledge.forced.sets import boards_of
from ..players.player import KriegspielPlayer
from ..rules import BLACK, WHITE, KriegspielPosition, View, move_name, parse_move, square_name
from ..rules.messages import MATE, Announcement
from ..rules.squares import KING, LETTERS
from .defence import Defence, solver

POSITIONS = Path(__file__).parent / "positions"
KEYS = ("name", "category", "start", "heard", "moves", "right", "why")
FIRST_TRY, MATED = "first try", "mated"
SOMEWHERE = "?"  # where the king may be
PERHAPS = "-"  # where another of Black's men may be


@dataclass(frozen=True)
class Answer:
    """What a player did: its first try that is legal on one of the boards, whether that was right, and whether it has
    mated against the worst defence, no try being wrong."""

    tried: int
    right: bool
    mated: bool
    wrong: int = 0  # the try that lost the mate, and
    left: int = 0  # how many moves were left then

    def passed(self, measure: str) -> bool:
        return self.right if measure == FIRST_TRY else self.mated


@dataclass(frozen=True)
class Problem:
    """What White has heard, in how many moves it mates, and which first tries keep that."""

    game: ClassVar[str] = "kriegspiel"
    measures: ClassVar[tuple[str, ...]] = (FIRST_TRY, MATED)

    name: str
    category: str
    start: str
    heard: tuple[str, ...]
    moves: int
    right: frozenset[int]
    why: str = ""

    def view(self) -> View:
        """What White knows, White being to move; ValueError if it cannot have heard this."""
        view = KriegspielPosition(self.start).start_for(WHITE).view()
        for said in self.heard:
            view.hear(Announcement.read(said, view.ply + 1, view.to_move))
        return view

    def boards(self) -> np.ndarray:
        """All that agree with it."""
        return boards_of(self.view())

    def check(self) -> None:
        """ValueError says what cannot be right about this problem. `prove` takes longer."""
        view = self.view()
        if not view.my_turn:
            raise ValueError("White is not to move")
        for move in self.right:
            if move not in view.tries():
                raise ValueError(f"{move_name(move)} cannot be tried")
        if not self.right or self.moves < 1:
            raise ValueError("it has no answer")

    def prove(self) -> None:
        """ValueError if mate does not take just so many moves, or other tries are right."""
        boards = self.boards()
        n = solver().moves_to_mate(boards, self.moves)
        if n != self.moves:
            raise ValueError(f"{self.name}: mate takes {n or f'more than {self.moves}'} moves, not {self.moves}.")
        if (right := frozenset(solver().right_tries(boards, self.moves))) != self.right:
            raise ValueError(f"{self.name}: right are {' '.join(sorted(map(move_name, right)))}.")

    def put_to(self, player: KriegspielPlayer, budget: Budget) -> Answer:
        """The player is asked for one try after the other and hears what the worst defence lets the umpire say, until
        it has mated or a try is wrong."""
        view, defence = self.view(), Defence(self.boards(), self.moves)
        began: tuple[int, bool] | None = None
        while True:
            move = player.choose(view, budget).move
            right = False if move is None else defence.is_right(move)
            if began is None and right is not None:
                began = move or 0, right
            if move is None or right is False:
                return Answer(*(began or (0, False)), False, move or 0, defence.left)
            for announcement in defence.answer(move, view.ply, view.side):
                view.hear(announcement)
            if view.end == MATE:
                return Answer(*(began or (0, False)), True)

    def diagram(self) -> str:
        """White's men; k or ? where the king is or may be; other men of Black small, or - where one may stand."""
        boards = self.boards()
        marks = ["."] * 64
        for s in range(64):
            kinds = {int(kind) for kind in boards["kind_at"][:, s]}
            if kinds == {0}:
                continue
            here = (boards["of_colour"][:, BLACK] >> np.uint64(s) & np.uint64(1)).any()
            letters = {LETTERS[kind].lower() if here else LETTERS[kind] for kind in kinds if kind}
            unsure = SOMEWHERE if KING in kinds else PERHAPS
            marks[s] = unsure if 0 in kinds or len(letters) > 1 else letters.pop()
        rows = [f"{y + 1} {' '.join(marks[8 * y : 8 * y + 8])}" for y in range(7, -1, -1)]
        return "\n".join([*rows, "  a b c d e f g h"])

    def case(self, player: str, answer: Answer) -> str:
        """A failed problem: the board, what was tried and what is right."""
        boards, right = len(self.boards()), " ".join(sorted(map(move_name, self.right)))
        said = f"{player} tries {move_name(answer.tried)}"
        if answer.right and not answer.mated:
            said = f"{player} begins well and goes wrong with {move_name(answer.wrong)}, {answer.left} moves from mate"
        head, foot = f"{self.category}: {self.name}", f"White mates in {self.moves} on all of {boards} boards: {right}."
        return "\n".join(filter(None, [head, self.diagram(), f"{said};", foot, self.why]))


@cache
def shipped() -> tuple[Problem, ...]:
    """The clinic's own problems."""
    return tuple(problem for path in sorted(POSITIONS.glob("*.txt")) for problem in load(path))


def load(path: Path) -> list[Problem]:
    """All problems of a file; ValueError says what is wrong with it and where."""
    return read_with(path, {".txt": _texts})


def _texts(content: bytes, stem: str) -> Iterator[tuple[str, Any]]:
    for place, block in text_blocks(content):
        yield place, lambda block=block: _from_text(block, stem)


def _from_text(block: list[str], stem: str) -> Problem:
    facts: dict[str, str] = {}
    for text in block:
        key, colon, value = (part.strip() for part in text.partition(":"))
        if not colon or key not in KEYS:
            raise ValueError(f"{text!r} is none of {', '.join(KEYS)} with a colon")
        if key in facts:
            raise ValueError(f"{key} is given twice")
        facts[key] = value
    return Problem(
        facts["name"],
        facts.get("category", stem),
        facts["start"],
        tuple(said.strip() for said in facts.get("heard", "").split("/") if said.strip()),
        int(facts["moves"]),
        frozenset(parse_move(name) for name in facts["right"].split()),
        facts.get("why", ""),
    )


def squares_of_king(boards: np.ndarray) -> str:
    """Where the king may be."""
    kings = np.bitwise_or.reduce(boards["of_colour"][:, BLACK] & boards["of_kind"][:, KING])
    return " ".join(square_name(s) for s in range(64) if int(kings) >> s & 1)
