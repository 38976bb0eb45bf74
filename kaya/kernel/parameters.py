"""Parameters: one typed, documented record per strategy.

    class UCT(Parameters):
        C: float = parameter(0.7, "exploration: higher visits weaker moves more often", low=0, high=5)

The command line, GTP, the tuner and the docs read symbol, default, range and meaning from here; a kernel receives the
values as a record with the same field names. Changing a value recompiles nothing.

A parameter whose default is a text is one of its choices, and the kernel finds which; or, if it has none, a file, and
the kernel finds the address of what was read from it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, Self, dataclass_transform
from weakref import WeakValueDictionary

import numpy as np

from .records import record, zeros

_KINDS = {float: "f8", int: "i8", bool: "i8", str: "i8"}
_SHARED: WeakValueDictionary[tuple, np.recarray] = WeakValueDictionary()
_SWITCH = {"on": True, "true": True, "yes": True, "1": True, "off": False, "false": False, "no": False, "0": False}


def parameter(
    default: Any, meaning: str, *, low: float | None = None, high: float | None = None, choices: tuple[str, ...] = ()
) -> Any:
    """A field of a `Parameters` class: its default, what it means, and its range (the tuner's range as well).

    >>> class Bold(Parameters):
    ...     C: float = parameter(0.5, "exploration", low=0.0, high=5.0)
    >>> Bold().describe()[0].accepts
    'a number from 0 to 5'
    """
    return field(default=default, metadata=dict(meaning=meaning, low=low, high=high, choices=choices))


@dataclass(frozen=True)
class Described:
    """One parameter as a user sees it."""

    name: str
    kind: type
    value: Any
    default: Any
    low: float | None
    high: float | None
    meaning: str
    choices: tuple[str, ...] = ()

    @property
    def is_file(self) -> bool:
        return self.kind is str and not self.choices

    @property
    def accepts(self) -> str:
        """What may be given, in words."""
        if self.kind is bool:
            return "on or off"
        if self.choices:
            return " or ".join(self.choices)
        if self.is_file:
            return "a file"
        noun = "a whole number" if self.kind is int else "a number"
        if self.low is not None and self.high is not None:
            return f"{noun} from {self.low:g} to {self.high:g}"
        if self.low is not None:
            return f"{noun} of at least {self.low:g}"
        return noun if self.high is None else f"{noun} of at most {self.high:g}"

    def read(self, given: Any) -> Any:
        """The value that `given`, a text or a number, stands for; ValueError with one sentence if none."""
        if self.is_file:
            return str(given)
        if self.choices:
            if str(given).lower() not in self.choices:
                raise ValueError(f"{self.name} must be {self.accepts}, not {given!r}.")
            return str(given).lower()
        try:
            if self.kind is bool:
                value = _SWITCH[given.lower()] if isinstance(given, str) else bool(given)
            else:
                value = self.kind(given)
                if (self.kind is int and isinstance(given, float) and given != value) or abs(value) == float("inf"):
                    raise ValueError
        except (KeyError, ValueError, TypeError, OverflowError):
            raise ValueError(f"{self.name} must be {self.accepts}, not {given!r}.") from None
        too_low = self.low is not None and not value >= self.low
        too_high = self.high is not None and not value <= self.high
        if too_low or too_high or value != value:
            raise ValueError(f"{self.name} must be {self.accepts}, not {given!r}.")
        return value


@dataclass_transform(frozen_default=True)
class Parameters:
    """The base of all parameter records; a subclass becomes a frozen dataclass by itself. `removed` names parameters
    that it had once, and says why they went.

    >>> class Bold(Parameters):
    ...     C: float = parameter(0.5, "exploration", low=0.0, high=5.0)
    >>> Bold().changed(C="0.7")
    Bold(C=0.7)
    """

    removed: ClassVar[dict[str, str]] = {}

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)

    def describe(self) -> list[Described]:
        """Every parameter with its value, range and meaning."""
        return [
            Described(name=f.name, kind=type(f.default), value=getattr(self, f.name), default=f.default, **f.metadata)
            for f in fields(self)  # type: ignore[arg-type]
        ]

    def changed(self, **values: Any) -> Self:
        """A copy with other values, given as numbers or as text; ValueError says what is accepted."""
        known = {d.name: d for d in self.describe()}
        for name in values:
            if name not in known:
                raise no_parameter(name, known, [self])
        return replace(self, **{name: known[name].read(value) for name, value in values.items()})  # type: ignore[type-var]

    def check(self) -> None:
        """ValueError with one sentence if a file cannot be used."""

    def fitted(self, state: Any) -> Self:
        """The same for a position, where something that was not set depends on it."""
        return self

    def address(self, name: str) -> int:
        """The address of what was read from the file that a parameter names; it stays where it is."""
        raise NotImplementedError(f"{type(self).__name__} does not say what is read from {name}.")

    def memory(self, state: Any) -> int:
        """How many bytes of a thread's own the strategy needs in a search of this position: see WORK."""
        return 0

    @classmethod
    def tables(cls) -> dict[str, np.ndarray]:
        """Arrays that a kernel finds in the record beside the parameters, as learned values; they cannot be set.
        Where all of them are `constant`, equal parameters share one record."""
        return {}

    @classmethod
    def dtype(cls) -> np.dtype:
        """The record a kernel sees; it has at least one field, so that every record has an address."""
        scalars = [(f.name, _KINDS[type(f.default)]) for f in fields(cls)]  # type: ignore[arg-type]
        tables = [(name, table.dtype, table.shape) for name, table in cls.tables().items()]
        return record(*scalars, ("_", "u8"), *tables)

    def value(self, name: str) -> Any:
        """What a kernel sees of a parameter."""
        value = getattr(self, name)
        if not isinstance(value, str):
            return value
        choices = next(f.metadata["choices"] for f in fields(self) if f.name == name)  # type: ignore[arg-type]
        return choices.index(value) if choices else self.address(name)

    def as_record(self) -> np.recarray:
        scalars = {f.name: self.value(f.name) for f in fields(self)}  # type: ignore[arg-type]
        key = (type(self), *scalars.values())
        if (shared := _SHARED.get(key)) is not None:
            return shared
        tables = self.tables()
        values = zeros(self.dtype())
        for name, value in (scalars | tables).items():
            values[name] = value
        if tables and not any(table.flags.writeable for table in tables.values()):
            _SHARED[key] = values
        return values


def no_parameter(name: str, known: Iterable[str], records: Iterable[Parameters]) -> ValueError:
    """What to say of a parameter that these records do not have."""
    for one in records:
        if why := one.removed.get(name.rpartition(".")[2]):
            return ValueError(f"The parameter {name!r} was removed, {why}: leave it out.")
    return ValueError(f"There is no parameter {name!r}; there are: {', '.join(known) or 'none'}.")


class NoParameters(Parameters):
    """For strategies that have nothing to set.

    >>> NoParameters().describe()
    []
    """
