"""Programs that play Go."""
