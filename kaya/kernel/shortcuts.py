"""Shortcuts through Numba's compiler: the same machine code from less work.

Most of the time of compiling goes into Numba's Python, not into LLVM. Each class or function below takes the place of
one of Numba's, does what that does, and says what it saves of the 231 billion instructions that compiling everything
took; 148 are left. They hold for the version of `WORK_AS_TRIED`; another Numba works as it always does.
"""

from collections.abc import Iterable
from typing import Any

import numba
import numba.core.errors
from llvmlite.binding import ffi
from numba.core import compiler_lock, ir, lowering, postproc, targetconfig, transforms, typeinfer, types
from numba.core import typed_passes as typed
from numba.core import untyped_passes as untyped
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.typing import npydecl

errors: Any = numba.core.errors
WORK_AS_TRIED = numba.version_info.short in ((0, 68),)


class _Library(JITCodeLibrary):
    """Optimised once, whole, when its parts are in it, which come simplified. Numba does so before, too, so that counts
    of references that cancel each other meet in one function: there are few here. (4 %)"""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


class KernelCompiler(Compiler):
    """Without the passes for what kernels of the package do not use: closures, `with`, exceptions that are made at run
    time, literals that are asked for, expressions with arrays; and each pass once, the last time. (6 %)"""

    LEFT_OUT = (
        untyped.WithLifting,
        untyped.InlineClosureLikes,
        untyped.RewriteDynamicRaises,
        untyped.MakeFunctionToJitFunction,
        untyped.FindLiterallyCalls,
        untyped.LiteralUnroll,
        untyped.LiteralPropagationSubPipelinePass,
        typed.InlineOverloads,
        typed.NopythonRewrites,
        typed.NoPythonSupportedFeatureValidation,
        typed.AnnotateTypes,
        typed.DumpParforDiagnostics,
    )

    def __init__(self, typing, target, library, arguments, returned, flags, locals):
        if WORK_AS_TRIED and library is None:
            library = _Library(target.codegen(), "kernel")
            library.enable_object_caching()
        super().__init__(typing, target, library, arguments, returned, flags, locals)

    def define_pipelines(self) -> list[Any]:
        pipelines = super().define_pipelines()
        if WORK_AS_TRIED:
            for pipeline in pipelines:
                last: dict[Any, str] = {}
                for kind, text in pipeline.passes:
                    last.pop(kind, None)
                    last[kind] = text
                pipeline.passes = [(kind, text) for kind, text in last.items() if kind not in self.LEFT_OUT]
                pipeline._finalized = False
                pipeline.finalize()
        return pipelines


def take_shortcuts() -> None:
    """Let Numba use what stands below."""
    if not WORK_AS_TRIED:
        return
    places: list[tuple[Any, str, Any]] = [
        (ir.Stmt, "list_vars", _variables_of_statement),
        (ir.Expr, "list_vars", _variables_of_expression),
        (postproc.PostProcessor, "run", _post_process),
        (targetconfig.TargetConfig, "__hash__", _hash_of_flags),
        (targetconfig.TargetConfig, "__eq__", _same_flags),
        (typeinfer.CallConstraint, "resolve", _resolve_if_new),
        (types.Function, "get_call_type", _type_of_call),
        (npydecl.NumpyRulesArrayOperator, "generic", _rules_of_arrays),
        (types.Record, "__repr__", _name_of_record),
        *[(module, "new_error_context", _ErrorContext) for module in (errors, lowering, typeinfer)],
    ]
    for place, name, instead in places:
        setattr(place, name, instead)
    _do_not_time_locks()


def _do_not_time_locks() -> None:
    """Numba tells whoever listens each time that it takes the lock of its compiler and that of LLVM. (6 %)"""
    lock: Any = compiler_lock._CompilerLock
    lock.acquire = lambda self: self._lock.acquire()
    lock.release = lambda self: self._lock.release()
    for taken, given in list(ffi.lib._lock._cblist):
        if taken.__module__ == "numba.core.base":
            ffi.unregister_lock_callback(taken, given)


# Variables that an instruction mentions (5 %)


def _variables_of_statement(self: ir.Stmt) -> list[ir.Var]:
    found: list[ir.Var] = []
    _gather(self.__dict__.values(), found)
    return found


