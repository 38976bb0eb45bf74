"""The loop: Monte-Carlo tree search as in Figure 2 of the Mango paper, for every game and every strategy."""

import functools
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from ..games.game import MOST_MOVES, Game
from ..games.rules import CHANCE, draw, may_play, mover, over, play
from ..kernel import INTERPRETED, at, atomic_add, atomic_load, kernel
from ..kernel.compile import OPTIONS, keep_by_sources
from ..kernel.shortcuts import KernelCompiler
from .expansion import NOTHING, ONE
from .strategy import ANY_TYPE, signature
from .tree import DEEPEST, NODES_TYPE, NONE, TREE_TYPE, WORK_TYPE, add_children, enter, linked_child, on_path

NO_CHILD = "A select strategy returned an index that is not one of the node's children."


class Roles(NamedTuple):
    """The decisions the loop leaves open, as functions; and in the same order their parameters."""

    sample: Any  # fill in what the player cannot see
    select: Any  # which child to follow
    expand: Any  # which children to store
    prior: Any  # what is known of them
    policy: Any  # which move to simulate
    simulate: Any  # how to play to the end
    backup: Any  # what the path learns


@kernel
def select_playable(state, nodes, index, select, p):
    """The child that `select` chooses among those whose moves can be played on this board: it is asked about a tree
    that has no others, in which the root is node 0, too. NONE if there are none."""
    node, place = nodes[at(index)], min(index, 1)
    first, count, left = np.int64(node.first), np.int64(node.count), 0
    few = nodes[: place + 1 + count].copy()
    few[place] = node
    for i in range(first, first + count):
        if may_play(state, np.int64(nodes[at(i)].move)):
            few[place + 1 + left] = nodes[at(i)]
            left += 1
    if left == 0:
        return NONE
    few[place].first, few[place].count = place + 1, left
    chosen = select(few, place, p) - place  # no record of `few` is read from here on: Numba may have freed it
    if not 0 < chosen <= left:
        raise IndexError(NO_CHILD)
    child = first - 1
    while chosen > 0:
        child += 1
        chosen -= may_play(state, np.int64(nodes[at(child)].move))
    return child


def run(tree, nodes, states, work, virtual_loss, functions, parameters):
    """Simulate until the limit is reached or `tree.stop` is set. states[0] is the position; states[1], the board to
    play on, carries the thread's random numbers."""
    strategy, p = Roles(*functions), Roles(*parameters)
    state = states[1]
    while not atomic_load(tree, "stop") and atomic_add(tree, "started", 1) < tree.limit:
        rng = state.rng
        states[1] = states[0]
        state.rng = rng
        strategy.sample(state, p.sample)
        work.length, work.evaluated = 0, 0
        index, depth, new = 0, 0, False
        enter(nodes, work, 0, 0, virtual_loss)
        while not (new or over(state) or depth == DEEPEST):
            node, player = nodes[at(index)], mover(state)
            if player == CHANCE:
                if tree.asking and strategy.expand(state, nodes, index, work, p.expand) == NOTHING:
                    break
                index, new = linked_child(tree, nodes, index, draw(state), player)
                new = new and not tree.asking
            else:
                count = atomic_load(node, "count")
                if count == 0:
                    if not tree.full:
                        stored = strategy.expand(state, nodes, index, work, p.expand)  # expansion
                    else:
                        stored = NOTHING if tree.evaluating else ONE
                    if stored > MOST_MOVES:
                        raise IndexError("An expand strategy returned more moves than there is room for.")
                    if stored > 0:
                        strategy.prior(state, work, stored, p.prior)
                        if not add_children(tree, nodes, index, stored, player, work) or work.evaluated:
                            break
                        count = node.count
                    elif stored != ONE:
                        break
                if count > 0:
                    child = strategy.select(nodes, index, p.select)  # selection
                    if not node.first <= child < node.first + node.count:
                        raise IndexError(NO_CHILD)
                    if not may_play(state, np.int64(nodes[at(child)].move)):
                        child = select_playable(state, nodes, index, strategy.select, p.select)
                        if child == NONE:
                            break
                    index = child
                    play(state, np.int64(nodes[at(index)].move))
                elif count == 0:
                    move = strategy.policy(state, work, p.policy)
                    index, new = linked_child(tree, nodes, index, move, player)
                    play(state, move)
                else:
                    break
            if index == NONE:
                break
            depth += 1
            enter(nodes, work, depth, index, virtual_loss)
        work.depth = depth
        result = strategy.simulate(state, work, p.policy, p.simulate)  # simulation
        if not -1.0 <= result <= 1.0:
            raise ValueError("A simulate strategy returned a result that is not from -1 to +1.")
        strategy.backup(nodes, work, depth, result, p.backup)  # backpropagation
        if virtual_loss != 0.0:
            for d in range(depth + 1):
                atomic_add(nodes[at(on_path(nodes, work, d))], "reward", virtual_loss)


@functools.cache
def loop_for(game: Game) -> Any:
    """The loop compiled for one game, whatever the strategies; kept on disk until the game's rules change."""
    if INTERPRETED:
        return run
    functions = types.Tuple([types.FunctionType(signature(role, game.type)) for role in Roles._fields])
    parameters = types.UniTuple(ANY_TYPE, len(Roles._fields))
    states = types.Array(game.type, 1, "C")
    arguments = TREE_TYPE, NODES_TYPE, states, WORK_TYPE, types.float64, functions, parameters
    compiled: Any = numba.njit(**OPTIONS, pipeline_class=KernelCompiler)(run)
    keep_by_sources(compiled, run)
    compiled.compile(types.void(*arguments))
    compiled.disable_compile()
    return compiled
