"""`Search`: a tree, the strategies that grow it, and the position it belongs to."""

import time
from collections.abc import Callable, Iterable

import numpy as np

from ..games.game import Game, Position
from ..games.rules import CHANCE
from ..kernel import split_seed, zeros
from . import backpropagation, expansion, final_move, prior, selection, simulation
from .budget import Budget
from .loop import Roles, loop_for
from .parallel import Workers
from .report import Found, Report, move_reports, root_moves, root_priors
from .strategy import ROLES, Strategy, strategy
from .tree import NODE, NODE_BYTES, WORK, Tree

EXTRA = 1.0  # a final-move rule that asks for more simulations gets at most this share of them on top, but no time
SLICE = 0.1  # and gets it in such slices
HURRY = 0.02  # seconds for which a search is not worth its ceremony
PER_SECOND = 2500  # simulations that any machine can do, for such a search
CHECKS = 20  # how often a search looks whether it may end early
SHORT = 2000  # so few simulations need no thread of their own to be interrupted


@strategy("sample")
def see_all(state, p):
    """Open games: there is nothing to fill in."""


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


class Search:
    """Monte-Carlo tree search for one game.

        search = Search(go, select=uct(C=0.5), policy=light)
        report = search.think(position, Budget(simulations=10_000))

    The tree is kept: when the next position follows from the last one, its part of the tree is searched on. One thread
    and one seed give the same tree every time. With `asking`, `expand` is asked at chance nodes too whether to stop
    there (NOTHING), and an outcome that is met for the first time does not end the descent."""

    def __init__(self, game: Game, *, threads: int = 1, seed: int = 0, keep_tree: bool = True,
                 virtual_loss: float = 1.0, asking: bool = False, **strategies: Strategy):  # fmt: skip
        for role, given in strategies.items():
            if role not in ROLES:
                raise TypeError(f"There is no role {role!r}; there are: {', '.join(ROLES)}.")
            if not isinstance(given, Strategy):
                raise TypeError(f'`{given}` cannot be used as `{role}`: put @strategy("{role}") above it.')
            if given.role != role:
                raise TypeError(f"`{given.name}` is a `{given.role}` strategy and cannot be used as `{role}`.")
        if not 1 <= threads <= 256:
            raise ValueError(f"threads must be from 1 to 256, not {threads}.")
        self.game, self.threads, self.seed = game, threads, seed
        self.keep_tree, self.virtual_loss, self.asking = keep_tree, virtual_loss, asking
        self.strategies: dict[str, Strategy] = {**DEFAULTS, **strategies}
        self.forget()

    def forget(self) -> None:
        """Drop the tree and start the random numbers anew."""
        self.tree = Tree(1)
        self._root: tuple[bytes, list[tuple[int, int]]] | None = None
        self._streams = 0

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
        began = time.monotonic()
        if budget.simulations is None and budget.seconds is None and stop is None:
            raise ValueError("A budget needs simulations or seconds.")
        if position.game is not self.game:
            raise ValueError(f"This search plays {self.game.name}, not {position.game.name}.")
        if position.over:
            self.forget()  # what was found of an earlier position does not belong to this one
            return Report(None, [], 0, 0, 0.0, 0)
        tree = self._tree_for(position, budget)
        moves = position.legal_moves()
        if only is not None:
            wanted = set(only)
            moves = [m for m in moves if m in wanted] or moves
        self._set_root(tree, position, moves)
        total, step = budget.simulations or 1 << 62, 0
        most_visited = self.strategies["final"].function is final_move.robust_child.function
        if settle and most_visited and budget.seconds is None:
            step = max(total // CHECKS, SHORT)
        tree.head.started, tree.head.limit = 0, min(step or total, total)
        deadline = None if budget.seconds is None else began + budget.seconds
        if budget.seconds is not None and budget.seconds < HURRY:  # no time for threads and clocks
            in_a_hurry = max(1, int(budget.seconds * PER_SECOND))
            deadline, stop, tree.head.limit = None, None, min(tree.head.limit[0], in_a_hurry)

        boards = [self._states(position) for _ in range(self.threads)]
        self._run(position, deadline, stop, progress, every, began, boards)
        while step and (done := self._simulations()) == tree.head.limit[0] < total and not (stop and stop()):
            if self._is_settled(total - done):
                break
            tree.head.started, tree.head.limit = done, min(done + step, total)
            self._run(position, None, stop, progress, every, began, boards)
        if self._simulations() == 0:  # stopped at once: a move is chosen all the same
            tree.head.started, tree.head.limit = 0, 1
            self._run(position, None, None, None, every, began)
        extra, asked = 0.0, self._simulations()
        while deadline is None and self._best_place() is None and extra < EXTRA and not (stop and stop()):
            extra += SLICE
            done = self._simulations()
            tree.head.started, tree.head.limit = done, done + max(1, int(SLICE * asked))
            self._run(position, None, stop, progress, every, began)
        return self.report(time.monotonic() - began)

    def report(self, seconds: float = 0.0, longest: int = 20) -> Report:
        """The tree as it stands; may be called while a search is running."""
        tree = self.tree
        found = root_moves(tree)
        moves = move_reports(tree, longest, found)
        chosen = moves[self._best_place(found) or 0] if moves else None
        return Report(chosen.move if chosen else None, moves, int(tree.nodes[0].visits), self._simulations(),
                      seconds, min(tree.used, tree.capacity), tree.full, chosen, root_priors(tree),
                      tree.move_name)  # fmt: skip

    def _is_settled(self, left: int) -> bool:
        """Would the most visited move be so even if all simulations that are left went to the next?"""
        _, visits, _ = root_moves(self.tree)
        return len(visits) == 1 or int(visits[0]) - int(visits[1]) > left

    def _simulations(self) -> int:
        head = self.tree.head[0]
        return int(min(head.started, head.limit))

    def _best_place(self, found: Found | None = None) -> int | None:
        """Where the move to play stands among the root's moves, most visited first; None: more simulations, please."""
        final = self.strategies["final"]
        _, visits, values = found or root_moves(self.tree)
        place = final.function(visits, values, final.parameters) if len(visits) else 0
        if place is not None and not (isinstance(place, (int, np.integer)) and 0 <= place < max(len(visits), 1)):
            raise ValueError(f"`{final.name}` returned {place!r}, which is not the place of one of the moves.")
        return None if place is None else int(place)

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
        return kept

    @staticmethod
    def _new_tree(capacity: int) -> Tree:
        try:
            return Tree(capacity)
        except MemoryError:
            size = capacity * NODE_BYTES >> 20
            raise ValueError(f"This machine does not have {size} MB of memory for a search tree.") from None

    def _set_root(self, tree: Tree, position: Position, moves: list[int]) -> None:
        """Expand the root at once, with exactly these moves: what only the real game forbids stays out of the tree."""
        root, player = tree.nodes[0], position.mover
        if player != CHANCE and root.mover != 3 - player:  # a new tree, or somebody moves twice in a row
            tree.clear()
            root.mover = 3 - player
        children = tree.children()
        known = dict(zip(tree.nodes["move"][children].tolist(), children.tolist(), strict=True))
        if player == CHANCE or (root.count > 0 and set(known) == set(moves)):
            return
        moves, heuristic = self._knowledge_of(position, moves)
        laid = zeros(NODE, len(moves))
        for k, move in enumerate(moves):
            if move in known:
                laid[k] = tree.nodes[known[move]]
        laid.move, laid.mover, laid.next, laid.heuristic = moves, player, 0, heuristic
        if not tree.append(laid):
            tree.clear()
            self._set_root(tree, position, moves)

    def _knowledge_of(self, position: Position, moves: list[int]) -> tuple[list[int], list[float]]:
        """These moves in the order in which the expansion would lay them, and H of each; what it leaves out is last."""
        expand, prior = self.strategies["expand"], self.strategies["prior"]
        states, node, work = position.states.copy(), zeros(NODE), zeros(WORK)
        node.visits = 1 << 30  # whatever the threshold is
        count = max(expand.function(states[0], node, 0, work[0], expand.record), 0)
        if count:
            prior.function(states[0], work[0], count, prior.record)
        found = dict(zip(work.moves[0, :count].tolist(), work.heuristic[0, :count].tolist(), strict=True))
        ordered = [m for m in found if m in set(moves)] + [m for m in moves if m not in found]
        return ordered, [found.get(m, 0.0) for m in ordered]

    def _run(self, position, deadline, stop, progress, every, began, boards=None) -> None:
        """Simulate up to the limit, on boards whose random numbers go on where they were, or on new ones."""
        tree, boards = self.tree, boards or [self._states(position) for _ in range(self.threads)]
        tree.head.stop, tree.head.asking = 0, self.asking
        policy = self.strategies["policy"]
        pointers = tuple(self.strategies[role].pointer(self.game.type, policy) for role in Roles._fields)
        parameters = tuple(self.strategies[role].values for role in Roles._fields)
        loop = loop_for(self.game)
        virtual_loss = self.virtual_loss if self.threads > 1 else 0.0

        def job(states, work) -> None:
            loop(tree.head[0], tree.nodes, states, work, virtual_loss, pointers, parameters)

        watched = stop or progress or deadline is not None
        if self.threads == 1 and not watched and tree.head.limit[0] - tree.head.started[0] <= SHORT:
            job(boards[0], zeros(WORK)[0])
            return
        workers = Workers(tree.head, job, boards)
        workers.start()
        try:
            while True:
                now = time.monotonic()
                wait = every if progress or stop else 3600.0
                if deadline is not None:
                    wait = min(wait, max(deadline - now, 0.0))
                if workers.wait(wait) or (deadline is not None and time.monotonic() >= deadline):
                    break
                if stop and stop():
                    break
                if progress:
                    progress(self.report(time.monotonic() - began))
        finally:
            workers.stop()

    def _states(self, position: Position) -> np.recarray:
        """The position, and a board to play on with random numbers of its own."""
        states = zeros(self.game.dtype, 2)
        states[0] = states[1] = position.states[0]
        states.rng[1] = split_seed(self.seed, self._streams)
        self._streams += 1
        return states
