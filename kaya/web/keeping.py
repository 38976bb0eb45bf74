"""The games on disk, so that a server that is started again has them: a file each, in a folder of the user's.

A name is made by the server and never by a page; the record is the game's own kind of file, inside.
"""

import json
import os
import re
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

MOST = 500  # games that are kept; the oldest go
_NAME = re.compile(r"[A-Za-z0-9_-]{8,32}")


@dataclass
class Kept:
    """A game as it lies on disk."""

    id: str
    owner: str
    game: str
    human: int  # the person's side, 0 if it watches
    players: dict[str, str]  # by side, "1" and "2": the programs
    levels: dict[str, int]
    record: str  # the text of the game's file
    over: str = ""  # how it ended, in the game's notation
    ending: str = ""  # and in words
    title: str = ""
    changed: float = 0.0
    clocks: dict[str, Any] = field(default_factory=dict)
    course: dict[str, dict[str, Any]] = field(default_factory=dict)  # what was thought, by the moves played
    lines: list[Any] = field(default_factory=list)  # that were tried out
    comments: dict[str, str] = field(default_factory=dict)  # of the file that it came from
    names: dict[str, str] = field(default_factory=dict)  # by side: who played it, if that was elsewhere
    dead: list[str] = field(default_factory=list)  # the stones that were agreed to be dead


def usual_folder() -> Path:
    """`$KAYA_GAMES`, else where the user's data lie."""
    if own := os.environ.get("KAYA_GAMES"):
        return Path(own)
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path("~/.local/share").expanduser()) / "kaya" / "games"


class Keeper:
    """The folder. What cannot be written or read is passed over: a game goes on without."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _place(self, name: str) -> Path:
        if not _NAME.fullmatch(name):
            raise ValueError("This is not the name of a game.")
        return self.folder / f"{name}.json"

    def keep(self, game: Kept) -> None:
        """Write the whole file, or leave the old one as it was."""
        place = self._place(game.id)
        part = place.with_suffix(".part")
        try:
            part.write_text(json.dumps(asdict(game)), encoding="utf-8")
            os.replace(part, place)
        except OSError:
            part.unlink(missing_ok=True)

    def find(self, name: str) -> Kept | None:
        try:
            said = json.loads(self._place(name).read_text(encoding="utf-8"))
            return Kept(**{f.name: said[f.name] for f in fields(Kept) if f.name in said})
        except (OSError, ValueError, TypeError):
            return None

    def of(self, owner: str) -> list[Kept]:
        """The games of one browser, the latest first."""
        files = sorted(self.folder.glob("*.json"), key=_age, reverse=True)
        for old in files[MOST:]:
            old.unlink(missing_ok=True)
        found = (self.find(file.stem) for file in files[:MOST])
        return [game for game in found if game and game.owner == owner]

    def drop(self, name: str) -> None:
        self._place(name).unlink(missing_ok=True)


def _age(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0
