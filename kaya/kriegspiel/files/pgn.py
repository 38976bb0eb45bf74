"""Games of Kriegspiel as PGN files: a game of chess whose comments are what was tried and what the umpire said.

    1. e4 d5 {1 pawn try} 2. {tried e4e5} exd5 {pawn at d5 captured}

By another rule set than the ICC's the tag Rules names it, as `Kriegspiel, berkeley`, and `any?` may be among the tries.

`{tried ...}` before a move lists the refused tries in coordinates; a comment behind a move is the umpire's message,
the pawn tries of the player to move included. What is silent has no comment. Other comments, variations and marks are
those of a game tree, for which see `tree.py`. When a game is read, it is played again under the umpire, and a comment
that contradicts it is a fault."""

import functools
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ...table.tree import GameTree, Node
from ..rules import START, KriegspielPosition, move_name, parse_message, parse_move
from ..rules.messages import parse_squares
from ..rules.notation import parse_san
from ..rules.rule_sets import DEFAULT, find_rules

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
GLYPHS = "$"  # what the marks of a move are kept by
KRIEGSPIEL = "Kriegspiel"  # what the tag Rules says
WIDTH = 100
_TAG = r'\[\s*(?P<name>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]'
_ASIDE = r"(?P<aside>;[^\n]*|^%[^\n]*|\$\d+|\d*\.+|\d+(?![\d/-]))"  # comments of a line, marks, numbers of moves
_WORD = r"(?P<word>\{[^}]*\}|[()]|[^\s{}();$[][^\s{}();$]*)"
TOKEN = re.compile(rf"{_TAG}|{_ASIDE}|{_WORD}|\S", re.MULTILINE)


@dataclass
class KriegspielRecord:
    """A game as it is written down. `position` has the moves, the tries and the start."""

    position: KriegspielPosition
    white: str = "?"
    black: str = "?"
    result: str = "*"
    date: str = "????.??.??"
    other: dict[str, str] = field(default_factory=dict)  # further tags: Event, Round …
    tree: GameTree | None = field(default=None, repr=False, compare=False)  # variations, words and marks


def save(record: KriegspielRecord) -> str:
    position = record.position
    tags = {"Event": "?", "Site": "?", "Date": record.date, "Round": "?"}
    tags |= {"White": record.white or "?", "Black": record.black or "?", "Result": record.result, "Rules": KRIEGSPIEL}
    if position.start_fen != START:
        tags |= {"SetUp": "1", "FEN": position.start_fen}
    tags |= record.other
    if position.rules.name != DEFAULT:
        tags["Rules"] = f"{KRIEGSPIEL}, {position.rules.name}"
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    moves = textwrap.wrap(
        " ".join([*_movetext(position, record.tree or GameTree()), record.result]), WIDTH, break_on_hyphens=False
    )
    return "\n".join([*lines, "", *moves]) + "\n"


def _escaped(text: str) -> str:
    flat = " ".join(str(text).split())
    return flat.replace("\\", "\\\\").replace('"', '\\"')


def _movetext(position: KriegspielPosition, tree: GameTree) -> Iterator[str]:
    import chess

    board, node = chess.Board(position.start_fen), tree.root
    words = _words(tree, node)
    yield from words
    spoken = True  # Black's move is numbered after a comment or a variation, and at the start
    for number, ply in enumerate(position.plies, start=1):
        if board.turn:
            yield f"{board.fullmove_number}."
        elif spoken or ply.tried:
            yield f"{board.fullmove_number}..."
        if ply.tried:
            yield _tried(ply.tried)
        move = chess.Move.from_uci(move_name(ply.move))
        before = board.copy(stack=False)
        yield board.san(move)
        board.push(move)
        siblings = tree.children(node)
        node = next((child for child in siblings if child.move == move.uci()), Node())
        said = position.said(number).removeprefix("moved").removeprefix("; ")
        words = [*_marks_of(node), *([f"{{{said}}}"] if said else []), *_words(tree, node)]
        others = [text for child in siblings if child is not node for text in _variation(before, tree, child)]
        yield from (*words, *others)
        spoken = bool(words or others)
    if position.tried:
        yield _tried(position.tried)
    for child in tree.children(node) if node is tree.root or node.move else []:
        yield from _variation(board, tree, child)


def _variation(board: Any, tree: GameTree, node: Node) -> Iterator[str]:
    """A line that was not played, with those that leave it; where a move cannot be played it ends."""
    board, begun = board.copy(stack=False), False
    rest: list[Node] = [node]
    while rest:
        node, *siblings = rest
        try:
            move = board.parse_uci(node.move)
        except ValueError:
            break
        if not begun:
            yield "("
        yield f"{board.fullmove_number}{'.' if board.turn else '...'}"
        yield board.san(move)
        yield from (*_marks_of(node), *_words(tree, node))
        if begun:
            for sibling in siblings:
                yield from _variation(board, tree, sibling)
        begun = True
        board.push(move)
        rest = tree.children(node)
    if begun:
        yield ")"


def _marks_of(node: Node) -> list[str]:
    """`!` and its kin by their numbers."""
    return [f"${number}" for number in node.kept.get(GLYPHS, ())]


