"""What results are worth: rates, Elo, sequential tests, ratings and trends, each with its interval."""
