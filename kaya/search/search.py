"""`Search`: a tree, the strategies that grow it, and the position it belongs to."""

import time
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np

from ..games.game import Game, Position
from ..games.registry import as_game
from ..games.rules import CHANCE
from ..kernel import split_seed, zeros
from ..kernel.chunks import NEVER
from . import backpropagation, expansion, final_move, prior, selection, simulation
from .budget import Budget
from .handle import SearchHandle, found_in
from .report import Report
from .steps import Steps
from .strategy import ROLES, Strategy, check_together, fitted, memory_for, strategy
from .tree import NODE, NODE_BYTES, Tree, new_work


@strategy("sample")
def see_all(state, p):
    """Open games: there is nothing to fill in."""


Root = Callable[["Search", Position, list[int]], tuple[np.recarray, float | None]]
DEFAULTS: dict[str, Strategy] = dict(
    sample=see_all,
    select=selection.uct,
    expand=expansion.at_threshold,
    prior=prior.no_knowledge,
    policy=simulation.uniform,
    simulate=simulation.play_out,
    backup=backpropagation.average,
    final=final_move.robust_child,
)


def known_moves(search: "Search", position: Position, moves: list[int]) -> tuple[np.recarray, float | None]:
    """Nodes for the moves at the root, in the order in which the expansion would lay them, with what the prior says of
    each; what the expansion leaves out is last. And what the position is worth, if the prior evaluates that."""
    chosen, states, node = fitted(search.strategies, position.state), position.states.copy(), zeros(NODE)
    expand, prior, work = chosen["expand"], chosen["prior"], new_work(memory_for(chosen, position.state))
    node.visits = 1 << 30  # whatever the threshold is
    count = max(expand.function(states[0], node, 0, work[0], expand.record), 0)
    if count:
        prior.function(position.game.seen_by(prior.game).records(states)[0], work[0], count, prior.record)
    places, wanted = {m: k for k, m in enumerate(work.moves[0, :count].tolist())}, set(moves)
    laid, known = zeros(NODE, len(moves)), [k for m, k in places.items() if m in wanted]
    laid.move = [*work.moves[0, known].tolist(), *(m for m in moves if m not in places)]
    for field in ("heuristic", "slot1", "slot2"):
        laid[field][: len(known)] = work[field][0, known]
    return laid, float(work.value[0]) if work.evaluated[0] else None


def bare_root(search: "Search", position: Position, moves: list[int]) -> tuple[np.recarray, float | None]:
    """The root has no children before simulations have added them."""
    return zeros(NODE, 0), None


def nodes_by_prior(priors: Mapping[int, float]) -> np.recarray:
    """Nodes for these moves by their prior probabilities, the highest in front: for a root of one's own."""
    order = sorted(priors, key=lambda move: -priors[move])
    laid = zeros(NODE, len(order))
    laid["move"], laid["heuristic"] = order, [priors[move] for move in order]
    return laid


