"""What is known of Kriegspiel beyond its rules."""
