"""Papers to be seen: tours, and searches side by side that go on as a reader tells them to. Nothing here can touch a
game: what a page says of it is a message of its own kind (`messages`)."""
