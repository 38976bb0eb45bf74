"""What is learned for Go: patterns and features from recorded games, networks from records and from self-play."""
