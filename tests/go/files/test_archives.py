"""Archives of games: reading, refusing, replaying."""

import itertools
import lzma
import os
from pathlib import Path

import pytest

from kaya.go.files.archives import ArchiveError, read_games, replay_all, replay_command
from kaya.go.rules import BLACK, PASS, WHITE, GoPosition, parse_vertex

from ...conftest import ROOT
from ..record_games import game_line

OWN_GAMES = ROOT / "tests" / "go" / "games.txt"
DATA = Path(os.environ.get("KAYA_DATA") or ROOT.parent / "shared" / "data")


def written(folder: Path, text: str | bytes, name: str = "games9.txt") -> Path:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def line(moves: str, handicap: str = "") -> str:
    return f"S|2020-01-01|a|b|B+R|6.5|{handicap}|{moves}\n"


def data(name: str) -> Path:
    if not (DATA / name).is_file():
        pytest.skip(f"{DATA / name} is not there (KAYA_DATA names the folder)")
    return DATA / name


def test_games_come_with_points_colours_and_where_they_stand(tmp_path):
    path = written(tmp_path, line("ccggtt") + "\n# a comment\n# size 5\n" + line("bb", "ccdd"))
    first, second = read_games([path])
    assert (first.lines, first.first, first.result, first.where) == (9, BLACK, "B+R", "games9.txt, line 1")
    assert first.moves.tolist() == [parse_vertex("C7", 9), parse_vertex("G3", 9), PASS]
    assert (second.lines, second.first, second.line) == (5, WHITE, 5)
    assert second.handicap.tolist() == [parse_vertex("C3", 5), parse_vertex("D2", 5)]


@pytest.mark.parametrize(
    ("name", "lines"),
    [("pro19.txt", 19), ("pro19_online.txt", 19), ("go9.txt", 9), ("go13.txt", 13), ("mine.txt", 19), ("2024.txt", 19)],
)
def test_the_board_size_is_in_the_name(tmp_path, name, lines):
    assert [game.lines for game in read_games([written(tmp_path, line("aa"), name)])] == [lines]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (line("ccg"), "line 1: points have two letters each"),
        (line("cc") + line("ccjj"), "line 2: 'jj' is not a point of a 9x9 board."),
        (line("ccTT"), "line 1: 'TT' is not a point"),
        ("a|b|c\n", "line 1: a game has 8 fields with | between them, not 3."),
        ("# size 20\n", "line 1: the size must be from 2 to 19, not 20."),
        (b"S|||||||\xff\xfe\n", r"line 1: '\xff\xfe' is not a point"),
        ("x" * 100_000, "line 1: longer than 65536 bytes"),
    ],
)
def test_a_damaged_line_gets_a_sentence_with_file_and_line(tmp_path, text, message):
    path = written(tmp_path, text)
    with pytest.raises(ArchiveError) as error:
        list(read_games([path]))
    assert str(error.value).startswith(f"games9.txt, {message}")
    assert replay_all([path]).unreadable == [str(error.value)]


@pytest.mark.slow
def test_files_that_are_no_archives_are_named_in_one_sentence(tmp_path):
    whole = lzma.compress((line("ccgg") * 5000).encode())
    cases = {
        "missing.txt": None,
        "folder.txt": None,
        "notes.md": b"",
        "plain9.txt.xz": line("cc").encode(),
        "cut9.txt.xz": whole[:-40],
    }
    (tmp_path / "folder.txt").mkdir()
    for name, text in cases.items():
        path = tmp_path / name if text is None else written(tmp_path, text, name)
        with pytest.raises(ArchiveError, match=name.replace(".", r"\.")) as error:
            list(read_games([path]))
        assert "\n" not in str(error.value)
        assert not replay_all([path]).ok


def test_folders_are_searched_for_sgf_files_in_the_order_of_their_names(tmp_path):
    (tmp_path / "b" / "c").mkdir(parents=True)
    written(tmp_path, "(;GM[1]SZ[9]RE[B+R];B[cc];W[gg];B[])", "b/c/2.sgf")
    written(tmp_path, "(;GM[1]SZ[5]HA[2]AB[cc][dd];W[bb])", "a.SGF")
    written(tmp_path, "not read", "b/readme.txt")
    first, second = read_games([tmp_path])
    assert (first.lines, first.first, first.where) == (5, WHITE, "a.SGF")
    assert sorted(first.handicap.tolist()) == sorted([parse_vertex("C3", 5), parse_vertex("D2", 5)])
    assert (second.lines, second.first, second.result) == (9, BLACK, "B+R")
    assert second.moves.tolist() == [parse_vertex("C7", 9), parse_vertex("G3", 9), PASS]
    (alone,) = read_games([tmp_path / "a.SGF"])
    assert alone.moves.tolist() == first.moves.tolist()
    done = replay_all([tmp_path])
    assert (done.games, done.ok, done.by_size) == (2, True, {5: 1, 9: 1})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("what", "This is not an SGF file"),
        ("(;GM[1]SZ[9]AW[cc];B[dd])", "white stones are set up before the first move."),
        ("(;GM[1]SZ[9];B[cc];B[dd])", "move 2 is not of the player whose turn it is."),
        ("(;GM[1]SZ[9];W[cc])", "move 1 is not of the player whose turn it is."),
        ("(;GM[1]SZ[9];B[zz])", "Move 1, B[zz], is not a point"),
        (b"(;GM[1]SZ[9]C[" + b"x" * (1 << 24) + b"])", "larger than 16 MB"),
    ],
)
def test_sgf_files_that_are_no_plain_games_are_skipped_with_a_sentence(tmp_path, text, message):
    bad = written(tmp_path, text, "a.sgf")
    written(tmp_path, "(;GM[1]SZ[9];B[cc])", "b.sgf")
    with pytest.raises(ArchiveError) as error:
        list(read_games([tmp_path]))
    assert str(error.value).startswith(f"{bad}: {message}")
    skipped: list[str] = []
    assert len(list(read_games([tmp_path], skipped=skipped))) == 1
    assert skipped == [str(error.value)] == replay_all([tmp_path]).unreadable


