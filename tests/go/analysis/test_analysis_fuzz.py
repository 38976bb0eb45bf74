"""Any line at all gets JSON for an answer, and the next one is answered."""

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from .test_analysis import EMPTY, EVERYWHERE, as_line, make_engine, told

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
WORDS = st.sampled_from(["B", "w", "C3", "a1", "pass", "(0,4)", "(9,9)", "Z99", "resign", "", "\ud800", "é"])
STONES = st.lists(st.lists(WORDS, min_size=2, max_size=2), max_size=4)
NUMBERS = st.sampled_from([-(1 << 70), -1, 0, 1, 2, 3, 5, 19, 20, 0.5, 7.5, 1e300, 1 << 70, True, "1", None])
LIMITS = st.fixed_dictionaries({"player": WORDS, "moves": st.lists(WORDS, max_size=3), "untilDepth": NUMBERS})
FIELDS: dict[str, Any] = {
    "id": st.text(max_size=3) | ANYTHING,
    "action": st.sampled_from(["terminate", "terminate_all", "clear_cache", "query_models", "dance"]) | ANYTHING,
    "terminateId": st.just("a") | ANYTHING,
    "turnNumbers": st.lists(NUMBERS, max_size=2),
    "moves": STONES,
    "initialStones": STONES,
    "initialPlayer": WORDS,
    "rules": st.sampled_from(["japanese", "aga", "chess"]) | st.dictionaries(st.sampled_from(["ko", "tax"]), WORDS),
    "analyzeTurns": st.lists(NUMBERS, max_size=3),
    "priorities": st.lists(NUMBERS, max_size=3),
    "avoidMoves": st.lists(LIMITS | st.just(EVERYWHERE), max_size=2),
    "allowMoves": st.lists(LIMITS, max_size=2),
    "overrideSettings": st.dictionaries(st.sampled_from(["maxTime", "maxVisits", "reportAnalysisWinratesAs"]), NUMBERS),
    **dict.fromkeys(("komi", "boardXSize", "boardYSize", "priority", "reportDuringSearchEvery"), NUMBERS),
    **dict.fromkeys(("includeOwnership", "includePolicy", "includePVVisits", "whiteHandicapBonus"), NUMBERS),
}
CHANGES = st.lists(st.sampled_from(sorted(FIELDS)), max_size=4).flatmap(
    lambda names: st.fixed_dictionaries({name: FIELDS[name] | ANYTHING for name in names})
)


def check(engine: Any, output: Any) -> list[dict[str, Any]]:
    said = told(output)
    for answer in said:
        assert "internal error" not in answer.get("error", ""), answer
        assert "error" in answer or isinstance(answer["id"], str)
    return said


@pytest.mark.slow
@settings(max_examples=100)
@given(st.binary(max_size=60) | ANYTHING.map(lambda value: json.dumps(value).encode()))
@example(b'{"id":"a","id":7}')
@example(b'{"id":"\\ud800","action":"query_version"}')
@example(b'{"id":"a","action":"query_version","more":-1e400}')
def test_lines_that_are_no_queries(line):
    engine, output = make_engine()
    engine.handle(as_line(line))
    assert all("error" in answer or "action" in answer for answer in check(engine, output))


@pytest.mark.slow
@settings(max_examples=120)
@given(CHANGES)
def test_queries_with_anything_in_their_fields(changes):
    """Each position that is taken has a last answer, without a search: it is terminated."""
    engine, output = make_engine()
    engine.handle(as_line({**EMPTY, **changes}))
    taken = len(engine.waiting)
    engine.handle(as_line({"id": "end", "action": "terminate_all"}))
    said = check(engine, output)
    assert sum("noResults" in answer for answer in said) >= taken
    assert any(answer.get("id") == "end" for answer in said)
    refused = any("error" in answer for answer in said)
    assert taken or refused or "action" in changes or changes["analyzeTurns"] == []


@pytest.mark.slow
@settings(max_examples=10)
@given(st.lists(CHANGES, max_size=3))
def test_queries_that_are_searched(several):
    engine, output = make_engine(visits=3)
    for changes in several:
        engine.handle(as_line({**EMPTY, **changes, "maxVisits": 2}))
    engine.handle(as_line({**EMPTY, "id": "last", "maxVisits": 2, "priority": -(1 << 62)}))
    engine.start()
    engine.finish()
    assert check(engine, output)[-1]["id"] == "last"
