"""What a policy keeps from move to move, and how it is compiled into a simulation.

A simulation calls `begin` before its first move and plays each move with `advance`. By themselves they do no more than
that. A policy that keeps something between moves, as a list of chains in atari, brings its own:

    @strategy("policy", Urgency, begin=start_urgencies, advance=play_with_urgencies)
    def by_urgency(state, work, p):
        ...

They take the place of these two wherever the simulation, or a kernel that it calls, calls them. Where a policy chooses
a single move, in the tree or for a simulation that does not call both, `begin` comes before each.
"""

import functools
import types as python_types
from typing import Any

from ..games.rules import play
from ..kernel import INTERPRETED, kernel
from ..kernel.compile import kernel_of_user


@kernel
def begin(state, work, p):
    """Before the first move of a simulation: prepare what the policy keeps in `work`."""


@kernel
def advance(state, work, move, p):
    """Play a move of a simulation, and bring what the policy keeps up to date."""
    play(state, move)


def simulate_with_policy(state, work, policy_p, p):
    """A simulation with its policy fixed: what the loop calls. The names in capitals are filled in, here and below."""
    return SIMULATE(state, work, POLICY, policy_p, p)  # type: ignore[name-defined]  # noqa: F821


def begin_and_choose(state, work, p):
    """A policy that chooses a single move."""
    BEGIN(state, work, p)  # type: ignore[name-defined]  # noqa: F821
    return POLICY(state, work, p)  # type: ignore[name-defined]  # noqa: F821


@functools.cache
def alone(policy: Any, own_begin: Any) -> Any:
    """A policy as it chooses a single move."""
    if own_begin is None:
        return policy
    return _filled_in(begin_and_choose, policy.__name__, BEGIN=own_begin, POLICY=policy)


@functools.cache
def with_policy(simulate: Any, policy: Any, own_begin: Any, own_advance: Any) -> Any:
    """Compile a policy into a simulation. The simulation is inlined, so that no address of a Python object is left in
    the code, which Numba could not keep on disk."""
    instead, copies = {begin: own_begin or begin, advance: own_advance or advance}, {}
    simulation = _inlined(simulate, _renamed(simulate, instead, copies))
    if not set(instead) <= set(copies):
        policy = alone(policy, own_begin)
    name = f"{simulate.__name__}_{policy.__name__}"
    return _filled_in(simulate_with_policy, name, SIMULATE=simulation, POLICY=policy)


def _filled_in(template: Any, name: str, **names: Any) -> Any:
    """A kernel with globals of its own rather than a closure, which Numba could not keep on disk."""
    function = python_types.FunctionType(template.__code__, dict(__name__=__name__, **names), name)
    return function if INTERPRETED else kernel_of_user(function, made_of=names.values())


def _inlined(function: Any, names: dict[str, Any]) -> Any:
    """A copy of a kernel that is copied into its callers, and in which these names stand for others."""
    plain = getattr(function, "py_func", function)
    copy = python_types.FunctionType(
        plain.__code__, {**plain.__globals__, **names}, plain.__name__, plain.__defaults__, plain.__closure__
    )
    return copy if INTERPRETED else kernel_of_user(copy, inline="always")


def _renamed(function: Any, instead: dict[Any, Any], copies: dict[Any, Any]) -> dict[str, Any]:
    """What the names in a kernel must stand for, so that it, and whatever it calls, calls others instead of some.
    `copies` collects what is called in place of each kernel that was met; most are themselves."""
    plain, changed = getattr(function, "py_func", function), {}
    for name in plain.__code__.co_names:
        called = plain.__globals__.get(name)
        if not isinstance(getattr(called, "py_func", called), python_types.FunctionType):
            continue
        if called not in copies:
            copies[called] = instead.get(called, called)
            if called not in instead and (names := _renamed(called, instead, copies)):
                copies[called] = _inlined(called, names)
        if called in instead or copies[called] is not called:
            changed[name] = copies[called]
    return changed
