"""Program B(k): the umpire's messages are simulated for k own moves (section 5.2, Figure 6).

`kriegspiel-b-paper` is B as written: it knows that the more pieces it has, the better, and nothing else. `kriegspiel-b`
also counts pieces by their value and knows how to mate a bare king.
"""

from typing import ClassVar

from ...search import average, robust_child, uct
from ..strategies.simulated_messages import messages_for_k_moves, one_new_try, pseudo_random
from .player import Manners
from .searching import SearchingPlayer


class ProgramBPaper(SearchingPlayer):
    name = "kriegspiel-b-paper"
    manners = Manners(finishes=False, opens=False)
    composition: ClassVar = dict(
        select=uct(C=0.05),
        expand=one_new_try,
        policy=pseudo_random,
        simulate=messages_for_k_moves,
        backup=average,
        final=robust_child,
    )


class ProgramB(ProgramBPaper):
    name = "kriegspiel-b"
    manners = Manners(finishes=True, opens=False)
    constants: ClassVar = {"values": True}
