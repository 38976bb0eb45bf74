"""Kriegspiel in lines of text: how a program sits at a table of an umpire that is another program.

The umpire speaks, the program answers where an answer is asked for:

    umpire                                          program
    kriegspiel 1                                    name MyProgram
                                                    version 2.1
                                                    ready
    new white                                       ready
    go seconds 1.5                                  try e2e4
    heard e2e4: moved                                                     the own move was made
    heard moved; pawn at d5 captured; 1 pawn try                          the opponent has moved
    go                                              try e4d5
    heard e4d5: illegal                                                   refused, which the opponent does not hear
    go                                              resign
    quit

`heard` brings what the umpire says to this side, in the words of `rules.messages`; if a move stands in front of it, it
is about that own try. `go` asks for the next try; `seconds` or `simulations` is what is left for the move, its further
tries included, `clock` the seconds left on the clock. A game from another position begins with the own pieces:

    new black men Kh8 Ra8 a7 castling - enemy 3 1 turn black: moved; file check

By another rule set than the ICC's (see `rules.rule_sets`) the line `new` names it behind the side, the opponent's
refused tries are heard, too, and where "any?" can be asked, a program may try that:

    new white rules berkeley-any                    ready
    heard illegal                                                         a try of the opponent was refused
    go                                              try any?
    heard any?: yes, a pawn can capture                                   both hear it; now a pawn must capture

`enemy` counts the opponent's pawns and its pieces without the king; what comes after the colon the umpire says of the
position. A program that cannot do what it is told answers `error` and a sentence; lines that begin with `info` are for
whoever reads along."""

from .seat import KriegspielSeat
from .server import serve

__all__ = ["KriegspielSeat", "serve"]
