"""All commands: importing this package registers them. A new one is a function in one of these files."""

from . import about, analysis, board, gogui, parameters, playing, rules

__all__ = ["about", "analysis", "board", "gogui", "parameters", "playing", "rules"]
