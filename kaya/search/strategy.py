"""Strategies as values: the decisions that the loop leaves open, each a plain function that anyone can replace.

    @strategy("select", UCT)
    def my_select(nodes, index, p):
        ...

    Search(go, select=my_select)            with the defaults of UCT
    Search(go, select=my_select(C=1.2))     with another C

A strategy is compiled when first used with a game (about a second) and then kept on disk. The loop itself is not
compiled again for it: strategies reach the loop as pointers to functions (about 2 ns a call). Only `policy`, which is
called for every simulated move, is compiled into `simulate` (worth 5 % on 9x9 Go).
"""

import functools
import importlib
import inspect
import pickle
import types as python_types
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numba import errors, types
from numba.core.dispatcher import Dispatcher
from numba.extending import typeof_impl

from ..games.game import Game
from ..games.registry import game_of_module
from ..kernel import INTERPRETED, NoParameters, Parameters, keep_on_disk, kernel, numba_type, record
from ..kernel.compile import kernel_of_user
from .policy import alone, with_policy
from .tree import NODES_TYPE, WORK_TYPE

ANY = record(("_", "u8"))
"""The loop knows every parameter record by this type only; a strategy is compiled for its own."""
ANY_TYPE = numba_type(ANY)

ROLES = {
    "sample": "sample(state, p)",
    "select": "select(nodes, index, p)",
    "expand": "expand(state, nodes, index, work, p)",
    "prior": "prior(state, work, count, p)",
    "policy": "policy(state, work, p)",
    "simulate": "simulate(state, work, policy, policy_p, p)",
    "backup": "backup(nodes, work, depth, result, p)",
    "final": "final(visits, values, p)",
}
"""What each strategy is called with; all but `final`, which runs once per search, are compiled. A `final` may also ask
for the nodes of these moves: final(visits, values, nodes, p)."""
WITH_NODES = 4  # arguments


def signature(role: str, state, p=ANY_TYPE, policy_p=ANY_TYPE) -> Any:
    """The types a role takes and returns, for a game whose record has type `state`."""
    i, f, none = types.int64, types.float64, types.void
    match role:
        case "sample":
            return none(state, p)
        case "select":
            return i(NODES_TYPE, i, p)
        case "expand":
            return i(state, NODES_TYPE, i, WORK_TYPE, p)
        case "prior":
            return none(state, WORK_TYPE, i, p)
        case "policy":
            return i(state, WORK_TYPE, p)
        case "simulate":
            return f(state, WORK_TYPE, policy_p, p)
        case "backup":
            return none(NODES_TYPE, WORK_TYPE, i, f, p)
    raise KeyError(role)


class Unfit(TypeError):
    """A strategy does not compile, or not for its role: the mistake of whoever wrote it, found before any move."""


_known: dict[str, dict[str, "Strategy"]] = {role: {} for role in ROLES}
_EXAMPLES = {
    "bast": [("select", "bast"), ("backup", "bounds")],
    "alternatives": [("select", "prior_knowledge"), ("select", "progressive_widening")],
}
_renamed: dict[tuple[str, str], str] = {}
_removed = {
    place: f"as no program plays by it: take examples/{file}.py of the sources with --load"
    for file, moved in _EXAMPLES.items()
    for place in moved
}


def removed(role: str, name: str, why: str) -> None:
    """A strategy is no more: who asks for it is told why, and what there is instead."""
    _removed[role, name] = why


def renamed(role: str, formerly: str, name: str) -> None:
    """A strategy has another name now; for a while it is found under both."""
    _renamed[role, formerly] = name


def name_now(role: str, name: Any) -> Any:
    """The name of a strategy today."""
    if not isinstance(name, str) or (now := _renamed.get((role, name))) is None:
        return name
    warnings.warn(f"{role}={name} is called {now} now.", DeprecationWarning, stacklevel=3)
    return now


def no_strategy(role: str, name: Any, known: Iterable[str]) -> ValueError:
    """What to say of a strategy that a role does not have."""
    if why := _removed.get((role, name)):
        return ValueError(f"{role}={name} was removed, {why}.")
    return ValueError(f"{role} must be one of {', '.join(sorted(known))}, not {name!r}.")


def strategies_for(role: str, *games: str | None) -> dict[str, "Strategy"]:
    """Every strategy declared so far for a role, by name; with names of games, those of other games left out."""
    return {name: s for name, s in _known[role].items() if not any(games) or s.game in (None, *games)}


