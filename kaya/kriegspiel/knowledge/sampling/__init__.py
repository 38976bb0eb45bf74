"""Determinizations (sections 4.2 and 5.1). `known` is what a player knows as a record; `boards` and `placing` draw
random boards that agree with it, `pool` keeps all that agree with everything heard. `chess_engine` evaluates them for
the samplers; `players_game` and `pseudo_random` are the game that program A plays on them."""
