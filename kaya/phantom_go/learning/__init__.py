"""What is learned for Phantom Go: where hidden stones stand."""
