"""Strategies that know Kriegspiel, by the sections of its paper."""
