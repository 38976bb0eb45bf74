"""The tree: one array of node records, shared by all games, all strategies and all threads.

Children are kept in one of two ways. At first they come one by one, linked through `next` (a node per simulation, an
umpire's message when it is first heard). When a node is expanded, all its children lie together: `count` of them from
index `first` on. An index is a reference, so a tree can be saved, compared and drawn as it is. Node 0 is the root.

Threads use no lock. `count` says who may do what: 0, children may be linked; EXPANDING, one thread is laying the
children together and the others treat the node as a leaf; MOVED, this record was a linked child and now lives at
`first`; above 0, expanded. All writes to `first` and `count` that others wait for are atomic.
"""

from collections.abc import Callable

import numpy as np
from numba import types

from ..games.game import MOST_MOVES
from ..kernel import (
    at,
    atomic_add,
    atomic_load,
    atomic_store,
    atomic_swap_if,
    inlined,
    kernel,
    numba_type,
    record,
    zeros,
)
from ..kernel.addresses import LINE, aligned_memory

DEEPEST = 1024  # no path in the tree is longer
LONGEST = 1200  # moves of a playout that can be noted
EXPANDING, MOVED = -1, -2
NONE = 0  # no node: the root is nobody's child

NODE = record(
    ("first", "i4"),  # first child, NONE, or where a MOVED node went
    ("count", "i4"),  # children that lie together, or a state: see above
    ("next", "i4"),  # next sibling while the siblings are linked; at the root: see `is_late`
    ("visits", "i4"),  # n, counted on the way down
    ("move", "i4"),  # the move, or the chance outcome, that leads here
    ("mover", "i4"),  # who made it: 1, 2 or CHANCE
    ("reward", "f8"),  # sum of the results seen by `mover`; value v = reward / visits
    ("heuristic", "f8"),  # H: what knowledge says of the move, from `work.heuristic` at the expansion
    ("slot1", "f4"),  # two numbers for one of the strategies to keep something in, which it
    ("slot2", "f4"),  # declares: @strategy(…, keeps="all moves as first"); at first from `work`
)
TREE = record(
    ("used", "i8"),  # nodes in use
    ("capacity", "i8"),  # nodes allowed
    ("started", "i8"),  # simulations begun in this search
    ("limit", "i8"),  # simulations allowed
    ("stop", "i4"),  # set from outside to end the search
    ("full", "i4"),  # no room for another node: search on without growing
    ("asking", "i4"),  # `expand` is asked at chance nodes too, and a new outcome does not end the descent
    ("evaluating", "i4"),  # `simulate` evaluates a leaf as it stands: when the tree is full, no move is made below it
)
WORK = record(  # one per thread
    ("path", "i4", DEEPEST + 1),
    ("depth", "i8"),  # how far the path of this simulation goes
    ("moves", "i4", MOST_MOVES),
    ("heuristic", "f8", MOST_MOVES),  # H of these moves; an expansion that knows nothing leaves it at 0
    ("slot1", "f4", MOST_MOVES),  # what the slots of these moves begin with; 0 unless a prior `starts` something
    ("slot2", "f4", MOST_MOVES),
    ("scratch", "i8", 2048),  # for whatever a simulation wants to remember from move to move
    ("length", "i8"),  # moves noted in this simulation; see `note`
    ("noted", "i4", LONGEST),
    ("simulation", "i8"),  # number of the simulation, for whoever wants to know what is of this one
    ("first_by", "i8", MOST_MOVES),  # who played a move first; see `rave`
    ("lasting", "f8", MOST_MOVES),  # for whatever a strategy wants to remember from simulation to simulation
    ("evaluated", "i8"),  # set by a prior that has evaluated the position: the descent ends there
    ("value", "f8"),  # and that value, for player 1, from -1 to +1, for `simulate`
    ("error", "f8"),  # and the squared error to be expected of it, for `backup`; not a number if that is not known
    ("memory", "i8"),  # the address of memory of the thread's own, as much as `Parameters.memory` asks for; or 0
)

NODE_TYPE, TREE_TYPE, WORK_TYPE = numba_type(NODE), numba_type(TREE), numba_type(WORK)
NODES_TYPE = types.Array(NODE_TYPE, 1, "C")
NODE_BYTES = NODE.itemsize + 4  # with the table that `keep_subtree` needs for a moment


