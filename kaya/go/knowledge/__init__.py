"""What is known about Go beyond its rules: captures, patterns, urgencies."""
