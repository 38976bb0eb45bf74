"""The results store: one SQLite file with every game ever played into it, and every measurement taken.

A game is written in one transaction when it is over, so a process may be killed at any moment and loses at most the
games in progress. A match is known by what is played (both sides with all their parameters, and the conditions), not
by when: the same command goes on where it stopped. Several processes may play into one store: each claims a game before
it plays it, a claim ends with the process that made it, and a game can be stored once only."""

import contextlib
import functools
import hashlib
import json
import os
import platform
import socket
import sqlite3
import subprocess
import time
from collections.abc import Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

SCHEMA = """
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
    first TEXT NOT NULL, second TEXT NOT NULL,          -- both sides, described in full (JSON)
    conditions TEXT NOT NULL,                           -- board, komi, openings, seed (JSON)
    created REAL NOT NULL);
CREATE TABLE IF NOT EXISTS games (
    match INTEGER NOT NULL REFERENCES matches(id), number INTEGER NOT NULL,
    first_side INTEGER NOT NULL,                        -- 1: the first player moved first (Black, White in chess)
    points REAL NOT NULL,                               -- of the first player: 1, 0.5 or 0
    outcome TEXT NOT NULL, reason TEXT NOT NULL,        -- B+3.5, W+R ...; why it ended
    opening TEXT NOT NULL, record TEXT NOT NULL,        -- the moves of the opening; the whole game (SGF, PGN)
    plies INTEGER NOT NULL, seed INTEGER NOT NULL,
    seconds_first REAL NOT NULL, seconds_second REAL NOT NULL, seconds_all REAL NOT NULL,
    details TEXT NOT NULL, finished REAL NOT NULL,      -- versions, hardware, what the players said (JSON)
    PRIMARY KEY (match, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS claims (
    match INTEGER NOT NULL, number INTEGER NOT NULL, owner TEXT NOT NULL, seen REAL NOT NULL,
    PRIMARY KEY (match, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (
    name TEXT PRIMARY KEY, value TEXT NOT NULL);        -- what tuning and experiments remember (JSON)
CREATE TABLE IF NOT EXISTS measurements (
    key TEXT NOT NULL, number INTEGER NOT NULL,         -- what was measured, hashed; which time it was
    what TEXT NOT NULL, value TEXT NOT NULL,            -- all that decides what comes out; what came out (JSON)
    seed INTEGER NOT NULL, seconds REAL NOT NULL,       -- CPU-seconds it took
    details TEXT NOT NULL, finished REAL NOT NULL,      -- hardware (JSON)
    PRIMARY KEY (key, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answers (
    key TEXT NOT NULL, information TEXT NOT NULL,       -- who was asked, hashed; at which information set
    policy TEXT NOT NULL,                               -- moves with their probabilities (JSON)
    PRIMARY KEY (key, information)) WITHOUT ROWID;
"""
PATIENCE = 600  # times a store that others are just opening is tried, 20 a second
VERSION = ("version", "sources", "method")  # what says of a description by which sources it was made
SILENCE = 60.0  # seconds after which a claim of another machine counts as given up


@dataclass(frozen=True)
class GameResult:
    """One finished game, as it is stored."""

    number: int
    first_side: int
    points: float
    outcome: str
    reason: str
    opening: str
    record: str
    plies: int
    seed: int
    seconds_first: float
    seconds_second: float
    seconds_all: float
    details: dict[str, Any] = field(default_factory=dict)
    finished: float = 0.0


COLUMNS = list(GameResult.__dataclass_fields__)


@dataclass(frozen=True)
class StoredMatch:
    """What was played in a match: both sides and the conditions."""

    id: int
    game: str
    first: dict[str, Any]
    second: dict[str, Any]
    conditions: dict[str, Any]


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)


def _key(value: Any) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def _without_version(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _without_version(v) for k, v in value.items() if k not in VERSION}
    return value


def _same_player(older: dict[str, Any], newer: dict[str, Any], given: Collection[str]) -> bool:
    """Whether two descriptions are of one player, but for version, later parameters, and removed ones that were off."""
    then, now = older.get("parameters", {}), newer.get("parameters", {})
    later = {name for name in now if name not in then and name not in given}
    kept = {name: value for name, value in now.items() if name not in later}
    used = {name: value for name, value in then.items() if name in now or value}
    return _without_version({**older, "parameters": used}) == _without_version({**newer, "parameters": kept})


def hardware() -> dict[str, Any]:
    """What the games were played on; no names of machines or people."""
    on = {"machine": platform.machine(), "cores": os.cpu_count(), "system": platform.system()}
    return on | {"python": platform.python_version()}


@functools.cache
def commit() -> str:
    """The commit of Kaya that plays, with a + if its files were changed since; "" if it was installed without git."""
    folder = Path(__file__).parent

    def git(*words: str) -> str:
        return subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=True).stdout

    try:
        name = git("rev-parse", "--short=12", "HEAD").strip()
        changed = git("status", "--porcelain", "--untracked-files=no", "--", str(folder.parents[1]))
        return f"{name}+" if changed else name
    except (OSError, subprocess.CalledProcessError):
        return ""


