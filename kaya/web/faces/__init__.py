"""Page adapters of the games that have a board of their own."""
