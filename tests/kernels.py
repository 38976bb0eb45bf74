"""Kernels of the tests."""

from collections.abc import Callable
from typing import Any

from kaya.kernel import keep_on_disk, kernel


def kept_kernel(function: Callable) -> Any:
    """A kernel that Python calls and that is kept from run to run, as those of the package are."""
    made: Any = kernel(function)
    keep_on_disk(made)
    return made
