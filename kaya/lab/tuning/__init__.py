"""Better parameters for a player, and what each of its parts is worth."""
