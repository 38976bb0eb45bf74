"""Checkpoints: what a long run has reached, in a file beside its output, so that a killed run can go on."""

import contextlib
import hashlib
import json
import os
import time
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ...kernel import CACHE_FOLDER

SECONDS = 20.0  # between two checkpoints
LARGE = 1 << 20  # numbers in an array
PLACES, VALUES = " places", " values"


class Checkpoint:
    """The checkpoint of the run that makes `output`: the name of a `stage`, how much of it is `done`, and `arrays`.

    It is taken up only by a run of the same kernels with the same `parameters` on the same `inputs`: files, and all
    files in folders, are compared by size and time of change."""

    def __init__(self, output: str | Path, made_by: str, inputs: Iterable[str | Path], *parameters: Any):
        self.path = Path(f"{output}.part")
        if not os.access(self.path.parent, os.W_OK) or Path(output).is_dir():
            raise ValueError(f"{output}: cannot be written.")
        files = [(str(p), p.stat().st_size, p.stat().st_mtime_ns) for path in inputs for p in _files(Path(path))]
        run = json.dumps([made_by, files, CACHE_FOLDER.name, *parameters])
        self.run = hashlib.sha256(run.encode()).hexdigest()
        self.stage, self.done, self.arrays = "", 0, {}
        self.saved = time.monotonic()
        damaged = OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile
        with contextlib.suppress(*damaged), np.load(self.path) as stored:
            if str(stored["run"]) == self.run:
                self.arrays = {name: stored[name] for name in stored.files}
                self.stage, self.done = str(self.arrays.pop("stage")), int(self.arrays.pop("done"))

    def restore(self, stage: str, state: Mapping[str, np.ndarray]) -> int:
        """Fill these arrays if the checkpoint is of this stage; how much of it is done."""
        if self.stage != stage:
            return 0
        for name, array in state.items():
            if name in self.arrays:
                array[...] = self.arrays[name]
            else:
                array[...] = 0
                array.flat[self.arrays[name + PLACES]] = self.arrays[name + VALUES]
        self.arrays = {}
        return self.done

    def save(self, stage: str, done: int, state: Mapping[str, np.ndarray]) -> None:
        """Write a checkpoint, unless the last one is recent. A run that is killed while it writes has the last one."""
        if time.monotonic() - self.saved < SECONDS:
            return
        new = Path(f"{self.path}.new")
        with new.open("wb") as file:
            head = {"run": np.array(self.run), "stage": np.array(stage), "done": np.array(done)}
            arrays: dict[str, Any] = {**head, **_without_zeros(state)}
            np.savez(file, **arrays)
        new.replace(self.path)
        self.saved = time.monotonic()

    def remove(self) -> None:
        """The run is at its end."""
        for path in (self.path, Path(f"{self.path}.new")):
            path.unlink(missing_ok=True)


def _without_zeros(state: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The same arrays; of large ones that are nearly all zeros only what is not zero, with its places."""
    stored = {}
    for name, array in state.items():
        if array.size >= LARGE and np.count_nonzero(array) * 16 < array.size:
            stored[name + PLACES] = np.flatnonzero(array != 0)  # of numbers it takes far longer
            stored[name + VALUES] = array.flat[stored[name + PLACES]]
        else:
            stored[name] = array
    return stored


def _files(path: Path) -> list[Path]:
    return sorted(p for p in path.rglob("*") if p.is_file()) if path.is_dir() else [path]
