"""Hex, a game outside of the package (`examples/hex`), in everything that a game may bring."""
