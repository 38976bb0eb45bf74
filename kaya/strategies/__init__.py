"""Strategies that know a game, a room for each: what the loop leaves open, filled in by the ideas of the papers.

A player puts them together with the general ones of `search`. Those that stand here are offered to players of their
game alone.
"""
