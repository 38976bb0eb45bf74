"""Program C: a try is worth the weighted average of all its outcomes (section 5.3, Figures 8 and 9).

`kriegspiel-c-paper` is C as written: identical to B but for the simulation, the maximum as backup and a lower constant
of UCT. `kriegspiel-c` also counts pieces by their value and knows how to mate a bare king.
"""

from typing import ClassVar

from ...search import robust_child
from ..strategies.weighted import all_evaluated, uct_of_evaluated, weighted, weighted_maximum
from .player import Manners
from .searching import SearchingPlayer


class ProgramCPaper(SearchingPlayer):
    name = "kriegspiel-c-paper"
    manners = Manners(finishes=False, opens=False)
    composition: ClassVar = dict(
        select=uct_of_evaluated(C=0.03),
        expand=all_evaluated,
        simulate=weighted,
        backup=weighted_maximum,
        final=robust_child,
    )


class ProgramC(ProgramCPaper):
    name = "kriegspiel-c"
    manners = Manners(finishes=True, opens=False)
    constants: ClassVar = {"values": True}
