"""A store as tables: right figures, the same in every format, and one sentence where something is missing."""

import csv
import json
import re
import sys
import types

import pytest
from typer.testing import CliRunner

from kaya import lab
from kaya.cli import app
from kaya.kriegspiel.files.pgn import KriegspielRecord, save
from kaya.kriegspiel.rules import KriegspielPosition
from kaya.lab import export
from kaya.lab.export import TABLES, rows_of
from kaya.lab.matches.store import Store

from .test_report import CONDITIONS, game, uct


@pytest.fixture
def path(tmp_path):
    """Three matches in a circle on 5x5, and one in which somebody lost everything on 7x7."""
    with Store(tmp_path / "results.db") as store:
        a, b, c = uct(C=0.5), uct(C=0.6), uct(C=0.7)
        for first, second, points in ((a, b, (1, 0)), (b, c, (1, 0.5)), (c, a, (0, 1))):
            match = store.match("go", first, second, CONDITIONS)
            for number, won in enumerate(points):
                store.add(match, game(number, won))
        match = store.match("go", a, b, {**CONDITIONS, "size": 7, "komi": 5.5})
        for number in range(2):
            store.add(match, game(number, 1.0, record="nothing that could be read"))
    return store.path


def test_matches_are_added_up(path):
    rows = rows_of(path, "matches")
    assert [(r["games"], r["wins"], r["draws"], r["losses"], r["rate"]) for r in rows] == [
        (2, 1, 0, 1, 0.5),
        (2, 1, 1, 0, 0.75),
        (2, 1, 0, 1, 0.5),
        (2, 2, 0, 0, 1.0),
    ]
    assert rows[0]["first"] == "uct:C=0.5"
    assert [r["size"] for r in rows] == [5, 5, 5, 7]
    assert rows[0]["elo"] == 0.0
    assert rows[3]["elo"] == float("inf")
    assert rows[0]["rate_low"] < 0.5 < rows[0]["rate_high"]
    assert rows[0]["seconds_a_move_first"] == pytest.approx(4.0 / 20)


def test_games_are_those_of_the_store(path):
    rows = rows_of(path, "games")
    assert len(rows) == 8
    assert rows[1] == {
        "match": 1,
        "game": "go",
        "first": "uct:C=0.5",
        "second": "uct:C=0.6",
        **CONDITIONS,
        "number": 1,
        "first_side": 2,
        "points": 0.0,
        "outcome": "B+R",
        "reason": "resignation",
        "opening": "C3 B2",
        "plies": 20,
        "game_seed": 1,
        "seconds_first": 2.0,
        "seconds_second": 4.0,
        "finished": "2023-11-14T22:13:21+00:00",
        "commit": "",
        "record": "(;SZ[5]KM[7.5];B[cc];W[bb])",
    }


def test_ratings_are_of_those_who_met(path):
    rows = rows_of(path, "ratings")
    assert [(r["conditions"], r["player"]) for r in rows[-2:]] == [
        ("go 7×7, komi 5.5, random openings", "uct:C=0.5"),
        ("go 7×7, komi 5.5, random openings", "uct:C=0.6"),
    ]
    assert [r["draws_made_up"] for r in rows] == [False, False, False, True, True]
    assert [r["games"] for r in rows] == [4, 4, 4, 2, 2]
    assert rows[0]["elo"] >= rows[1]["elo"] >= rows[2]["elo"]


def test_moves_have_their_players(path):
    rows = rows_of(path, "moves")
    assert len(rows) == 12, "two of each game that can be read"
    first, second = ("uct:C=0.5", "uct:C=0.6")
    assert [tuple(r.values()) for r in rows[:4]] == [
        (1, 0, 1, "black", first, "C3", ""),
        (1, 0, 2, "white", second, "B4", ""),
        (1, 1, 1, "black", second, "C3", ""),
        (1, 1, 2, "white", first, "B4", ""),
    ]


def test_refused_tries_stand_with_the_move_that_followed(tmp_path):
    position = KriegspielPosition()
    for name in ("e2e4", "e7e5", "e4e5", "d2d4"):
        position.try_move(position.parse_move(name))
    with Store(tmp_path / "results.db") as store:
        match = store.match("kriegspiel", uct(), uct(C=0.1), {"seed": 0})
        store.add(match, game(0, record=save(KriegspielRecord(position))))
    rows = rows_of(store.path, "moves")
    assert [(r["side"], r["move"], r["refused"]) for r in rows] == [
        ("white", "e2e4", ""),
        ("black", "e7e5", ""),
        ("white", "d2d4", "e4e5"),
    ]


def test_every_format_says_the_same(path, tmp_path):
    for table in TABLES:
        rows = rows_of(path, table)
        for suffix in (".csv", ".json"):
            output = tmp_path / f"{table}{suffix}"
            run = CliRunner().invoke(app, ["export", table, "--store", str(path), "--output", str(output)])
            assert run.exit_code == 0, run.output
            assert f"{len(rows)} rows written" in run.output
        printed = CliRunner().invoke(app, ["export", table, "--store", str(path)]).stdout
        with (tmp_path / f"{table}.csv").open(newline="", encoding="utf-8") as file:
            told = list(csv.DictReader(file))
        assert told == [{k: "" if v is None else str(v) for k, v in row.items()} for row in rows]
        assert list(csv.DictReader(printed.splitlines(keepends=True))) == told
        finite = [{k: None if v in (float("inf"), -float("inf")) else v for k, v in row.items()} for row in rows]
        assert json.loads((tmp_path / f"{table}.json").read_text(encoding="utf-8")) == finite


def test_a_data_frame_is_made_of_the_rows(path, monkeypatch):
    monkeypatch.setattr(export, "find_spec", lambda name: True)
    monkeypatch.setitem(sys.modules, "pandas", types.SimpleNamespace(DataFrame=lambda rows: ("frame", rows)))
    assert lab.read(path, "ratings") == ("frame", rows_of(path, "ratings"))


def test_a_data_frame_of_pandas(path):
    pytest.importorskip("pandas")
    frame = lab.read(path, "matches")
    assert frame["wins"].sum() == 5


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["players"], "There is no table 'players'; there are matches, games, ratings, moves."),
        (["games", "--output", "games.xls"], "games.xls: a table is written as .csv, .json or .parquet."),
        (["games", "--output", "games.parquet"], "Parquet needs pandas and pyarrow: pip install pandas pyarrow."),
        (
            ["games", "--store", "none.db"],
            "There is no results store none.db; `kaya match … --store none.db` makes one.",
        ),
    ],
)
def test_bad_input_gets_one_sentence(path, words, sentence, monkeypatch):
    monkeypatch.setattr(export, "find_spec", lambda name: None)
    words = words if "--store" in words else [*words, "--store", str(path)]
    with pytest.raises(ValueError, match=re.escape(sentence)):
        CliRunner().invoke(app, ["export", *words], catch_exceptions=False)


def test_a_frame_without_pandas_is_one_sentence(path, monkeypatch):
    monkeypatch.setattr(export, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"^A table as a DataFrame needs pandas: pip install pandas\.$"):
        lab.read(path)
