"""The games on disk, so that a server that is started again has them: a file each, in a folder of the user's.

The server makes a game's name, never a page; the record is the game's own kind of file, inside. A file is read by the
schema `StoredGame`. One that is damaged is set aside, under another name, and the others are offered."""

import contextlib
import json
import logging
import os
import re
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

from . import schema as s

MOST = 500  # games that are kept; the oldest go
DAMAGED = ".damaged"  # what the name of a file ends with that was set aside
SOURCE = ".source"  # and that of the file that a game was opened from
_NAME = re.compile(r"[A-Za-z0-9_-]{8,32}")
_MOVE, _COUNT, _NUMBER = s.whole(-(2**31), 2**31), s.whole(0, 2**60), s.number(-1e9, 1e9)
_MARK = s.row(s.text(), s.text(), s.document)
_EVALUATED = s.listed(s.row(_MOVE, _COUNT, _NUMBER, _NUMBER, s.listed(_MOVE)))

_NODE = s.row(s.whole(-1, 10**6), s.text(), s.whole(0, 2), s.document, s.listed(_MARK), s.by_name(s.listed(s.document)))
_TREE = s.listed(_NODE)

log = logging.getLogger("kaya.web")


@dataclass(kw_only=True)
class StoredClock:
    """A clock: what it began with, and what is left."""

    main: Annotated[float, s.number(0, 1e6)]
    period: Annotated[float, s.number(0, 1e6)]
    periods: Annotated[int, s.whole(0, 1000)]
    left: Annotated[float, s.number(-1e6, 1e6)]
    periods_left: Annotated[int, s.whole(0, 1000)]
    stones_left: Annotated[int, s.whole(0, 1000)]


@dataclass(kw_only=True)
class StoredEvaluation:
    """What a search has found of a position; each of its best moves is move, visits, value, prior and line.
    `costs` are those of the move that was played."""

    rate: Annotated[float | None, s.optional(s.number(-1, 2))] = None
    score: Annotated[float | None, s.optional(s.number(-1e6, 1e6))] = None
    simulations: Annotated[int, _COUNT] = 0
    seconds: Annotated[float, s.number(0, 1e9)] = 0.0
    nodes: Annotated[int, _COUNT] = 0
    moves: Annotated[list[Any], _EVALUATED] = field(default_factory=list)
    costs: Annotated[list[Any], s.listed(s.optional(s.number(-1, 2)))] = field(default_factory=list)


@dataclass(kw_only=True)
class StoredGame:
    """A game as it lies on disk. `human` is the person's side, 0 if it watches; `players` and `levels` are those of the
    programs, `record` is the text of the game's file, `over` how it ended in the game's notation and `ending` in words.
    `history` has evaluations by the number of moves played, `tree` variations, comments and marks, `dead` the stones
    that both agreed on; older files have `lines`, `comments` and `marks` in place of the tree. `study` says that it is
    a game of a file, which nobody plays; `names` and `facts` are those of that file, which lies beside this one. Sides
    and numbers of moves are texts where they name something, as JSON wants it.

    Where two people play each other, `people` says whether at one board or in two browsers; `keys` open a seat to
    whoever has them, `begun_by` is the seat of who began the game, `watch` the side whose view spectators are shown,
    `offer` the side that offers a draw, `rematch` the next game. `began` is when it was begun, in seconds; `to_the_end`
    says that its programs do not resign."""

    id: Annotated[str, s.text(32)]
    game: Annotated[str, s.text()]
    human: Annotated[int, s.whole(0, 2)]
    players: Annotated[dict[str, str], s.by_number(s.text(), 1, 2)]
    levels: Annotated[dict[str, int], s.by_number(s.whole(1, 10), 1, 2)]
    record: Annotated[str, s.document] = ""
    over: Annotated[str, s.document] = ""
    ending: Annotated[str, s.document] = ""
    title: Annotated[str, s.document] = ""
    changed: Annotated[float, s.number(0, 1e12)] = 0.0
    clocks: Annotated[dict[str, StoredClock], s.by_number(s.instance(StoredClock), 1, 2)] = field(default_factory=dict)
    history: Annotated[dict[str, StoredEvaluation], s.by_number(s.instance(StoredEvaluation))] = field(
        default_factory=dict
    )
    lines: Annotated[list[Any], s.listed(s.row(s.whole(0, 100_000), s.names(100_000)))] = field(default_factory=list)
    comments: Annotated[dict[str, str], s.by_number(s.document)] = field(default_factory=dict)
    names: Annotated[dict[str, str], s.by_number(s.document, 1, 2)] = field(default_factory=dict)
    dead: Annotated[list[str], s.names(1000)] = field(default_factory=list)
    study: Annotated[bool, s.flag] = False
    to_the_end: Annotated[bool, s.flag] = True
    tree: Annotated[list[Any], _TREE] = field(default_factory=list)
    marks: Annotated[dict[str, list[Any]], s.by_number(s.listed(_MARK))] = field(default_factory=dict)
    facts: Annotated[list[str], s.listed(s.document)] = field(default_factory=list)
    began: Annotated[float, s.number(0, 1e12)] = 0.0
    people: Annotated[str, s.text()] = ""
    keys: Annotated[dict[str, str], s.by_number(s.text(), 1, 3)] = field(default_factory=dict)
    begun_by: Annotated[int, s.whole(0, 3)] = 0
    watch: Annotated[int, s.whole(0, 2)] = 0
    offer: Annotated[int, s.whole(0, 2)] = 0
    rematch: Annotated[str, s.text(32)] = ""

    def __post_init__(self) -> None:
        programs = set() if self.people else {"1", "2"} - {str(self.human)}
        if self.people not in ("", "board", "browsers") or (self.people and self.human):
            raise ValueError("Two people play at one board or in two browsers, and no program with them.")
        if self.players.keys() != programs or self.levels.keys() != programs:
            raise ValueError("A stored game has a player and a level for each side that the person does not play.")
        if self.clocks and self.clocks.keys() != {"1", "2"}:
            raise ValueError("A stored game has a clock for both sides or for none.")
        if self.study and self.human:
            raise ValueError("Nobody plays a game that is studied.")


