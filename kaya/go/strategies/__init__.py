"""What the search leaves open, for Go: how simulated games are played, and what is known of moves."""

from .mogo_policy import by_mogo_rules
from .network import by_network, network_value
from .network_and_features import by_network_and_features
from .playout import Playout, go_playout, light
from .priors import by_features, by_formula, by_rules
from .uncertainty import average_by_uncertainty
from .urgency import by_urgency

__all__ = [
    "Playout",
    "average_by_uncertainty",
    "by_features",
    "by_formula",
    "by_network",
    "by_network_and_features",
    "by_rules",
    "by_mogo_rules",
    "by_urgency",
    "go_playout",
    "light",
    "network_value",
]
