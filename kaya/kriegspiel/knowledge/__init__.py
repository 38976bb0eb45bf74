"""What is known of Kriegspiel beyond its rules, by the sections of the paper: `belief`, where the enemy probably is
(programs B and C); `metapositions`, where it can be (the minimax program); `sampling`, determinizations (program
A and the samplers); `endings` and `forced`, how won games are won. Not of the paper are `particles`, boards that agree
with all that was heard (program D), `network`, what games against itself have taught (program E), and `openings`, a
book. They share `pieces`, `sets`, `turn` and the opponent database, `densities`."""
