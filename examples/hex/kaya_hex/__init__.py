"""The game of Hex for Kaya: `bundle` names all that it brings; `rules` is where to begin."""
