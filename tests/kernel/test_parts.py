"""Kernels that call kernels."""

import pytest
from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler

from kaya.go.rules import board
from kaya.kernel import INTERPRETED, kernel, numba_type, record
from kaya.kernel.compile import kernel_of_user
from kaya.kernel.shortcuts import KernelCompiler
from tests.conftest import run_python


@kernel
def factorial(n):
    return n * factorial(n - 1) if n > 1 else 1


@kernel
def choose(n, k):
    return factorial(n) // (factorial(k) * factorial(n - k))


@kernel
def half(x):
    return x / 2


@kernel
def halves(x):
    return half(x) + half(3)


@pytest.mark.slow
def test_a_kernel_may_call_itself_alone_and_inside_another():
    assert choose(10, 3) == 120
    assert factorial(5) == 120


def test_a_kernel_is_not_compiled_anew_for_each_constant():
    assert halves(1) == 2.0
    if not INTERPRETED:
        signature = half.get_call_template((types.literal(3),), {})[2]
        assert signature == (types.int64,)


@kernel
def larger(a, b):
    return max(a, b) if a > 0 else min(a, b)


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_functions_of_numba_are_parts_too(monkeypatch):
    made, make = [], JITCodeLibrary._finalize_specific
    monkeypatch.setattr(JITCodeLibrary, "_finalize_specific", lambda self: (made.append(self.name), make(self)))
    assert [larger(*pair) for pair in ((2.5, True), (0.5, True), (-1.0, True))] == [2.5, 1.0, -1.0]
    assert len(made) == 1


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
@pytest.mark.parametrize(
    ("made_of", "compiler"),
    [((), Compiler), ((board.put, board.remove), KernelCompiler), ((board.put, half), Compiler)],
)
def test_what_is_made_of_kernels_of_the_package_alone_takes_their_shortcuts(made_of, compiler):
    assert kernel_of_user(half.py_func, made_of)._compiler.pipeline_class is compiler


@pytest.mark.processes
def test_a_record_has_the_same_name_in_all_processes_and_shares_it_with_no_other():
    """Numba counts records in each process anew; machine code from the cache would then be mistaken for another."""
    code = """
from kaya.kernel import numba_type, record
for letter in "xyz":
    numba_type(record((letter, "i4")))
print(numba_type(record(("here", "i8"))).mangling_args)
"""
    here, there = (numba_type(record((name, "i8"))).mangling_args for name in ("here", "there"))
    assert run_python(code).stdout == f"{here}\n"
    assert here != there
