"""Where compiled kernels are kept, and why they can never be stale.

Numba keeps machine code on disk but looks only at the file of the function itself: an edited callee, or a constant in
another file, would leave a stale and silently wrong kernel behind. So the folder is named after a hash of every source
file that a kernel could depend on (the files with kernels, in whatever folder, and all that they import), of the
versions of what compiles it, and of the compile options. No file with a kernel imports from a shell (a test sees to
it), so an edit of a protocol or of the command line compiles nothing anew.
"""

import contextlib
import functools
import hashlib
import importlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy
from numba.core.caching import Cache, IndexDataCacheFile
from numba.core.compiler_lock import global_compiler_lock

from .progress import progress

fcntl: Any = importlib.import_module("fcntl") if os.name == "posix" else None
PACKAGE = Path(__file__).resolve().parent.parent
KERNELS = re.compile(rb"\n@(?:kernel|inlined|strategy|on_all_processors|overload)")
"""How one sees that a file has kernels."""
IMPORTS = re.compile(rb"\nfrom (\.+)([\w.]*) import (\([^)]*\)|[^\n(]*)")
"""Imports within the package are relative; those inside functions are nothing to a kernel."""


@functools.cache
def kernel_sources() -> dict[str, bytes]:
    """The sources that machine code depends on, by their places in the package: files with kernels, what these import,
    and so on."""
    texts = {place: _read(f"{PACKAGE}/{place}") for place in _files(PACKAGE, "")}
    found: dict[str, bytes] = {}
    wanted = [place for place, text in texts.items() if KERNELS.search(text)]
    while wanted:
        place = wanted.pop()
        if place not in found:
            found[place] = texts[place]
            wanted += [target for target in _imported(place, texts) if target not in found]
    return dict(sorted(found.items()))


def _read(place: str) -> bytes:
    """Twice as fast as pathlib, which counts with hundreds of files at each start."""
    with open(place, "rb", buffering=0) as file:
        return file.readall()


