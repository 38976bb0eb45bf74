"""What all learning shares: checkpoints, from which a run goes on."""

EVERY_GAME = 1_000_000_000
