"""MoGo's policy: rules that are asked one after the other for a move (MoGo paper, Algorithms 1 to 4)."""

from ...kernel import kernel
from ...search import strategy
from ...search.strategy import renamed
from ..knowledge.playouts import MoGoPlayout, mogo_move, start_ataris


@kernel
def list_ataris(state, work, p):
    """List the chains in atari; each move adds those that are new."""
    start_ataris(state, work)


@strategy("policy", MoGoPlayout, begin=list_ataris)
def by_mogo_rules(state, work, p):
    """A move by Algorithm 4. The list of chains in atari is kept from move to move."""
    return mogo_move(state, work, p)


renamed("policy", "by_sequence", "by_mogo_rules")
