"""Tests are a package: import helpers relatively (from ..conftest import run_python)."""
