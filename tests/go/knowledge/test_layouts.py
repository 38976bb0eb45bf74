"""What kernels keep in the memory of a thread has room there."""

import pytest

from kaya.go.knowledge.expert_rules import OWNERS, RULE_NOTES
from kaya.go.knowledge.large_patterns import BOARD_NOTES
from kaya.go.knowledge.network import CODES
from kaya.go.knowledge.playouts import ATARIS
from kaya.go.knowledge.urgency import URGENCIES
from kaya.phantom_go.strategies.determinization import REPLIES
from kaya.search.tree import WORK


@pytest.mark.parametrize("layout", [ATARIS, URGENCIES, BOARD_NOTES, RULE_NOTES, CODES])
def test_scratch_has_room(layout):
    assert layout.itemsize <= WORK["scratch"].itemsize


@pytest.mark.parametrize("layout", [OWNERS, REPLIES])
def test_lasting_memory_has_room(layout):
    assert layout.itemsize <= WORK["lasting"].itemsize


def test_the_rules_see_the_notes_of_all_features():
    for name in BOARD_NOTES.names or ():
        assert (RULE_NOTES.fields or {})[name] == (BOARD_NOTES.fields or {})[name]