def _files(folder: Path, above: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(".py"):
                yield above + entry.name
            elif entry.is_dir() and entry.name != "__pycache__":
                yield from _files(Path(entry.path), f"{above}{entry.name}/")


def _imported(place: str, texts: dict[str, bytes]) -> Iterator[str]:
    """The files of the package that one of them imports."""
    folders = place.split("/")[:-1]
    for dots, module, names in IMPORTS.findall(texts[place]):
        above = folders[: len(folders) + 1 - len(dots)]
        target = "/".join([*above, *filter(None, module.decode().split("."))])
        if f"{target}.py" in texts:
            yield f"{target}.py"
            continue
        for name in ("__init__", *re.findall(r"\w+", names.decode())):  # names of a package may be modules
            for file in (f"{target}/{name}.py", f"{target}/{name}/__init__.py"):
                if file in texts:
                    yield file


def sources_hash(tables: bool = False, without: Collection[Path] = ()) -> str:
    """A hash of all sources with kernels: one changed byte gives another compile cache. With `tables` also of what was
    learned, which decides as much how a player plays, and of the players; `without` the folders of other games."""
    sources = kernel_sources()
    if tables:
        more = (p for kind in ("*.npz", "*.json", "players/*.py") for p in PACKAGE.rglob(kind))
        sources = sources | {str(path.relative_to(PACKAGE)): path.read_bytes() for path in more}
    left_out = tuple(f"{path.relative_to(PACKAGE)}/" for path in without)
    digest = hashlib.sha256()
    for place, text in sorted(sources.items()):
        if not left_out or not place.startswith(left_out):
            digest.update(place.encode() + b"\0" + text)
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The user's cache folder for Kaya: `$KAYA_CACHE`, else `$XDG_CACHE_HOME/kaya`, else `~/.cache/kaya`."""
    if own := os.environ.get("KAYA_CACHE"):
        return Path(own)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "kaya"


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        above = (folder, folder.parent, folder.parent.parent)
        if hasattr(os, "getuid") and any(f.stat().st_uid != os.getuid() for f in above):
            return False  # code is loaded from here: it must be nobody else's folder
        with tempfile.TemporaryFile(dir=folder):
            return True
    except (OSError, RuntimeError):  # RuntimeError: no home folder at all
        return False


def prepare_cache(mode: str) -> Path:
    """Make the folder for this version of the sources and point Numba at it; older versions are cleared away."""
    versions = (numba.__version__, llvmlite.__version__, numpy.__version__, sys.version, mode)
    name = sources_hash() + hashlib.sha256(repr(versions).encode()).hexdigest()[:8]
    try:
        root = cache_root()
    except RuntimeError:
        root = Path(tempfile.gettempdir()) / "kaya"
    folder = root / "kernels" / name
    if not _usable(folder):
        fallback = Path(tempfile.gettempdir()) / f"kaya-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
        print(f"kaya: cannot write to the cache folder {root}; using {fallback} instead.", file=sys.stderr)
        folder = fallback / "kernels" / name
        if not _usable(folder):
            folder = Path(tempfile.mkdtemp(prefix="kaya-")) / name
            folder.mkdir()
    os.utime(folder)
    _clear_old(folder.parent, keep=6)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return folder


def _clear_old(parent: Path, keep: int) -> None:
    """Remove all but the most recently used folders: each edit of the sources leaves one behind."""
    try:
        for old in sorted(parent.iterdir(), key=lambda f: f.stat().st_mtime, reverse=True)[keep:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        pass


def keep_by_module(cache: Cache, module: str) -> None:
    """Keep a kernel of the package by its module, and not by the place and the date of its file: what it depends on has
    named the folder already, so a package that is installed anew, or elsewhere, compiles nothing again."""
    _keep_in(cache, module.rpartition(".")[0], "")


def keep_by_fingerprint(cache: Cache, fingerprint: str) -> None:
    """Keep a user's kernel by the fingerprint of all it depends on, in the same way."""
    _keep_in(cache, "users", fingerprint)


def _keep_in(cache: Cache, name: str, stamp: str) -> None:
    folder = Path(numba.config.CACHE_DIR) / name  # type: ignore[attr-defined]
    with contextlib.suppress(OSError):  # then nothing is kept
        folder.mkdir(exist_ok=True)
    cache._cache_path = str(folder)
    cache._cache_file = IndexDataCacheFile(str(folder), cache._impl.filename_base, stamp)


def survive_damage(cache: Cache) -> None:
    """Treat a damaged cache file as a missing one: compile again, which the user is told, and write it anew. And name
    files after what they hold: Numba counts them, so that two processes may give one number to different kernels, and a
    third process would run the wrong machine code."""

    def guarded(function, path_of):
        def call(*args):
            try:
                return function(*args)
            except Exception:
                Path(path_of()).unlink(missing_ok=True)
                progress.everything = True  # where one file is damaged, others may be
                return None

        return call

    file = cache._cache_file
    load_index, load = file._load_index, cache.load_overload
    file._load_index = lambda: guarded(load_index, lambda: file._index_path)() or {}
    cache.load_overload = guarded(load, lambda: file._index_path)

    def save_by_key(key, data):
        name = f"{Path(file._index_path).stem}.{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.nbc"
        file._save_data(name, data)
        file._save_index(file._load_index() | {key: name})

    file.save = save_by_key

    def save(sig, data, original=cache.save_overload):
        with contextlib.suppress(OSError):  # the disk is full or the folder has gone: work on without it
            original(sig, data)

    cache.save_overload = save


def compile_in_turn(compiled: Any) -> None:
    """One process at a time compiles a kernel for the same types: another that wants it waits, and finds it in the
    cache. Whoever waits holds nothing but kernels that call what is waited for, so two never wait for each other."""
    original = compiled.compile

    def in_turn(signature: Any) -> Any:
        if signature in compiled.overloads:
            return original(signature)
        with global_compiler_lock, _turn(f"{compiled._cache._cache_file._index_path}{signature}"):
            return original(signature)

    compiled.compile = in_turn


@contextlib.contextmanager
def _turn(name: str) -> Iterator[None]:
    """Nobody else is within the turn of this name, which is a byte of a file. Without such locks, or where the folder
    has gone, two processes may compile the same."""
    place = int.from_bytes(hashlib.sha256(name.encode()).digest()[:7])
    file = _lock_file()
    with contextlib.suppress(OSError):
        if file is not None:
            fcntl.lockf(file, fcntl.LOCK_EX, 1, place)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if file is not None:
                fcntl.lockf(file, fcntl.LOCK_UN, 1, place)


@functools.cache
def _lock_file() -> int | None:
    """It stays open: closing it would end the locks of the whole process."""
    with contextlib.suppress(OSError):
        if fcntl:
            return os.open(Path(numba.config.CACHE_DIR) / "lock", os.O_RDWR | os.O_CREAT, 0o600)  # type: ignore[attr-defined]
    return None
