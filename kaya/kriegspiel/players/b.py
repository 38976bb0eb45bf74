"""Program B(k): the umpire's messages are simulated for k own moves (section 5.2, Figure 6).

`kriegspiel-b-paper` is B as written: it knows that the more men it has, the better, and nothing else. `kriegspiel-b`
has all that we added; every addition is a switch.
"""

from typing import ClassVar

from ...search import all_at_threshold, average, robust_child, uct
from ..knowledge.belief.model import AS_WRITTEN
from ..strategies.as_printed import one_new_try
from ..strategies.simulated_messages import messages_for_k_moves, pseudo_random
from .c import ProgramC
from .searching import Closing, SearchingPlayer


class ProgramB(SearchingPlayer):
    name = "kriegspiel-b"
    closing = ProgramC
    manners = Closing(opens=False, finishes=True, closes=True)
    composition: ClassVar = dict(
        select=uct(C=0.1),
        expand=all_at_threshold(T=1),
        policy=pseudo_random,
        simulate=messages_for_k_moves,
        backup=average,
        final=robust_child,
    )


class ProgramBPaper(SearchingPlayer):
    name = "kriegspiel-b-paper"
    closing = ProgramC
    manners = Closing(opens=False, finishes=False, closes=False)
    constants: ClassVar = AS_WRITTEN
    asking = True
    composition: ClassVar = dict(
        select=uct(C=0.1),
        expand=one_new_try,
        policy=pseudo_random,
        simulate=messages_for_k_moves(retry=True, quiet=False),
        backup=average,
        final=robust_child,
    )
