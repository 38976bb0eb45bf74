"""Boards that are guessed (sections 4.2 and 5.1): what a player knows as a record, random boards that agree with it, a
pool of boards that agree with everything heard, and a chess program that judges them."""
