"""Games of Phantom Go as SGF files: a game of Go whose comments are what was tried and what the umpire said.

    ;B[ee]C[tried D4 C3
    moved; 2 captured at C5 C6]

`tried` lists the tries that were refused before a move; the line after it is the umpire's whole message, with the
stones that were captured. What is silent has no comment. `then tried` on the last move lists those of the turn after
it. Other lines are passed over. When a game is read, it is played again under the umpire, and a line that contradicts
it is a fault. Which rules the umpire has is in RU: `Phantom Go, olympiad`."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from ...go.files import sgf, tree
from ...go.rules import BLACK, WHITE, parse_vertex, vertex
from ...table.tree import GameTree
from ..rules import OLYMPIAD, Announcement, PhantomGoPosition
from ..rules.board import Board

RULES = "Phantom Go"
MARK = rf"\(;[^;]*RU\[{RULES}"  # how such a file begins
WORDS = r"(then )?tried |(moved|passed)(;|$)"  # how lines of the umpire begin
TRIED, THEN_TRIED = "tried ", "then tried "


@dataclass
class PhantomRecord:
    """A game as it is written down. `position` has the moves, the tries and the conditions."""

    position: PhantomGoPosition
    black: str = ""
    white: str = ""
    result: str = ""
    date: str = ""
    other: dict[str, str] = field(default_factory=dict)  # further facts, by their SGF names
    tree: GameTree | None = field(default=None, repr=False, compare=False)  # variations, words and marks
    source: str = field(default="", repr=False, compare=False)


def save(record: PhantomRecord) -> bytes:
    position = record.position
    facts: dict[str, Any] = {name: getattr(record, name) for name in ("result", "date", "other")}
    facts |= {"rules": f"{RULES}, {position.rules}", "black_name": record.black, "white_name": record.white}
    begun = at_start(position)
    stones = begun.stones(BLACK), begun.stones(WHITE)
    written = sgf.GameRecord(position.lines, position.komi, *stones, begun.mover, position.line, **facts)
    for number, ply in enumerate(position.plies, start=1):
        said = umpires_words(position, number)
        lines = [_names(TRIED, ply.tried, position.lines)] if ply.tried else []
        lines += [said] if said not in ("moved", "passed") else []
        if lines:
            written.comments[number] = "\n".join(lines)
    if position.tried:
        last = len(position.plies)
        line = _names(THEN_TRIED, position.tried, position.lines)
        written.comments[last] = "\n".join(filter(None, [written.comments.get(last), line]))
    written.tree, written.source = record.tree, record.source
    return tree.write(written)


def at_start(position: PhantomGoPosition) -> PhantomGoPosition:
    """The position before the first move of this game."""
    begun = position.copy()
    while begun.played:
        begun.undo()
    begun.tried.clear()
    return begun


def umpires_words(position: PhantomGoPosition, number: int) -> str:
    """The whole message of a half-move, counted from 1, with the captured stones."""
    return position.whole_message(number).written(position.lines)


def _names(word: str, moves: Iterable[int], lines: int) -> str:
    return word + " ".join(vertex(m, lines) for m in moves)


def is_phantom(text: str) -> bool:
    return bool(re.match(MARK, text.lstrip("\ufeff \t\r\n")))


def load(data: bytes) -> PhantomRecord:
    """The game of a file; ValueError says in one sentence what is wrong."""
    found = sgf.load(data)
    name, _, rules = found.rules.partition(",")
    if name.strip() != RULES:
        raise ValueError(f"This is not a game of Phantom Go: its rules are {found.rules[:30]!r}.")
    chosen = Board().changed(size=found.lines, komi=found.komi, rules=rules.strip() or OLYMPIAD)  # type: ignore[call-arg]
    position = PhantomGoPosition(chosen.size, chosen.komi, chosen.rules)
    position.conditions = {d.name: d.value for d in chosen.describe()}
    position.place(black=found.black, white=found.white)
    position.set_turn(found.first)
    _retry(position, found.comments.get(0, ""), THEN_TRIED, 0)
    for number, (colour, move) in enumerate(found.moves, start=1):
        comment = found.comments.get(number, "")
        where = f"Move {number}, {sgf.COLOURS[colour]} {vertex(move, found.lines)}"
        if colour != position.mover:
            raise ValueError(f"{where}: it is the opponent's turn.")
        _retry(position, comment, TRIED, number)
        if position.over:
            raise ValueError(f"{where}: the game is over.")
        if why := position.why_illegal(move):
            raise ValueError(f"{where}, is not allowed: {why}.")
        position.try_move(move)
        for line in comment.splitlines():
            _check(position, number, line.strip())
        _retry(position, comment, THEN_TRIED, number)
    facts = found.black_name, found.white_name, found.result, found.date, found.other
    return PhantomRecord(position, *facts, without_the_umpire(tree.read_tree(found)), found.source)


def without_the_umpire(found: GameTree) -> GameTree:
    """A tree without the umpire's words and the tries, which belong to the position and are written anew."""
    for _, node in found:
        lines = (line for line in node.comment.splitlines() if not re.match(WORDS, line.strip()))
        node.comment = "\n".join(lines).strip()
    return found


def load_views(data: bytes) -> tuple[PhantomGoPosition, tuple[list[frozenset[int]], list[frozenset[int]]]]:
    """The game of a file, and the opponent's stones that each side knew before the first move and after each."""
    position = load(data).position
    game = at_start(position)
    views = {side: game.start_for(side).view() for side in (1, 2)}
    knew: dict[int, list[frozenset[int]]] = {1: [frozenset()], 2: [frozenset()]}
    for ply in position.plies:
        for move in (*ply.tried, ply.move):
            for side, heard in game.attempt(move).items():
                views[side].hear(heard)
        for side, view in views.items():
            knew[side].append(view.known.enemies)
    return position, (knew[1], knew[2])


def _retry(position: PhantomGoPosition, comment: str, word: str, number: int) -> None:
    """Make the tries that a comment lists, which must be refused."""
    for line in (line.strip() for line in comment.splitlines()):
        if line.startswith(word):
            for name in line.removeprefix(word).split():
                move = parse_vertex(name, position.lines)
                if not position.over and position.is_legal(move):
                    raise ValueError(f"Move {number}: {name} cannot have been refused, it is legal there.")
                if move not in position.tried:
                    position.try_move(move)


def _check(position: PhantomGoPosition, number: int, line: str) -> None:
    """ValueError if a line is the umpire's and something else was said. Its words begin with these two."""
    if line.split(";")[0] not in ("moved", "passed"):
        return
    said = umpires_words(position, number)
    try:
        agrees = Announcement.read(line, number, position.movers[-1], position.lines).written(position.lines) == said
    except ValueError:
        agrees = False
    if not agrees:
        raise ValueError(f"Move {number}: the umpire says {said!r} there, not {line[:60]!r}.")
