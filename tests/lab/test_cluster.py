"""A real Ray cluster of two nodes, on the loopback: workers and a node are killed in the middle of a match."""

import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from kaya.kernel import cache
from kaya.lab.experiments.experiment import Extent, Run
from kaya.lab.matches import cluster as clusters
from kaya.lab.matches.cluster import LOOPBACK, QUIET, ClusterWorker, RayWorkers, make_workers
from kaya.lab.matches.contestants import Pace, players_version
from kaya.lab.matches.match import Match, play_matches
from kaya.lab.matches.store import GameResult, Store
from tests.conftest import run_python
from tests.lab.tiny import tiny

MATCH = Match("uct", "uct:C=0.3", games=8, size=5, pace=Pace(simulations=500), openings="none")
FAST_ALARM = {
    "health_check_initial_delay_ms": 0,
    "health_check_period_ms": 300,
    "health_check_failure_threshold": 3,
    "health_check_timeout_ms": 300_000,  # a node that is busy is not dead
}


def two_nodes(make: Callable[[], Any]) -> Any:
    """A head, with a client port, and a node. Ray aborts a node whose agent is not up within 15 seconds, which happens
    on a busy machine: then all begins anew."""
    for tries_left in reversed(range(10)):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        common, made = dict(include_dashboard=False, include_log_monitor=False, object_store_memory=100 << 20), make()
        try:
            made.add_node(num_cpus=1, ray_client_server_port=port, no_monitor=True, _system_config=FAST_ALARM, **common)
            made.add_node(num_cpus=1, **common)
        except Exception as error:  # Ray's own has no name
            made.shutdown()
            if not tries_left or "timed out" not in str(error).lower():
                raise
            continue
        made.client_address = f"ray://127.0.0.1:{port}"
        return made
    raise AssertionError


@pytest.fixture(scope="module")
def cluster():
    """A head and a node with one CPU each, the head with a client port; all their processes are gone afterwards."""
    monkeypatch = pytest.MonkeyPatch()
    folder = tempfile.mkdtemp(prefix="kaya-ray-")  # not pytest's: the paths of Ray's sockets must be short
    for name, value in {**QUIET, **LOOPBACK, "RAY_TMPDIR": folder}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("kaya.lab.matches.cluster.FIRST_WORKER", 1e6)  # however busy the machine is
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'ray[client]'")
    from ray.cluster_utils import Cluster

    made = two_nodes(Cluster)
    try:
        yield made
    finally:
        pids = processes_of(raylets(made))
        made.shutdown()
        until = time.monotonic() + 120
        while (left := [p for p in pids if Path(f"/proc/{p}").exists()]) and time.monotonic() < until:
            time.sleep(0.1)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)
        monkeypatch.undo()


def raylets(cluster) -> set[int]:
    return {node.all_processes["raylet"][0].process.pid for node in cluster.list_all_nodes()}


