"""Won games: mate to a bare king, by a search over where he can be. The paper leaves them to its program's own part."""
