"""What a network is told of a game of Phantom Go, and what it says: one player's information state as planes, and which
point it would try."""
