"""What is possible (section 4.3): for every square the kinds of pieces that may stand there, an evaluation of that, and
a search of own moves. `deduction`, `checks` and `pseudomoves` keep a `metaposition` up to date; `likelihood`,
`evaluation` and `mating` evaluate it; `own_turn` and `lookahead` search it."""
