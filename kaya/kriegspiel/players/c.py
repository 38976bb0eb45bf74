"""Program C: a try is worth the weighted outcome of all its messages (section 5.3, Figures 8 and 9).

`kriegspiel-c-paper` is C as written, identical to B but for the simulation, the maximum as backup and a lower constant
of UCT. `kriegspiel-c` has all that we added; every addition is a switch.
"""

from typing import ClassVar

from ...search import maximum, maximum_gain, robust_child, secure_child, uct, uct_after_evaluation
from ..knowledge.belief.model import AS_WRITTEN
from ..strategies.as_printed import one_new_try, weighted_outcomes
from ..strategies.weighted import all_evaluated, weighted
from .player import Manners
from .searching import SearchingPlayer


class ProgramC(SearchingPlayer):
    name = "kriegspiel-c"
    asking = True
    composition: ClassVar = dict(
        select=uct_after_evaluation(C=0.05),
        expand=all_evaluated,
        simulate=weighted,
        backup=maximum_gain,
        final=secure_child(A=0.3),
    )


class ProgramCPaper(SearchingPlayer):
    name = "kriegspiel-c-paper"
    manners = Manners(finishes=False, opens=False)
    constants: ClassVar = AS_WRITTEN
    asking = True
    composition: ClassVar = dict(
        select=uct(C=0.05), expand=one_new_try, simulate=weighted_outcomes, backup=maximum, final=robust_child
    )
