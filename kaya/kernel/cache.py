"""Where compiled kernels are kept, and why they can never be stale.

Numba keeps machine code on disk but looks only at the file of the function itself: an edited callee, or a constant in
another file, would leave a stale and silently wrong kernel behind. So the folder is named after a hash of every source
file that a kernel could depend on, of the versions of what compiles it, and of the compile options. Kernels stand in
the lower rooms of the house, which import nothing from the upper ones (a test sees to it), so an edit of a protocol or
of the command line compiles nothing anew.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
from pathlib import Path

import llvmlite
import numba
import numpy
from numba.core.caching import Cache

from .progress import progress

PACKAGE = Path(__file__).resolve().parent.parent
ROOMS = ("kernel", "games", "knowledge", "search", "strategies", "players")
"""The rooms whose kernels are kept as the package's own; those of all other files are kept as a user's are."""


def sources_hash(tables: bool = False, game: str = "") -> str:
    """A hash of the sources of all rooms with kernels: one changed byte gives another compile cache. With `tables` also
    of what was learned, which decides as much how a player plays. With a game, without the folders that only others
    use (a phantom game stands on the open one)."""
    digest, kinds = hashlib.sha256(), (".py", ".npz") if tables else (".py",)
    own = {game.replace("-", "_"), game.removeprefix("phantom-")}
    others = {f.name for f in (PACKAGE / "games").iterdir() if f.is_dir()} - own if game else set()
    for path in sorted(p for room in ROOMS for p in (PACKAGE / room).rglob("*") if p.suffix in kinds):
        folders = path.relative_to(PACKAGE).parts[1:-1]
        if folders and folders[0] in others:
            continue
        digest.update(str(path.relative_to(PACKAGE)).encode() + b"\0" + path.read_bytes())
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


def survive_damage(cache: Cache) -> None:
    """Treat a damaged cache file as a missing one: compile again, which the user is told, and write it anew."""

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

    def save(sig, data, original=cache.save_overload):
        with contextlib.suppress(OSError):  # the disk is full or the folder has gone: work on without it
            original(sig, data)

    cache.save_overload = save
