"""What one player believes (sections 5.2 and 5.3 of the paper): where the enemy probably is, how messages change that,
and what tries are worth by it. Read in this order: `model`, `matrices`, `control`, `opponent`, `outcomes`, `update`,
`belief_game`, `belief`; `stored` keeps beliefs in the nodes of a tree."""
