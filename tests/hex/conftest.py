"""Hex as an entry point would register it."""

import pytest
from kaya_hex.bundle import bundle

from kaya import register


@pytest.fixture(autouse=True)
def _hex(_registers):
    register(bundle)
