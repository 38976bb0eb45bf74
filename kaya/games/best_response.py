"""The best response to a fixed policy in a small game with an umpire, exactly.

One side, the policy's, plays by a table: what it knows is a node of a graph (`Policy`), and each node has moves with
their probabilities. The other side, the responder, remembers all that it was told. What it knows at its turn is a set
of worlds: each a position, the node at which the policy's side is, and the probability of both, given the responder's
own tries. The value of such a set, for the responder, is

    V(worlds) = max over tries m of  V(worlds that refuse m)  +  sum over messages of V(worlds after m, their reply)

and a game that is over counts its probability times its result (the recursion over information sets, as in OpenSpiel's
best response; Johanson et al. 2011, "Accelerating Best Response Calculation in Large Extensive Games"). Two things keep it
small. Worlds with the same position and node are one, whatever their past. And a refusal changes nothing, so V depends
on the set of tries that were refused in a turn, not on their order: it is computed once for each such set.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..kernel import kernel, plain, record, zeros
from .game import MOST_MOVES, Game
from .rules import REFUSED, attempt, mover, over, result, told, tries  # by the state's record type

MOST_TRIES = 12  # of one turn, by what the responder knows: the sets of those refused are listed
DEEPEST = 64  # turns of the responder
NOWHERE = -1

HEAD = record(
    ("side", "i8"),  # the responder
    ("capacity", "i8"),  # worlds that there is room for
    ("stamp", "i8"),  # of the entries of `table` that count
    ("sets", "i8"),  # the responder's information sets that were met
    ("full", "i8"),
    ("stop", "i8"),  # set from outside to end it
)
TURN = record(  # one for each turn of the responder that is under way
    ("count", "i8"),
    ("tries", "i4", MOST_MOVES),
    ("values", "f8", 1 << MOST_TRIES),  # V by the set of tries that were refused
)
NEXT, GROUPS, VAIN = 0, 1, 2
FRAME = record(
    ("first", "i8"),  # its worlds
    ("top", "i8"),
    ("end", "i8"),  # and from `top` on those after the try
    ("refused", "i8"),  # tries of this turn in vain, as bits
    ("depth", "i8"),  # which turn
    ("k", "i8"),  # the try that is looked at
    ("stage", "i8"),
    ("heard", "i8"),  # the messages that are looked at
    ("vain", "i8"),  # worlds that refuse it
    ("value", "f8"),
    ("highest", "f8"),
)
ENTRY = record(("stamp", "i8"), ("index", "i8"))
NODE = record(("first", "i8"), ("count", "i8"))  # its moves among the SLOTs; none where the other side is to move
SLOT = record(("move", "i8"), ("chance", "f8"))


@dataclass(frozen=True)
class Policy:
    """What one side does at every node that it can come to. `after[slot, m]` is the node after that move and the m-th
    of `messages`, and `hears[node, m]` the one after the other side's move with that message; NOWHERE if it cannot
    be."""

    side: int
    nodes: np.recarray  # of NODE
    slots: np.recarray  # of SLOT
    messages: np.ndarray
    after: np.ndarray
    hears: np.ndarray
    root: int = 0


@kernel
def place(messages, message):
    for k in range(len(messages)):
        if messages[k] == message:
            return k
    raise ValueError("The umpire said what the policy knows nothing of.")


@kernel
def add_world(head, worlds, words, table, first, top):
    """Let the world at `top` be one of those from `first` on, unless it is there already; the new `top`."""
    mask, width = len(table) - 1, words.shape[1] - 1  # all but the weight
    mixed = np.uint64(14695981039346656037)
    for k in range(width):
        mixed = (mixed ^ words[top, k]) * np.uint64(1099511628211)
        mixed ^= mixed >> np.uint64(29)
    spot = np.int64(mixed & np.uint64(mask))
    while table[spot].stamp == head.stamp:
        other = table[spot].index
        same = True
        for k in range(width):
            same &= words[other, k] == words[top, k]
        if same:
            worlds[other].weight += worlds[top].weight
            return top
        spot = (spot + 1) & mask
    table[spot].stamp, table[spot].index = head.stamp, top
    if top + 1 >= head.capacity:
        head.full = 1
        return top
    return top + 1


@kernel
def replies(head, worlds, words, table, nodes, slots, messages, after, room, heard, first, top):
    """The policy moves in the world room[1]: all that may come of it is added to the worlds from `first` on. The new
    `top`, and the results of games that end there, times their probabilities. `heard` is what the responder was told
    of its own move."""
    value, last = 0.0, 1
    while last > 0:
        room[0] = room[last]  # where a try of this move is refused, its author tries again: room[1 ... last] wait
        last -= 1
        begin, weight = nodes[room[0].node].first, room[0].weight
        if mover(room[0].state[0]) == head.side or begin == NOWHERE:
            raise ValueError("The two sides must move in turns.")
        for slot in range(begin, begin + nodes[room[0].node].count):
            worlds[top] = room[0]
            state, chance = worlds[top].state[0], weight * slots[slot].chance
            message = attempt(state, slots[slot].move)
            if message == REFUSED:
                last += 1
                if last == len(room):
                    raise ValueError("The policy has too many tries in vain.")
                room[last] = room[0]
                room[last].node, room[last].weight = after[slot, place(messages, REFUSED)], chance
            elif over(state):
                value += chance * result(state)
            else:
                worlds[top].node, worlds[top].weight = after[slot, place(messages, told(state, message))], chance
                worlds[top].heard = heard * len(messages) + place(messages, message)
                top = add_world(head, worlds, words, table, first, top)
    return top, value


@kernel
def begin(frames, level, first, top, refused, depth):
    """A frame for the worlds from `first` to before `top`."""
    frame = frames[level]
    frame.first, frame.top, frame.refused, frame.depth = first, top, refused, depth
    frame.k, frame.stage, frame.highest = -1, NEXT, -np.inf


@kernel
def list_tries(worlds, frame, turn):
    """What the responder may try, when its turn begins."""
    turn.count = tries(worlds[frame.first].state[0], turn.tries)
    if turn.count > MOST_TRIES:
        raise ValueError("The responder has too many tries.")
    for k in range(1 << turn.count):
        turn.values[k] = np.nan


@kernel
def make_try(head, frame, turn, worlds, words, table, nodes, slots, messages, after, hears, room):
    """Try the frame's k-th move in all its worlds, and let the policy reply: what may come of it are the worlds from
    `top` to before `end`."""
    sign, move = 1.0 if head.side == 1 else -1.0, np.int64(turn.tries[frame.k])
    frame.value, frame.vain, frame.end = 0.0, 0, frame.top
    head.stamp += 1
    for w in range(frame.first, frame.top):
        room[1] = worlds[w]
        state = room[1].state[0]
        message = attempt(state, move)
        if message == REFUSED:
            frame.vain += 1
        elif over(state):
            frame.value += sign * room[1].weight * result(state)
        else:
            room[1].node = hears[room[1].node, place(messages, message)]
            heard = place(messages, told(state, message))
            end, ended = replies(
                head, worlds, words, table, nodes, slots, messages, after, room, heard, frame.top, frame.end
            )
            frame.end, frame.value = end, frame.value + sign * ended


@kernel
def best(head, frames, turns, worlds, words, table, nodes, slots, messages, after, hears, room, count):
    """V of the first `count` worlds, times their probability. A frame is an information set of which it is worked out
    which try is the best: its tries in turn (NEXT), for each the messages that may come (GROUPS), then the worlds that
    refuse it (VAIN)."""
    begin(frames, 0, 0, count, 0, 0)
    level, returned = 0, 0.0
    head.sets += 1
    list_tries(worlds, frames[0], turns[0])
    while not (head.stop or head.full):
        frame = frames[level]
        turn = turns[frame.depth]
        if frame.stage == NEXT:
            frame.k += 1
            if frame.k == turn.count:
                if frame.highest == -np.inf:
                    raise ValueError("The responder knows no legal move.")
                if level == 0:
                    return frame.highest
                returned, level = frame.highest, level - 1
                frame = frames[level]
                frame.value += returned
                if frame.stage == VAIN:
                    turns[frame.depth].values[frame.refused | 1 << frame.k] = returned
                    frame.highest, frame.stage = max(frame.highest, frame.value), NEXT
            elif frame.refused >> frame.k & 1 == 0:
                make_try(head, frame, turn, worlds, words, table, nodes, slots, messages, after, hears, room)
                if frame.vain < frame.top - frame.first:  # else it is known to be in vain
                    frame.stage, frame.heard = GROUPS, 0
        elif frame.stage == GROUPS:
            if frame.heard == len(messages) * len(messages):
                frame.stage = VAIN
                continue
            last = frame.end
            for w in range(frame.top, frame.end):
                if worlds[w].heard == frame.heard:
                    worlds[last] = worlds[w]
                    last += 1
                    if last == head.capacity:
                        head.full = 1
                        return 0.0
            frame.heard += 1
            if last > frame.end:
                if level + 1 == len(frames) or frame.depth + 1 == len(turns):
                    raise ValueError("The game is too long.")
                level += 1
                begin(frames, level, frame.end, last, 0, frame.depth + 1)
                head.sets += 1
                list_tries(worlds, frames[level], turns[frames[level].depth])
        elif frame.vain == 0 or not np.isnan(turn.values[frame.refused | 1 << frame.k]):
            frame.value += turn.values[frame.refused | 1 << frame.k] if frame.vain > 0 else 0.0
            frame.highest, frame.stage = max(frame.highest, frame.value), NEXT
        else:
            last = frame.top
            for w in range(frame.first, frame.top):
                room[1] = worlds[w]
                if attempt(room[1].state[0], np.int64(turn.tries[frame.k])) == REFUSED:
                    worlds[last] = worlds[w]
                    last += 1
            level += 1
            begin(frames, level, frame.top, last, frame.refused | 1 << frame.k, frame.depth)
            head.sets += 1
    return 0.0


def world_of(game: Game) -> np.dtype:
    """A world: a position, the policy's node, what the responder has just heard, and the probability."""
    return record(("state", game.dtype, (1,)), ("node", "i8"), ("heard", "i8"), ("weight", "f8"))


