import re

import numpy as np
import pytest

from kaya.kernel import NoParameters, Parameters, constant, parameter


class Example(Parameters):
    removed = {"M": "as it gained nothing"}  # noqa: RUF012
    C: float = parameter(0.7, "exploration", low=0.0, high=5.0)
    T: int = parameter(30, "threshold", low=0)
    PB: bool = parameter(True, "progressive bias")


class Learned(Parameters):
    values = constant(np.arange(5.0))
    C: float = parameter(0.7, "exploration", low=0.0, high=5.0)

    @classmethod
    def tables(cls):
        return {"learned": cls.values}


class Counting(Learned):
    values = np.zeros(5)


def test_a_record_has_the_defaults_and_the_changes():
    values = Example().changed(C="1.5", PB="off").as_record()[0]
    assert (values["C"], values["T"], values["PB"]) == (1.5, 30, 0)


def test_a_parameter_describes_itself():
    c, t, pb = Example().describe()
    assert (c.name, c.default, c.low, c.high, c.meaning) == ("C", 0.7, 0.0, 5.0, "exploration")
    assert (t.accepts, pb.accepts) == ("a whole number of at least 0", "on or off")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"C": "6"}, "C must be a number from 0 to 5, not '6'."),
        ({"C": "nan"}, "C must be a number from 0 to 5, not 'nan'."),
        ({"C": "much"}, "C must be a number from 0 to 5, not 'much'."),
        ({"T": "1.5"}, "T must be a whole number of at least 0, not '1.5'."),
        ({"T": 1e400}, "T must be a whole number of at least 0, not inf."),
        ({"PB": "maybe"}, "PB must be on or off, not 'maybe'."),
        ({"D": "1"}, "There is no parameter 'D'; there are: C, T, PB."),
        ({"M": "1"}, "The parameter 'M' was removed, as it gained nothing: leave it out."),
    ],
)
def test_a_wrong_value_gets_one_sentence(change, message):
    with pytest.raises(ValueError, match="^" + re.escape(message) + "$"):
        Example().changed(**change)


def test_parameters_cannot_be_changed_in_place():
    with pytest.raises(AttributeError):
        Example().C = 1.0  # type: ignore[misc]


def test_a_strategy_without_parameters_still_has_a_record():
    assert NoParameters().as_record().nbytes >= 8


def test_equal_parameters_share_a_record_of_constant_tables():
    one = Learned().as_record()
    assert list(one[0]["learned"]) == [0, 1, 2, 3, 4]
    assert Learned().as_record() is one
    other = Learned(C=1.5).as_record()
    assert other is not one
    assert (one[0]["C"], other[0]["C"]) == (0.7, 1.5)


def test_a_table_that_a_kernel_writes_to_is_a_search_s_own():
    assert Counting().as_record() is not Counting().as_record()
