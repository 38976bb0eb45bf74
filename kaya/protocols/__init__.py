"""The languages of the outside world: GTP for Go clients, SGF for game records."""
