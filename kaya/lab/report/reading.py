"""What a report needs to know of a store, added up by SQLite: 100,000 games never become Python objects."""

import json
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..matches.store import canonical
from ..screen import LONGEST
from ..statistics.results import Pentanomial, Results, Score
from .games import ShownGame, encode
from .naming import Named, name_players, printable, usual_settings

FAILED = "instr(reason, ': ') > 0"  # the arena writes a failure as "who: what", any other end as one word
REASON = f"substr(reason, 1, {2 * LONGEST})"  # no more of it is shown
OPENING_PLIES = "(opening <> '') + length(opening) - length(replace(opening, ' ', ''))"
CURVES = 12  # matches whose course is drawn
REASONS = 50  # kinds of failure that are listed


@dataclass(frozen=True)
class PlayedMatch:
    """A match with at least one game, added up."""

    id: int
    game: str
    first: Named
    second: Named
    conditions: dict[str, Any]
    score: Score
    pairs: Pentanomial
    failures: tuple[int, int]  # of the first player, of the second
    seconds: tuple[float, float]
    plies: int  # that the players chose; openings do not count
    began: float
    ended: float

    @property
    def by_pairs(self) -> bool:
        """Whether every game has its other half."""
        return 0 < self.pairs.games == self.score.games

    @property
    def results(self) -> Results:
        """By pairs where that can be, as `kaya match` counts; by games otherwise."""
        return self.pairs if self.by_pairs else self.score

    @property
    def seconds_a_move(self) -> tuple[float, float]:
        moves = max(self.plies / 2, 1)
        return self.seconds[0] / moves, self.seconds[1] / moves

    @property
    def terms(self) -> str:
        """The conditions that have a say in strength: all but the seed."""
        return canonical([self.game, {k: v for k, v in self.conditions.items() if k != "seed"}])


@dataclass(frozen=True)
class StoreFacts:
    """All that goes into a page."""

    name: str
    matches: list[PlayedMatch]
    unplayed: int  # matches without a finished game
    players: list[Named]
    hardware: list[tuple[dict[str, Any], int]]  # and games played on it
    lengths: dict[str, dict[int, int]]  # kind of board: moves: games
    curves: dict[int, list[tuple[int, float]]]  # match: number and points of each game
    reasons: list[tuple[str, int, str]]  # failure, how often, in which matches
    shown: list[ShownGame]

    @cached_property
    def games(self) -> int:
        return sum(m.score.games for m in self.matches)

    @property
    def began(self) -> float:
        return min(m.began for m in self.matches)

    @property
    def ended(self) -> float:
        return max(m.ended for m in self.matches)

    @property
    def seconds(self) -> float:
        """Of both sides, in all games."""
        return sum(sum(m.seconds) for m in self.matches)


def read_store(path: Path, games: int) -> StoreFacts:
    """Read a store, at one moment even while games are played into it; ValueError if it is none."""
    if not path.is_file():
        raise ValueError(f"There is no results store {path}; `kaya match … --store {path}` makes one.")
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=rw", uri=True, timeout=60)) as db:
            db.execute("PRAGMA query_only = ON")
            db.execute("PRAGMA mmap_size = 1073741824")  # twice as fast where games are long
            if {"matches", "games"} <= {name for (name,) in db.execute("SELECT name FROM sqlite_master")}:
                db.isolation_level = None
                db.execute("BEGIN")
                return _read(db, path.name, games)
    except (sqlite3.Error, json.JSONDecodeError) as error:
        raise ValueError(f"{path} cannot be read as a results store: {error}.") from None
    raise ValueError(f"{path} is a database, but not a results store.")


def _read(db: sqlite3.Connection, name: str, games: int) -> StoreFacts:
    planned = db.execute("SELECT id, game, first, second, conditions FROM matches ORDER BY id").fetchall()
    sums = {row[0]: row[1:] for row in db.execute(SUMS)}
    played = [row for row in planned if row[0] in sums]
    sides = {text: json.loads(text) for row in played for text in row[2:4]}
    sizes = {text: json.loads(row[4]).get("size") for row in played for text in row[2:4]}
    named = name_players(sides, {text: usual_settings(side, sizes[text]) for text, side in sides.items()})
    pairs = _pairs(db)
    matches = []
    for number, game, first, second, conditions in played:
        wins, draws, losses, failed, failed_second, seconds, seconds_second, plies, began, ended = sums[number]
        score, paired, terms = Score(wins, draws, losses), pairs.get(number, Pentanomial()), json.loads(conditions)
        failures, thought = (failed, failed_second), (seconds, seconds_second)
        sides = named[first], named[second]
        matches.append(PlayedMatch(number, game, *sides, terms, score, paired, failures, thought, plies, began, ended))
    longest = sorted(matches, key=lambda m: -m.score.games)[:CURVES]
    return StoreFacts(
        name,
        matches,
        len(planned) - len(played),
        list(dict.fromkeys(named.values())),
        _hardware(db),
        _lengths(db, matches),
        {m.id: db.execute(COURSE, (m.id,)).fetchall() for m in longest},
        db.execute(FAILURES, (REASONS,)).fetchall(),
        _shown(db, games),
    )


