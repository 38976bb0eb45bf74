"""What is learned for Kriegspiel: densities, habits of opponents, openings."""
