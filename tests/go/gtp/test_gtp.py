"""GTP sessions: what goes in, what comes out. `python -m tests.go.gtp.test_gtp` writes the transcripts anew."""

import contextlib
import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from unittest import mock

import pytest

from kaya import Budget, GoPosition, make_player
from kaya.cli import app
from kaya.go.files import sgf
from kaya.go.gtp import serve
from kaya.go.gtp.commands import about
from kaya.go.gtp.registry import COMMANDS
from kaya.go.knowledge.status import in_seki
from kaya.go.rules import vertex

from ...conftest import ROOT

FOLDER = Path(__file__).parent / "transcripts"
BUDGET = Budget(simulations=100, memory=16 << 20)
TRANSCRIPTS = sorted(p.stem for p in FOLDER.glob("*.gtp"))


def talk(*lines: str | bytes, budget: Budget = BUDGET, lines_of_board: int = 9) -> list[str]:
    """Send lines to a fresh engine and return its answers."""
    sent = b"\n".join(line if isinstance(line, bytes) else line.encode() for line in lines)
    return answers(hear(sent, budget, lines_of_board))


def hear(sent: bytes, budget: Budget = BUDGET, lines_of_board: int = 9) -> str:
    output = io.BytesIO()
    serve(make_player("uct"), budget=budget, lines=lines_of_board, input=io.BytesIO(sent), output=output)
    return output.getvalue().decode()


def answers(text: str) -> list[str]:
    assert text == "" or text.endswith("\n\n")
    return text.split("\n\n")[:-1]


class Session:
    """An engine at the other end of two pipes, as a client sees it."""

    def __init__(self, budget: Budget = BUDGET, lines: int = 9, player: str = "uct"):
        theirs, self.to = os.pipe()
        self.back, output = os.pipe()
        streams = os.fdopen(theirs, "rb"), os.fdopen(output, "wb")
        self.heard = b""

        def run() -> None:
            with streams[0], streams[1]:
                serve(make_player(player), budget=budget, lines=lines, input=streams[0], output=streams[1])

        self.thread = threading.Thread(target=run, daemon=True)
        self.thread.start()

    def send(self, line: str) -> None:
        os.write(self.to, line.encode() + b"\n")

    def read(self, until: str, seconds: float = 300.0) -> str:
        """What comes, up to and with `until`."""
        end, mark = time.monotonic() + seconds, until.encode()
        while mark not in self.heard:
            if not select.select([self.back], [], [], max(end - time.monotonic(), 0))[0]:
                raise TimeoutError(f"no {until!r} within {seconds} s, only {self.heard!r}")
            more = os.read(self.back, 1 << 16)
            assert more, f"the engine ended after {self.heard!r}"
            self.heard += more
        found, _, self.heard = self.heard.partition(mark)
        return (found + mark).decode()

    def ask(self, line: str, seconds: float = 300.0) -> str:
        self.send(line)
        return self.read("\n\n", seconds).strip()

    def stop(self) -> None:
        """End an analysis by an empty line; what is left of it is thrown away."""
        self.send("")
        while self.read("\n") != "\n":
            pass

    def end(self) -> None:
        os.close(self.to)
        self.thread.join(300)
        assert not self.thread.is_alive()
        os.close(self.back)


# Transcripts: lines that begin with "> " go in, the others come out.


def sent_lines(name: str) -> list[str]:
    return [row[2:] for row in (FOLDER / f"{name}.gtp").read_text().splitlines() if row.startswith(">")]


def played(name: str) -> str:
    """The session as it goes now, of whatever version."""
    rows = []
    with mock.patch.object(about, "__version__", "VERSION"), mock.patch.object(sgf, "__version__", "VERSION"):
        session = Session()
        for line in sent_lines(name):
            rows.append(f"> {line}")
            session.send(line)
            if line.split("#")[0].strip():
                rows += [*session.read("\n\n").rstrip("\n").splitlines(), ""]
        session.end()
    return "\n".join(row.rstrip() for row in rows).rstrip() + "\n"


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_transcript(name):
    assert played(name) == (FOLDER / f"{name}.gtp").read_text()


