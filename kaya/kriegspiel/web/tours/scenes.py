"""What the stops show that is no search: an umpire at work, a belief, boards, densities. All of it is made of what one
side was told."""

import random

from ....drawing import Mark
from ....show import Picture
from ....web.learn.tour import after
from ...rules import ILLEGAL, Announcement, KriegspielPosition, View, message_text
from ...rules.drawing import arrows, board_svg
from ...rules.messages import LONG_DIAGONAL, MOVED
from ...rules.squares import BISHOP, KNIGHT, QUEEN, ROOK, WHITE, parse_move
from ...show import belief, boards, density, metaposition

OPENING = ["e2e4", "d7d5", "g1f3", "c8g4"]
LONG = 2  # squares that a try passes to be of interest here
TRIED = 14  # tries that are shown
KINDS = (KNIGHT, BISHOP, ROOK, QUEEN)
BEGIN = "begin"


class Umpire:
    """White tries, the umpire answers, and Black answers with any legal move."""

    def __init__(self, shows_metaposition: bool = False) -> None:
        self.shows_metaposition = shows_metaposition
        self._begin()

    def _begin(self) -> None:
        self.chance = random.Random(3)
        self.position = KriegspielPosition()
        for name in OPENING:
            self.position.try_move(parse_move(name))
        self.view: View = self.position.view_for(WHITE)
        self.refused, self.words = list[int](), "White to move: click a try."

    def tries(self) -> list[int]:
        """Those that might be refused, as pawns that capture and pieces that go far."""

        def far(move: int) -> int:
            a, b = move & 63, move >> 6 & 63
            return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))

        pieces = self.view.pieces
        found = [m for m in self.view.tries() if far(m) >= LONG or (pieces.get(m & 63) == 1 and (m ^ m >> 6) & 7)]
        return sorted(found, key=far, reverse=True)[:TRIED]

    def actions(self) -> list[tuple[str, str]]:
        return [(BEGIN, "From the start")]

    def act(self, name: str) -> None:
        if name == BEGIN:
            self._begin()
            return
        if self.position.over:
            raise ValueError("The game is over: begin from the start.")
        move = self.view.parse_move(name)
        if move not in self.view.tries():
            raise ValueError(f"{name[:8]} cannot be tried here.")
        told = self.position.attempt(move)[WHITE]
        self.view.hear(told)
        if not told.legal:
            self.refused.append(move)
            self.words = f"{name}: the umpire says no, and it is White's turn still. That tells something, too."
            return
        self.refused, self.words = [], f"{name}: {message_text(told.message)}."
        if not self.position.over:
            reply = self.position.attempt(self.chance.choice(self.position.legal_moves()))
            self.view.hear(reply[WHITE])
            self.words += f" Black: {message_text(reply[WHITE].message)}."

    def pictures(self) -> list[Picture]:
        side = self.view.side
        pieces = {s: (kind, side == WHITE) for s, kind in self.view.pieces.items()}
        marks = [Mark(m, "", "", 0.15, "", self.view.move_name(m)) for m in self.tries()]
        marks += [Mark(m, "no", "", 0.3, "pruned", self.view.move_name(m)) for m in self.refused]
        board = Picture("What White sees, and some tries", board_svg(pieces, side, over=arrows(marks, side)))
        return [board, metaposition(self.view)] if self.shows_metaposition else [board]


def metapositions() -> Umpire:
    return Umpire(shows_metaposition=True)


class Believed:
    """A belief, and what may be heard: quiet moves, and what changes it at once."""

    QUIET = ("a2a3", "h2h3", "b2b3", "c2c3", "g2g3", "d2d3", "a3a4", "h3h4", "b3b4", "c3c4", "g3g4", "d3d4")

    def __init__(self) -> None:
        self._begin()

    def _begin(self) -> None:
        self.view: View = after("kriegspiel", ("e2e4", "d7d5"))()
        self.quiet, self.words = 0, "White has played e4, and Black something."

    def actions(self) -> list[tuple[str, str]]:
        said = [("silent", "A quiet move each"), ("refused", "d1g4 is refused"), ("check", "f1b5 gives check")]
        return [*said, (BEGIN, "From the start")]

    def act(self, name: str) -> None:
        if name == BEGIN:
            self._begin()
        elif name == "silent":
            self._silent()
        elif name == "refused":
            self._hear("d1g4", ILLEGAL, "Somebody stands between d1 and g4, on e2 or f3: there the matrices grow.")
        elif name == "check":
            self._hear("f1b5", MOVED | LONG_DIAGONAL, "The bishop sees the king: it must be on that diagonal.")
        else:
            raise ValueError(f"{name[:20]!r} is nothing that can be heard here.")

    def _silent(self) -> None:
        if self.quiet == len(self.QUIET):
            raise ValueError("That is enough of quiet moves: begin from the start.")
        self._say(WHITE, MOVED, self.QUIET[self.quiet])
        self._say(3 - WHITE, MOVED)
        self.quiet += 1
        self.words = f"After {self.quiet} quiet moves of each: nobody was met, and everybody may have gone further."

    def _hear(self, name: str, message: int, words: str) -> None:
        if parse_move(name) not in self.view.tries():
            raise ValueError(f"{name} cannot be tried any more: begin from the start.")
        self._say(WHITE, message, name)
        if message != ILLEGAL:
            self._say(3 - WHITE, MOVED)
        self.words = words

    def _say(self, by: int, message: int, name: str = "") -> None:
        self.view.hear(Announcement(self.view.ply + 1, by, message, *([parse_move(name)] if name else [])))

    def pictures(self) -> list[Picture]:
        return [belief(self.view)]


class Boards:
    """Random boards that agree with what White was told."""

    def __init__(self) -> None:
        self.view, self.seed = after("kriegspiel", [*OPENING, "h2h3", "g4f3"])(), 0

    words = "In truth Black has just captured on f3: on each of these boards somebody did."

    def actions(self) -> list[tuple[str, str]]:
        return [("others", "Three others")]

    def act(self, name: str) -> None:
        self.seed += 1

    def pictures(self) -> list[Picture]:
        return [boards(self.view, 3, self.seed)]


class Densities:
    """The opponent database, piece by piece and move by move."""

    def __init__(self) -> None:
        self.kind, self.time = KNIGHT, 0

    @property
    def words(self) -> str:
        return "Ten moves into the game most players' knights stand where they always do (Figure 4)."

    def actions(self) -> list[tuple[str, str]]:
        return [("back", "2 moves earlier"), ("on", "2 moves later"), ("kind", "Another piece")]

    def act(self, name: str) -> None:
        if name == "kind":
            self.kind = KINDS[(KINDS.index(self.kind) + 1) % len(KINDS)]
        else:
            self.time = min(max(self.time + (2 if name == "on" else -2), 0), 40)

    def pictures(self) -> list[Picture]:
        return [density(self.kind, self.time)]
