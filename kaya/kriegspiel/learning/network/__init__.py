"""Networks for Kriegspiel that learn from games against themselves."""