# The protocol


def test_every_command_is_listed_known_and_explained():
    listed, helped = talk("list_commands", "help")
    names = listed.removeprefix("= ").split("\n")
    assert set(names) == set(COMMANDS)
    required = """protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove
        undo fixed_handicap place_free_handicap set_free_handicap time_settings time_left final_score final_status_list
        showboard loadsgf printsgf reg_genmove lz-analyze kata-analyze lz-genmove_analyze kata-genmove_analyze
        kgs-time_settings kata-time_settings kata-set-rules kata-get-rules gogui-analyze_commands
        kgs-genmove_cleanup kgs-game_over analyze genmove_analyze"""
    assert set(required.split()) <= set(names)
    assert all(re.match(r"[\w-]+( \[?[A-Z_]+( \.\.\.)?\]?)*: \S.*", row) for row in helped[2:].split("\n"))


def test_ids_are_repeated():
    assert talk("1 name", "4294967295 nonsense", "007 play") == [
        "=1 Kaya",
        "?4294967295 unknown command",
        "?007 syntax error: play COLOUR MOVE",
    ]


def test_comments_controls_tabs_and_blank_lines():
    assert talk("\r", "  \t ", "# a comment", b"na\x00me\r # more", b"\xef\xbb", "12\tkomi\t6.5\r") == [
        "= Kaya",
        "? unknown command",
        "=12",
    ]


def test_quit_answers_and_ends():
    assert talk("quit", "name") == ["="]


def test_the_end_of_input_in_the_middle_of_a_line_still_answers_it():
    assert talk(b"protocol_ver") == ["? unknown command"]
    assert talk(b"protocol_version") == ["= 2"]
    assert talk(b"") == []


def test_an_internal_error_is_an_answer_and_the_session_goes_on(monkeypatch):
    def fail(engine):
        raise ZeroDivisionError("on\n\npurpose")

    monkeypatch.setitem(COMMANDS, "fail", type(COMMANDS["name"])("fail", fail, ()))
    assert talk("7 fail", "name") == ["?7 internal error: ZeroDivisionError: on\npurpose", "= Kaya"]


@pytest.mark.parametrize("bad", ["nan", "inf", "-inf", "1e400", "1001", "-1001", "x", "1_0", "", "0x10", "9" * 5000])
def test_komi_must_be_a_number(bad):
    wrong, still = talk(f"komi {bad}", "get_komi")
    assert wrong.startswith("? syntax error: ")
    assert still == "= 7.5"


@pytest.mark.parametrize(("lines", "komi"), [(9, float("nan")), (9, float("inf")), (9, 1001), (1, 7.5), (25, 7.5)])
def test_a_board_or_komi_that_there_is_not_is_refused_at_the_start(lines, komi):
    with pytest.raises(ValueError, match=r"must be .*from -?\d+ to \d+, not"):
        serve(make_player("uct"), budget=BUDGET, lines=lines, komi=komi, input=io.BytesIO(), output=io.BytesIO())


@pytest.mark.parametrize("size", ["1", "20", "-5", "99999999999999999", "0"])
def test_unacceptable_sizes(size):
    assert talk(f"boardsize {size}", "showboard")[0].startswith("? unacceptable size")


def test_one_colour_may_move_twice():
    session = talk("play b d4", "play b e4", "play b f4", "play w a1", "play w pass", "showboard", "printsgf")
    assert all(answer == "=" for answer in session[:5])
    assert "X X X" in session[5]
    assert ";B[df];B[ef];B[ff];W[ai];W[tt])" in session[6].replace("\n", "")


