"""Program C: a try is worth the weighted outcome of all its messages (section 5.3, Figures 8 and 9)."""

from typing import ClassVar

from ...search import maximum_gain, secure_child, uct_after_evaluation
from ...strategies.kriegspiel.weighted import all_evaluated, weighted
from .searching import SearchingPlayer


class ProgramC(SearchingPlayer):
    name = "kriegspiel-c"
    asking = True
    composition: ClassVar = dict(select=uct_after_evaluation(C=0.05), expand=all_evaluated, simulate=weighted,
                                 backup=maximum_gain, final=secure_child(A=0.3))  # fmt: skip
