"""Shortcuts through Numba's compiler lead to the code that Numba makes without them."""

import itertools
import operator
import warnings
from types import SimpleNamespace

import numba
import pytest
from numba import types
from numba.core import compiler, ir, typeinfer
from numba.core.compiler_lock import global_compiler_lock

from kaya.go.rules import board
from kaya.kernel import INTERPRETED, kernel, numba_type, record, shortcuts
from kaya.search import tree
from tests.conftest import run_python

CODE = r"""
import re, sys, numba
NAMES = re.compile(r'(?<=%)(?:"[^"]+"|[\w.$-]+)|^(?:"[^"]+"|[\w.$-]+)(?=:)|B\d+v\d+', re.MULTILINE)
if sys.argv[1:] == ["plain"]:
    numba.version_info = numba.version_info._replace(short=(0, 0))
from kaya.go.rules import board
from kaya.go.rules.position import new_game
from kaya.kernel import shortcuts
state = numba.typeof(new_game(9).state)
for called, args in ((board.put, (state, numba.int64, numba.int64)), (board.random_move, (state,))):
    lookup = called.get_call_template
    part = dict(zip(lookup.__code__.co_freevars, lookup.__closure__))["part"].cell_contents
    part.compile(args)
    for function in part.overloads[args].library.get_llvm_str().split("\ndefine "):
        names = {}
        print(NAMES.sub(lambda name: names.setdefault(name[0], str(len(names))), function))
print(shortcuts.WORK_AS_TRIED)
"""

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@pytest.mark.processes
def test_the_code_of_a_kernel_is_what_it_is_without_shortcuts():
    plain = run_python("import sys; sys.argv[1:] = ['plain']" + CODE).stdout.splitlines()
    short = run_python(CODE).stdout.splitlines()
    assert (plain[-1], short[-1]) == ("False", "True")
    assert len(plain) > 800
    assert plain[:-1] == short[:-1]


def recursive_variables(value) -> list[ir.Var]:
    """As Numba finds them."""
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, ir.Expr):
        return recursive_variables(value._kws)
    if isinstance(value, ir.Inst):
        return recursive_variables(value.__dict__)
    if isinstance(value, (list, tuple)):
        return [variable for each in value for variable in recursive_variables(each)]
    if isinstance(value, dict):
        return [variable for each in value.values() for variable in recursive_variables(each)]
    return []


@pytest.mark.parametrize("function", [board.put, tree.keep_subtree, board.area_of])
def test_the_variables_of_an_instruction_are_found_in_order(function):
    with global_compiler_lock:
        blocks = compiler.run_frontend(function.py_func).blocks.values()
    statements = [statement for block in blocks for statement in block.body]
    assert sum(len(statement.list_vars()) for statement in statements) > 50
    for statement in statements:
        assert statement.list_vars() == recursive_variables(statement)


@pytest.mark.parametrize("name", ["add", "floordiv", "lt", "rshift", "truediv", "getitem"])
def test_an_operator_has_the_signature_that_its_templates_give(name):
    typing = numba.core.registry.cpu_target.typing_context
    typing.refresh()
    function = typing.resolve_value_type(getattr(operator, name))
    numbers = types.int64, types.uint8, types.float32, types.boolean, types.literal(3)
    pairs = list(itertools.product(numbers, numbers))
    if name == "getitem":
        fields = numba_type(record(("first", "i4"), ("second", "f4")))
        pairs = [(types.Array(of, 1, "C"), index) for of in (fields, types.int8) for index in numbers[:2]]
    for pair in pairs:
        expected = answer(shortcuts._type_by_templates, function, typing, pair)
        assert answer(type(function).get_call_type, function, typing, pair) == expected
        assert answer(type(function).get_call_type, function, typing, pair) == expected  # remembered


def answer(ask, function, typing, pair):
    try:
        return ask(function, typing, pair, {})
    except numba.core.errors.TypingError:
        return None


def test_flags_are_the_same_if_their_values_are_whether_set_or_not():
    one, other = compiler.Flags(), compiler.Flags()
    other.nrt = one.nrt  # the usual value, but set
    assert one == other
    assert hash(one) == hash(other)
    other.nrt = not one.nrt
    assert one != other
    assert one != "flags"
    other.inline = "always"
    assert hash(one) == hash(other)  # whatever their values are: not all of these have a hash


@kernel
def added(a, b):
    return a + b


def test_an_error_says_where_it_was_seen():
    with pytest.raises(numba.core.errors.TypingError, match=r"(?s)add.*During: typing of.*test_shortcuts.py"):
        added(None, 3)


def test_what_a_constraint_warns_of_or_refuses_is_told_with_its_line():
    def warning(inferer):
        warnings.warn(numba.errors.NumbaWarning("odd"), stacklevel=1)

    def refusing(inferer):
        raise numba.errors.TypingError("no such type")

    network = typeinfer.ConstraintNetwork()
    for line, constraint in ((7, warning), (8, refusing)):
        constraint.loc = ir.Loc("here.py", line)
        network.append(constraint)
    inferer = SimpleNamespace(warnings=numba.core.errors.WarningsFixer(numba.errors.NumbaWarning))
    [refused] = network.propagate(inferer)
    assert refused.loc.line == 8
    with pytest.warns(numba.errors.NumbaWarning, match="odd") as told:
        inferer.warnings.flush()
    assert [(one.filename, one.lineno) for one in told] == [("here.py", 7)]


def test_an_array_has_one_structure_which_is_that_of_numba():
    kind = types.Array(types.int64, 2, "C")
    made, plain = shortcuts._structure_of_array(kind), shortcuts._make_array(kind)
    assert made is shortcuts._structure_of_array(kind)
    assert made.__mro__[1] is plain.__mro__[1]
    assert set(vars(plain)) - set(vars(made)) == {"_make_refs"}


def test_a_record_is_written_as_numba_writes_it():
    kind = numba_type(record(("here", "i8"), ("there", "u1")))
    assert repr(kind) == shortcuts._write_record(kind) == repr(kind)
    assert repr(kind).startswith("Record([('here', {'type': int64, 'offset': 0")