def test_paths_without_games_are_refused_even_when_bad_files_are_skipped(tmp_path):
    (tmp_path / "empty").mkdir()
    for name, message in (
        ("empty", "there is no .sgf file in this folder."),
        ("missing.txt", "no such file."),
        ("notes.md", "not games: its name must end with .txt, .txt.xz or .sgf."),
    ):
        if name == "notes.md":
            written(tmp_path, "", name)
        with pytest.raises(ArchiveError) as error:
            list(read_games([tmp_path / name], skipped=[]))
        assert str(error.value) == f"{tmp_path / name}: {message}"


def test_illegal_moves_are_reported_with_their_reason_and_the_rest_is_replayed(tmp_path):
    moves = [line("ccgg"), line("ccggcc"), line("baaaabtt"), line("", "aaaa"), line("aabbccddaa"), line("ttttccdd")]
    done = replay_all([written(tmp_path, "".join(moves))])
    assert (done.games, done.by_size) == (6, {9: 6})
    assert done.illegal == [
        "games9.txt, line 2: move 3 (Black C7) is not allowed: occupied.",
        "games9.txt, line 4: the handicap stones cannot stand on an empty board.",
        "games9.txt, line 5: move 5 (Black A9) is not allowed: occupied.",
    ]
    assert done.captures == 1  # White's A9 in line 3


def test_suicide_and_ko_are_illegal_and_repetition_is_only_noted(tmp_path):
    def recorded(*vertices: str) -> str:
        return game_line(5, [parse_vertex(v, 5) for v in vertices]) + "\n"

    ko = ["B5", "C5", "A4", "D4", "B3", "C3", "E1", "B4", "C4"]  # Black captures B4
    text = (
        recorded("A2", "E5", "B1", "A1")
        + recorded(*ko, "B4")
        + recorded(*ko, "pass", "pass", "B4")
        + recorded(*ko, "E2", "D1", "B4")
    )
    done = replay_all([written(tmp_path, text, "five5.txt")])
    assert done.illegal == [
        "five5.txt, line 1: move 4 (White A1) is not allowed: suicide.",
        "five5.txt, line 2: move 10 (White B4) is not allowed: ko.",
    ]
    assert done.repeating == ["five5.txt, line 3: move 12 repeats an earlier position."]


def test_a_written_game_reads_as_it_was(tmp_path):
    game = GoPosition(19)
    stones = game.fixed_handicap(4)
    for vertex in ("A19", "T1", "pass", "K10"):
        game.play(parse_vertex(vertex, 19))
    text = game_line(19, game.played, handicap=stones, black="a|b\n", komi=0.5)
    (read,) = read_games([written(tmp_path, text, "new.txt")])
    assert (read.handicap.tolist(), read.moves.tolist()) == (stones, game.played)


def test_the_command_prints_a_summary_and_an_exit_code(tmp_path, capsys):
    assert replay_command([OWN_GAMES]) == 0
    assert "Illegal: 0. Unreadable: 0." in capsys.readouterr().out
    assert replay_command([written(tmp_path, line("cccc") * 30), tmp_path / "missing.txt"]) == 1
    out = capsys.readouterr().out
    assert out.count("is not allowed: occupied") == 20
    assert "… and 10 more." in out
    assert "missing.txt: no such file" in out


def test_own_games_replay_as_legal_also_by_the_rules_of_the_real_game():
    games = list(read_games([OWN_GAMES]))
    assert len(games) >= 6
    for record in games:
        game = GoPosition(record.lines)
        if len(record.handicap):
            game.free_handicap(record.handicap.tolist())
        assert game.mover == record.first
        for move in record.moves.tolist():
            game.play(move)
    done = replay_all([OWN_GAMES])
    assert (done.illegal, done.unreadable, done.repeating) == ([], [], [])
    assert done.games == len(games)


@pytest.mark.parametrize("name", ["pro19.txt.xz", "pro19_online.txt.xz", "go9.txt.xz", "go13.txt.xz"])
def test_professional_games_replay_as_legal(name, tmp_path):
    path = data(name)
    with lzma.open(path) as file:
        some = b"".join(itertools.islice(file, 400))
    done = replay_all([written(tmp_path, some, name.removesuffix(".xz"))])
    assert (done.illegal, done.unreadable) == ([], [])
    assert done.games >= 100
