"""Kernels inside kernels.

A kernel that another one calls is a part of it: it is typed and translated once, then optimised and made machine code
together with its callers only. Numba by itself would do all of that for each kernel, and wrap each for calls from
Python and from C, though most are called by kernels alone: compiling everything took 70 CPU-seconds instead of 54, for
code of the same speed. A kernel that Python calls, too, is compiled for that separately.

The classes below extend Numba's internals, which may change with any minor release: pyproject.toml allows none that is
newer than those tried.
"""

import hashlib
from collections.abc import Callable
from typing import Any

import numba
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.dispatcher import Dispatcher
from numba.core.typing.templates import (
    _OverloadFunctionTemplate,
    infer,
    infer_global,
    make_overload_template,
)

from .shortcuts import WORK_AS_TRIED, KernelCompiler


def _name_by_fields(kind: types.Record) -> tuple[str, tuple[str]]:
    return "Record", (hashlib.sha256(kind.name.encode()).hexdigest()[:16],)


# Numba names a record in machine code by a number that it counts up in each process. Two kernels with parts of the same
# name, compiled by two processes for different records, may then have got the same number: a third process, which loads
# both from the cache, calls the parts of one from the other. Seen with networks of 32 and 64 channels.
types.Record.mangling_args = property(_name_by_fields)  # type: ignore[misc]


class _Codegen:
    """The code generator, but for the environments of Python objects: a part uses none."""

    def __init__(self, real: Any):
        self._real = real

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def set_env(self, name: str, environment: Any) -> None:
        pass


class _Part(JITCodeLibrary):
    """Code to link into that of callers; there is no machine code of it alone."""

    @property
    def codegen(self) -> Any:
        return _Codegen(self._codegen)

    def _optimize_functions(self, ll_module: Any) -> None:
        """As Numba does, by one list of passes for all, and not for functions of which there is a declaration only."""
        ll_module.data_layout = self._codegen._data_layout
        passes, builder = self._codegen._function_pass_manager()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        self._ensure_finalized()
        return 0


class _PartCompiler(Compiler):
    def __init__(self, typing, target, library, arguments, returned, flags, locals):
        super().__init__(typing, target, _Part(target.codegen(), "part"), arguments, returned, flags, locals)


class _KernelPartCompiler(_PartCompiler, KernelCompiler):
    pass


_jit_of_overload = _OverloadFunctionTemplate._get_jit_decorator
_AS_PART: dict[str, Any] = dict(pipeline_class=_PartCompiler, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def _jit_as_part(template: Any) -> Any:
    """Numba's own functions for `min`, `np.empty` and others are never called by themselves either."""
    jit = _jit_of_overload(template)
    if not (template._overload_func.__module__ or "").startswith("numba."):
        return jit
    return lambda **options: jit(**(_AS_PART | options))


if WORK_AS_TRIED:
    _OverloadFunctionTemplate._get_jit_decorator = _jit_as_part  # type: ignore[method-assign]


def called_as_part(compiled: Dispatcher, function: Callable, compiler: type[Compiler], **options: Any) -> None:
    """Let kernels that call `compiled` take `function` in as a part."""
    pipeline = _KernelPartCompiler if issubclass(compiler, KernelCompiler) else _PartCompiler
    options |= _AS_PART | dict(pipeline_class=pipeline)
    part: Any = numba.njit(**options)(function)

    def get_call_template(args, kws):
        """As Numba's own, but not once for each constant that is handed over."""
        plain = tuple(types.unliteral(a) for a in args)
        return part.get_call_template(plain, {name: types.unliteral(a) for name, a in kws.items()})

    compiled.get_call_template, compiled.get_overload = get_call_template, part.get_overload
    compiled._compiling_counter = part._compiling_counter  # by which Numba sees that a kernel calls itself


def kernel_by_type(function: Callable, choose: Callable[..., Dispatcher | None]) -> None:
    """Let kernels that call `function` call the kernel that `choose` names for the types of the arguments. Numba's
    `overload` asks for a function around that kernel, which it compiles for each caller."""

    def take_chosen(template: Any, key: Any, args: Any, kws: Any) -> tuple[Any, Any]:
        chosen = choose(*args)
        template._impl_cache[key] = (chosen, args) if chosen is not None else (None, None)
        return template._impl_cache[key]

    template = make_overload_template(function, choose, {}, strict=False, inline="never")
    template._build_impl = take_chosen
    infer(template)
    infer_global(function, types.Function(template))