def _words(tree: GameTree, node: Node) -> list[str]:
    """What somebody has said of a position, with the marks on its board as commands of a comment."""
    coloured = [f"{text}{place}" for kind, place, text in tree.marks(node) if kind == "circle" and text in (*"GRYB",)]
    commands = [f"[%csl {','.join(coloured)}]"] if coloured else []
    for kind, place, text in tree.marks(node):
        if kind != "circle" or text not in (*"GRYB",):
            commands.append(f"[%mark {' '.join(filter(None, [kind, place, text.replace(']', ')')]))}]")
    said = " ".join(filter(None, [tree.comment(node), *commands])).replace("}", ")")
    return [f"{{{said}}}"] if said else []


def _tried(moves) -> str:
    return f"{{tried {' '.join(move_name(m) for m in moves)}}}"


def load(text: str | bytes) -> KriegspielRecord:
    """The first game of a file; ValueError says in one sentence what is wrong, and where."""
    for record in load_all(text):
        return record
    raise ValueError("There is no game in this file.")


def load_all(text: str | bytes) -> Iterator[KriegspielRecord]:
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    game, place = _Reader(), 0
    try:
        for token in TOKEN.finditer(text):
            place = token.start()
            if game.begun and token["name"]:
                yield game.record()
                game = _Reader()
            if not token["aside"]:
                game.read(token)
            if game.ended:
                yield game.record()
                game = _Reader()
        place = len(text)
        if game.begun or game.tags:
            yield game.record()
    except ValueError as error:
        line, column = text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)
        raise ValueError(f"Line {line}, column {column}: {error}") from None


class _Reader:
    """Reads one game and plays it. python-chess would pass over what it does not understand, so only moves are its."""

    def __init__(self):
        self.tags: dict[str, str] = {}
        self.begun = self.ended = False
        self.depth = 0  # of variations, which are passed over

    @functools.cached_property
    def position(self) -> KriegspielPosition:
        return KriegspielPosition(self.tags.get("FEN", START), _rules(self.tags.get("Rules", "")))

    def read(self, token: re.Match[str]) -> None:
        """One word of the file; ValueError if it cannot stand there."""
        word = token[0]
        if token["name"]:
            self._note(token["name"], re.sub(r"\\(.)", r"\1", token["value"]))
        elif not token["word"]:
            faults = {"{": "a comment has no end.", "[": 'a tag must be written as [Name "value"].'}
            raise ValueError(faults.get(word, f"{word!r} means nothing."))
        else:
            self.begun = True
            self.depth += (word == "(") - (word == ")")
            if self.depth < 0:
                raise ValueError("a variation ends that has not begun.")
            if self.depth == 0 and word != ")":
                self._understand(word)

    def _note(self, name: str, value: str) -> None:
        self.tags[name] = value
        if name in ("FEN", "Rules"):
            vars(self).pop("position", None)
            self.position  # noqa: B018  (ValueError if there is no such position, or rule set)
        elif name == "Result" and value not in RESULTS:
            raise ValueError(f"a result is one of {', '.join(RESULTS)}, not {value[:20]!r}.")

    def _understand(self, word: str) -> None:
        """The result, a move, or a comment."""
        position, comment = self.position, " ".join(word[1:-1].split())
        if word in RESULTS:
            self.tags["Result"], self.ended = word, True
        elif word[0] != "{":
            if position.over:
                raise ValueError(f"{word[:20]} comes after the end of the game: {position.ending}.")
            position.play(parse_san(position.state, word))
        elif comment.startswith("tried "):
            for name in comment.split()[1:]:
                if position.is_legal(parse_move(name)) and parse_move(name) in position.possible_tries():
                    raise ValueError(f"{name} cannot have been refused: it is legal here.")
                position.try_move(parse_move(name))
        elif position.plies:
            said = position.said(len(position.plies))
            if heard(comment) not in (None, heard(said)):
                raise ValueError(f"the umpire says {said!r} here, not {comment!r}.")

    def record(self) -> KriegspielRecord:
        position, tags = self.position, {"White": "?", "Black": "?", "Result": "*", "Date": "????.??.??"} | self.tags
        if self.depth:
            raise ValueError("a variation has no end.")
        if position.over and position.outcome != tags["Result"]:
            raise ValueError(f"the game ended by {position.ending} with {position.outcome}, not {tags['Result']}.")
        white, black, result, date = (tags.pop(name) for name in ("White", "Black", "Result", "Date"))
        other = {n: v for n, v in tags.items() if n not in ("FEN", "SetUp")}
        return KriegspielRecord(position, white, black, result, date, other)


def heard(comment: str) -> tuple[int, int] | None:
    """The umpire's message, and the squares it tells of; None if this is somebody else's comment."""
    try:
        return parse_message(comment), parse_squares(comment)
    except ValueError:
        return None


def _rules(tag: str) -> str:
    """The rule set that a tag names; that of the ICC if it names none. ValueError if there is none of this name."""
    name, _, rules = tag.partition(",")
    return find_rules(rules.strip()).name if name.strip() == KRIEGSPIEL and rules.strip() else DEFAULT
