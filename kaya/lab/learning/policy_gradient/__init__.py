"""Learning from games against oneself by policy gradients, for games with an umpire. A game brings its games in step, a
`Model` with its planes and heads, a `Plan`, and a `Run` with its name."""
