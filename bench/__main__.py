"""How fast Kaya is on this machine: one table, and the same as JSON.

Speeds are per CPU-second and, wherever two things are compared, both are run alternately in this one command, so that
a busy machine slows both; the median of the ratios is reported. Only the comparison of 1 and 2 threads is by the clock
on the wall and needs two free cores.
"""

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

import kaya
from kaya.go.players.player import GoPlayer
from kaya.go.rules import GoPosition, go
from kaya.go.rules.board import result
from kaya.go.rules.playouts import light_playout
from kaya.kernel import kernel, split_seed, zeros
from kaya.search import Budget
from kaya.search.tree import NODE, new_work

ROOT = Path(__file__).resolve().parent.parent
PLAYOUTS = {9: 20_000, 13: 10_000, 19: 5_000}


@kernel
def many_playouts(boards, count):
    """`count` light playouts from boards[0], played on boards[1]; the sum of their results."""
    total, board = 0.0, boards[1]
    for _ in range(count):
        rng = board.rng
        boards[1] = boards[0]
        board.rng = rng
        light_playout(board)
        total += result(board)
    return total


def playout_speed(lines: int, rounds: int = 1) -> float:
    """Light playouts per CPU-second from the empty board, the best of some rounds."""
    boards = zeros(go.dtype, 2)
    boards[0] = GoPosition(lines).states[0]
    boards.rng[1] = split_seed(12345)
    many_playouts(boards, 10)
    return max(_per_cpu_second(PLAYOUTS[lines], lambda: many_playouts(boards, PLAYOUTS[lines])) for _ in range(rounds))


def _per_cpu_second(count: int, work) -> float:
    began = time.process_time()
    work()
    return count / (time.process_time() - began)


def build_reference(folder: Path) -> tuple[Path | None, str]:
    """The C++ playouts that ours are held against, or why there are none."""
    source = Path(os.environ.get("KAYA_REFERENCE", ROOT.parent / "shared" / "reference" / "playout_cpp")) / "main.cpp"
    compiler = shutil.which("g++")
    if not source.exists():
        return None, "the C++ reference is not there (KAYA_REFERENCE names its folder)"
    if not compiler:
        return None, "g++ is not installed"
    program = folder / "playout_cpp"
    command = [compiler, "-O3", "-march=native", "-std=c++17", str(source), "-o", str(program), "-pthread"]
    built = subprocess.run(command, capture_output=True, text=True)
    return (program, "") if built.returncode == 0 else (None, "the C++ reference does not compile")


def reference_speed(program: Path, lines: int) -> float:
    printed = subprocess.run([program, str(lines), str(PLAYOUTS[lines])], capture_output=True, text=True, check=True)
    return json.loads(printed.stdout)["playouts_per_cpu_second"]


@kernel
def many_simulations(boards, work, count, simulate, policy_p, p):
    """As `many_playouts`, by a player's `simulate` strategy."""
    board = boards[1]
    for _ in range(count):
        rng = board.rng
        boards[1] = boards[0]
        board.rng = rng
        work.length = 0
        simulate(board, work, policy_p, p)


def simulation_speed(name: str, lines: int) -> float:
    """Simulated games of a player per CPU-second from the empty board, without a tree."""
    strategies = kaya.make_player(name, kind=kaya.Player).search.strategies
    simulate, policy = strategies["simulate"], strategies["policy"]
    boards, work, count = zeros(go.dtype, 2), new_work()[0], PLAYOUTS[lines] // 2
    boards[0] = GoPosition(lines).states[0]
    boards.rng[1] = split_seed(12345)
    how = simulate.pointer(go, policy), policy.values, simulate.values
    many_simulations(boards, work, 10, *how)
    return _per_cpu_second(count, lambda: many_simulations(boards, work, count, *how))


def search_speed(name: str, lines: int) -> float:
    """Simulations of a player per CPU-second from the empty board, with its tree, one thread."""
    player = kaya.make_player(name, seed=1, kind=GoPlayer)
    simulations = 2 * PLAYOUTS[lines] if name == "uct" else PLAYOUTS[lines]
    player.fit(lines)
    player.search.think(GoPosition(lines), Budget(simulations=50))
    player.forget()
    return _per_cpu_second(
        simulations, lambda: player.search.think(GoPosition(lines), Budget(simulations=simulations, memory=1 << 30))
    )


light_simulations = partial(simulation_speed, "uct")
COMPARED = [
    ("UCT simulations", "uct", search_speed, playout_speed, ((0, 0.85), (0, 0), (0, 0))),
    ("Mango playouts", "mango", simulation_speed, light_simulations, ((25_000, 0), (12_000, 0), (5_000, 0))),
    ("MoGo playouts", "mogo", simulation_speed, light_simulations, ((0, 0.5), (0, 0), (0, 0.5))),
    ("kaya-classic simulations", "kaya-classic", search_speed, playout_speed, ((12_000, 0), (6_000, 0), (3_000, 0))),
]
"""What is held against light playouts; for each size how many a CPU-second, and which ratio, is aimed at. Playouts are
held against those of `uct`, which note their moves, too."""


