"""`@kernel`: a plain Python function that runs as machine code.

A kernel takes numbers, records (see `records`) and arrays of records; it touches no Python object. It compiles when
first called and is kept on disk (see `cache`). Two switches help with bugs:

    KAYA_DEBUG=1            checks every index (10-20 % slower)
    NUMBA_DISABLE_JIT=1     runs everything interpreted, with identical results
"""

import enum
import hashlib
import os
import types as python_types
import warnings
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core.compiler import Compiler
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.np.ufunc import parallel

from . import cache
from .parts import called_as_part
from .progress import progress
from .shortcuts import KernelCompiler, take_shortcuts

F = TypeVar("F", bound=Callable)
INTERPRETED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]
DEBUG = os.environ.get("KAYA_DEBUG", "") not in ("", "0")
OPTIONS: dict[str, Any] = dict(nogil=True, error_model="numpy", boundscheck=DEBUG)

CACHE_FOLDER = cache.prepare_cache(mode=repr(sorted(OPTIONS.items())))
progress.everything = not any(CACHE_FOLDER.iterdir())
take_shortcuts()
warnings.simplefilter("ignore", NumbaExperimentalFeatureWarning)  # functions as arguments, records seen as others
if INTERPRETED:
    # Random numbers wrap around, as they do in machine code; `np.seterr` would reach this thread only.
    warnings.filterwarnings("ignore", message="overflow encountered in scalar")


def kernel(function: F) -> F:
    """Compile `function` on first use. Kernels of the package are kept on disk; a user's own are kept as part of what
    they are handed to (see `keep_on_disk`), so that editing a helper in another file never leaves stale code.

    >>> @kernel
    ... def halved(number):
    ...     return number >> 1
    >>> halved(12)
    6
    """
    return _compiled(function, keep=_is_ours(function))


def kernel_of_user(function: Callable, made_of: Iterable[Callable] = (), **options: Any) -> Any:
    """A kernel that is not kept on disk by itself, but may be with `keep_on_disk`. One that is `made_of` kernels of the
    package alone takes the same shortcuts as these."""
    ours = [_is_ours(getattr(one, "py_func", one)) for one in made_of]
    return _compiled(function, keep=False, compiler=KernelCompiler if ours and all(ours) else Compiler, **options)


def inlined(function: F) -> F:
    """A kernel that is copied into each caller: for the few tiny functions where a measurement asked for it."""
    return _compiled(function, keep=_is_ours(function), inline="always")


get_thread_id = parallel.get_thread_id  # in a kernel that runs on all processors


def on_all_processors(function: F) -> F:
    """A kernel whose `numba.prange` runs on all processors; it is called from Python, by one thread at a time."""
    if INTERPRETED:
        return function
    compiled: Any = numba.njit(**OPTIONS, parallel=True)(function)
    if _is_ours(function):
        keep_by_sources(compiled, function)
    return compiled


def _is_ours(function: Callable) -> bool:
    """Does it stand in a file whose sources name the cache?"""
    package, _, module = (function.__module__ or "").partition(".")
    return package == cache.PACKAGE.name and f"{module.replace('.', '/')}.py" in cache.kernel_sources()


def _compiled(function, keep: bool, compiler: type[Compiler] | None = None, **more) -> Any:
    compiler = compiler or (KernelCompiler if keep else Compiler)
    compiled: Any = numba.njit(**OPTIONS, **more, pipeline_class=compiler)(function)
    if not INTERPRETED:
        called_as_part(compiled, function, compiler, **OPTIONS, **more)
    if keep and not INTERPRETED:
        keep_by_sources(compiled, function)
    return compiled


def keep_by_sources(compiled: Any, function: Callable) -> None:
    """Keep a kernel of the package on disk, in the folder that its sources have named."""
    compiled.enable_caching()
    cache.keep_by_module(compiled._cache, function.__module__)
    cache.survive_damage(compiled._cache)
    cache.compile_in_turn(compiled)


def keep_on_disk(function: Any) -> None:
    """Cache a user's kernel under a name that holds the fingerprint of all it depends on."""
    if INTERPRETED or function._cache.cache_path:
        return
    original, found = function.py_func.__qualname__, fingerprint(function)
    function.py_func.__qualname__ = f"{original}_{found}"
    try:
        function.enable_caching()
        cache.keep_by_fingerprint(function._cache, found)
        cache.survive_damage(function._cache)
        cache.compile_in_turn(function)
    except RuntimeError:  # typed at a prompt: there is no file to keep it beside
        pass
    finally:
        function.py_func.__qualname__ = original


def fingerprint(*functions: Any) -> str:
    """A hash of what these functions do: their code, the constants they read, and the kernels they call."""
    digest, seen = hashlib.sha256(), set()

    def add(thing: Any) -> None:
        function = getattr(thing, "py_func", thing)
        if isinstance(function, python_types.FunctionType):
            if function in seen:
                return
            seen.add(function)
            add_code(function.__code__, function.__globals__)
            add(function.__defaults__)
            for cell in function.__closure__ or ():
                add(cell.cell_contents)
        elif isinstance(thing, np.ndarray):
            digest.update(repr(thing.dtype).encode() + thing.tobytes())
        elif isinstance(thing, (tuple, list)):
            for part in thing:
                add(part)
        elif isinstance(thing, type) and issubclass(thing, enum.Enum):
            digest.update(repr(list(thing)).encode())
        elif isinstance(thing, (int, float, str, bytes, np.generic, np.dtype, type(None))):
            digest.update(repr(thing).encode())

    def add_code(code: python_types.CodeType, names: dict[str, Any]) -> None:
        digest.update(code.co_code)
        for constant in code.co_consts:
            if isinstance(constant, python_types.CodeType):
                add_code(constant, names)
            elif isinstance(constant, frozenset):  # whose order differs from process to process
                digest.update(repr(sorted(map(repr, constant))).encode())
            else:
                digest.update(repr(constant).encode())
        for name in code.co_names:
            digest.update(name.encode())
            found = names.get(name)
            if isinstance(found, python_types.ModuleType):
                for attribute in code.co_names:
                    inner = getattr(found, attribute, None)
                    if not isinstance(inner, python_types.FunctionType):  # those of numpy and math are not ours
                        add(inner)
            else:
                add(found)

    for function in functions:
        add(function)
    return digest.hexdigest()[:12]