def test_the_tree_is_not_reused_for_the_wrong_colour():
    """A search knows moves, not who made them: after a move out of turn it must start anew."""
    plain = talk("play b e5", "play b c3", "reg_genmove w")
    mixed = talk("play b e5", "genmove w", "undo", "play b c3", "genmove w", "undo", "reg_genmove w")
    assert plain[-1] == mixed[-1]


# Moves


def test_genmove_plays_legal_moves_to_the_end():
    session = Session(lines=5)
    session.ask("set_parameter resign off")
    for number in range(200):
        answer = session.ask(f"genmove {'bw'[number % 2]}")
        assert answer.startswith("= ")
        if "pass" in answer and "pass" in session.ask(f"genmove {'wb'[number % 2]}"):
            break
    else:
        pytest.fail("the game did not end")
    assert re.match(r"= ([BW]\+\d+(\.5)?|0)$", session.ask("final_score"))
    assert session.ask("genmove b") == "= pass"  # the game is over
    session.end()


def test_reg_genmove_neither_plays_nor_resigns_and_is_repeatable():
    lost = ["boardsize 5", "komi 100", "set_parameter resign_after 1"]
    first, second, board = talk(*lost, "reg_genmove b", "reg_genmove b", "printsgf")[-3:]
    assert first == second
    assert first not in ("= resign", "= pass")
    assert ";B[" not in board


def test_a_lost_game_is_resigned_unless_that_is_switched_off():
    game = ["boardsize 5", "komi 100", "set_parameter resign_after 1"]
    game += [f"play {c} {p}" for c, p in zip("bwbwbwbw", ["a1", "e5", "a2", "e4", "a3", "e3", "a4", "e2"], strict=True)]
    assert talk(*game, "genmove b")[-1] == "= resign"
    assert talk(*game, "set_parameter resign off", "genmove b")[-1] not in ("= resign", "= pass")


def test_a_won_game_is_passed_after_the_opponents_pass():
    wall = ["boardsize 5", "komi 0.5", *(f"play b {x}3" for x in "abcde"), *(f"play w {x}4" for x in "abcde")]
    assert talk(*wall, "play w pass", "genmove b")[-1] == "= pass"


@pytest.mark.slow
def test_cleanup_captures_dead_stones_before_it_passes():
    wall = ["boardsize 7", "komi 0.5", *(f"play b {x}4" for x in "abcdefg"), *(f"play b {x}5" for x in "abcdefg")]
    session = Session(Budget(simulations=300, memory=16 << 20))
    for line in [*wall, "play w c2", "play b pass", "play w pass"]:
        assert session.ask(line) == "="
    for _ in range(60):
        move = session.ask("kgs-genmove_cleanup b")
        if move == "= pass":
            break
        session.ask("play w pass")
    assert " O " not in session.ask("showboard")
    assert session.ask("final_score") == "= B+48.5"
    session.end()


def test_gogui_interrupts_a_search():
    session = Session(Budget(seconds=600, memory=16 << 20))
    session.ask("boardsize 9")
    session.send("genmove b")
    answer = ""
    for _ in range(100):  # on a busy machine the search may not have begun at the first
        session.send("# interrupt")
        with contextlib.suppress(TimeoutError):
            answer = session.read("\n\n", seconds=0.3)
            break
    assert re.match(r"= [A-J]\d", answer)
    session.end()


SEKI = """
    X X . O X . X . X
    X X . O X X X X .
    O O O X X . X X X
    O O O X X X X X X
    O O O O O O O O O
    O . O . O . O . O
    O O O O O O O O O
    . O . O . O . O .
    O . O . O . O . O"""


def test_stones_in_seki_are_neither_alive_nor_dead():
    position = GoPosition(9)
    marks = dict(zip(position.points, SEKI.split(), strict=True))
    position.place(*([p for p in marks if marks[p] == colour] for colour in "XO"))
    assert [vertex(p, 9) for p in sorted(in_seki(position))] == ["A9", "B9", "D9", "A8", "B8", "D8"]
    open_game = talk("play b d4", "play w d5", "play b a1", "final_status_list seki", "final_status_list alive")
    assert open_game[-2] == "="
    assert set(open_game[-1].split()[1:]) == {"D5", "D4", "A1"}