def process_name() -> str:
    """This process, so that others can tell whether it still runs: machine, number, and when it started."""
    return f"{_machine()}:{os.getpid()}:{_started(os.getpid())}"


def _machine() -> str:
    return hashlib.sha256(socket.gethostname().encode()).hexdigest()[:12]


def _started(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19]
    except (OSError, IndexError):
        return "?"


def _lives(owner: str, seen: float) -> bool:
    machine, pid, started = owner.split(":")
    if machine != _machine():
        return time.time() - seen < SILENCE
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass
    return started == "?" or _started(int(pid)) == started


class Store:
    """A results store; `with Store(path) as store:`."""

    def __init__(self, path: str | Path):
        self.path = Path(path)
        try:
            self._db = sqlite3.connect(self.path, timeout=60, isolation_level=None)
            self._share()
            self._db.execute("PRAGMA synchronous=NORMAL")
            self._db.executescript(SCHEMA)
            self._db.execute(f"SELECT match, {','.join(COLUMNS)} FROM games LIMIT 0")
            self._db.execute("SELECT id, key, game, first, second, conditions, created FROM matches LIMIT 0")
        except sqlite3.Error as error:
            raise ValueError(f"{self.path} cannot be used as a results store: {error}.") from None

    def _share(self) -> None:
        """Let others read while one writes. SQLite does not wait while another process makes this change, too."""
        for patience in range(PATIENCE, -1, -1):
            try:
                self._db.execute("PRAGMA journal_mode=WAL")
                return
            except sqlite3.OperationalError:
                if patience == 0:
                    raise
                time.sleep(0.05)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")

    def match(self, game: str, first: dict, second: dict, conditions: dict) -> int:
        """The number of the match that is played between these two under these conditions; made if it is new."""
        key = _key([game, first, second, conditions])
        values = key, game, canonical(first), canonical(second), canonical(conditions), time.time()
        with self._writing():
            columns = "key, game, first, second, conditions, created"
            self._db.execute(f"INSERT OR IGNORE INTO matches ({columns}) VALUES (?,?,?,?,?,?)", values)
        return self._db.execute("SELECT id FROM matches WHERE key = ?", (key,)).fetchone()[0]

    def alike(self, match: int, given: Collection[str] = ()) -> list[int]:
        """The numbers of all matches that differ from this one only in the version of Kaya's sources, oldest first.
        Older ones may lack parameters that came later, unless this match has given them a value by name."""
        known = {stored.id: stored for stored in self.matches()}
        wanted = known[match]
        same = [f for f in known.values() if (f.game, f.conditions) == (wanted.game, wanted.conditions)]
        same = [f for f in same if _same_player(f.first, wanted.first, given)]
        return [f.id for f in same if _same_player(f.second, wanted.second, given)]

    def played_with(self, matches: list[int]) -> dict[str, Any]:
        """The versions of the sources, commits and machines of all games of some matches, and the seconds they took."""
        marks = ",".join("?" * len(matches))
        query = f"SELECT details, seconds_all FROM games WHERE match IN ({marks})"
        games = [(json.loads(d), s) for d, s in self._db.execute(query, matches)]
        sides = [side for m in self.matches() if m.id in matches for side in (m.first, m.second)]
        machines = sorted({canonical(details.get("hardware", {})) for details, _ in games})
        return {
            "sources": sorted({side["sources"] for side in sides if "sources" in side}),
            "commits": sorted({details["commit"] for details, _ in games if details.get("commit")}),
            "machines": list(map(json.loads, machines)),
            "seconds": round(sum(s for _, s in games)),
        }

    def claim(self, match: int, games: int) -> int | None:
        """The lowest number below `games` that is neither played nor being played; None if there is none."""
        with self._writing():
            played = {n for (n,) in self._db.execute("SELECT number FROM games WHERE match = ?", (match,))}
            claims = self._db.execute("SELECT number, owner, seen FROM claims WHERE match = ?", (match,)).fetchall()
            taken = {number for number, owner, seen in claims if _lives(owner, seen)}
            number = next((n for n in range(games) if n not in played and n not in taken), None)
            if number is not None:
                values = match, number, process_name(), time.time()
                self._db.execute("INSERT OR REPLACE INTO claims VALUES (?,?,?,?)", values)
        return number

    def still_playing(self) -> None:
        """Renew this process's claims, for processes on other machines to see."""
        with self._writing():
            self._db.execute("UPDATE claims SET seen = ? WHERE owner = ?", (time.time(), process_name()))

    def release(self, match: int) -> None:
        """Give back what this process has claimed and not played."""
        with self._writing():
            self._db.execute("DELETE FROM claims WHERE match = ? AND owner = ?", (match, process_name()))

    def discard(self, match: int) -> None:
        """Forget a match in which nothing was played, unless another process plays it."""
        self.release(match)
        taken = "SELECT match FROM games UNION SELECT match FROM claims"
        with self._writing():
            self._db.execute(f"DELETE FROM matches WHERE id = ? AND id NOT IN ({taken})", (match,))

    def add(self, match: int, result: GameResult) -> bool:
        """Store a finished game; False if this game was stored already, which then stands."""
        values = {**asdict(result), "details": canonical(result.details), "finished": result.finished or time.time()}
        marks = ",".join("?" * (len(COLUMNS) + 1))
        with self._writing():
            into = f"INSERT OR IGNORE INTO games (match,{','.join(COLUMNS)}) VALUES ({marks})"
            added = self._db.execute(into, (match, *(values[c] for c in COLUMNS))).rowcount
            self._db.execute("DELETE FROM claims WHERE match = ? AND number = ?", (match, result.number))
        return added == 1

    def games(self, match: int) -> list[GameResult]:
        rows = self._db.execute(f"SELECT {','.join(COLUMNS)} FROM games WHERE match = ? ORDER BY number", (match,))
        return [_result(row) for row in rows]

    def points(self, match: int) -> list[tuple[int, float]]:
        """Number and points of the first player, for each game of a match: all that statistics need."""
        return self._db.execute("SELECT number, points FROM games WHERE match = ? ORDER BY number", (match,)).fetchall()

    def count(self, match: int | None = None) -> int:
        """How many games there are, in a match or in all."""
        where, values = ("WHERE match = ?", (match,)) if match is not None else ("", ())
        return self._db.execute(f"SELECT count(*) FROM games {where}", values).fetchone()[0]

    def matches(self) -> list[StoredMatch]:
        rows = self._db.execute("SELECT id, game, first, second, conditions FROM matches ORDER BY id")
        return [StoredMatch(i, g, json.loads(a), json.loads(b), json.loads(c)) for i, g, a, b, c in rows]

    def add_measurement(self, what: dict, number: int, value: Any, seed: int, seconds: float) -> None:
        """Store what came out of measuring `what` for the `number`th time; if that is there already, it stands."""
        details = canonical({**hardware(), "commit": commit()})
        values = _key(what), number, canonical(what), canonical(value), seed, seconds, details, time.time()
        with self._writing():
            self._db.execute("INSERT OR IGNORE INTO measurements VALUES (?,?,?,?,?,?,?,?)", values)

    def measurements(self, what: dict, any_version: bool = False) -> dict[int, Any]:
        """All that came out of measuring this, by number; where that is nothing, if asked for, what other versions of
        Kaya's sources have measured, the newest of each number."""
        return {number: json.loads(value) for number, value, _, _ in self._taken(what, any_version)}

    def measured_with(self, what: dict, any_version: bool = False) -> dict[str, Any]:
        """The commits and machines of these measurements, and the CPU-seconds they took."""
        taken = self._taken(what, any_version)
        details = [json.loads(d) for _, _, d, _ in taken]
        machines = {canonical({k: v for k, v in d.items() if k != "commit"}) for d in details}
        return {
            "commits": sorted({d["commit"] for d in details if d.get("commit")}),
            "machines": list(map(json.loads, sorted(machines))),
            "seconds": round(sum(s for *_, s in taken)),
        }

    def _taken(self, what: dict, any_version: bool) -> list[tuple[Any, ...]]:
        columns = "number, value, details, seconds FROM measurements"
        rows = self._db.execute(f"SELECT {columns} WHERE key = ? ORDER BY number", (_key(what),)).fetchall()
        if rows or not any_version:
            return rows
        wanted = _without_version(what)
        found = self._db.execute(f"SELECT what, {columns} ORDER BY finished").fetchall()
        return [tuple(row) for w, *row in found if _without_version(json.loads(w)) == wanted]

    def answers(self, what: dict) -> dict[str, dict[int, Any]]:
        """What somebody answered at information sets, by their names."""
        rows = self._db.execute("SELECT information, policy FROM answers WHERE key = ?", (_key(what),))
        return {name: {int(move): p for move, p in json.loads(policy).items()} for name, policy in rows}

    def add_answers(self, what: dict, answers: Mapping[str, Mapping[int, Any]]) -> None:
        rows = [(_key(what), name, canonical(policy)) for name, policy in answers.items()]
        with self._writing():
            self._db.executemany("INSERT OR IGNORE INTO answers VALUES (?,?,?)", rows)

    def note(self, name: str, value: Any = None) -> Any:
        """Remember something under a name, or recall it (None if there is nothing)."""
        if value is not None:
            with self._writing():
                self._db.execute("INSERT OR REPLACE INTO notes VALUES (?,?)", (name, canonical(value)))
            return value
        row = self._db.execute("SELECT value FROM notes WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else None


def _result(row: tuple) -> GameResult:
    values = dict(zip(COLUMNS, row, strict=True))
    return GameResult(**{**values, "details": json.loads(values["details"])})