def processes_of(parents: set[int], title: str = "") -> list[int]:
    """What these processes have started, by the start of its title."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if parent in parents and (folder / "cmdline").read_text().startswith(title):
                found.append(int(folder.name))
        except (OSError, IndexError):
            continue
    return found


def essence(game: GameResult) -> tuple:
    return game.number, game.first_side, game.points, game.outcome, game.reason, game.opening, game.record, game.seed


def table(store: Store, workers) -> list[tuple]:
    """`kaya reproduce` of a small table: how every line of it ended."""
    run = Run(store, Console(quiet=True), Extent(scale=0.05))
    tiny.run(run, workers)
    return [(line.label, standing.points, standing.score) for line, standing in tiny.standings(run)]


def a_worker(cluster, kind="ClusterWorker") -> int:
    """One that plays, if any does. Between two games Ray gives a worker another name, for a moment none of these."""
    for _ in range(60_000):
        for name in (f"ray::{kind}.play", f"ray::{kind}"):
            if found := processes_of(raylets(cluster), name):
                return found[0]
        time.sleep(0.01)
    raise AssertionError("no worker")


def reached(there: Callable[[], Any]) -> Any:
    """What is done there over Ray; on some machines its server does not start."""
    try:
        return there()
    except ValueError as error:
        if "Initialization failure from server" not in str(error):
            raise
        pytest.skip(f"Ray's own server does not start here: {error}")


@pytest.mark.strength
def test_a_network_learns_from_games_on_two_nodes_though_a_player_is_killed(cluster, tmp_path):
    """Both nodes play, before and after, with networks that have learned more and more."""
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch")
    from kaya.go.learning.network import zero

    plan = zero.Plan.for_processors(lines=5, games=4, simulations=((0.0, 2),), batch=16, window=40)
    run = reached(lambda: zero.Zero(plan, tmp_path / "five.npz", "cpu", cluster=cluster.client_address))
    try:
        workers, killed = run.games.workers, 0
        while not killed or workers.there < 2 or run.memory.columns["version"].max() <= killed:
            run.advance(0.5)
            if not killed and run.steps and workers.there == 2:
                os.kill(a_worker(cluster, "SelfPlayer"), signal.SIGKILL)
                killed = run.steps
    finally:
        run.games.close()
    assert run.totals.games > 8
    assert 0 < run.line()["steps_old"] < run.steps
    assert all(torch.isfinite(w).all() for w in run.trainer.averaged.state_dict().values())


@pytest.mark.processes
def test_no_game_is_lost_or_counted_twice_when_a_worker_and_a_node_are_killed(cluster, tmp_path, store, workers):
    """First a table is played on both nodes, then a match in which one of them is lost."""
    lines = table(store, workers)
    (here,) = play_matches([MATCH], store, workers=workers)
    expected = [essence(g) for g in store.games(here.id)]
    done, killed = [], []

    def watch(standing, result):
        if result is None:
            return
        done.append(result.number)
        if len(done) == 2:
            killed.append(a_worker(cluster))
            os.kill(killed[0], signal.SIGKILL)
        if len(done) == 4:
            killed.append("node")
            cluster.remove_node(cluster.list_all_nodes()[1], allow_graceful=False)

    there = reached(lambda: RayWorkers(cluster.client_address))
    try:
        assert there.size == 2
        with Store(tmp_path / "there.db") as other:
            assert table(other, there) == lines
            (standing,) = play_matches([MATCH], other, workers=there, watch=watch)
            games = [essence(g) for g in other.games(standing.id)]
            claims = other._db.execute("SELECT count(*) FROM claims").fetchone()[0]
    finally:
        there.close()
    assert len(killed) == 2
    assert sorted(done) == list(range(MATCH.games))
    assert games == expected
    assert claims == 0


def listening(pids: set[int]) -> list[str]:
    """The addresses at which these processes listen, as /proc writes them."""
    sockets = set()
    for pid in pids:
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                sockets.add(os.readlink(file))
    lines = [
        line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]
    ]
    return [line[1].partition(":")[0] for line in lines if line[3] == "0A" and f"socket:[{line[9]}]" in sockets]


def play_quietly(path: str) -> None:
    """Run in a process of its own: a small match on a local Ray, and where that listens."""
    workers = RayWorkers("local", 1)
    ours = {os.getpid(), *processes_of({os.getpid()})}
    heard = listening(ours | set(processes_of(ours)))
    with Store(path) as store:
        play_matches([replace(MATCH, games=1, pace=Pace(simulations=20))], store, workers=workers)
    workers.close()
    print(len(heard), [h for h in heard if not h.endswith("0100007F")])


@pytest.mark.processes
def test_ray_on_this_machine_listens_on_the_loopback_only_and_keeps_quiet(tmp_path):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'ray[client]'")
    code = f"from tests.lab.test_cluster import play_quietly; play_quietly({str(tmp_path / 'quiet.db')!r})"
    ended = run_python(code)
    count, elsewhere = ended.stdout.split(maxsplit=1)
    assert ended.stderr == ""
    assert int(count) >= 3
    assert elsewhere == "[]\n"


@pytest.mark.processes
def test_a_cluster_that_cannot_be_reached_gets_one_sentence():
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'ray[client]'")
    for address, says in {
        "ray://127.0.0.1:1": "cannot be reached",
        "ray://nowhere.invalid:10001": "cannot be reached",
        "nonsense": "write ray://HOST:PORT, or local",
        "ray://": "write ray://HOST:PORT, or local",
        "ray://127.0.0.1:99999": "write ray://HOST:PORT, or local",
    }.items():
        with pytest.raises(ValueError, match=says) as refused:
            make_workers(2, address)
        assert str(refused.value).count("\n") == 0


def test_without_ray_the_user_is_told_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ValueError, match=r'^--cluster needs Ray: pip install "kaya-mcts\[cluster\]"\.$'):
        make_workers(2, "local")


class FakeRay:
    """As much of Ray as the workers use, and its only actor; `fate` says what becomes of a call."""

    class exceptions:
        class RayError(Exception): ...

        class RayTaskError(RayError): ...

    class Call:
        def __init__(self, method, arguments):
            self.method, self.arguments = method, arguments

    def __init__(self, fate):
        self.fate = fate

    def is_initialized(self):
        return True

    def remote(self, **options):
        return lambda kind: SimpleNamespace(remote=lambda: self)

    def __getattr__(self, method):
        return SimpleNamespace(remote=lambda *arguments: self.Call(method, arguments))

    def wait(self, calls, num_returns, timeout):
        return calls[:num_returns], calls[num_returns:]

    def get(self, call):
        answer = self.fate(call.method, call.arguments)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def kill(self, actor):
        pass


@pytest.fixture
def fake(monkeypatch):
    """Workers on a Ray whose calls end as `fate` says."""
    made = []

    def make(fate) -> RayWorkers:
        monkeypatch.setitem(sys.modules, "ray", FakeRay(fate))
        made.append(RayWorkers("local", 2))
        return made[-1]

    yield make
    for workers in made:
        workers.close()


def arrivals(workers: RayWorkers, rounds: int = 40) -> list:
    return [result for _ in range(rounds) for _, result in workers.results(0)]


def test_a_node_with_another_kaya_is_refused(fake):
    with pytest.raises(ValueError, match=r"has Kaya 0\.0 abc, not"):
        fake(lambda method, arguments: ("0.0", "abc"))


def test_a_node_with_other_tables_is_another_kaya(tmp_path, monkeypatch):
    before = ClusterWorker().identity()
    shutil.copytree(cache.PACKAGE, tmp_path / "kaya")
    monkeypatch.setattr(cache, "PACKAGE", tmp_path / "kaya")
    players_version.cache_clear()
    assert ClusterWorker().identity() == before
    next((tmp_path / "kaya").rglob("*.npz")).write_bytes(b"learned from other games")
    players_version.cache_clear()
    assert ClusterWorker().identity() != before
    players_version.cache_clear()


def test_a_game_that_kills_every_worker_is_given_up_with_its_number(fake):
    death = FakeRay.exceptions.RayError("the actor died")
    workers = fake(lambda method, arguments: ClusterWorker().identity() if method == "identity" else death)
    workers.submit(MATCH.task(1, 7))
    with pytest.raises(RuntimeError, match=r"Game 7 cannot be played: the actor died \(10 workers died over it\)"):
        arrivals(workers)


def test_an_error_in_a_game_is_not_taken_for_a_death(fake):
    error = FakeRay.exceptions.RayTaskError("a bug")
    workers = fake(lambda method, arguments: ClusterWorker().identity() if method == "identity" else error)
    workers.submit(MATCH.task(1, 3))
    with pytest.raises(RuntimeError, match="a bug"):
        arrivals(workers)


def test_a_lost_game_is_played_again_and_arrives_once(fake):
    deaths = iter([True, True, False, True, False, False, False])

    def fate(method, arguments):
        if method == "identity":
            return ClusterWorker().identity()
        return FakeRay.exceptions.RayError("lost") if next(deaths) else arguments[0].number

    workers = fake(fate)
    for number in range(4):
        workers.submit(MATCH.task(1, number))
    assert sorted(arrivals(workers)) == [0, 1, 2, 3]


class Unsure:
    """A Ray that hands over what is there only when it was asked so often."""

    def __init__(self, failures: int):
        self.failures, self.shut_down = failures, 0

    def get(self, answer):
        self.failures -= 1
        if self.failures >= 0:
            raise ConnectionError("FAILED_PRECONDITION")
        return answer

    def remote(self, **options):
        return lambda kind: SimpleNamespace(remote=SimpleNamespace)

    def shutdown(self):
        self.shut_down += 1

    def wait(self, *asked, **more):
        return [], []


def test_a_connection_that_is_lost_while_workers_are_hired_is_opened_anew(monkeypatch):
    """Ray's client says so with an error of Python's, whatever it was asked."""
    ray, failures = Unsure(0), [2]

    def hired():
        failures[0] -= 1
        if failures[0] >= 0:
            raise ConnectionError("already been disconnected")
        return SimpleNamespace(identity=SimpleNamespace(remote=object))

    ray.remote = lambda **options: lambda kind: SimpleNamespace(remote=hired)
    monkeypatch.setattr(clusters, "connect", lambda *given: ray)
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr(RayWorkers, "_wait_for_the_first", lambda workers: None)
    RayWorkers("ray://127.0.0.1:1", 1)
    assert (ray.shut_down, failures) == (2, [-1])
    failures[0] = 1 << 30
    with pytest.raises(ValueError, match="is gone"):
        RayWorkers("ray://127.0.0.1:1", 1)


def test_a_ray_that_fails_to_hand_over_a_first_answer_is_opened_anew(monkeypatch):
    ray, opened = Unsure(1), []
    monkeypatch.setattr(clusters, "connect", lambda *given: opened.append(given) or ray)
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setattr(RayWorkers, "_hire", lambda workers: None)
    monkeypatch.setattr(RayWorkers, "_wait_for_the_first", lambda workers: workers._get("first"))
    workers = RayWorkers("ray://127.0.0.1:1", 1)
    assert (len(opened), ray.shut_down) == (2, 1)
    assert workers._get("second") == "second"
    ray.failures = 1 << 30
    with pytest.raises(
        ValueError, match=r"^The Ray cluster ray://127\.0\.0\.1:1 is gone; the same command goes on later\.$"
    ):
        workers._get("third")
    with pytest.raises(ValueError, match="is gone"):
        RayWorkers("ray://127.0.0.1:1", 1)
    workers.close()
    assert len(opened) == 2 + clusters.ATTEMPTS
