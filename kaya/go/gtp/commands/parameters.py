"""Parameters over GTP: those of the player's strategies, read from their records, and the limits of a search."""

import json
from typing import Any

from ....kernel import Described, Parameters, parameter
from ....search import Budget
from ..engine import Engine
from ..registry import GtpError, command

MEGABYTE = 1 << 20


class Limits(Parameters):
    """What the search for one move may use."""

    simulations: int = parameter(0, "simulations a move; 0: no limit", low=0, high=1e9)
    seconds: float = parameter(0.0, "seconds a move; 0: no limit", low=0.0, high=1e6)
    memory: int = parameter(512, "megabytes of the tree", low=1, high=1e6)
    threads: int = parameter(1, "threads that search", low=1, high=256)


def limits(engine: Engine) -> Limits:
    budget, memory = engine.budget, max(engine.budget.memory // MEGABYTE, 1)
    return Limits(budget.simulations or 0, budget.seconds or 0.0, memory, engine.player.threads)


def described(engine: Engine) -> dict[str, Described]:
    """Every parameter under its name; the player's own come first."""
    own = engine.player.parameters()
    return {**own, **{d.name: d for d in limits(engine).describe() if d.name not in own}}


def values(engine: Engine) -> dict[str, Any]:
    """What each parameter is now, and which strategy plays each role."""
    chosen = {role: strategy for role, (strategy, _) in engine.player.choices().items()}
    return {**{name: d.value for name, d in described(engine).items()}, **chosen}


def _check(engine: Engine, name: str) -> Any:
    """The value of a parameter; GtpError if there is none of this name."""
    known = values(engine)
    if name not in known:
        raise GtpError(f"there is no parameter {name[:40]!r}; there are: {', '.join(known)}")
    return known[name]


def change(engine: Engine, name: str, value: str) -> None:
    """Set a parameter or exchange a strategy, and compile what that needs before the next clock runs."""
    before = _check(engine, name)
    try:
        if name in {*engine.player.parameters(), *engine.player.choices()}:
            engine.player.set(name, value)
        else:
            _limit(engine, name, value)
    except ValueError as error:
        raise GtpError(str(error)) from None
    if name in engine.player.choices():
        engine.wait_until_compiled()
        try:
            engine.try_out()
        except Exception as error:
            engine.player.set(name, before)
            raise GtpError(f"{name} {value} does not work with the other strategies: {error}") from None


def _limit(engine: Engine, name: str, value: str) -> None:
    new = limits(engine).changed(**{name: value})
    assert isinstance(new, Limits)
    engine.player.threads = new.threads
    old = engine.budget
    memory = new.memory * MEGABYTE if name == "memory" else old.memory
    engine.budget = Budget(new.simulations or None, new.seconds or None, old.nodes, memory)


def written(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)


@command("list_parameters")
def list_parameters(engine: Engine) -> str:
    """All parameters with their values and what they mean, then the strategies and what they can be exchanged for."""
    rows = [f"{name} {written(d.value)} ({d.accepts}): {d.meaning}" for name, d in described(engine).items()]
    rows += [f"{role} {now} (one of {', '.join(others)})" for role, (now, others) in engine.player.choices().items()]
    return "\n".join(rows)


@command("set_parameter", "kata-set-param")
def set_parameter(engine: Engine, name: str, value: str) -> None:
    """Set a parameter of the player or of its search, or exchange a strategy by its role."""
    change(engine, name, value)


@command("get_parameter", "kata-get-param")
def get_parameter(engine: Engine, name: str) -> str:
    """The value of a parameter."""
    return written(_check(engine, name))


@command("kata-list-params")
def kata_list_params(engine: Engine) -> str:
    """The names of all parameters."""
    return " ".join(values(engine))


@command("kata-get-params")
def kata_get_params(engine: Engine) -> str:
    """All parameters as a JSON dictionary."""
    return json.dumps(values(engine))


@command("kata-set-params")
def kata_set_params(engine: Engine, *dictionary: str) -> None:
    """Set several parameters, given as a JSON dictionary."""
    try:
        given = json.loads(" ".join(dictionary))
        pairs = [(name, value if isinstance(value, str) else json.dumps(value)) for name, value in given.items()]
    except (ValueError, AttributeError, RecursionError):
        raise GtpError("syntax error: this is not a JSON dictionary") from None
    for name, value in pairs:
        change(engine, name, value)


@command("kaya-param")
def kaya_param(engine: Engine, name: str = "", value: str = "") -> str | None:
    """The parameters as GoGui's dialog reads and sets them: a type, a name, a value."""
    if name:
        return change(engine, name, value)
    rows = [
        f"[{'bool' if d.kind is bool else 'string'}] {name} {written(d.value)}" for name, d in described(engine).items()
    ]
    rows += [
        f"[list/{'/'.join(others)}] {role} {now}"
        for role, (now, others) in engine.player.choices().items()
        if len(others) > 1
    ]
    return "\n".join(rows)


@command("clear_cache")
def clear_cache(engine: Engine) -> None:
    """Drop the search tree."""
    engine.forget_tree()
