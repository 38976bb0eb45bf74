"""Networks for Phantom Go that learn from games against themselves."""
