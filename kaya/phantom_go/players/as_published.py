"""The published Monte-Carlo programs, with light simulated games on boards whose hidden stones are sampled.

`phantom-mc` is flat: the hidden stones are put anywhere, each move is simulated as often as any other, and the best
average is played (Cazenave 2006, "A Phantom-Go program"; "standard sampling" in Borsboom et al. 2007). `phantom-late`
and `phantom-early` are UCT with late random and early probabilistic opponent-move guessing (Borsboom, Saito, Chaslot
and Uiterwijk 2007; `phantom_go/strategies/determinization.py`). The papers' constants are not known to us: C, T and the
points in the results are ours."""

from ...go.strategies import light
from ...search import at_threshold, average, in_turn, max_child, no_knowledge, robust_child, root_alone, uct
from ..knowledge.players_game import EARLY, LATE
from ..strategies import by_replies, hidden_playout, with_replies
from .player import PhantomPlayer

COMMON = dict(prior=no_knowledge, policy=light, simulate=hidden_playout(margin=0.3))


def make_flat(threads: int = 1, seed: int = 0) -> PhantomPlayer:
    """The player `phantom-mc`."""
    strategies = dict(COMMON, select=in_turn, expand=root_alone, backup=average, final=max_child)
    return PhantomPlayer("phantom-mc", strategies, phase=LATE, threads=threads, seed=seed)


def make_late(threads: int = 1, seed: int = 0) -> PhantomPlayer:
    """The player `phantom-late`."""
    strategies = dict(COMMON, select=uct, expand=at_threshold, backup=average, final=robust_child)
    return PhantomPlayer("phantom-late", strategies, phase=LATE, threads=threads, seed=seed)


def make_early(threads: int = 1, seed: int = 0) -> PhantomPlayer:
    """The player `phantom-early`."""
    strategies = dict(COMMON, select=uct, expand=by_replies, backup=with_replies, final=robust_child)
    return PhantomPlayer("phantom-early", strategies, phase=EARLY, asking=True, threads=threads, seed=seed)