def _variables_of_expression(self: ir.Expr) -> list[ir.Var]:
    found: list[ir.Var] = []
    _gather(self._kws.values(), found)
    return found


def _gather(values: Iterable[Any], found: list[ir.Var]) -> None:
    for value in values:
        kind = value.__class__
        if kind is ir.Var:
            found.append(value)
        elif kind is ir.Expr:
            _gather(value._kws.values(), found)
        elif kind is tuple or kind is list:
            _gather(value, found)
        elif kind is dict:
            _gather(value.values(), found)
        elif isinstance(value, ir.Inst):
            found.extend(value.list_vars())


_lifetime = postproc.VariableLifetime


def _post_process(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
    """Which variables live at the entry of each block is asked by generators and in object mode alone. (5 %)"""
    function = self.func_ir
    function.blocks = transforms.canonicalize_cfg(function.blocks)
    function.variable_lifetime = _lifetime(function.blocks)
    function.generator_info = None
    if function.is_generator:
        _post_process_all(self, emit_dels, extend_lifetimes)
    elif emit_dels:
        self._insert_var_dels(extend_lifetimes=extend_lifetimes)


_post_process_all = postproc.PostProcessor.run

# Flags of a compilation, by which overloads are looked up (4 %)


def _hash_of_flags(self: Any) -> int:
    """Numba's is one of the flags' names, which all flags have."""
    return hash(type(self))


def _same_flags(self: Any, other: Any) -> bool:
    if self is other:
        return True
    return self.values() == other.values() if isinstance(other, targetconfig.TargetConfig) else NotImplemented


class _ErrorContext:
    """What an error is told on its way out: a plain class, for there is one around each instruction."""

    __slots__ = ("args", "names", "text")

    def __init__(self, text: str, *args: Any, **names: Any):
        self.text, self.args, self.names = text, args, names
        where = names.get("loc")
        if where is not None and not where.filename.startswith(errors._numba_path):
            errors.loc_info.update(names)

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if isinstance(error, errors.NumbaError):
            error.add_context(errors._format_msg(self.text, self.args, self.names))


# Types of calls: resolved again and again until no type of a function changes (10 %)

_resolve, _type_by_templates = typeinfer.CallConstraint.resolve, types.Function.get_call_type


def _resolve_if_new(self: Any, inferer: Any, typevars: Any, fnty: Any) -> None:
    """The types of the arguments are what they were: then so is the signature. Recursion and methods may differ."""
    if isinstance(fnty, (types.RecursiveCall, types.BoundFunction)):
        _resolve(self, inferer, typevars, fnty)
        return
    asked = fnty, typeinfer.fold_arg_vars(typevars, self.args, self.vararg, self.kws)
    if self.signature is None or self.__dict__.get("resolved") != asked:
        _resolve(self, inferer, typevars, fnty)
        self.resolved = asked


def _type_of_call(self: Any, context: Any, args: Any, names: Any) -> Any:
    """An operator has one signature for the types of numbers, arrays, records and tuples."""
    if names or not _is_operator(self.typing_key) or not all(isinstance(each, _PLAIN) for each in args):
        return _type_by_templates(self, context, args, names)
    known, asked = self.__dict__.setdefault("known", {}), (context, *args)
    if asked not in known:
        known[asked] = _type_by_templates(self, context, args, names)
    return known[asked]


_PLAIN = (types.Number, types.Boolean, types.Array, types.Record, types.BaseTuple)


def _is_operator(key: Any) -> bool:
    return key is bool or getattr(key, "__module__", "") == "_operator"


_rules_of_all = npydecl.NumpyRulesArrayOperator.generic


def _rules_of_arrays(self: Any, args: Any, names: Any) -> Any:
    """NumPy's operators: they search all loops of a ufunc, to return nothing where no argument is an array."""
    if any(isinstance(each, types.ArrayCompatible) for each in args):
        return _rules_of_all(self, args, names)
    return None


_write_record = types.Record.__repr__


def _name_of_record(self: Any) -> str:
    """Written for each pass over each kernel that is handed one."""
    if "written" not in self.__dict__:
        self.__dict__["written"] = _write_record(self)
    return self.__dict__["written"]