def wall_speed(threads: int, simulations: int) -> float:
    """UCT simulations per second by the clock on the wall, 9x9."""
    player = kaya.make_player("uct", seed=1, threads=threads, kind=kaya.Player)
    player.search.think(GoPosition(9), Budget(simulations=10))
    player.forget()
    began = time.monotonic()
    player.search.think(GoPosition(9), Budget(simulations=simulations, memory=1 << 30))
    return simulations / (time.monotonic() - began)


def cold_compile_seconds(folder: Path) -> float:
    """CPU-seconds to compile everything with an empty cache."""
    environment = {**os.environ, "KAYA_CACHE": str(folder), "KAYA_QUIET": "1"}
    before = os.times()
    subprocess.run([sys.executable, "-m", "kaya.cli", "warmup"], env=environment, check=True, capture_output=True)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def start_seconds(rounds: int = 5) -> float:
    """Seconds from starting `kaya gtp` to its first answer, with a warm cache; the median."""
    times = []
    for _ in range(rounds):
        began = time.monotonic()
        command = [sys.executable, "-m", "kaya.cli", "gtp"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
            assert engine.stdin is not None
            assert engine.stdout is not None
            engine.stdin.write(b"name\n")
            engine.stdin.flush()
            engine.stdout.readline()
            times.append(time.monotonic() - began)
            engine.stdin.write(b"quit\n")
            engine.stdin.flush()
    return statistics.median(times)


def measure(console: Console, rounds: int) -> tuple[list[tuple[str, str, str]], dict]:
    rows: list[tuple[str, str, str]] = []
    figures: dict = {
        "version": kaya.__version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "load_before": os.getloadavg()[0],
        "rounds": rounds,
    }
    with tempfile.TemporaryDirectory() as name, console.status("") as status:
        folder = Path(name)
        program, why_not = build_reference(folder)
        for lines in PLAYOUTS:
            status.update(f"light playouts, {lines}x{lines}")
            pairs = [
                (playout_speed(lines, 3), reference_speed(program, lines) if program else 0.0) for _ in range(rounds)
            ]
            ours = max(a for a, _ in pairs)
            figures[f"playouts_{lines}"] = ours
            rows.append((f"light playouts, {lines}x{lines}", f"{ours:,.0f} /CPU-s", ""))
            if program:
                ratio = statistics.median(a / b for a, b in pairs)
                figures[f"playouts_{lines}_ratio_to_cpp"] = ratio
                rows.append((f"  ratio to C++, {lines}x{lines}", f"{ratio:.2f}", ">= 0.95"))
        if not program:
            rows.append(("  ratio to C++", f"left out: {why_not}", ""))
            figures["reference"] = why_not
        for what, name, speed_of, light, aims in COMPARED:
            for lines, aim in zip(PLAYOUTS, aims, strict=True):
                status.update(f"{what}, {lines}x{lines}")
                pairs = [(speed_of(name, lines), light(lines)) for _ in range(rounds)]
                speed, ratio = max(a for a, _ in pairs), statistics.median(a / b for a, b in pairs)
                key = f"{what.replace(' ', '_')}_{lines}"
                figures[key], figures[f"{key}_ratio_to_light"] = speed, ratio
                wanted, least = aim
                rows.append((f"{what}, {lines}x{lines}", f"{speed:,.0f} /CPU-s", f">= {wanted:,}" if wanted else ""))
                rows.append(
                    (f"  ratio to light playouts, {lines}x{lines}", f"{ratio:.2f}", f">= {least}" if least else "")
                )
        status.update("1 and 2 threads")
        pairs = [(wall_speed(2, 100_000), wall_speed(1, 100_000)) for _ in range(rounds)]
        figures["threads_2_against_1"] = statistics.median(a / b for a, b in pairs)
        rows.append(
            ("2 threads against 1, 9x9, wall clock", f"{figures['threads_2_against_1']:.2f}", ">= 1.8, free cores")
        )
        figures["bytes_per_node"] = NODE.itemsize
        rows.append(("bytes per node", str(NODE.itemsize), "<= 64"))
        status.update("compiling everything")
        figures["cold_compile_cpu_seconds"] = cold_compile_seconds(folder / "cache")
        rows.append(("compile everything, empty cache", f"{figures['cold_compile_cpu_seconds']:.1f} CPU-s", "<= 60"))
        status.update("starting kaya gtp")
        figures["gtp_start_seconds"] = start_seconds()
        rows.append(("kaya gtp, start to first answer", f"{figures['gtp_start_seconds']:.2f} s", "<= 1.5"))
    figures["load_after"] = os.getloadavg()[0]
    return rows, figures


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each comparison is repeated")
    parser.add_argument(
        "--json", type=Path, default=ROOT / "bench" / "bench.json", help="where the figures are written"
    )
    options = parser.parse_args()
    console = Console()
    rows, figures = measure(console, options.rounds)
    table = Table("what", "measured", "aim", title=f"Kaya {kaya.__version__}, {platform.machine()}")
    for row in rows:
        table.add_row(*row)
    console.print(table)
    options.json.write_text(json.dumps(figures, indent=1) + "\n")
    console.print(f"Load of the machine: {figures['load_before']:.1f} before, {figures['load_after']:.1f} after.")
    console.print(f"The same as JSON: {options.json}", soft_wrap=True)


if __name__ == "__main__":
    main()
