"""What fits a game to the page: its board, its moves by name, its words.

`PageAdapter` is made of what any game has: the text of a position is its board. A game with its own board overrides
`board`, and what else it likes. Whatever is made from a `view` is made from what the person knows: in an open game a
position, in the others the game's `View`. Nothing else of a game with an umpire is asked for before its end."""

from dataclasses import dataclass, field
from math import exp, log
from typing import Any, ClassVar

from ..games.game import Verdict
from ..games.registry import bundles, find_bundle, imported
from ..kernel import Described
from ..protocols.formats import FileFormat, format_of
from ..search import Report
from ..table import ending_of
from ..table.tree import GameTree

MOST_TEXTS = 200  # moves of a game of which every position is told


@dataclass
class Opened:
    """The game of a file: its position, how it ended ("" if it does not say), who played it, and its tree: variations,
    comments and marks. `facts` are sentences about the game, as its event."""

    position: Any
    outcome: str = ""
    names: dict[int, str] = field(default_factory=dict)
    tree: GameTree = field(default_factory=GameTree)
    facts: list[str] = field(default_factory=list)


class PageAdapter:
    """One game. `sides` are what its players are called; `actions` what a person may do besides moving. `programs` has
    a line on each program, `strength` a few words on its levels, for those whose levels are not what they think."""

    sides: ClassVar[dict[int, str]] = {1: "First", 2: "Second"}
    actions: ClassVar[tuple[str, ...]] = ("undo", "resign")
    counts = False  # whether the end of the game must still be counted
    resigns = False  # whether its programs give up games that are lost
    programs: ClassVar[dict[str, str]] = {"mcts": "UCT with random simulations, for any game"}
    strength: ClassVar[dict[str, dict[int, str]]] = {}

    kernels = 0  # about how many its usual player needs at the usual level; 0: too few to be worth a word
    odds: ClassVar[tuple[float, float]] = (1.0, 0.0)  # see `chance`

    pieces: ClassVar[tuple[str, ...]] = ()  # with which positions are set up, as `set_up` names them
    sizes: ClassVar[tuple[int, ...]] = ()  # of the board, that a person is offered
    period = 10  # seconds of overtime for a move, where a clock runs

    def __init__(self, game: str):
        self.bundle = find_bundle(game)
        self.game = self.bundle.rules

    @property
    def title(self) -> str:
        """The game's name, for people."""
        return self.bundle.title or self.game.name.replace("-", " ").capitalize()

    @property
    def view(self) -> str:
        """Where the page finds what shows the game; "" if text does."""
        drawing = imported(self.bundle.drawing)
        return f"/games/{self.bundle.name}/{drawing.view}" if drawing and drawing.view else ""

    @property
    def hidden(self) -> bool:
        return self.game.hidden

    @property
    def file_format(self) -> FileFormat:
        return format_of(self.game.name)

    def start(self, conditions: dict[str, Any], handicap: int) -> Any:
        """The umpire's position at the start; ValueError says what is accepted."""
        return self.bundle.start(**conditions, **({"handicap": handicap} if handicap else {}))

    def set_up(self, position: Any, pieces: dict[str, str], mover: int) -> Any:
        """A position of the same game with these pieces, by the names of their places; ValueError says what is wrong
        with it."""
        raise ValueError(f"In {self.game.name} no position can be set up.")

    def offered(self) -> list[Described]:
        """The conditions that a form asks for."""
        return self.game.conditions.describe()

    def from_file(self, text: str) -> Opened:
        """The game of a file; ValueError with one sentence."""
        record = self.file_format.read(text.encode())
        return Opened(record.position, record.outcome, names=dict(record.names))

    def conditions(self, position: Any) -> dict[str, Any]:
        """What a game was played under, for another one."""
        return dict(position.conditions)

    def handicap(self, position: Any) -> int:
        """The stones that were given in advance."""
        return 0

    def lines(self, position: Any) -> int:
        """What a level may depend on: the lines of the board."""
        return getattr(position, "lines", 0)

    def in_words(self, position: Any) -> str:
        """The game and its board."""
        size = f" {position.lines}×{position.lines}" if hasattr(position, "lines") else ""
        return f"{self.title}{size}"

    # During the game, from what the person knows

    def board(self, view: Any) -> dict[str, Any]:
        return {"kind": "text", "text": str(view)} if self.hidden else self.everything(view)

    def tries(self, view: Any) -> list[str]:
        """What could be played now, by name."""
        moves = view.tries() if self.hidden else view.legal_moves()
        return [self.name(view, move) for move in moves]

    def name(self, view: Any, move: int) -> str:
        return view.move_name(move)

    def read(self, view: Any, text: str) -> int:
        """The move of this name; ValueError says why it cannot be tried."""
        move = view.parse_move(text)
        if move not in (view.tries() if self.hidden else view.legal_moves()):
            raise ValueError(f"{text} cannot be played here.")
        return move

    def read_open(self, position: Any, text: str) -> int:
        """The move of this name in a position that is known to all, as it is when a game is over; ValueError says why
        it cannot be played."""
        if not self.hidden:
            return self.read(position, text)
        move = position.parse_move(text)
        if not position.is_legal(move):
            raise ValueError(f"{text} cannot be played here.")
        return move

    def open_tries(self, position: Any) -> list[str]:
        """What could be played in such a position, by name."""
        return self.tries(position) if not self.hidden else [position.move_name(m) for m in position.legal_moves()]

    def log(self, view: Any) -> list[dict[str, Any]]:
        """What the umpire has said to the person, and the person's own tries."""
        if not self.hidden:
            return []
        names = {view.side: "You", 3 - view.side: self.sides[3 - view.side]}
        return [
            {"ply": a.ply, "by": names.get(a.by, "Umpire"), "text": self.told(view, a), "refused": not a.legal}
            for a in view.log
        ]

    def told(self, view: Any, announcement: Any) -> str:
        """An announcement in words."""
        what = self.name(view, announcement.move) if announcement.by == view.side else "a move"
        return f"{what} {'made' if announcement.legal else 'refused'}"

    def facts(self, view: Any) -> list[str]:
        """What else is known, a sentence each."""
        return []

    def chances(self, view: Any) -> dict[str, list[float]]:
        """Where the opponent may stand, as the person has heard: from 0 to 1 by place, for each kind of pieces."""
        return {}

    # Advice

    def chance(self, rate: float) -> float:
        """The chance of winning that a hint tells, by the winning rate p of a search: its log odds are
        a ln(p / (1 - p)) + b, with (a, b) in `odds`. A search over boards that were sampled thinks that its own side
        knows them, and is too sure; a and b are those by which `python -m bench.hints` found said and won games to
        agree."""
        a, b = self.odds
        p = min(max(rate, 0.001), 0.999)
        return 1.0 / (1.0 + exp(-(a * log(p / (1.0 - p)) + b)))

    def judged(self, position: Any, simulations: int) -> Report | None:
        """What somebody who sees all, as the umpire does, thinks of the moves of a position of a game that is over;
        None where nobody can say."""
        return None

    def outlook(self, position: Any, player: Any) -> Any:
        """An estimate of the score by a player, where an open game counts points; None elsewhere. It gets better with
        every `refine`, until it is `settled`; its `score` is side 1's."""
        return None

    def owned(self, position: Any, outlook: Any) -> dict[str, Any]:
        """An outlook as a page gets it: who will own what, from -1 to 1 by place, the score, and a sentence."""
        return {}

    def step_name(self, view: Any, step: int, chance: bool) -> str:
        """A step of a search tree in words: a move, or what the umpire says."""
        return f"message {step}" if chance else self.name(view, step)

    # The count at the end, where `counts` says that there is one

    def dead(self, position: Any) -> frozenset[int]:
        """The stones that are proposed to be dead."""
        return frozenset()

    def turned(self, position: Any, dead: frozenset[int], name: str) -> frozenset[int]:
        """Those with the chain at a point turned from dead to alive or back; ValueError if there is none."""
        return dead

    def count(self, position: Any, dead: frozenset[int]) -> dict[str, Any]:
        """Who owns what with these stones taken off, and that in words."""
        return {}

    def verdict(self, position: Any, dead: frozenset[int]) -> Verdict:
        return position.verdict()

    def passes(self, position: Any) -> int:
        """How many moves at the end are passes."""
        return 0

    # After it

    def drawn(self, position: Any) -> Verdict:
        """The verdict where both agree to a draw."""
        return Verdict(0.5, "1/2-1/2", "agreement")

    def everything(self, position: Any) -> dict[str, Any]:
        """The game as its umpire knows it, for its end; of an open one all positions, if it is not too long."""
        board = {"kind": "text", "text": str(position)}
        if self.hidden or len(position.played) > MOST_TEXTS:
            return board
        line, past = position.copy(), [str(position)]
        while line.played:
            line.undo()
            past.append(str(line))
        moves = [{"side": side, "text": position.move_name(move)} for side, move in position.line]
        return board | {"texts": past[::-1], "moves": moves}

    def ending(self, verdict: Verdict, human: int, names: dict[int, str]) -> str:
        """How the game ended, in a sentence."""
        return ending_of(verdict, {side: "You win" if side == human else f"{names[side]} wins" for side in (1, 2)})


