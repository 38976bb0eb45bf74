"""`kaya learn phantom-go`: a run of learning from games against itself, a share of them against its earlier selves."""

from typing import Any

from ....lab.learning import runs
from ....lab.learning.policy_gradient.run import Run
from .model import Model
from .plan import Plan


class PhantomGo(Run):
    """Learning in progress."""

    columns = ("entropy", "value", "belief", "games", "length", "against", "plies_a_second")
    curve = runs.Curve(
        "entropy", ("value", "belief", "against"), ("entropy of the policy", "losses; share of the games")
    )
    model_type, plan_type = Model, Plan
    plan: Plan

    @property
    def kind(self) -> list[Any]:
        return [*super().kind, self.plan.size]
