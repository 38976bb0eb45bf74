"""What is typed is understood or answered with one sentence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kaya.go.terminal.commands import GO, HELP, parse
from kaya.go.terminal.session import Session
from kaya.terminal.commands import Command, parse_number


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("d4", Command("play", "d4")),
        ("  D4 ", Command("play", "D4")),
        ("play D4", Command("play", "D4")),
        ("PASS", Command("pass")),
        ("hint 5", Command("hint", "5")),
        ("save my game.sgf", Command("save", "my game.sgf")),
        ("?", Command("help")),
        ("q", Command("quit")),
        ("", None),
        (" \t\x00", None),
    ],
)
def test_commands_are_understood(typed, meant):
    assert parse(typed, 9) == meant


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("I5", "no I"),
        ("D10", "A1 to J9"),
        ("Z3", "A1 to J9"),
        ("pas", "Did you mean pass?"),
        ("undoo", "Did you mean undo?"),
        ("scroe", "Did you mean score?"),
        ("resgin", "Did you mean resign?"),
        ("xyzzy", "Type a point such as D4, or help"),
        ("play", "Say where to play"),
        ("undo 3", "stands alone"),
        ("x" * 500, "There is no command"),
    ],
)
def test_wrong_input_gets_one_sentence(typed, says):
    with pytest.raises(ValueError, match=says.replace("?", r"\?")) as caught:
        parse(typed, 9)
    assert len(str(caught.value)) < 120


def test_every_command_is_explained_and_done():
    assert set(HELP) - {"D4"} == GO.names - {"play"}
    assert all(hasattr(Session, f"_do_{name}") for name in GO.names)


def sentence(function, *arguments) -> str:
    """What the function's ValueError says; nothing if there is none, and no other exception is let through."""
    try:
        function(*arguments)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(st.text(max_size=30) | st.from_regex(r"[a-tA-T][0-9²३]{1,3}", fullmatch=True), st.integers(2, 19))
def test_no_text_brings_anything_but_a_sentence(text, lines):
    assert "\n" not in sentence(parse, text, lines)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.text(max_size=12))
def test_numbers(text):
    assert sentence(parse_number, text, 1, 9, 3, "It") in ("", f"It must be a number from 1 to 9, not {text!r}.")
