"""Won games: mate to a bare king, by a search over where he can be. The paper leaves them to its program's own part.
`ending` and `king_set` keep the set of his squares, `tables` and `value` evaluate it, `search` and `finish` find the
try; `progress` keeps programs from moving to and fro."""
