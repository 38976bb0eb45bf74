"""Games of Kriegspiel as PGN files: a game of chess whose comments are what was tried and what the umpire said.

    1. e4 d5 {1 pawn try} 2. {tried e4e5} exd5 {pawn at d5 captured}

`{tried ...}` before a move lists the refused tries in coordinates; a comment behind a move is the umpire's message,
the pawn tries of the player to move included. What is silent has no comment. Other comments, variations and marks are
passed over. When a game is read, it is played again under the umpire, and a comment that contradicts it is a fault.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..games.kriegspiel import ILLEGAL, START, KriegspielPosition, message_text, move_name, parse_message, parse_move
from ..games.kriegspiel.notation import parse_san, san

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
WIDTH = 100
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(r"\{[^}]*\}|;[^\n]*|\$\d+|[()]|0-0(?:-0)?[+#!?]*|1-0|0-1|1/2-1/2|\*|\d+\.*|[^\s{}();$]+")


@dataclass
class KriegspielRecord:
    """A game as it is written down. `position` has the moves, the tries and the start."""

    position: KriegspielPosition
    white: str = "?"
    black: str = "?"
    result: str = "*"
    date: str = "????.??.??"
    other: dict[str, str] = field(default_factory=dict)  # further tags: Event, Round …


def save(record: KriegspielRecord) -> str:
    """The game as the text of a PGN file."""
    position = record.position
    tags = {"Event": "?", "Site": "?", "Date": record.date, "Round": "?", "White": record.white, "Black": record.black,
            "Result": record.result, "Rules": "Kriegspiel"}  # fmt: skip
    if position.start_fen != START:
        tags |= {"SetUp": "1", "FEN": position.start_fen}
    tags |= record.other
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    moves = textwrap.wrap(" ".join([*_movetext(position), record.result]), WIDTH, break_on_hyphens=False)
    return "\n".join([*lines, "", *moves]) + "\n"


def _escaped(text: str) -> str:
    flat = " ".join(str(text).split())
    return flat.replace("\\", "\\\\").replace('"', '\\"')


def _movetext(position: KriegspielPosition) -> Iterator[str]:
    game = KriegspielPosition(position.start_fen)
    spoken = True  # Black's move is numbered after a comment, and at the start
    for ply in position.plies:
        number = int(game.state.ply) // 2 + 1
        if game.mover == 1:
            yield f"{number}."
        elif spoken or ply.tried:
            yield f"{number}..."
        spoken = False
        if ply.tried:
            yield _tried(ply.tried)
        yield san(game, ply.move)
        game.play(ply.move)
        if said := message_text(ply.message).removeprefix("moved").removeprefix("; "):
            spoken = True
            yield f"{{{said}}}"
    if position.tried:
        yield _tried(position.tried)


def _tried(moves) -> str:
    return f"{{tried {' '.join(move_name(m) for m in moves)}}}"


def load(text: str | bytes) -> KriegspielRecord:
    """The first game of a file; ValueError says in one sentence what is wrong, and where."""
    for record in load_all(text):
        return record
    raise ValueError("There is no game in this file.")


def load_all(text: str | bytes) -> Iterator[KriegspielRecord]:
    """All games of a file, one after the other."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    place = _skip(text, 0)
    while place < len(text):
        record, place = _Reader(text, place).game()
        yield record
        place = _skip(text, place)


def _skip(text: str, place: int) -> int:
    """The next place that is no white space and no line of comment."""
    while place < len(text):
        if text[place].isspace():
            place += 1
        elif text[place] == "%" and (place == 0 or text[place - 1] == "\n"):
            place = (text.find("\n", place) + 1) or len(text)
        else:
            break
    return place


class _Reader:
    """Reads one game from a place on."""

    def __init__(self, text: str, place: int):
        self.text, self.place = text, place

    def fault(self, what: str, place: int | None = None) -> ValueError:
        place = self.place if place is None else place
        line = self.text.count("\n", 0, place) + 1
        return ValueError(f"Line {line}, column {place - self.text.rfind(chr(10), 0, place)}: {what}")

    def tags(self) -> dict[str, tuple[str, int]]:
        found: dict[str, tuple[str, int]] = {}
        while self.text.startswith("[", self.place):
            tag = _TAG.match(self.text, self.place)
            if not tag:
                raise self.fault('a tag must be written as [Name "value"].')
            found[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2]), self.place
            self.place = _skip(self.text, tag.end())
        return found

    def game(self) -> tuple[KriegspielRecord, int]:
        tags = self.tags()
        fen, where = tags.get("FEN", (START, self.place))
        try:
            position = KriegspielPosition(fen)
        except ValueError as error:
            raise self.fault(str(error), where) from None
        result, where = tags.get("Result", ("*", self.place))
        if result not in RESULTS:
            raise self.fault(f"a result is one of {', '.join(RESULTS)}, not {result[:20]!r}.", where)
        ending = self.moves(position) or result
        if position.over and position.outcome != ending:
            raise self.fault(f"the game ended by {position.ending} with {position.outcome}, not {ending}.")
        plain = {name: value for name, (value, _) in tags.items()}
        other = {n: v for n, v in plain.items() if n not in ("White", "Black", "Result", "Date", "FEN", "SetUp")}
        record = KriegspielRecord(position, plain.get("White", "?"), plain.get("Black", "?"), ending,
                                  plain.get("Date", "????.??.??"), other)  # fmt: skip
        return record, self.place

    def moves(self, position: KriegspielPosition) -> str:
        """Play the moves up to the result, and say what that was; "" if none is written."""
        depth = 0  # of variations, which are passed over
        while (start := _skip(self.text, self.place)) < len(self.text):
            if self.text[start] == "[" and depth == 0:
                break  # the next game
            token = _TOKEN.match(self.text, start)
            if not token:
                what = "a comment has no end." if self.text[start] == "{" else f"{self.text[start]!r} means nothing."
                raise self.fault(what, start)
            self.place, word = token.end(), token[0]
            if word in "()":
                depth += 1 if word == "(" else -1
                if depth < 0:
                    raise self.fault("a variation ends that has not begun.", start)
            elif depth or word[0] in ";$" or re.fullmatch(r"\d+\.*", word):
                continue
            elif word in RESULTS:
                return word
            else:
                try:
                    self._understand(position, word)
                except ValueError as error:
                    raise self.fault(str(error), start) from None
        if depth:
            raise self.fault("a variation has no end.")
        return ""

    @staticmethod
    def _understand(position: KriegspielPosition, word: str) -> None:
        """A move, or a comment."""
        if word[0] != "{":
            if position.over:
                raise ValueError(f"{word[:20]} comes after the end of the game: {position.ending}.")
            position.play(parse_san(position, re.sub(r"^\d+\.+", "", word)))
            return
        comment = " ".join(word[1:-1].split())
        if comment.startswith("tried "):
            for name in comment.split()[1:]:
                _refuse(position, name)
        elif position.plies:
            try:
                said = parse_message(comment)
            except ValueError:
                return  # somebody else's comment
            if said != position.plies[-1].message:
                raise ValueError(f"the umpire says {message_text(position.plies[-1].message)!r} here, not {comment!r}.")


def _refuse(position: KriegspielPosition, name: str) -> None:
    """Note a try that was refused."""
    move = parse_move(name)
    if position.is_legal(move):
        raise ValueError(f"{name} cannot have been refused: it is legal here.")
    message = position.try_move(move)
    assert message == ILLEGAL