def check_together(strategies: dict[str, "Strategy"]) -> None:
    """ValueError if strategies do not go together: one needs something in the nodes that no other keeps there, or
    two of them keep different things in the same place."""
    chosen = list(strategies.values())
    for s in chosen:
        s.parameters.check()
    kept = {s.keeps or s.starts: s for s in chosen if s.keeps or s.starts}
    if len(kept) > 1:
        (one, first), (other, second), *_ = kept.items()
        raise ValueError(
            f"`{first.name}` keeps {one} in the nodes, where `{second.name}` keeps {other}: exchange one of them."
        )
    for needing in chosen:
        if needing.needs and not any(s.keeps == needing.needs for s in chosen if s is not needing):
            games = {s.game for s in chosen}
            keepers = [
                f"{role}={s.name}"
                for role in ROLES
                for s in strategies_for(role).values()
                if s.keeps == needing.needs and s.role != needing.role and s.game in games
            ]
            remedy = f": set {' or '.join(keepers)}" if keepers else ""
            raise ValueError(
                f"`{needing.name}` needs {needing.needs} in the nodes, which no strategy here keeps{remedy}."
            )


@dataclass(frozen=True, eq=False, repr=False)
class Strategy:
    """A function for one role, with its parameters.

    A policy that keeps something from move to move has its own `begin` and `advance` (see `policy`). `keeps` names what
    a strategy writes into the two free numbers of a node, `needs` what it expects another one to have written there,
    `starts` what a prior lets another one begin with. A `simulate` that plays no moves `evaluates` a leaf as it stands.
    A `select` may have a function that is called before a search, at_root(root, children, chance, simulations, p),
    with nodes, a random generator of numpy's and the number of simulations to come, 0 if that is not known. `terms`
    takes a score apart for people: see `terms`. Called with parameters, it is the same strategy with these.

    >>> from kaya.search import uct
    >>> uct(C=0.5).parameters.C, uct(C=0.5).role, uct.name
    (0.5, 'select', 'uct')
    """

    role: str
    function: Any
    parameters: Parameters
    begin: Any = None
    advance: Any = None
    keeps: str = ""
    needs: str = ""
    starts: str = ""
    evaluates: bool = False
    at_root: Any = None
    terms: Any = None

    @property
    def name(self) -> str:
        return self.function.__name__

    @property
    def game(self) -> str | None:
        """The game that it was written for, which is that of the folder where it stands; None if it is for any."""
        return game_of_module(self.function.__module__ or "")

    def __call__(self, **changes: Any) -> "Strategy":
        """The same strategy with other parameters: `uct(C=1.2)`."""
        return replace(self, parameters=self.parameters.changed(**changes))

    def fitted(self, state: Any) -> "Strategy":
        """The same strategy for a position: see `Parameters.fitted`."""
        return _changed(self, self.parameters.fitted(state))

    def __reduce__(self) -> tuple:
        """Pickled as the name under which a module has the strategy, and the parameters."""
        module, name = self.function.__module__, self.function.__qualname__
        try:
            known = named(module, name).function is self.function
        except (ImportError, AttributeError):
            known = False
        if not known:
            raise pickle.PicklingError(f"`{self.name}` cannot be pickled: {module} does not have it under this name.")
        return _with_parameters, (module, name, self.parameters)

    def __copy__(self) -> "Strategy":
        return self

    def __deepcopy__(self, _: Any) -> "Strategy":
        return self

    def __repr__(self) -> str:
        return f"{self.name}({', '.join(f'{d.name}={d.value}' for d in self.parameters.describe())})"

    def pointer(self, game: Game, policy: "Strategy") -> Any:
        """The compiled function, in the form in which it is handed to the loop. What was written for a game that this
        one extends is compiled for that one's records, once for both."""
        function = self.function
        if self.role == "simulate":
            function = with_policy(function, policy.function, policy.begin, policy.advance)
        elif self.role == "policy":
            function = alone(function, self.begin)
        if INTERPRETED:
            return function
        seen = game if self.role == "simulate" else game.seen_by(self.game)
        return _pointer(self.role, function, type(self.parameters), type(policy.parameters), seen.type, game.type)

    @functools.cached_property
    def record(self) -> Any:
        """The parameters as the strategy sees them."""
        if INTERPRETED:  # not the record itself: numpy has its own idea of what record.T means
            scalars = {d.name: self.parameters.value(d.name) for d in self.parameters.describe()}
            return python_types.SimpleNamespace(**scalars, **self.parameters.tables())
        return self.parameters.as_record()[0]

    @functools.cached_property
    def values(self) -> Any:
        """What the loop is given of that: its address, under the type ANY."""
        if INTERPRETED:
            return self.record
        return np.frombuffer(self.record.data, ANY, count=1)[0]


