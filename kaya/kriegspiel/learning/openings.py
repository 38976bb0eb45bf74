"""`kaya learn openings`: a book of how games of Kriegspiel began that went well (`kriegspiel/knowledge/openings.py`).

Of each side of a game the own moves are read up to the first message that says more than that a move was made. A line
stays in the book if it was played often enough, cost little or no material on average by the time the opening is over
(COST), and did not score badly (RATE); what it leads to stays only with it. Games of matches with random openings are
left out."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...lab.screen import progress
from ..files.chess_games import ChessGame
from ..knowledge.densities import legal_moves_of, new_board
from ..knowledge.openings import LONGEST, Book, Line, Opening, quiet_line
from ..knowledge.particles.evaluation import side_material
from ..rules import BLACK, WHITE, KriegspielPosition, View
from .densities import games_of

SETTLED = 4  # plies after the longest line, when exchanges that had begun are over
OFTEN = 3  # games of a line, at least
COST = -0.5  # pawns that a line may have cost on average
RATE = 0.4  # points that it must have brought


def learn_openings(paths: Sequence[str | Path], output: str | Path | None = None, players: Sequence[str] = ()) -> str:
    """Read games, write the book; a report. With players, only how these have begun is learned."""
    began, skipped = time.monotonic(), []
    book = Book({WHITE: {}, BLACK: {}})
    taught = Counter()
    with progress("Reading games", None) as advance:
        for number, game in enumerate(games_of(paths, skipped), start=1):
            if game.opened:
                skipped.append(f"{game.where}: its first moves were drawn.")
                continue
            if legal_moves_of(new_board()[0], game.moves) < len(game.moves):
                skipped.append(f"{game.where}: not legal from the start.")
                continue
            for side, line, points, material in _beginnings(game):
                name = game.white if side == WHITE else game.black
                if players and name not in players:
                    continue
                taught[name] += 1
                for length in range(1, len(line) + 1):
                    opening = book.lines[side].setdefault(line[:length], Opening())
                    opening.games, opening.points = opening.games + 1, opening.points + points
                    opening.material += material
            advance(number)
    if not taught:
        whose = f" of {' or '.join(players)}" if players else ""
        raise ValueError(f"There are no games{whose} in these files to learn from.")
    book.games = dict(sorted(taught.items()))
    book.lines = {side: dict(sorted(_kept(lines).items())) for side, lines in book.lines.items()}
    output = Path(output or "openings.json")
    book.write(output)
    lines = sum(map(len, book.lines.values()))
    return (
        f"{sum(taught.values()):,} sides of games taught, {len(skipped):,} games skipped; {lines:,} lines, "
        f"{output}, {time.monotonic() - began:.0f} s."
    )


def _beginnings(game: ChessGame) -> Iterator[tuple[int, Line, float, float]]:
    """Of both sides: the line, the points, and the material when the opening was over."""
    position = KriegspielPosition()
    views: dict[int, View] = {side: position.start_for(side).view() for side in (WHITE, BLACK)}
    lines: dict[int, Line] = {WHITE: (), BLACK: ()}
    material = {WHITE: 0.0, BLACK: 0.0}
    for ply, move in enumerate(game.moves.tolist()):
        mover = position.mover
        quiet = quiet_line(views[mover])
        for side, told in position.attempt(move).items():
            views[side].hear(told)
        if quiet is not None:
            lines[mover] = (*quiet, position.move_name(move))
        if ply < 2 * LONGEST + SETTLED:
            mine, theirs = (side_material(position.state, side)[0] for side in (WHITE, BLACK))
            material = {WHITE: mine - theirs, BLACK: theirs - mine}
    points = position.verdict().points if position.over else 0.5
    for side, scored in ((WHITE, points), (BLACK, 1.0 - points)):
        yield side, lines[side], scored, material[side]


def _kept(lines: dict[Line, Opening]) -> dict[Line, Opening]:
    good = {
        line
        for line, o in lines.items()
        if o.games >= OFTEN and o.material >= COST * o.games and o.points >= RATE * o.games
    }
    return {line: lines[line] for line in good if all(line[:n] in good for n in range(1, len(line)))}