def new_work(memory: int = 0) -> np.recarray:
    """A WORK, and so many bytes for its `memory`, on a cache line, that live as long as it does."""
    start = -(-WORK.itemsize // LINE) * LINE
    both = aligned_memory(start + memory)
    work = both[: WORK.itemsize].view(WORK).view(np.recarray)
    work.memory = both.ctypes.data + start if memory else 0
    return work


@kernel
def take_nodes(tree, count):
    """The first of `count` new nodes, or NONE if the tree is full."""
    if atomic_load(tree, "used") + count > tree.capacity:
        atomic_store(tree, "full", 1)
        return 0
    first = np.int64(atomic_add(tree, "used", count))
    if first + count > tree.capacity:  # another thread was faster
        atomic_add(tree, "used", -count)
        atomic_store(tree, "full", 1)
        return 0
    return first


@kernel
def blank(node, move, mover):
    """A node that no simulation has visited."""
    node.first, node.count, node.next, node.visits = 0, 0, 0, 0
    node.move, node.mover, node.reward, node.heuristic = move, mover, 0.0, 0.0
    node.slot1, node.slot2 = 0.0, 0.0


@inlined
def note(work, move, player):
    """Note a move of a playout, for a backup that learns from all moves. A simulation that does not is no worse for
    strategies that learn from results alone.

    >>> work = new_work()[0]
    >>> note(work, 4, 1)
    >>> int(work.length), divmod(int(work.noted[0]), 4)
    (1, (4, 1))
    """
    if work.length < LONGEST:
        work.noted[at(work.length)] = move << 2 | player
        work.length += 1


@kernel
def is_late(nodes):
    """Has the second half of the thinking time begun? The root's `next` holds the number of its visits after which it
    has, 0 while that is not known; nobody else needs it there."""
    return 0 < nodes[0].next < nodes[0].visits


@kernel
def on_path(nodes, work, depth):
    """The index of the node at this depth of the path, wherever it lies by now."""
    index = np.int64(work.path[at(depth)])
    if atomic_load(nodes[at(index)], "count") == MOVED:
        return np.int64(nodes[at(index)].first)
    return index


@kernel
def enter(nodes, work, depth, index, virtual_loss):
    """Put a node on the path. The visit counts at once, and as a loss until the result comes in, so that threads
    spread out over the tree."""
    work.path[at(depth)] = index
    node = nodes[at(on_path(nodes, work, depth))]
    atomic_add(node, "visits", 1)
    if virtual_loss != 0.0:
        atomic_add(node, "reward", -virtual_loss)


@kernel
def linked_child(tree, nodes, index, move, mover):
    """The child that `move` leads to, and whether it is new; NONE if it could not be stored."""
    node = nodes[at(index)]
    while True:
        newest = np.int64(atomic_load(node, "first"))
        if atomic_load(node, "count") != 0:
            return 0, False
        child = newest
        while child != NONE:
            if nodes[at(child)].move == move:
                return child, False
            child = np.int64(nodes[at(child)].next)
        if tree.full:
            return 0, False
        child = take_nodes(tree, 1)
        if child == NONE:
            return 0, False
        blank(nodes[at(child)], move, mover)
        nodes[at(child)].next = newest
        if atomic_swap_if(node, "first", newest, child):
            return child, True


@kernel
def move_node(old, new, place):
    """Let the record `new`, which lies at `place`, take over from `old`. Where another thread is just expanding the old
    one, its children stay behind with it: the new one will be expanded again."""
    # No child is linked to the old one from here on, but for one on its way.
    claimed = atomic_swap_if(old, "count", 0, EXPANDING)
    if claimed or atomic_load(old, "count") > 0:
        while True:
            new.first = atomic_load(old, "first")
            new.count = 0 if claimed else old.count
            if atomic_swap_if(old, "first", new.first, place):
                break
        new.visits, new.reward = old.visits, old.reward
        atomic_store(old, "count", MOVED)
    else:
        new.visits, new.reward = old.visits, old.reward
    new.slot1 += old.slot1
    new.slot2 += old.slot2


@kernel
def lay_together(nodes, newest, until, first, count, work):
    """Move the linked children from `newest` to before `until` to their places among the `count` nodes from `first`."""
    child = newest
    while child != until:
        old = nodes[at(child)]
        for k in range(count):
            if work.moves[at(k)] == old.move:
                move_node(old, nodes[at(first + k)], first + k)
                break
        child = np.int64(old.next)


@kernel
def add_children(tree, nodes, index, count, mover, work):
    """Expand a node: the first `count` of work.moves become its children. False if the tree is full or another thread
    is at it. With several threads, a visit or a result that comes in during the very move of its node may be lost
    or counted in half: the sum of the node is then off by at most 2 for each thread."""
    node = nodes[at(index)]
    if not atomic_swap_if(node, "count", 0, EXPANDING):
        return False
    first = take_nodes(tree, count)
    if first == NONE:
        atomic_store(node, "count", 0)
        return False
    for k in range(count):
        blank(nodes[at(first + k)], work.moves[at(k)], mover)
        nodes[at(first + k)].heuristic = work.heuristic[at(k)]
        nodes[at(first + k)].slot1, nodes[at(first + k)].slot2 = work.slot1[at(k)], work.slot2[at(k)]
    done = 0
    newest = np.int64(atomic_load(node, "first"))
    while True:
        lay_together(nodes, newest, done, first, count, work)
        if atomic_swap_if(node, "first", newest, first):
            break
        done, newest = newest, np.int64(atomic_load(node, "first"))  # another child was linked meanwhile
    atomic_store(node, "count", count)
    return True


@kernel
def child_with(nodes, index, move):
    """The child that `move` leads to, or NONE."""
    node = nodes[index]
    child = np.int64(node.first)
    if node.count > 0:
        for k in range(node.count):
            if nodes[child + k].move == move:
                return child + k
        return 0
    while child != NONE and nodes[child].move != move:
        child = np.int64(nodes[child].next)
    return child


@kernel
def keep_subtree(tree, nodes, root, place):
    """Make `root` the root and give all other nodes' room back. Nodes slide down in their old order, so children that
    lie together stay together. `place` is a zeroed table with an entry for each node in use.

    First every node to keep is marked, with a stack that is linked through `place` itself; then the marks become new
    indexes; then the nodes move, each to a lower index."""
    used = np.int64(tree.used)
    top, end = root, -1
    place[root] = end
    while top != end:
        index = top
        top = np.int64(place[index])
        place[index] = used  # kept; any value that is no link would do
        node = nodes[index]
        if node.count < 0:
            node.count = 0
        child, left = np.int64(node.first), np.int64(node.count)
        while child != NONE:
            place[child] = top
            top = child
            if node.count > 0:
                left -= 1
                child = child + 1 if left > 0 else 0
            else:
                child = np.int64(nodes[child].next)
    kept = 1
    for index in range(used):
        if index == root:
            place[index] = 0
        elif place[index] != 0:
            place[index] = kept
            kept += 1
    for index in range(used):
        if index == root or place[index] != 0:
            node = nodes[index]
            if node.first != NONE:
                node.first = place[node.first]
            if node.next != NONE and index != root:
                node.next = place[node.next]
    nodes[0] = nodes[root]
    nodes[0].next = 0
    for index in range(1, used):
        if place[index] != 0:
            nodes[place[index]] = nodes[index]
    tree.used, tree.full = kept, 0


class Tree:
    """The array of nodes and what is known about it. All reading is plain numpy: `tree.nodes["visits"]`."""

    def __init__(self, capacity: int):
        self.head = zeros(TREE)
        self.nodes = zeros(NODE, capacity)
        self.head.capacity = capacity
        self.move_name: Callable[[int], str] = str  # how the game of the root writes its moves
        self.picture: Callable[..., str] | None = None  # picture(report=None, marks=()), if the game draws one
        self.clear()

    @property
    def capacity(self) -> int:
        return int(self.head.capacity[0])

    @property
    def used(self) -> int:
        return int(self.head.used[0])

    @property
    def full(self) -> bool:
        return bool(self.head.full[0])

    def clear(self) -> None:
        self.head.used, self.head.full = 1, 0
        self.nodes[:1] = np.zeros(1, NODE)  # and not `blank`: making a tree needs no kernel

    def children(self, index: int = 0) -> np.ndarray:
        """The indexes of a node's children."""
        first, count = int(self.nodes["first"][index]), int(self.nodes["count"][index])
        if count > 0:
            return np.arange(first, first + count)
        linked, next_of = [], self.nodes["next"]
        child = first if count == 0 else NONE
        while child != NONE:
            linked.append(child)
            child = int(next_of[child])
        return np.array(linked, np.int64)

    def append(self, children: np.recarray) -> bool:
        """Give the root these children, in place of those it has; False if the tree has no room for them."""
        first = int(take_nodes(self.head[0], len(children)))
        if first == NONE:
            return False
        self.nodes[first : first + len(children)] = children
        self.nodes[0].first, self.nodes[0].count = first, len(children)
        return True

    def descend(self, move: int, player: int) -> bool:
        """Make the child after `move` of `player` the root; False if it is not in the tree."""
        child = int(child_with(self.nodes, 0, move))
        if child == NONE or self.nodes[child].mover != player:
            return False
        keep_subtree(self.head[0], self.nodes, child, np.zeros(self.used, np.int32))
        return True

    def fingerprint(self) -> str:
        """A hash of the whole tree: one seed and one thread give the same one every time."""
        import hashlib

        return hashlib.sha256(self.nodes[: self.used].tobytes()).hexdigest()[:16]
