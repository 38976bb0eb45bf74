"""What is known of Kriegspiel beyond its rules, by the sections of the paper: `belief`, where the enemy probably is
(programs B and C); `metapositions`, where it can be (the minimax program); `sampling`, determinizations (program
A and the samplers); `endings`, how won games are won. They share `men`, `sets`, `turn` and the opponent database,
`densities`."""
