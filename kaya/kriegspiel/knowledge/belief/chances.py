"""A belief as chances of men on squares, whatever their kinds: what a player can be shown of it."""

from ....games.chances import Chances
from ...rules.view import View
from ..densities import densities
from .belief import Belief


def chances(view: View) -> Chances:
    """How likely a man of the other stands on each square, by the matrices of king, pawns and pieces together."""
    state = Belief(view, densities=densities()).state
    sums = (state.Pk + state.Pw + state.Pc).tolist()
    return Chances({square: min(p, 1.0) for square, p in enumerate(sums) if p > 0.0})
