"""The networks of a game, by file. One that is asked for is read once in a process and shared by all who use it."""

import functools
import hashlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .evaluator import Evaluator
from .file import PLANES, POINTS_POLICY, Network


@dataclass(frozen=True)
class KnownNetworks:
    """The networks of a game: those that lie in `folder` come with Kaya; `made` are others that its experiments name,
    and how each is made."""

    game: str
    folder: Path
    made: Mapping[str, str] = field(default_factory=dict)
    planes: int = PLANES
    policy: str = POINTS_POLICY

    def evaluator(self, path: str | Path) -> Evaluator:
        """The network in a file, ready for evaluation; ValueError with one sentence if it cannot be used."""
        ready = self._known(path)[0]
        if (ready.network.planes, ready.network.policy) != (self.planes, self.policy):
            raise ValueError(
                f"{path}: for {self.game!r} it must have {self.planes} planes and a policy of {self.policy}."
            )
        return ready

    def fingerprint(self, path: str | Path) -> str:
        """A hash of the file."""
        return self._known(path)[1]

    def file(self, path: str | Path) -> Path:
        """A network is named by its file; one of the current folder or of Kaya's own also without folder and ending:
        go9. ValueError if it is one that is no more."""
        place, name = Path(path).expanduser(), str(path)
        if place.exists():
            return place
        if Path(name).name == name:
            for own in (Path(f"{name}.npz"), self.folder / f"{name}.npz"):
                if own.is_file():
                    return own
        if how := self.made.get(name.removesuffix(".npz")):
            raise ValueError(
                f"The network {name} is not in this folder and does not come with Kaya: make it with `{how}`."
            )
        return place

    def _version(self, path: str | Path) -> tuple[str, int, int]:
        place = self.file(path)
        try:
            state = place.stat()
        except OSError as error:
            raise ValueError(f"The network {path} cannot be read: {error.strerror}.") from None
        return str(place.resolve()), state.st_mtime_ns, state.st_size

    def _known(self, path: str | Path) -> tuple[Evaluator, str]:
        with _reading:  # or two threads would read it twice, and only one be remembered
            return _read(self.game, *self._version(path))


_reading = threading.Lock()


@functools.cache
def _read(game: str, path: str, *version: int) -> tuple[Evaluator, str]:
    """Never forgotten: kernels know it by its address."""
    network = Network.read(path)
    if network.about["game"] not in ("", game):
        raise ValueError(f"{path}: it is for {network.about['game']!r}, not for {game!r}.")
    ready = Evaluator(network)
    return ready, hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