@functools.lru_cache(maxsize=64)
def _changed(declared: Strategy, parameters: Parameters) -> Strategy:
    """The same object each time, for its record may be large."""
    return declared if parameters == declared.parameters else replace(declared, parameters=parameters)


def fitted(strategies: dict[str, Strategy], state: Any) -> dict[str, Strategy]:
    """Strategies for a position."""
    return {role: s.fitted(state) for role, s in strategies.items()}


def memory_for(strategies: dict[str, Strategy], state: Any) -> int:
    """How many bytes of a thread's own they need there."""
    return max(s.parameters.memory(state) for s in strategies.values())


def named(module: str, name: str) -> Any:
    """What a module has under a name."""
    return getattr(importlib.import_module(module), name)


def _with_parameters(module: str, name: str, parameters: Parameters) -> Strategy:
    return replace(named(module, name), parameters=parameters)


def strategy(role: str, parameters: type[Parameters] = NoParameters, **more: Any) -> Callable[[Callable], Strategy]:
    """Turn a plain function into a strategy for a role; its last argument `p` holds the parameters' values. What more
    may be declared are the fields of `Strategy`.

    >>> @strategy("select")
    ... def first_child(nodes, index, p):
    ...     return nodes[index].first
    >>> first_child.role
    'select'
    """
    if role not in ROLES:
        raise TypeError(f"There is no role {role!r}; there are: {', '.join(ROLES)}.")
    if role != "policy" and more.keys() & {"begin", "advance"}:
        raise TypeError(f"Only a `policy` has `begin` and `advance`, not a `{role}`.")

    def decorate(function: Callable) -> Strategy:
        given, wanted = list(inspect.signature(function).parameters), _arguments(role)
        if len(given) != len(wanted) and not (role == "final" and len(given) == WITH_NODES):
            raise TypeError(
                f"`{function.__name__}` cannot be used as `{role}`: it takes ({', '.join(given)}), "
                f"but a `{role}` takes ({', '.join(wanted)})."
            )
        declared = Strategy(role, function if role == "final" else kernel(function), parameters(), **more)
        _known[role][declared.name] = declared
        return declared

    return decorate


def _arguments(role: str) -> list[str]:
    return ROLES[role].split("(")[1].rstrip(")").split(", ")


class _Pointer(types.WrapperAddressProtocol):
    """A function that was compiled for its own parameter record, shown to the loop as one that takes ANY. Records are
    passed by pointer, so the machine code is the same."""

    def __init__(self, declared, address: int, keep_alive):
        self.declared, self.address, self.keep_alive = declared, address, keep_alive
        self.type = types.FunctionType(declared)

    def __wrapper_address__(self) -> int:
        return self.address

    def signature(self):
        return self.declared


@typeof_impl.register(_Pointer)
def _type_of_pointer(pointer: _Pointer, context: Any) -> Any:
    """Numba's own way to it takes about 25 microseconds, for each role, whenever a search begins."""
    return pointer.type


@functools.cache
def _pointer(
    role: str, function: Dispatcher, parameters: type[Parameters], policys: type[Parameters], seen: Any, state: Any
) -> _Pointer:
    """Compiled for records of the type `seen`, to be called with those of the type `state`, which begin so."""
    declared = signature(role, state)
    wanted = signature(role, seen, *(numba_type(p.dtype()) for p in (parameters, policys)))
    compiled = _compile(role, function, wanted)
    address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)
    return _Pointer(declared, address, compiled)


def _compile(role: str, function: Dispatcher, wanted):
    """Compile for a role, or say in one sentence why the function does not fit."""
    who = f"`{function.__name__}` cannot be used as `{role}`: "
    keep_on_disk(function)
    try:
        function.compile(wanted.args)  # without its return type, which Numba would silently convert to
        compiled = function.overloads[wanted.args]
    except KeyError as error:
        raise Unfit(who + f"a record in it has no field {error}.") from None
    except errors.NumbaError as error:
        lines = [line.strip() for line in str(error).splitlines()]
        where = next((line.rstrip(":") for line in lines if line.startswith("File ")), "its source")
        noise = ("Failed", "-", "During", "File", "^", "<source", "def ")
        what = next((line for line in lines if line and not line.startswith(noise)), "it does not compile")
        raise Unfit(who + f"{what} ({where})") from None
    returned = types.unliteral(compiled.signature.return_type)
    if isinstance(returned, types.Integer) and returned != wanted.return_type != types.void:  # int32, or 1 for 1.0
        converting = kernel_of_user(function.py_func)
        keep_on_disk(converting)
        return converting.get_compile_result(wanted)
    if returned != wanted.return_type:
        raise Unfit(who + f"it returns {returned}, but a `{role}` returns {wanted.return_type}.")
    return compiled
