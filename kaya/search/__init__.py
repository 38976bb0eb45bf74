"""Monte-Carlo tree search: the four tasks of the papers, a file each, and one loop that calls them."""

import warnings

from .backpropagation import average, average_and_squares, maximum
from .budget import Budget, Clock
from .expansion import all_at_threshold, at_threshold
from .export import tree_as_dict, tree_as_dot, tree_as_json
from .final_move import lcb, max_child, robust_child, robust_max_child, secure_child
from .flat import in_turn, root_alone
from .gumbel import gumbel, gumbel_child
from .handle import HURRY, SearchHandle
from .policy import advance, begin
from .prior import as_probabilities, best_first, no_knowledge
from .progressive import progressive
from .puct import puct, puct_by_variance
from .rave import all_moves_as_first, rave
from .report import MoveReport, Report
from .search import Search, bare_root, known_moves, nodes_by_prior
from .selection import uct
from .simulation import Length, play_out, uniform
from .steps import Steps
from .strategy import ROLES, Strategy, strategies_for, strategy
from .terms import Explanation, Terms, explain
from .tree import NODE, Tree, new_work, note

__all__ = [
    "HURRY",
    "NODE",
    "ROLES",
    "Budget",
    "Clock",
    "Explanation",
    "Length",
    "MoveReport",
    "Report",
    "Search",
    "SearchHandle",
    "Steps",
    "Strategy",
    "Terms",
    "Tree",
    "advance",
    "all_at_threshold",
    "all_moves_as_first",
    "as_probabilities",
    "at_threshold",
    "average",
    "average_and_squares",
    "bare_root",
    "begin",
    "best_first",
    "explain",
    "gumbel",
    "gumbel_child",
    "in_turn",
    "known_moves",
    "lcb",
    "max_child",
    "maximum",
    "new_work",
    "no_knowledge",
    "nodes_by_prior",
    "note",
    "play_out",
    "progressive",
    "puct",
    "puct_by_variance",
    "rave",
    "robust_child",
    "robust_max_child",
    "root_alone",
    "secure_child",
    "strategies_for",
    "strategy",
    "tree_as_dict",
    "tree_as_dot",
    "tree_as_json",
    "uct",
    "uniform",
]


def __getattr__(name: str):
    """Names of before, for a while."""
    if name == "Thinking":
        warnings.warn("kaya.search.Thinking is called SearchHandle now.", DeprecationWarning, stacklevel=2)
        return SearchHandle
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
