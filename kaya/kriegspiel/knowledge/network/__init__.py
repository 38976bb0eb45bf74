"""What a network is told of a game of Kriegspiel, and what it says: one player's information state as planes, and which
try it would make."""
