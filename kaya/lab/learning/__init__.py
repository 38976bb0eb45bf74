"""Knowledge from recorded games: patterns, features, neighbourhoods, densities of pieces."""
