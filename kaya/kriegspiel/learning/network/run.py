"""`kaya learn kriegspiel`: a run of learning from games against itself, a share of them against its earlier selves."""

from ....lab.learning import runs
from ....lab.learning.policy_gradient.run import Run
from .model import Model
from .plan import Plan


class Kriegspiel(Run):
    """Learning in progress."""

    columns = ("entropy", "value", "belief", "games", "drawn", "against", "plies_a_second")
    curve = runs.Curve(
        "entropy", ("value", "belief", "drawn", "against"), ("entropy of the policy", "losses; shares of the games")
    )
    model_type, plan_type = Model, Plan
    plan: Plan