class Damaged(ValueError):
    """A stored game cannot be read."""

    def __init__(self, why: str):
        super().__init__(f"A stored game is damaged and was set aside: {why}")


def usual_folder() -> Path:
    """`$KAYA_GAMES`, else where the user's data lie."""
    if own := os.environ.get("KAYA_GAMES"):
        return Path(own)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path("~/.local/share").expanduser()) / "kaya" / "games"


class Storage:
    """The folder. What cannot be written is passed over: a game goes on without."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _place(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise ValueError("This is not the name of a game.")
        return self.folder / f"{name}.json"

    def save(self, game: StoredGame) -> None:
        """Write the whole file, or leave the old one as it was."""
        place = self._place(game.id)
        part = place.with_suffix(".part")
        try:
            part.write_text(json.dumps(asdict(game)), encoding="utf-8")
            os.replace(part, place)
        except OSError:
            part.unlink(missing_ok=True)

    def find(self, name: str) -> StoredGame | None:
        """The game of this name, None if there is none. Damaged if it cannot be read; then it is set aside."""
        if not _NAME.fullmatch(name):
            return None
        try:
            content = self._place(name).read_bytes()
        except OSError:
            return None
        try:
            value = s.parse(content, "A stored game")
            if "course" in value:  # as older files call it
                value["history"] = value["course"]
            game = s.build(StoredGame, value, "A stored game", strict=False)
            if game.id != name:
                raise ValueError("It has the name of another game.")
        except ValueError as error:
            raise self.set_aside(name, str(error)) from None
        return game

    def keep_source(self, name: str, text: str) -> None:
        """Keep the file that a game was opened from as it is."""
        with contextlib.suppress(OSError):
            self._place(name).with_suffix(SOURCE).write_text(text, encoding="utf-8", newline="")

    def source(self, name: str) -> str:
        """The file that a game was opened from, "" if there is none."""
        try:
            with self._place(name).with_suffix(SOURCE).open(encoding="utf-8", newline="") as file:
                return file.read()
        except (OSError, ValueError):
            return ""

    def set_aside(self, name: str, why: str) -> Damaged:
        """Give a damaged file another name, so that it is not read again; the error to raise."""
        place = self._place(name)
        with contextlib.suppress(OSError):
            os.replace(place, place.with_suffix(DAMAGED))
        log.warning("The stored game %s is damaged and was set aside as %s%s: %s", place, name, DAMAGED, why)
        return Damaged(why)

    def all(self) -> tuple[list[StoredGame], list[str]]:
        """The games, the latest first, and a sentence for each that is damaged."""
        files = sorted(self.folder.glob("*.json"), key=_age, reverse=True)
        for old in files[MOST:]:
            for file in (old, old.with_suffix(SOURCE)):
                file.unlink(missing_ok=True)
        games, faults = [], []
        for file in files[:MOST]:
            try:
                game = self.find(file.stem)
            except Damaged as error:
                faults.append(str(error))
            else:
                games += [game] if game else []
        return games, faults

    def drop(self, name: str) -> None:
        for file in (self._place(name), self._place(name).with_suffix(SOURCE)):
            file.unlink(missing_ok=True)


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
