"""Shortcuts through Numba's compiler: the same machine code from less work.

Most of the time of compiling goes into Numba's Python, not into LLVM. Each class or function below takes the place of
one of Numba's, does what that does, and says what it saves of the 231 billion instructions that compiling everything
took (lately: of its CPU time). They hold for the version of `WORK_AS_TRIED`; another Numba works as it always does.
"""

import functools
import warnings
from collections.abc import Iterable
from typing import Any

import numba
import numba.core.errors
from llvmlite.binding import ffi
from llvmlite.ir import _utils as llvm_strings
from llvmlite.ir import types as llvm_types
from llvmlite.ir import values as llvm_values
from numba.core import (
    base,
    cgutils,
    compiler_lock,
    inline_closurecall,
    ir,
    lowering,
    postproc,
    targetconfig,
    transforms,
    typeinfer,
    types,
    utils,
)
from numba.core import typed_passes as typed
from numba.core import untyped_passes as untyped
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_machinery import register_pass
from numba.core.typing import npydecl
from numba.np import arrayobj

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


class _Lower(lowering.Lower):
    """Translates without what variables of plain values do not need: no count of references to drop when one is deleted
    or overwritten, no zero to be written over it, no size for a debugger. LLVM would remove it all. (5 %)"""

    def __init__(self, *args: Any, **more: Any):
        self._plain: dict[int, bool] = {}  # by the types' ids, which the map of types keeps alive
        super().__init__(*args, **more)

    def _is_plain(self, kind: types.Type) -> bool:
        """Does a value of this type hold no counted reference?"""
        found = self._plain.get(id(kind))
        if found is None:
            found = self._plain[id(kind)] = not self.context.data_model_manager[kind].contains_nrt_meminfo()
        return found

    def pre_block(self, block: ir.Block) -> None:
        """Numba looks for the beginning of a `try`, too, which no kernel has."""
        self._cur_ir_block = block
        if block == self.firstblk:
            self.builder.position_at_end(self.blkmap[self.firstblk])
            for name in {x.value for each in self.blocks.values() for x in each.find_insts(ir.Del)}:
                self._alloca_var(name, self.typeof(name))

    def lower_inst(self, inst: ir.Stmt) -> None:
        if inst.__class__ is ir.Del:
            self.delvar(inst.value)  # type: ignore[attr-defined]
        elif inst.__class__ is ir.Assign:
            name = inst.target.name  # type: ignore[attr-defined]
            self.storevar(self.lower_assign(self.typeof(name), inst), name, argidx=_argument(inst))
        else:
            super().lower_inst(inst)

    def alloca_lltype(self, name: str, lltype: Any, datamodel: Any = None) -> Any:
        return cgutils.alloca_once(self.builder, lltype, name=name, zfill=False)

    def loadvar(self, name: str) -> Any:
        if name in self._blk_local_varmap:
            return self._blk_local_varmap[name]
        return self.builder.load(self.getvar(name))

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        kind = self.typeof(name)
        if not self._is_plain(kind):
            super().storevar(value, name, argidx)
            return
        self._alloca_var(name, kind)
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def delvar(self, name: str) -> None:
        kind = self.typeof(name)
        if not self._is_plain(kind):
            super().delvar(name)
            return
        if name not in self._blk_local_varmap:
            self._singly_assigned_vars.discard(name)
        self._alloca_var(name, kind)

    def incref(self, typ: types.Type, val: Any) -> None:
        if not self._is_plain(typ):
            super().incref(typ, val)

    def decref(self, typ: types.Type, val: Any) -> None:
        if not self._is_plain(typ):
            super().decref(typ, val)


def _argument(inst: ir.Stmt) -> int | None:
    value = inst.value  # type: ignore[attr-defined]
    return value.index + 1 if isinstance(value, ir.Arg) else None


@register_pass(mutates_CFG=True, analysis_only=False)
class _Lowering(typed.NativeLowering):
    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> type[lowering.Lower]:
        return _Lower


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
                last = {_Lowering if kind is typed.NativeLowering else kind: text for kind, text in last.items()}
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
        (base, "_has_loc", functools.cache(base._has_loc)),
        (arrayobj, "make_array", _structure_of_array),
        (typeinfer.ConstraintNetwork, "propagate", _propagate),
        (inline_closurecall.InlineWorker, "run_untyped_passes", _before_types),
        (llvm_strings._StringReferenceCaching, "get_reference", _reference),
        (llvm_values.NamedValue, "_to_string", _text_of_value),
        (llvm_values.Block, "descr", _text_of_block),
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


def _propagate(self: Any, inferer: Any) -> list[Exception]:
    """Numba catches the warnings of each constraint by itself, to say in which line it stands. (1 %)"""
    found, told = [], []
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always", errors.NumbaWarning)
        for constraint in self.constraints:
            try:
                constraint(inferer)
            except errors.ForceLiteralArg as error:
                found.append(error)
            except errors.TypingError as error:
                anew = errors.TypingError(str(error), loc=constraint.loc, highlighting=False)
                found.append(utils.chain_exception(anew, error))
            if heard:
                told += [(constraint.loc, warning) for warning in heard]
                heard.clear()
    for loc, warning in told:
        with inferer.warnings.catch_warnings(filename=loc.filename, lineno=loc.line):
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    return found


# Translation (5 %)

_make_array = arrayobj.make_array


@functools.cache
def _structure_of_array(kind: Any) -> Any:
    """A class that Numba makes for each access to an array, and asks each time for an `__array__` that no array has."""
    made = _make_array(kind)
    if type(kind) is types.Array:
        del made._make_refs
    return made


_translate_before_types, _known_before_types = inline_closurecall.InlineWorker.run_untyped_passes, {}


def _before_types(self: Any, function: Any, enable_ssa: bool = False) -> Any:
    """What a kernel is that is copied into many others, each of which makes a copy of its own of this."""
    asked = function, enable_ssa
    if asked not in _known_before_types:
        _known_before_types[asked] = _translate_before_types(self, function, enable_ssa)
    self.flags.enable_ssa = enable_ssa
    return _known_before_types[asked]


def _reference(self: Any) -> str:
    found = self.__dict__.get("written")
    if found is None:
        found = self.written = self._get_reference()
    return found


def _text_of_value(self: Any) -> str:
    buffer = [] if self.type.__class__ is llvm_types.VoidType else [self.get_reference(), " = "]
    self.descr(buffer)
    return "".join(buffer).rstrip()


def _text_of_block(self: Any, buffer: list[str]) -> None:
    """Each instruction is written once."""
    buffer.append(f"{self._format_name()}:\n")
    for instruction in self.instructions:
        buffer += "  ", instruction._to_string(), "\n"
