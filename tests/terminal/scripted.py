"""Whoever sits at the keyboard in a test: lines that are typed, and commands that are given where nobody sits there."""

import io
import math
import os
import sys

import pytest
from rich.console import Console

from kaya.cli import main
from kaya.terminal import demonstration


class Script:
    """Types these lines; then the terminal is closed (Ctrl-D). An exception in the script is raised, as Ctrl-C is."""

    def __init__(self, *lines):
        self.lines, self.prompts = list(lines), []

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self.lines:
            raise EOFError
        line = self.lines.pop(0)
        if not isinstance(line, str):
            raise line
        return line


def paper(**look) -> Console:
    """A console whose file has all that was shown."""
    return Console(file=io.StringIO(), **{"width": 100, "color_system": None, **look})


def run_command(monkeypatch, capsys, *words) -> tuple[int, str, str]:
    """`kaya ...` without a terminal: how it ended, and what it wrote."""
    monkeypatch.setattr(sys, "argv", ["kaya", *words])
    monkeypatch.setattr(demonstration, "SECONDS", math.inf)  # kernels may have to be compiled, on cores that are busy
    with open(os.devnull) as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        with pytest.raises(SystemExit) as ended:
            main()
    out, err = capsys.readouterr()
    return int(ended.value.code or 0), out, " ".join(err.split())
