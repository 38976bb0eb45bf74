"""Progressive strategies on top of C (section 7): bias and unpruning by what players of Kriegspiel aim at, as Mango has
them (`search/progressive.py`)."""

from typing import ClassVar

from ...search import maximum_gain, progressive, secure_child
from ..strategies.objectives import by_objectives
from ..strategies.weighted import weighted
from .searching import SearchingPlayer


class ProgramProgressive(SearchingPlayer):
    name = "kriegspiel-progressive"
    asking = True
    composition: ClassVar = dict(
        select=progressive(C=0.05, weight=0.05, k_init=8, A=30.0, B=1.2),
        expand=by_objectives,
        simulate=weighted,
        backup=maximum_gain,
        final=secure_child(A=0.3),
    )
