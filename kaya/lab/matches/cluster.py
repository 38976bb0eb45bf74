"""Games on a Ray cluster: an actor per CPU, each with a bench as a local worker has. The store stays with the process
that coordinates, so a cluster changes where games are played and nothing else: the same seeds give the same games. The
same workers play games from which a network learns, if they are another kind of actor
(`go/learning/network/cluster.py`).

    kaya match uct uct:C=0.5 --cluster local              Ray on this machine, out of reach for others
    kaya match uct uct:C=0.5 --cluster ray://HOST:10001   a cluster; Kaya in the same version on all its nodes
"""

import contextlib
import importlib
import logging
import os
import shutil
import socket
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Hashable, Iterator
from typing import Any

from ... import __version__
from ...extras import need
from ...table import Unusable
from .contestants import players_version
from .store import GameResult
from .workers import Bench, LocalWorkers, Task, Workers, cores

QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is reported to anybody
    "RAY_SCHEDULER_EVENTS": "0",  # no remarks of the scheduler on our display
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # no warning about a default of Ray's that will change
}
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}  # Ray's word for: nodes on 127.0.0.1 only, also on Linux
REACH = 5.0  # seconds to reach a cluster's port
ATTEMPTS, PAUSE = 3, 2.0  # a busy head sometimes fails to start its server for a new client in time, and then can
FIRST_WORKER = 600.0  # seconds until the first worker must be there: it imports a lot, perhaps on cores that are busy
FAREWELL = 2.0  # seconds for workers to end the programs they have started
CENSUS = 10.0  # seconds between looks at how large the cluster is
HOPELESS = 10  # workers that may die over one game before it is the game's fault
NOBODY = None  # the key of those that die before they are given a game
OBJECTS = 100 << 20  # bytes of Ray's object store: results are small and travel without it


class ClusterActor:
    """What every actor is asked."""

    def identity(self) -> tuple[str, str]:
        """Kaya's version and a hash of what decides how it plays."""
        return __version__, players_version()

    def play(self, task: Any) -> Any:
        """What came of a task."""
        raise NotImplementedError

    def close(self) -> None:
        """Leave nothing behind; may be called while one plays."""


class ClusterWorker(ClusterActor):
    """An actor that plays the games it is given."""

    def __init__(self) -> None:
        self.bench = Bench()

    def play(self, task: Task) -> GameResult:
        return self.bench.play(task)

    def close(self) -> None:
        """End the programs that play here; may be called while one thinks."""
        self.bench.close()


def connect(address: str, size: int | None, folder: str) -> Any:
    """Ray, connected to a cluster; ValueError with one sentence if that cannot be."""
    os.environ.update(QUIET | (LOOPBACK if address == "local" else {}))
    need("cluster", "--cluster")
    ray = importlib.import_module("ray")
    if address != "local":
        check_reachable(address)
    here = dict(num_cpus=size or cores(), include_dashboard=False, object_store_memory=OBJECTS)
    here |= dict(_node_ip_address="127.0.0.1", _temp_dir=folder)
    for attempt in range(ATTEMPTS):
        try:
            options = here if address == "local" else {}
            ray.init(address, log_to_driver=False, logging_level=logging.CRITICAL, **options)
            return ray
        except Exception as error:
            with contextlib.suppress(Exception):
                ray.shutdown()
            if attempt == ATTEMPTS - 1:
                raise ValueError(f"The Ray cluster {address} cannot be used: {on_one_line(error)}") from None
            time.sleep(PAUSE)


