"""A results store as tables, for other programs: matches, games, ratings and moves, a row each."""

import csv
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.util import find_spec
from math import inf
from pathlib import Path
from typing import Any

from ..games.registry import find_bundle
from ..protocols.formats import format_of, game_of
from .matches.store import Store
from .report.fields import fields, rate
from .report.reading import PlayedMatch, StoreFacts, read_store

Row = dict[str, Any]


def _sides(match: PlayedMatch) -> Row:
    return {"match": match.id, "game": match.game, "first": str(match.first), "second": str(match.second)}


def _matches(store: Store, facts: StoreFacts) -> Iterator[Row]:
    """Each match added up, for the first player; the interval is of 95 %, by pairs where every game has its other half,
    as `kaya match` has it."""
    for match in facts.matches:
        score, elo, (low, high) = match.score, match.results.elo(), match.results.interval()
        yield {
            **_sides(match),
            **match.conditions,
            "games": score.games,
            "wins": score.wins,
            "draws": score.draws,
            "losses": score.losses,
            "rate": score.rate,
            "rate_low": low,
            "rate_high": high,
            "elo": elo.value,
            "elo_low": elo.low,
            "elo_high": elo.high,
            "seconds_a_move_first": match.seconds_a_move[0],
            "seconds_a_move_second": match.seconds_a_move[1],
        }


def _games(store: Store, facts: StoreFacts) -> Iterator[Row]:
    """Each game; `points` are the first player's, `first_side` is 1 where it moved first, `record` the whole game."""
    for match in facts.matches:
        for game in store.games(match.id):
            yield {
                **_sides(match),
                **match.conditions,
                "number": game.number,
                "first_side": game.first_side,
                "points": game.points,
                "outcome": game.outcome,
                "reason": game.reason,
                "opening": game.opening,
                "plies": game.plies,
                "game_seed": game.seed,
                "seconds_first": game.seconds_first,
                "seconds_second": game.seconds_second,
                "finished": datetime.fromtimestamp(game.finished, UTC).isoformat(timespec="seconds"),
                "commit": game.details.get("commit", ""),
                "record": game.record,
            }


def _ratings(store: Store, facts: StoreFacts) -> Iterator[Row]:
    """Each player's Elo among those whom it met, directly or not, under the same conditions; the best first."""
    for title, results, joined in fields(facts.matches):
        for number, group in enumerate(joined, start=1):
            rated, virtual = rate(group, results)
            for rating in rated:
                yield {
                    "conditions": title,
                    "group": number,
                    "player": rating.player,
                    "elo": rating.elo.value,
                    "elo_low": rating.elo.low,
                    "elo_high": rating.elo.high,
                    "games": rating.score.games,
                    "rate": rating.score.rate,
                    "draws_made_up": virtual,
                }


def _moves(store: Store, facts: StoreFacts) -> Iterator[Row]:
    """Each move of each game whose record can be read; `refused` has the tries that an umpire refused before it."""
    for match in facts.matches:
        for game in store.games(match.id):
            try:
                sides = dict(enumerate(find_bundle(match.game).sides, start=1))
                record = format_of(game_of(game.record)).read(game.record.encode())
            except ValueError:
                continue
            position: Any = record.position() if callable(record.position) else record.position
            tried = [ply.tried for ply in getattr(position, "plies", ())] or [()] * len(position.line)
            names = {game.first_side: str(match.first), 3 - game.first_side: str(match.second)}
            for ply, ((side, move), refused) in enumerate(zip(position.line, tried, strict=True), start=1):
                yield {
                    "match": match.id,
                    "number": game.number,
                    "ply": ply,
                    "side": sides[side],
                    "player": names[side],
                    "move": position.move_name(move),
                    "refused": " ".join(map(position.move_name, refused)),
                }


TABLES: dict[str, Callable[[Store, StoreFacts], Iterator[Row]]] = {
    "matches": _matches,
    "games": _games,
    "ratings": _ratings,
    "moves": _moves,
}


def rows_of(path: str | Path, table: str) -> list[Row]:
    """The rows of a table of a store, all with the same columns; ValueError with one sentence."""
    if table not in TABLES:
        raise ValueError(f"There is no table {table!r}; there are {', '.join(TABLES)}.")
    facts = read_store(Path(path), 0)
    with Store(path) as store:
        rows = list(TABLES[table](store, facts))
    columns = dict.fromkeys(column for row in rows for column in row)
    return [{column: row.get(column) for column in columns} for row in rows]


def frame_of(path: str | Path, table: str) -> Any:
    """The same as a DataFrame of pandas."""
    if find_spec("pandas") is None:
        raise ValueError("A table as a DataFrame needs pandas: pip install pandas.")
    return importlib.import_module("pandas").DataFrame(rows_of(path, table))


def export(path: Path, table: str, output: Path | None) -> int:
    """Write a table as .csv, .json or .parquet, or as CSV to the screen; how many rows it has."""
    kind = output.suffix if output else ".csv"
    if kind not in (".csv", ".json", ".parquet"):
        raise ValueError(f"{output}: a table is written as .csv, .json or .parquet.")
    if kind == ".parquet" and not (find_spec("pandas") and (find_spec("pyarrow") or find_spec("fastparquet"))):
        raise ValueError("Parquet needs pandas and pyarrow: pip install pandas pyarrow.")
    rows = rows_of(path, table)
    if kind == ".parquet":
        importlib.import_module("pandas").DataFrame(rows).to_parquet(output)
    elif output is None:
        _write_csv(rows, sys.stdout)
    elif kind == ".json":
        finite = [{k: None if v in (inf, -inf) else v for k, v in row.items()} for row in rows]
        output.write_text(json.dumps(finite, indent=1, allow_nan=False) + "\n", encoding="utf-8")
    else:
        with output.open("w", newline="", encoding="utf-8") as file:
            _write_csv(rows, file)
    return len(rows)


def _write_csv(rows: list[Row], file: Any) -> None:
    if rows:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
