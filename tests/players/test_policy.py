"""A decision by a policy, whose chances are known by hand."""

import random
from types import SimpleNamespace

import numpy as np
import pytest

from kaya.players.policy import decide_by_policy

SAID = SimpleNamespace(value=0.25, logits=np.log([0.1, 0.6, 0.3]))


def test_the_likeliest_try_is_made_and_the_report_has_what_the_network_said():
    """Something is taken off the second logit, so the third is the highest; the priors stay the network's."""
    watched = []
    decision = decide_by_policy([7, 8, 9], SAID, SAID.logits - [0.0, 1.0, 0.0], 0.0, None, progress=watched.append)
    assert (decision.move, watched) == (9, [decision.report])
    assert [m.move for m in decision.report.moves] == [9, 8, 7]
    assert [m.prior for m in decision.report.moves] == pytest.approx([0.3, 0.6, 0.1])
    assert decision.report.chosen.move == 9


def test_at_a_temperature_tries_are_drawn_by_a_power_of_the_policy():
    """π^(1/2): √1, √6 and √3 over their sum 5.18."""
    chance = random.Random(1)
    drawn = [decide_by_policy([7, 8, 9], SAID, SAID.logits, 2.0, chance).move for _ in range(2000)]
    assert np.bincount(drawn, minlength=10)[7:] / 2000 == pytest.approx(np.sqrt([1, 6, 3]) / 5.18154, abs=0.03)
