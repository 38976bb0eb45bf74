"""Program B(k): the umpire's messages are simulated for k own moves (section 5.2, Figure 6)."""

from typing import ClassVar

from ...search import all_at_threshold, average, robust_child, uct
from ...strategies.kriegspiel.simulated_messages import messages_for_k_moves, pseudo_random
from .c import ProgramC
from .searching import SearchingPlayer


class ProgramB(SearchingPlayer):
    name = "kriegspiel-b"
    closing = ProgramC
    composition: ClassVar = dict(select=uct(C=0.1), expand=all_at_threshold(T=1), policy=pseudo_random,
                       simulate=messages_for_k_moves, backup=average, final=robust_child)  # fmt: skip
