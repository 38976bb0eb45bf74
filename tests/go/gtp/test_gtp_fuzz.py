"""Any bytes at all get a GTP answer, never a crash."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kaya import Budget
from kaya.go.gtp.lines import LONGEST
from kaya.go.gtp.registry import COMMANDS

from .test_gtp import answers, hear, talk

TINY = Budget(simulations=5, memory=1 << 20)
HARMLESS = sorted(set(COMMANDS) - {"quit", "printsgf"})  # a fuzzed name of a file would be written
WORDS = st.sampled_from(
    [
        "b",
        "w",
        "white",
        "a1",
        "B2",
        "pass",
        "z9",
        "i1",
        "resign",
        "-1",
        "0",
        "1",
        "2",
        "3",
        "9",
        "19",
        "20",
        "0.5",
        "nan",
        "inf",
        "1e309",
        "99999999999999999999",
        "true",
        "false",
        "interval",
        "ownership",
        "maxmoves",
        "minmoves",
        "allow",
        "avoid",
        "a1,b1",
        "dead",
        "seki",
        "absolute",
        "byoyomi",
        "canadian",
        "none",
        "C",
        "T",
        "final",
        "resign",
        "{}",
        '{"ko":[]}',
        '{"C":{}}',
        "chinese",
        "#",
        "\0",
        "\x7f",
        "é",
        "\ud800",
    ]
)
LINES = st.builds(lambda name, words: " ".join([name, *words]), st.sampled_from(HARMLESS), st.lists(WORDS, max_size=5))


def check(text: str) -> list[str]:
    found = answers(text)
    for answer in found:
        assert re.match(r"[=?]\d*( |$|\n)", answer), answer
        assert "internal error" not in answer, answer
        assert "Traceback" not in answer
    return found


@pytest.mark.slow
@settings(max_examples=300)
@given(st.binary(max_size=200))
@example(b"\0\xff\n\n\n=\n?\n")
@example(b"1 2 3\n")
@example(b"help \xff\xfe\n")
def test_random_bytes(data):
    sent = data.replace(b"quit", b"").replace(b"printsgf", b"") + b"\n99 name"
    assert check(hear(sent, TINY, 3))[-1] == "=99 Kaya"


@pytest.mark.slow
@settings(max_examples=150)
@given(st.lists(LINES, max_size=12))
def test_random_commands(lines):
    sent = "boardsize 3\n" + "\n".join(lines) + "\n\n99 name\n"
    assert check(hear(sent.encode("utf-8", "surrogatepass"), TINY, 3))[-1] == "=99 Kaya"


@pytest.mark.slow
@settings(max_examples=150)
@given(st.lists(LINES, min_size=1, max_size=5), st.data())
def test_mutated_commands(lines, data):
    sent = bytearray("\n".join(lines).encode("utf-8", "surrogatepass"))
    for _ in range(data.draw(st.integers(1, 5))):
        sent[data.draw(st.integers(0, len(sent) - 1))] = data.draw(st.integers(0, 255))
    sent = bytes(sent).replace(b"quit", b"").replace(b"printsgf", b"")
    assert check(hear(sent + b"\n\n99 name", TINY, 3))[-1] == "=99 Kaya"


@pytest.mark.parametrize("line", [b"x" * 2_000_000, b"9" * 2_000_000, b" " * LONGEST * 3, b"play b " + b"a" * LONGEST])
def test_lines_without_end(line):
    assert talk(line, "name") == ["? syntax error: the line is too long", "= Kaya"]


LONG = {
    "komi ": "9",
    "play b ": "a",
    "9": "9",
    "help ": "é",
    "kata-set-rules ": "{",
    'kata-set-rules {"a":': "[",
    "kata-set-params ": "[",
    "set_parameter ": "C",
    "set_free_handicap ": "a1 ",
    "loadsgf ": "x",
}


@pytest.mark.parametrize("begins", LONG)
def test_long_arguments_get_short_answers(begins):
    refused, name = talk(begins + LONG[begins] * 20_000, "name")
    assert refused.startswith("?")
    assert len(refused) < 300
    assert name == "= Kaya"
