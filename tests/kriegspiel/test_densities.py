"""The opponent database: counted by hand in a few games, smoothed by hand, learned from files, kept by name."""

import numpy as np
import pytest
from typer.testing import CliRunner

from kaya.cli import app
from kaya.kriegspiel.files.pgn import KriegspielRecord, save
from kaya.kriegspiel.knowledge import densities as tables
from kaya.kriegspiel.knowledge.densities import SHAPE, TIMES, count_game, densities, legal_moves_of, new_board
from kaya.kriegspiel.knowledge.particles.learned import learned_habits
from kaya.kriegspiel.learning import densities as learning
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, parse_move, square
from kaya.kriegspiel.rules.squares import KING, KNIGHT, PAWN, QUEEN, ROOK
from kaya.lab.learning import checkpoints
from kaya.lab.matches.store import GameResult, Store

GAMES = ("e2e4 d7d5 e4d5 d8d5", "d2d4 d7d5", "e2e4 e7e5 g1f3")


def moves(game: str) -> np.ndarray:
    return np.array([parse_move(name) for name in game.split()], np.int32)


def counted(games=GAMES, sides=WHITE + BLACK) -> np.ndarray:
    counts = np.zeros(SHAPE, np.int64)
    for game in games:
        assert legal_moves_of(new_board()[0], moves(game)) == len(moves(game))
        count_game(new_board()[0], moves(game), sides, counts)
    return counts


@pytest.mark.slow
def test_counts_of_three_games_by_hand():
    counts = counted()
    assert counts[WHITE, PAWN, 0].sum() == 3 * 8
    assert counts[WHITE, PAWN, 0, square("e2")] == 3
    assert counts[WHITE, PAWN, 1, [square("e4"), square("d4")]].tolist() == [2, 1]
    assert counts[WHITE, PAWN, 1, [square("e2"), square("d2")]].tolist() == [1, 2]
    assert counts[WHITE, PAWN, 2, [square("e4"), square("d5")]].tolist() == [1, 1], "the second game has no second move"
    assert counts[WHITE, KNIGHT, 2, [square("g1"), square("f3")]].tolist() == [1, 1]
    assert counts[BLACK, PAWN, 1, [square("d5"), square("e5")]].tolist() == [2, 1]
    assert counts[BLACK, PAWN, 2].sum() == 7, "one was captured"
    assert counts[BLACK, QUEEN, 2, square("d5")] == 1
    assert counts[BLACK, :, 3:].sum() == 0
    assert counts[:, 0].sum() == counts[0].sum() == 0
    only = counted(sides=BLACK)
    assert (only[BLACK] == counts[BLACK]).all()
    assert only[WHITE].sum() == 0


def test_what_is_late_is_counted_as_the_last_time():
    there_and_back = "g1f3 g8f6 f3g1 f6g8 " * 40
    counts = counted([there_and_back])
    assert counts[WHITE, KING, TIMES - 1].sum() == 80 - (TIMES - 1) + 1
    assert counts[WHITE, KING, TIMES - 2].sum() == 1


def test_smoothing_by_hand():
    counts = np.zeros(SHAPE, np.int64)
    counts[WHITE, KING, :, 0] = 50  # always at a1
    counts[WHITE, ROOK, 20, 63] = 50  # at h8 after 20 moves, in all games, and never else
    counts[WHITE, PAWN, 30, 8] = 50  # at a2
    table = tables.smoothed(counts)
    # 50 games are as many as THIN: from move 10 on, half of the density goes to the neighbours, at move 5 a quarter.
    np.testing.assert_allclose(table[WHITE, KING, 20, [0, 1, 8, 9]], [1 / 2, 1 / 6, 1 / 6, 1 / 6])
    np.testing.assert_allclose(table[WHITE, KING, 5, [0, 1]], [3 / 4, 1 / 12])
    assert table[WHITE, KING, 0, 0] == 1
    # At move 20 the weights of the moves 19, 20 and 21 are 1, 2 and 1.
    np.testing.assert_allclose(table[WHITE, ROOK, 19:22].sum(axis=1), [1 / 4, 1 / 2, 1 / 4])
    assert table[WHITE, ROOK, [18, 22]].sum() == 0
    assert table[WHITE, PAWN, 30, :8].sum() == 0, "no pawn is spread to the first row"
    np.testing.assert_allclose(table[WHITE, PAWN, 30].sum(), 3 / 9)  # weights 1, 2, 3, 2, 1
    assert not table[BLACK].any(), "no game, no density"