# Game records


def test_sgf_files_are_written_and_read(tmp_path):
    file = tmp_path / "a game.sgf"
    talk("boardsize 7", "komi 4.5", "play b d4", "play w c3", "play b pass", f"printsgf {file}")
    whole, before_2, beyond = (talk(f"loadsgf {file}{move}", "showboard")[-1] for move in ("", " 2", " 99"))
    assert "White (O) to move, last move pass\nKomi 4.5" in whole
    assert "White (O) to move, last move D4" in before_2
    assert beyond == whole


@pytest.mark.parametrize("data", [b"", b"nonsense", b"(;GM[1]SZ[99])", b"(;GM[1]SZ[9];B[ee];W[ee])", bytes(range(256))])
def test_a_bad_file_changes_nothing(tmp_path, data):
    (tmp_path / "bad.sgf").write_bytes(data)
    board, failed, after = talk("showboard", f"loadsgf {tmp_path}/bad.sgf", "showboard")
    assert failed.startswith("? cannot load file: ")
    assert "\n" not in failed
    assert after == board


def test_files_that_cannot_be_opened(tmp_path):
    assert talk(f"loadsgf {tmp_path}", f"loadsgf {tmp_path}/none", f"printsgf {tmp_path}", "printsgf /none/none") == [
        "? cannot load file: Is a directory",
        "? cannot load file: No such file or directory",
        "? cannot save file: Is a directory",
        "? cannot save file: No such file or directory",
    ]


# Rules and parameters


def test_chinese_rules_pay_white_for_handicap_stones():
    handicap = ["komi 0.5", "fixed_handicap 2"]
    assert talk(*handicap, "kata-set-rule friendlyPassOk false", "final_score")[-1] == "= B+80.5"
    assert talk(*handicap, "kata-set-rules chinese", "final_score", "get_komi")[-2:] == ["= B+78.5", "= 0.5"]
    assert talk("kata-set-rules chinese", *handicap, "final_score")[-1] == "= B+78.5"


def test_rules_are_json_that_can_be_set_again():
    rules = talk("kata-get-rules")[0].removeprefix("= ")
    assert json.loads(rules)["scoring"] == "AREA"
    assert talk(f"kata-set-rules {rules}", "kata-set-rules " + rules.replace("AREA", "STONES")) == [
        "=",
        '? scoring "STONES" is not played here: it must be AREA or TERRITORY',
    ]


def test_japanese_rules_count_territory(tmp_path):
    """Two walls, ten points and five: by area stones count, too."""
    walls = [f"play {'B' if column == 'C' else 'W'} {column}{row}" for row in range(1, 6) for column in "CD"]
    setting = ["boardsize 5", "komi 0", "kata-set-rules japanese", *walls]
    file = tmp_path / "game.sgf"
    said = talk(*setting, "final_score", "kata-get-rules", f"printsgf {file}", "kata-set-rules chinese", "final_score")
    assert (said[-5], said[-1]) == ("= B+5", "= B+5")
    assert json.loads(said[-4].removeprefix("= "))["scoring"] == "TERRITORY"
    assert b"RU[Japanese]" in file.read_bytes()
    moved = [*setting, "play B A1", "play W pass"]
    assert talk(*moved, "final_score", "kata-set-rules area", "final_score")[-3:] == ["= B+4", "=", "= B+5"]
    assert (
        talk("boardsize 5", f"loadsgf {file}", "play B A1", "final_score", "clear_board", "kata-get-rules")[-3]
        == "= B+4"
    )


