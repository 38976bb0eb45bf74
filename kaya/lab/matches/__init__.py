"""Matches: who plays, where and how long, and the store that remembers every game."""