def test_an_opponent_of_whom_little_is_known_is_like_all_others():
    counts, common = np.zeros(SHAPE, np.int64), np.full(SHAPE, 0.3)
    counts[WHITE, KING, 0, 4] = 50
    own = tables.of_opponent(counts, common)
    np.testing.assert_allclose(own[WHITE, KING, 0, [4, 5]], [0.65, 0.15])
    np.testing.assert_allclose(own[BLACK], 0.3)


def test_the_shipped_table():
    table = densities()
    assert table.shape == SHAPE
    assert table.dtype == np.float32
    assert tables.SHIPPED.stat().st_size < 300_000
    start = KriegspielPosition().state
    for s in range(64):
        for colour in (WHITE, BLACK):
            for kind in range(PAWN, KING + 1):
                stands = int(start.of_colour[colour]) >> s & 1 and start.kind_at[s] == kind
                assert table[colour, kind, 0, s] == pytest.approx(float(bool(stands)), abs=1e-4)
    np.testing.assert_allclose(table[1:, KING].sum(axis=-1), 1, atol=1e-3)
    assert table[:, PAWN, :, :8].max() == table[:, PAWN, :, 56:].max() == 0
    assert table[WHITE, KNIGHT, 10, square("f3")] > 0.4, "as in Figure 4"
    assert not table.flags.writeable


@pytest.fixture
def files(tmp_path, monkeypatch):
    """An archive with two faulty lines, and a PGN file of which one game is faulty."""
    monkeypatch.setenv("KAYA_DATA", str(tmp_path / "data"))
    archive, pgn = tmp_path / "games.txt", tmp_path / "games.pgn"
    lines = [f"2020|1500|1500|1-0|A00|{game}" for game in (*GAMES, "e2e5", "e2e4 nonsense")]
    archive.write_text("\n".join(["# a comment", *lines, "no game at all", ""]))
    texts = []
    for game, white, black in zip(GAMES, ("Ada", "Bob", "Ada"), ("Bob", "Ada", "Cid"), strict=True):
        position = KriegspielPosition()
        for move in moves(game):
            position.play(int(move))
        texts.append(save(KriegspielRecord(position, white, black)))
    illegal, another_start = "1. e4 Ke6 *", '[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]\n\n1. Rh2 *'
    pgn.write_text("\n".join([*texts, f'[White "Ada"]\n\n{illegal}\n', another_start]))
    return tmp_path


def run(*arguments) -> str:
    result = CliRunner().invoke(app, ["learn", "densities", *map(str, arguments)])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.output


def test_the_command_learns_from_archives_and_pgn_files(files):
    said = run(files / "games.txt", files / "games.pgn", "--output", files / "own.npz")
    assert "5 skipped; the first: games.txt, line 5: move 1 is illegal." in said
    assert "6 games taught and 0 measured" in said
    table = tables.load(files / "own.npz")
    np.testing.assert_allclose(table, tables.smoothed(counted(GAMES * 2)), atol=1e-5)
    assert "2 games taught" in run(files / "games.txt", "--games", 2, "--output", files / "two.npz")


@pytest.mark.slow
def test_habits_are_learned_by_a_command(files):
    result = CliRunner().invoke(app, ["learn", "habits", str(files / "games.pgn"), "--output", str(files / "own.json")])
    assert result.exit_code == 0, result.output
    assert "2 sides of games taught, 4 measured" in result.output
    assert learned_habits(files / "own.json").weights.min() > 0.0
    measured = CliRunner().invoke(app, ["learn", "habits", str(files / "games.pgn"), "--measure"])
    assert "taking back" in measured.output
    assert "Cid" in measured.output


