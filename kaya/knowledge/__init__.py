"""What is known about games beyond their rules."""
