"""The lab: where strength is measured. Matches, their statistics, ratings and the papers' experiments."""