SUMS = f"""
SELECT match, sum(points = 1), sum(points = 0.5), sum(points = 0), sum({FAILED} AND points = 0),
    sum({FAILED} AND points = 1), sum(seconds_first), sum(seconds_second), sum(plies), min(finished), max(finished)
FROM games GROUP BY match"""

PAIRS = """
SELECT match, CAST(2 * points AS INTEGER), count(*)
FROM (SELECT match, sum(points) AS points FROM games GROUP BY match, number / 2 HAVING count(*) = 2) GROUP BY 1, 2"""

HARDWARE = """
SELECT CASE WHEN json_valid(details) THEN json_extract(details, '$.hardware') END, count(*)
FROM games GROUP BY 1 ORDER BY 2 DESC"""

LENGTHS = f"SELECT match, plies + {OPENING_PLIES}, count(*) FROM games GROUP BY 1, 2"

COURSE = "SELECT number, points FROM games WHERE match = ? ORDER BY number"

FAILURES = f"""
SELECT {REASON}, count(*), group_concat(DISTINCT match) FROM games WHERE {FAILED} GROUP BY 1 ORDER BY 2 DESC, 1
LIMIT ?"""

SHOWN = f"""
WITH placed AS (
    SELECT match, number, {FAILED} AS failed,
        row_number() OVER (PARTITION BY match, {FAILED} ORDER BY finished DESC, number DESC) AS place
    FROM games),
chosen AS (SELECT match, number FROM placed ORDER BY failed DESC, place, match LIMIT ?)
SELECT g.match, g.number, first_side, outcome, {REASON}, record
FROM chosen CROSS JOIN games g ON g.match = chosen.match AND g.number = chosen.number
ORDER BY g.match, g.number"""


def _pairs(db: sqlite3.Connection) -> dict[int, Pentanomial]:
    counts: dict[int, list[int]] = {}
    for match, points, pairs in db.execute(PAIRS):
        counts.setdefault(match, [0] * 5)[points] = pairs
    return {match: Pentanomial(tuple(found)) for match, found in counts.items()}


def _hardware(db: sqlite3.Connection) -> list[tuple[dict[str, Any], int]]:
    found = [(json.loads(text) if text and text.startswith("{") else {}, games) for text, games in db.execute(HARDWARE)]
    return [(hardware, games) for hardware, games in found if hardware]


def _lengths(db: sqlite3.Connection, matches: list[PlayedMatch]) -> dict[str, dict[int, int]]:
    """Games by their length, for each kind of board: a mean over several would say nothing."""
    boards = {m.id: board(m.game, m.conditions) for m in matches}
    lengths: dict[str, dict[int, int]] = {}
    for match, moves, games in db.execute(LENGTHS):
        counted = lengths.setdefault(boards[match], {})
        counted[moves] = counted.get(moves, 0) + games
    return lengths


def board(game: str, conditions: dict[str, Any]) -> str:
    """What is played on: `go 9×9`."""
    size = conditions.get("size")
    return f"{game} {size}×{size}" if size else game


def conditions(match: PlayedMatch) -> str:
    """`go 9×9, komi 7.5, random openings, seed 0`."""
    shown = {**match.conditions, "loaded": _files(match.conditions.get("loaded"))}
    given = {printable(k): printable(v) for k, v in shown.items() if v is not None and k != "size"}
    words = {"openings": "{} openings", "seconds": "{} s a move"}
    told = [words[k].format(v) if k in words else f"{k} {v}" for k, v in given.items()]
    return ", ".join([board(match.game, match.conditions), *told])


def _files(loaded: Any) -> str | None:
    """Users' files by their names, and the first letters of what their texts come to."""
    if not isinstance(loaded, dict):
        return loaded
    named = re.compile(r"kaya_loaded_(.+)_([0-9a-f]{7})[0-9a-f]*")
    return " and ".join(named.sub(r"\1.py (\2)", str(module)) for module in loaded)


def _shown(db: sqlite3.Connection, games: int) -> list[ShownGame]:
    """Games for the viewer: those a program forfeited first, then the latest of each match, in turns."""
    rows = db.execute(SHOWN, (games,))
    return [ShownGame(m, n, side, outcome, reason, *encode(record)) for m, n, side, outcome, reason, record in rows]