def test_an_opponent_gets_a_table_of_its_own(files):
    with pytest.raises(ValueError, match=r"no table of an opponent 'Ada'; known opponents: none yet"):
        densities("Ada")
    said = run(files / "games.pgn", "--opponent", "Ada")
    assert "3 games taught" in said
    counts = counted(GAMES[::2], WHITE) + counted(GAMES[1:2], BLACK)
    np.testing.assert_allclose(densities("Ada"), tables.of_opponent(counts, densities()), atol=1e-5)
    with pytest.raises(ValueError, match=r"no table of an opponent 'Zoe'; known opponents: Ada\."):
        densities("Zoe")
    with pytest.raises(ValueError, match=r"There are no games of 'Zoe' in these files"):
        run(files / "games.pgn", "--opponent", "Zoe")
    with pytest.raises(ValueError, match="cannot be the name of an opponent"):
        densities("../Ada")


def test_the_command_learns_from_a_results_store(files):
    with Store(files / "results.db") as store:
        for game in ("kriegspiel", "go"):
            match = store.match(game, {"name": "a"}, {"name": "b"}, {})
            record = (files / "games.pgn").read_text().split("\n\n[")[0] if game == "kriegspiel" else "(;)"
            store.add(match, GameResult(0, 1, 0.5, "*", "", "", record, 4, 0, 0.0, 0.0, 0.0))
    assert "1 games taught" in run(files / "results.db", "--output", files / "own.npz")


def test_two_kinds_of_games_count_alike_however_many_there_are(files):
    run(files / "games.txt", "--output", files / "many.npz")
    run(files / "games.pgn", "--games", 1, "--mixed-with", files / "many.npz", "--output", files / "both.npz")
    run(files / "games.pgn", "--games", 1, "--output", files / "one.npz")
    many, one, both = (tables.load(files / f"{name}.npz") for name in ("many", "one", "both"))
    np.testing.assert_allclose(both, (many + one) / 2, atol=1e-4)


def test_bad_files_are_told_in_a_sentence(files):
    for path, sentence in ((files / "none.pgn", "no such file"), (files / "a.doc", "its name must end with")):
        (files / "a.doc").write_text("")
        with pytest.raises(ValueError, match=sentence):
            run(path, "--output", files / "own.npz")
    (files / "empty.txt").write_text("")
    with pytest.raises(ValueError, match=r"There are no games in these files to learn from\."):
        run(files / "empty.txt", "--output", files / "own.npz")
    (files / "broken.npz").write_bytes(b"no table")
    with pytest.raises(ValueError, match="this is no table of `kaya learn densities`"):
        tables.load(files / "broken.npz")


def test_a_run_that_was_stopped_goes_on(files, monkeypatch):
    monkeypatch.setattr(checkpoints, "SECONDS", -1.0)
    run(files / "games.txt", "--output", files / "whole.npz")
    count, done = learning._count, []

    def stopping(game, *rest):
        if len(done) == 2:
            raise KeyboardInterrupt
        done.append(game)
        count(game, *rest)

    monkeypatch.setattr(learning, "_count", stopping)
    with pytest.raises(KeyboardInterrupt):
        learning.learn_densities([files / "games.txt"], files / "own.npz")
    again = []
    monkeypatch.setattr(learning, "_count", lambda game, *rest: (again.append(game), count(game, *rest)))
    assert "3 games taught" in learning.learn_densities([files / "games.txt"], files / "own.npz")
    assert len(again) == 2, "the third game and the illegal one; the first two were not counted again"
    assert (tables.load(files / "own.npz") == tables.load(files / "whole.npz")).all()
    assert not list(files.glob("*.part*"))


def test_bits_of_a_table_that_knows_nothing_and_of_one_that_knows_all():
    counts = counted(["e2e4 e7e5"])
    nothing, everything = np.ones(SHAPE), counts.astype(float)
    assert learning.bits(nothing, counts, 1, 1) == pytest.approx(6)
    # At time 1 both sides have 8 pawns, 2 knights, bishops and rooks: 3 bits, 1 bit each, and 0 for queen and king.
    assert learning.bits(everything, counts, 1, 1) == pytest.approx((8 * 3 + 6 * 1) / 16, abs=1e-3)
