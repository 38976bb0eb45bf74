"""Boards that agree with all that a player has heard, each as likely as the opponent's habits make it: a particle
filter in place of the matrices of section 5.2; and what a try is worth on them."""
