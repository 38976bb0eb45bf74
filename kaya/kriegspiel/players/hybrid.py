"""The hybrid of B and C that section 7 proposes: the first move as C has it, longer simulations after it."""

from typing import ClassVar

from ...search import average, secure_child, uct_after_evaluation
from ..strategies.simulated_messages import pseudo_random
from ..strategies.weighted import all_evaluated, weighted_then_simulated
from .c import ProgramC
from .searching import Closing, SearchingPlayer


class ProgramHybrid(SearchingPlayer):
    name = "kriegspiel-hybrid"
    closing = ProgramC
    manners = Closing(opens=False, finishes=True, closes=True)
    asking = True
    composition: ClassVar = dict(
        select=uct_after_evaluation(C=0.1),
        expand=all_evaluated,
        policy=pseudo_random,
        simulate=weighted_then_simulated,
        backup=average,
        final=secure_child(A=0.3),
    )