def new_head(policy: Policy, capacity: int) -> np.recarray:
    head = zeros(HEAD)
    head.side, head.capacity = 3 - policy.side, capacity
    return head


def best_response(policy: Policy, game: Game, states: np.recarray, head: np.recarray) -> float:
    """What the other side gets against this policy from this position on if it plays as well as it can, from -1 to +1.
    MemoryError if the worlds of an information set are more than `head` has room for. `head.stop` ends it."""
    capacity = int(head.capacity[0])
    worlds, room = zeros(world_of(game), capacity), zeros(world_of(game), 1024)
    words = worlds.view(np.uint64).reshape(capacity, -1)
    table, turns = zeros(ENTRY, 1 << (2 * capacity).bit_length()), zeros(TURN, DEEPEST)
    frames = zeros(FRAME, DEEPEST * MOST_TRIES)
    tables = policy.nodes, policy.slots, policy.messages, policy.after
    head.stamp = 1
    start = zeros(world_of(game))
    start.state[0, 0] = states[0]
    start.state.rng, start.node, start.weight = 0, policy.root, 1.0
    worlds[0], top, value = start[0], 1, 0.0
    if policy.side == int(game.mover(states[0])):
        room[1] = start[0]
        top, ended = replies(plain(head)[0], worlds, words, table, *map(plain, tables), room, 0, 0, 0)
        value = ended if policy.side == 2 else -ended
    found = worlds[:top].copy()
    for heard in np.unique(found.heard):
        group = found[found.heard == heard]
        worlds[: len(group)] = group
        arrays = [plain(a) for a in (frames, turns, worlds, words, table, *tables, policy.hears, room)]
        value += best(plain(head)[0], *arrays, len(group))
    if head.full[0]:
        raise MemoryError(f"An information set has more than {capacity:,} worlds: the game is too large.")
    return float(value)