def adapter_of(game: str) -> PageAdapter:
    """What fits this game to the page; ValueError if there is none of this name."""
    bundle = find_bundle(game)
    return imported(bundle.page or PageAdapter)(bundle.name)


def described(d: Described, name: str = "") -> dict[str, Any]:
    """A parameter or a condition, as a page's form needs it."""
    said = {field: getattr(d, field) for field in ("value", "default", "low", "high", "meaning")}
    return {"name": name or d.name, "kind": d.kind.__name__, "choices": list(getattr(d, "choices", ())), **said}


def estimated(adapter: PageAdapter, position: Any, player: Any, batches: int) -> Any:
    """An outlook that was refined so often; None where nothing is counted."""
    outlook = adapter.outlook(position, player)
    for _ in range(batches if outlook else 0):
        outlook.refine()
        if outlook.settled:
            break
    return outlook


# What else a game brings, as Go its clinic


@dataclass(frozen=True)
class Part:
    """A part of the page: its name in the address, its title in the bar, and the address of the module that exports the
    class `Part`, which shows it. What it says are subclasses of `messages.OfPart`."""

    name: str
    title: str
    script: str


def all_parts() -> list[Part]:
    return [part for bundle in bundles() for part in imported(bundle.page_parts or ())]


def listed_parts() -> list[dict[str, str]]:
    """As a page is told of them."""
    return [{"name": part.name, "script": part.script} for part in all_parts()]