class Search:
    """Monte-Carlo tree search for one game.

    >>> from kaya.search import uct
    >>> search = Search("tictactoe", select=uct(C=1.0))
    >>> search.think(search.game.new_game(), Budget(simulations=900)).best
    4

    The tree is kept: when the next position follows from the last one, its part of the tree is searched on. One thread
    and one seed give the same tree every time. With `asking`, `expand` is asked at chance nodes too whether to stop
    there (NOTHING), and an outcome that is met for the first time does not end the descent. `root` is what happens at
    the root, where Python may look at all of the position: root(search, position, moves) gives nodes for the moves."""

    def __init__(
        self,
        game: Game | str | ModuleType,
        *,
        threads: int = 1,
        seed: int = 0,
        keep_tree: bool = True,
        virtual_loss: float = 1.0,
        asking: bool = False,
        root: Root = known_moves,
        **strategies: Strategy,
    ):
        for role, given in strategies.items():
            if role not in ROLES:
                raise TypeError(f"There is no role {role!r}; there are: {', '.join(ROLES)}.")
            if not isinstance(given, Strategy):
                raise TypeError(f'`{given}` cannot be used as `{role}`: put @strategy("{role}") above it.')
            if given.role != role:
                raise TypeError(f"`{given.name}` is a `{given.role}` strategy and cannot be used as `{role}`.")
        if not 1 <= threads <= 256:
            raise ValueError(f"threads must be from 1 to 256, not {threads}.")
        self.game, self.threads, self.seed = as_game(game), threads, seed
        self.keep_tree, self.virtual_loss, self.asking, self.root = keep_tree, virtual_loss, asking, root
        self.strategies: dict[str, Strategy] = {**DEFAULTS, **strategies}
        self._handle: SearchHandle | None = None
        self.half_time = NEVER  # of the search, by the monotonic clock
        self.forget()

    def __getstate__(self) -> dict[str, Any]:
        """What a copy, or another process, gets: all but the tree."""
        state = {name: value for name, value in vars(self).items() if name not in ("tree", "_root", "_streams")}
        return {**state, "strategies": dict(self.strategies), "_handle": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.forget()

    def forget(self) -> None:
        """Drop the tree and start the random numbers anew; a search that is under way is stopped."""
        if self._handle:
            self._handle.stop()
        self._handle = None
        self.tree = Tree(1)
        self._root: tuple[bytes, list[tuple[int, int]]] | None = None
        self._streams = 0

    def check(self) -> None:
        """ValueError if strategies do not go together."""
        check_together(self.strategies)

    def think(
        self,
        position: Position,
        budget: Budget,
        *,
        only: Iterable[int] | None = None,
        stop: Callable[[], bool] | None = None,
        progress: Callable[[Report], None] | None = None,
        every: float = 0.1,
        settle: bool = False,
    ) -> Report:
        """Search a position until the budget is used up, `stop()` is true, or Ctrl-C.

        `only` restricts the moves at the root; `progress` is called with the report so far, `every` so many seconds.
        `settle` ends the search when the simulations that are left cannot make another move the most visited one.
        """
        if budget.simulations is None and budget.seconds is None and stop is None:
            raise ValueError("A budget needs simulations or seconds.")
        handle = self._begin(position, budget, only, settle)
        handle.run(stop, progress, every)
        return handle.result()

    def start(
        self, position: Position, budget: Budget, only: Iterable[int] | None = None, settle: bool = False
    ) -> SearchHandle:
        """Begin to search a position and return at once; without simulations or seconds in its budget, the search goes
        on until it is stopped. One search thinks of one position at a time."""
        handle = self._begin(position, budget, only, settle)
        handle.run_in_background()
        return handle

    def begin(
        self,
        position: Position | Callable[[], Position],
        budget: Budget | None = None,
        only: Iterable[int] | None = None,
    ) -> Steps:
        """Begin to search a position, in a new tree, and wait to be told how far: see `Steps`. A budget bounds the
        tree, and its simulations, if it has them, are what strategies plan with. Where a position cannot be searched
        twice, give a function that makes it."""
        if self.threads != 1:
            raise ValueError(f"A search in steps has one thread, not {self.threads}: only so is it the same each time.")
        planned, wanted = budget or Budget(), None if only is None else set(only)

        def anew(root: Position) -> SearchHandle:
            self.forget()
            handle = self._begin(root, planned, wanted, settle=False)
            handle.advance(0)
            return handle

        return Steps(anew, position if callable(position) else position.copy)

    def _repr_html_(self) -> str:
        """What was found, for notebooks."""
        return self.report()._repr_html_()

    def report(self, seconds: float = 0.0, longest: int = 20) -> Report:
        """The tree as it stands; may be called while a search is running."""
        return found_in(self.tree, self.strategies, seconds, longest)

    def _begin(self, position: Position, budget: Budget, only: Iterable[int] | None, settle: bool) -> SearchHandle:
        """Check what is asked for, and lay out the root."""
        began = time.monotonic()
        if self._handle and not self._handle.done:
            if not self._handle.stopping:
                raise ValueError("This search is still thinking: stop it, or wait for its result.")
            self._handle.wait()
        if position.game is not self.game:
            raise ValueError(f"This search plays {self.game.name}, not {position.game.name}.")
        self.check()
        if position.over:
            self.forget()  # what was found of an earlier position does not belong to this one
            return SearchHandle(self, Tree(1), [], budget, settle, began)
        tree = self._tree_for(position, budget)
        moves = position.legal_moves()
        if only is not None:
            wanted = set(only)
            moves = [m for m in moves if m in wanted] or moves
        self.half_time = began + (budget.seconds or NEVER) / 2
        root, lay_root = tree.nodes[0], partial(self._set_root, tree, position, moves)
        before = self._before_root(tree, position)
        if before == 0:
            lay_root()
        if at_root := self.strategies["select"].at_root:
            chance = np.random.default_rng(int(split_seed(self.seed, self._streams)))
            children = tree.nodes[root.first :][: max(root.count, 0)]
            at_root(root, children, chance, budget.simulations or 0, self.strategies["select"].parameters)
        boards = [self._states(position) for _ in range(self.threads)]
        self._handle = SearchHandle(self, tree, boards, budget, settle, began, before, lay_root)
        return self._handle

    def _before_root(self, tree: Tree, position: Position) -> int:
        """How many simulations come before the root has all its moves: `T_root` of the expansion, less those that it
        has had already."""
        root, player = tree.nodes[0], position.mover
        T_root = getattr(self.strategies["expand"].parameters, "T_root", 0)
        if T_root == 0 or player == CHANCE or self.root is bare_root:
            return 0
        if root.mover != 3 - player:
            tree.clear()
            root.mover = 3 - player
        return max(T_root - int(root.visits), 0) if root.count == 0 else 0

    def _tree_for(self, position: Position, budget: Budget) -> Tree:
        """The tree to go on with: the last one, from the node of this position on, where there is one."""
        capacity = budget.capacity(NODE_BYTES)
        origin, line = position.origin, position.line
        kept = None
        if self.keep_tree and self.tree.capacity == capacity and self._root:
            old_origin, old_line = self._root
            follows = origin == old_origin and line[: len(old_line)] == old_line
            if follows and all(self.tree.descend(move, player) for player, move in line[len(old_line) :]):
                kept = self.tree
        if kept is None:
            if self.tree.capacity != capacity:
                self.tree = self._new_tree(capacity)
            else:
                self.tree.clear()
            kept = self.tree
        self._root, kept.move_name = (origin, line), getattr(position, "move_name", str)
        kept.picture = partial(self.game.picture, position.states) if self.game.picture else None
        return kept

    @staticmethod
    def _new_tree(capacity: int) -> Tree:
        try:
            return Tree(capacity)
        except MemoryError:
            size = capacity * NODE_BYTES >> 20
            raise ValueError(f"This machine does not have {size} MB of memory for a search tree.") from None

    def _set_root(self, tree: Tree, position: Position, moves: list[int]) -> None:
        """Expand the root, with exactly these moves: what only the real game forbids stays out of the tree."""
        root, player = tree.nodes[0], position.mover
        if self.root is bare_root:
            tree.clear()
            root.mover = 3 - player
            return
        if player != CHANCE and root.mover != 3 - player:  # a new tree, or somebody moves twice in a row
            tree.clear()
            root.mover = 3 - player
        children = tree.children()
        known = dict(zip(tree.nodes["move"][children].tolist(), children.tolist(), strict=True))
        if player == CHANCE or (root.count > 0 and set(known) == set(moves)):
            return
        laid, value = self.root(self, position, moves)
        if value is not None and root.visits == 0:  # the root was evaluated outside of the loop
            root.visits, root.reward = 1, -value if root.mover == 2 else value
        for k, move in enumerate(laid.move.tolist()):
            if move in known:
                new, laid[k] = laid[k].copy(), tree.nodes[known[move]]
                laid.heuristic[k] = new.heuristic
                if root.count == 0:  # they were linked one by one, and start only now
                    laid.slot1[k] += new.slot1
                    laid.slot2[k] += new.slot2
        laid.mover, laid.next = player, 0
        if not tree.append(laid):
            tree.clear()
            self._set_root(tree, position, moves)

    def _states(self, position: Position) -> np.recarray:
        """The position, and a board to play on with random numbers of its own."""
        states = zeros(self.game.dtype, 2)
        states[0] = states[1] = position.states[0]
        states.rng[1] = split_seed(self.seed, self._streams)
        self._streams += 1
        return states
