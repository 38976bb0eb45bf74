"""The programs that play Phantom Go."""
