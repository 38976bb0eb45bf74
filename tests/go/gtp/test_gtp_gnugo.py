"""A real opponent: a game against GNU Go, to the end, and both agree who has won and by how much."""

import subprocess

import pytest

from kaya import Budget

from .test_gtp import Session


class Opponent:
    def __init__(self, program: str):
        options = ["--mode", "gtp", "--chinese-rules", "--capture-all-dead", "--level", "1", "--seed", "1"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, *options], stdin=pipe, stdout=pipe, text=True)

    def ask(self, line: str) -> str:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        rows = iter(self.process.stdout.readline, "\n")
        return "".join(rows).strip()


@pytest.mark.processes
def test_a_game_against_gnugo_ends_with_one_score(gnugo):
    kaya, other = Session(Budget(simulations=400, memory=64 << 20)), Opponent(gnugo)
    players = kaya, other
    for player in players:
        for line in ("boardsize 9", "clear_board", "komi 7.5"):
            assert player.ask(line).startswith("=")
    assert kaya.ask("set_parameter resign off") == "="
    passes = 0
    for number in range(400):
        colour = "bw"[number % 2]
        mover, watcher = players[number % 2], players[1 - number % 2]
        move = mover.ask(f"genmove {colour}").removeprefix("=").strip()
        assert move != "resign"
        assert watcher.ask(f"play {colour} {move}").startswith("="), f"move {number + 1}, {colour} {move}"
        passes = passes + 1 if move.lower() == "pass" else 0
        if passes == 2:
            break
    else:
        raise AssertionError("the game did not end")
    ours, theirs = kaya.ask("final_score"), other.ask("final_score")
    assert ours[2] == theirs[2]
    assert float(ours[4:]) == float(theirs[4:])
    other.ask("quit")
    other.process.wait(10)
    kaya.end()
