"""The exchangeable functions that know a game: what the players of each are composed of."""
