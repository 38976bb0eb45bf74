"""A real Ray cluster of two nodes, on the loopback: workers and a node are killed in the middle of a match."""

import os
import signal
import socket
from pathlib import Path

import pytest

from kaya.lab.cluster import LOOPBACK, QUIET, RayWorkers
from kaya.lab.contestants import Pace
from kaya.lab.match import Match, play_matches
from kaya.lab.store import GameResult, Store
from kaya.lab.workers import LocalWorkers

MATCH = Match("uct", "uct:C=0.3", games=24, size=5, pace=Pace(simulations=2000))
FAST_ALARM = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 300, "health_check_failure_threshold": 3}


@pytest.fixture
def cluster():
    """A head with one CPU and a client port, and a node with two; all their processes are gone afterwards."""
    os.environ.update(QUIET | LOOPBACK)
    pytest.importorskip("ray", reason="Ray is not installed: pip install kaya[cluster]")
    from ray.cluster_utils import Cluster

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    head = dict(num_cpus=1, include_dashboard=False, object_store_memory=100 << 20, ray_client_server_port=port)
    made = Cluster(initialize_head=True, head_node_args={**head, "_system_config": FAST_ALARM})
    try:
        made.add_node(num_cpus=2, object_store_memory=100 << 20)
        made.client_address = f"ray://127.0.0.1:{port}"  # type: ignore[attr-defined]
        yield made
    finally:
        made.shutdown()
        left = raylet_children(made)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        assert not left, "processes of the cluster outlived it"


def raylets(cluster) -> list[int]:
    return [node.all_processes["raylet"][0].process.pid for node in cluster.list_all_nodes()]


def raylet_children(cluster, title: str = "ray::") -> list[int]:
    """Processes that the cluster's nodes have started, by the start of their title."""
    parents, found = set(raylets(cluster)), []
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


def played_here(folder: Path) -> list[tuple]:
    workers = LocalWorkers(2)
    try:
        with Store(folder / "here.db") as store:
            (standing,) = play_matches([MATCH], store, workers=workers)
            return [essence(g) for g in store.games(standing.id)]
    finally:
        workers.close()


def test_no_game_is_lost_or_counted_twice_when_a_worker_and_a_node_are_killed(cluster, tmp_path):
    expected = played_here(tmp_path)
    done, killed = [], []

    def watch(standing, result):
        if result is None:
            return
        done.append(result.number)
        if len(done) == 4:
            killed.extend(raylet_children(cluster, "ray::ClusterWorker.play")[:1])
            os.kill(killed[0], signal.SIGKILL)
        if len(done) == 12:
            killed.append("node")
            cluster.remove_node(cluster.list_all_nodes()[1], allow_graceful=False)

    workers = RayWorkers(cluster.client_address)
    try:
        assert workers.size == 3
        with Store(tmp_path / "there.db") as store:
            (standing,) = play_matches([MATCH], store, workers=workers, watch=watch)
            games = [essence(g) for g in store.games(standing.id)]
            claims = store._db.execute("SELECT count(*) FROM claims").fetchone()[0]
    finally:
        workers.close()
    assert len(killed) == 2
    assert sorted(done) == list(range(MATCH.games))
    assert games == expected
    assert claims == 0
