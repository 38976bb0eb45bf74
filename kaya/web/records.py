"""A game as it is written down: as a file for the person, and as it is stored."""

import contextlib
import time
from datetime import date

from ..table import Record
from ..table.table import Line
from .state import PERSON, GameState
from .storage import StoredGame


def record_of(game: GameState, annotated: bool = False) -> Record:
    """The game as it was played; annotated, with the evaluations, the variations and the comments as well."""
    record = game.table.record()
    record.names = {side: PERSON if side == game.human else f"Kaya ({game.names[side]})" for side in (1, 2)}
    if game.stored.names or game.stored.people:
        record.names = game.names
    elif game.stored.study:
        record.names = {1: "", 2: ""}  # nobody has played
    began = game.stored.began
    record.facts |= {"Event": "Kaya", "Date": f"{date.fromtimestamp(began) if began else date.today():%Y.%m.%d}"}
    record.reports = game.history.reports(game.number) if annotated else {}
    if annotated:
        record.tree = game.tree
        record.comments, record.lines = plainly(game)
    return record


def plainly(game: GameState) -> tuple[dict[int, str], dict[int, list[Line]]]:
    """The game tree for files that have no room for one: comments on what was played, and variations as lines, by the
    number of the move that each replaces. What cannot be played is left out."""
    tree, main = game.tree, [name for _, name in game.named(game.position)]
    comments, lines = {}, dict[int, list[Line]]()
    with contextlib.suppress(ValueError):
        comments = {n: text for n, node in enumerate(tree.trail(main)) if (text := tree.comment(node))}
    for ply, path in tree.variations(main):
        with contextlib.suppress(ValueError):
            lines.setdefault(ply + 1, []).append(tuple(game.position_at(ply, tuple(path)).line[ply:]))
    return comments, lines


def stored_of(game: GameState) -> StoredGame:
    form, stored, verdict = game.adapter.file_format, game.stored, game.verdict
    stored.record = form.write(form.of(record_of(game))).decode()
    stored.over = verdict.outcome if verdict else ""
    stored.ending = game.adapter.ending(verdict, game.human, game.names) if verdict else ""
    stored.history, stored.lines, stored.comments, stored.marks = game.history.stored(), [], {}, {}
    stored.tree = game.tree.rows() if stored.study or game.tree.branched else []
    stored.changed = time.time()
    stored.dead = [game.position.move_name(p) for p in sorted(game.dead or ())]
    stored.clocks = game.clocks.stored()
    return stored
