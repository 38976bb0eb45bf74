"""What all learning shares: checkpoints, from which a run goes on; and runs that train networks, as they are shown."""

EVERY_GAME = 1_000_000_000
