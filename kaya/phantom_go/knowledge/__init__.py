"""What is known of Phantom Go beyond its rules: the game as a search sees it, and where hidden stones are likely."""