def test_parameters_are_listed_and_set():
    listed = talk("kata-list-params")[0].removeprefix("= ").split()
    assert {"C", "T", "resign", "simulations", "threads", "final"} <= set(listed)
    values = json.loads(talk("kata-get-params")[0].removeprefix("= "))
    assert list(values) == listed
    changed = talk(
        "set_parameter C 0.5",
        "kata-get-param C",
        'kata-set-params {"T": 7, "final": "max_child"}',
        "get_parameter T",
        "get_parameter final",
        "kaya-param resign 0",
        "kaya-param",
    )
    assert changed[:6] == ["=", "= 0.5", "=", "= 7", "= max_child", "="]
    assert "[bool] resign 0" in changed[6]
    assert re.search(r"\[list/\S+/max_child/\S+\] final max_child", changed[6])


def test_limits_of_the_search_are_parameters():
    session = Session(Budget(seconds=600))
    session.ask("set_parameter seconds 0.2")
    session.ask("genmove b", seconds=500)
    assert session.ask("set_parameter threads 2") == "="
    assert session.ask("genmove w").startswith("= ")
    assert session.ask("set_parameter simulations -1").startswith("? simulations must be a whole number from 0 to")
    session.end()


@pytest.mark.parametrize("row", talk("gogui-analyze_commands")[0].removeprefix("= ").split("\n"))
def test_every_gogui_command_works(row):
    kind, label, line = row.split("/", 2)
    assert label
    answer = talk("play b e5", line)[-1]
    assert answer.startswith("=")
    if kind == "dboard":
        rows = answer.removeprefix("=").strip().split("\n")
        assert len(rows) == 9
        assert all(-1 <= float(value) <= 1 for row in rows for value in row.split())
    if kind == "gfx":
        assert re.search(r"^LABEL( [A-J]\d \d+)+$", answer, re.M)


SERVER = """
from kaya import Budget, make_player
from kaya.go.gtp import serve
serve(make_player("uct"), budget=Budget(simulations=50, memory=16 << 20), lines=9)
"""


def server() -> subprocess.Popen:
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", SERVER], stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT)


@pytest.mark.processes
def test_a_process_of_its_own_answers_and_ends():
    said, complaints = (process := server()).communicate(
        b"name\ngenmove b\nlz-analyze 5\n\nfinal_score\nhal", timeout=300
    )
    name, move, _, score, unknown = answers(said.decode())
    assert (name, unknown) == ("= Kaya", "? unknown command")
    assert re.match(r"= [A-J]\d$", move)
    assert re.match(r"= [BW]\+", score)
    assert (process.returncode, complaints) == (0, b"")


def test_a_player_may_have_a_budget_of_its_own_as_in_matches(monkeypatch, capsysbinary):
    sent = b"get_parameter simulations\nget_parameter C\nget_parameter seconds\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(sent)))
    app(["gtp", "--player", "uct:simulations=60,C=0.3", "--seconds", "5"], standalone_mode=False)
    assert answers(capsysbinary.readouterr().out.decode()) == ["= 60", "= 0.3", "= 0"]
    with pytest.raises(ValueError, match="must be numbers, not many"):
        app(["gtp", "--player", "uct:simulations=many"], standalone_mode=False)


@pytest.mark.processes
@pytest.mark.parametrize("busy_with", ["", "lz-analyze 10"])
def test_ctrl_c_ends_it_without_a_word(busy_with):
    process = server()
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"boardsize 9\n{busy_with}\n".encode())
    process.stdin.flush()
    for _ in range(4 if busy_with else 1):  # two lines answer the first command, and then the analysis is under way
        process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(300) == 0
    assert process.communicate()[1] == b""


@pytest.mark.processes
def test_a_client_that_goes_away_ends_it_without_a_word():
    process = server()
    assert process.stdin
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    process.stdin.write(b"boardsize 9\nlz-analyze 1\n")
    process.stdin.flush()
    assert process.wait(300) == 0
    assert process.stderr.read() == b""


if __name__ == "__main__":
    for name in TRANSCRIPTS:
        (FOLDER / f"{name}.gtp").write_text(played(name))