def check_reachable(address: str) -> None:
    """Look for somebody at the cluster's port, which takes Ray itself half a minute; ValueError if there is nobody."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not (host and colon and port.isdigit() and int(port) < 1 << 16):
        raise ValueError(f"{address!r} is not a cluster: write ray://HOST:PORT, or local.")
    try:
        socket.create_connection((host.strip("[]"), int(port)), REACH).close()
    except OSError as error:
        raise ValueError(f"The Ray cluster {address} cannot be reached: {error.strerror or error}.") from None


def on_one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__


class Gone(ValueError):
    """A cluster does not answer any more."""

    def __init__(self, address: str):
        super().__init__(f"The Ray cluster {address} is gone; the same command goes on later.")


class Hopeless(RuntimeError):
    """Many workers died over one task, or at their start."""


class RayWorkers:
    """An actor per CPU of the cluster, or `size` of them. One that dies, alone or with its node, is replaced, and its
    game is given to the next that is free: only a result that has arrived here counts, and each game has one place
    where it can arrive. Replacements for a lost node wait until there is room again; new nodes are put to work."""

    def __init__(
        self, address: str, size: int | None = None, kind: type[ClusterActor] = ClusterWorker, *arguments: Any
    ):
        """Actors of some kind, each made with these arguments; their tasks have a `key` and a `title`."""
        self.address, self._wanted, self._may_grow = address, size, size is None
        self._kind, self._arguments = kind, arguments
        self._identity = __version__, players_version()
        self._waiting: deque[Any] = deque()
        self._deaths: Counter[Hashable] = Counter()
        for attempt in range(ATTEMPTS):
            try:
                self._open()
                return
            except BaseException as error:
                self.close()
                if attempt == ATTEMPTS - 1 or not isinstance(error, Gone):
                    raise

    def _open(self) -> None:
        """Connect, and wait for the first worker."""
        self.size = self._wanted or 1
        self._starting: dict[Any, Any] = {}  # a first answer that is to come -> the actor
        self._playing: dict[Any, tuple[Any, Any]] = {}  # a result that is to come -> the actor, and what it plays
        self._idle: list[Any] = []
        self._folder = tempfile.mkdtemp(prefix="kaya-ray-")
        loaded, self._ray = sys.modules.get("ray"), None
        self._borrowed = loaded is not None and loaded.is_initialized()  # a notebook's own
        self._ray: Any = loaded if self._borrowed else connect(self.address, self._wanted, self._folder)
        options = dict(num_cpus=1, max_restarts=0, max_concurrency=2, scheduling_strategy="SPREAD")
        self._actor = self._ray.remote(**options)(self._kind)
        self.size, self._counted = self._wanted or self._cpus(), time.monotonic()
        for _ in range(self.size):
            self._hire()
        self._wait_for_the_first()

    @property
    def there(self) -> int:
        """How many have come and are not known to be dead."""
        return len(self._idle) + len(self._playing)

    def put(self, value: Any) -> Any:
        """A reference for tasks to what Ray keeps, once for all of them."""
        with self._asking():
            return self._ray.put(value)

    def submit(self, task: Any) -> None:
        self._waiting.append(task)
        self._dispatch()

    def results(self, timeout: float | None = None) -> Iterator[tuple[Any, Any]]:
        self._grow()
        for answer in self._answers(timeout):
            if answer in self._starting:
                self._welcome(answer)
            else:
                yield from self._receive(answer)
        self._dispatch()

    def close(self) -> None:
        if self._ray is not None:
            there = [*(actor for actor, _ in self._playing.values()), *self._idle]
            with contextlib.suppress(Exception):
                ended = [actor.close.remote() for actor in there]
                self._ray.wait(ended, num_returns=len(ended), timeout=FAREWELL)
            for actor in [*self._starting.values(), *there]:
                with contextlib.suppress(Exception):
                    self._ray.kill(actor)
            if not self._borrowed:
                self._ray.shutdown()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _cpus(self) -> int:
        with self._asking():
            return max(int(self._ray.cluster_resources().get("CPU", 0)), 1)

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """What is asked of Ray. On busy cores a connection may be lost, or the first answer not be handed over: the
        cluster is gone, and as good as new if it is opened anew."""
        try:
            yield
        except ConnectionError:
            raise Gone(self.address) from None

    def _hire(self) -> None:
        with self._asking():
            actor = self._actor.remote(*self._arguments)
            self._starting[actor.identity.remote()] = actor

    def _grow(self) -> None:
        if self._may_grow and time.monotonic() - self._counted > CENSUS:
            self._counted = time.monotonic()
            for _ in range(self._cpus() - self.size):
                self._hire()
                self.size += 1

    def _wait_for_the_first(self) -> None:
        """A cluster on which nothing can ever be played is refused at once."""
        until = time.monotonic() + FIRST_WORKER
        while not self._idle:
            if time.monotonic() > until:
                raise ValueError(f"No CPU of the Ray cluster {self.address} became free in {FIRST_WORKER:.0f} s.")
            for answer in self._answers(1.0):
                self._welcome(answer)

    def _answers(self, timeout: float | None) -> list[Any]:
        """What has arrived, after waiting for at least one."""
        expected = [*self._starting, *self._playing]
        with self._asking():
            arrived, _ = self._ray.wait(expected, num_returns=1, timeout=timeout) if expected else ([], [])
            return self._ray.wait(expected, num_returns=len(expected), timeout=0)[0] if arrived else []

    def _get(self, answer: Any) -> Any:
        """What has arrived."""
        with self._asking():
            return self._ray.get(answer)

    def _dispatch(self) -> None:
        while self._idle and self._waiting:
            actor, task = self._idle.pop(), self._waiting.popleft()
            with self._asking():
                self._playing[actor.play.remote(task)] = actor, task

    def _welcome(self, answer: Any) -> None:
        """A worker is there, or could not start; one that would play otherwise than this process is refused."""
        actor = self._starting.pop(answer)
        try:
            identity = tuple(self._get(answer))
        except self._ray.exceptions.RayError as error:
            self._replace(actor, NOBODY, f"A worker cannot be started on {self.address}: {last_line(error)}")
            return
        if identity != self._identity:
            theirs, ours = " ".join(identity), " ".join(self._identity)
            raise ValueError(f"A node of {self.address} has Kaya {theirs}, not {ours}: install the same everywhere.")
        self._deaths.pop(NOBODY, None)
        self._idle.append(actor)

    def _receive(self, answer: Any) -> Iterator[tuple[Any, Any]]:
        """What came of a task, unless the worker died over it: then the task comes first among those that wait."""
        actor, task = self._playing.pop(answer)
        try:
            result = self._get(answer)
        except self._ray.exceptions.RayTaskError as error:
            self._idle.append(actor)
            cause = getattr(error, "cause", None)
            raise cause if isinstance(cause, Unusable) else RuntimeError(str(error)) from None
        except self._ray.exceptions.RayError as error:
            self._waiting.appendleft(task)
            self._replace(actor, task.key, f"{task.title} cannot be played: {last_line(error)}")
            return
        self._deaths.pop(task.key, None)
        self._idle.append(actor)
        self._dispatch()
        yield task, result

    def _replace(self, actor: Any, cause: Hashable, complaint: str) -> None:
        with contextlib.suppress(Exception):  # it may only have been out of reach
            self._ray.kill(actor)
        self._deaths[cause] += 1
        if self._deaths[cause] >= HOPELESS:
            raise Hopeless(f"{complaint} ({HOPELESS} workers died over it)")
        self._hire()


def last_line(error: BaseException) -> str:
    return next((line.strip() for line in reversed(str(error).splitlines()) if line.strip()), type(error).__name__)


def make_workers(size: int | None = None, cluster: str | None = None) -> Workers:
    return LocalWorkers(size) if cluster is None else RayWorkers(cluster, size)
