"""The best response to a fixed policy in a small game with an umpire, exactly.

One side, the policy's, plays by a table: what it knows is a node of a graph (`Policy`), and each node has moves with
their probabilities. A world is a position in which the other side, the responder, is to move, and the node at which the
policy's side is then. The responder remembers all that it was told; what it knows is a set of worlds, each with its
probability given the responder's own tries. The value of such a set for the responder is

    V(worlds) = max over tries m of  V(worlds that refuse m)  +  sum over messages of V(worlds after m and the reply)

and a game that is over counts its probability times its result: the recursion over information sets, as in Johanson et
al. 2011, "Accelerating Best Response Calculation in Large Extensive Games". Three things keep it small. Worlds with the
same position and node are one, whatever their past. What follows from a try in a world is worked out once. And a
refusal changes nothing, so V depends on the set of tries that were refused in a turn, not on their order: it is
computed once for each such set.

A policy may be an estimate. Each move then has two probabilities, `chance`, which the response is the best one to, and
`held`, which say what that response is worth: those of answers that were held out.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..kernel import kernel, plain, record, zeros
from .game import MOST_MOVES, Game
from .rules import REFUSED, attempt, mover, over, result, told, tries  # by the state's record type

MOST_TRIES = 12  # of one turn, by what the responder knows: the sets of those refused are listed
DEEPEST = 64  # turns of the responder
WORLDS, ROWS, EDGES = 1 << 19, 1 << 22, 1 << 24  # room for so many: about 600 MB, as far as they are used
ROOM = 1024  # for what may come of one world
NOWHERE = -1

HEAD = record(
    ("side", "i8"),  # the responder
    ("worlds", "i8"),  # how many there are of each
    ("rows", "i8"),
    ("edges", "i8"),
    ("stamp", "i8"),  # of the worlds that are in the set that is just made
    ("sets", "i8"),  # the responder's information sets that were met
    ("full", "i8"),
    ("stop", "i8"),  # set from outside to end it
    ("held", "f8"),  # what the response is worth by held-out answers
)
FACTS = record(("first", "i4"), ("tries", "i4"), ("heard", "i4"))  # of a world: its rows, and what led to it
ROW = record(  # a try in a world
    ("refused", "i8"),
    ("ended", "f8"),  # results of games that are over then, times their probabilities
    ("ended_held", "f8"),
    ("first", "i8"),  # its edges
    ("count", "i8"),
)
EDGE = record(("to", "i8"), ("chance", "f8"), ("held", "f8"))
TURN = record(  # one for each turn of the responder that is under way
    ("count", "i8"),
    ("values", "f8", 1 << MOST_TRIES),  # V by the set of tries that were refused
    ("held", "f8", 1 << MOST_TRIES),
)
LIKELY = record(("world", "i8"), ("weight", "f8"), ("held", "f8"))
MARK = record(("stamp", "i8"), ("place", "i8"))  # of a world: where it is in the set that is just made
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
    ("held", "f8"),  # by held-out answers: of this try
    ("highest_held", "f8"),  # and of the best one
)
NODE = record(("first", "i8"), ("count", "i8"))  # its moves among the SLOTs; none where the other side is to move
SLOT = record(("move", "i8"), ("chance", "f8"), ("held", "f8"))


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
def world_like(head, worlds, words, table, facts, new):
    """The number of the world at `new`, which is the first free place: an old one if there is one like it."""
    mask, mixed = np.uint64(len(table) - 1), np.uint64(14695981039346656037)
    for k in range(words.shape[1]):
        mixed = (mixed ^ words[new, k]) * np.uint64(1099511628211)
        mixed ^= mixed >> np.uint64(29)
    spot = mixed & mask
    while table[spot] != NOWHERE:
        other, same = table[spot], True
        for k in range(words.shape[1]):
            same &= words[other, k] == words[new, k]
        if same:
            return other
        spot = (spot + np.uint64(1)) & mask
    table[spot] = new
    facts[new].first, facts[new].heard = NOWHERE, worlds[new].heard
    head.worlds += 1
    return new


@kernel
def add_edge(head, row, edges, to, chance, held):
    for k in range(row.first, row.first + row.count):
        if edges[k].to == to:
            edges[k].chance += chance
            edges[k].held += held
            return
    edges[head.edges].to, edges[head.edges].chance, edges[head.edges].held = to, chance, held
    head.edges += 1
    row.count += 1


@kernel
def reply(head, row, worlds, words, table, facts, edges, nodes, slots, messages, after, room, heard):
    """The policy moves in the world room[1]: all that may come of it is added to the row. `heard` is what the responder
    was told of its own move."""
    last = 1
    while last > 0:
        room[0] = room[last]  # where a try of this move is refused, its author tries again: room[1 ... last] wait
        last -= 1
        begin, chance, held = nodes[room[0].node].first, room[0].chance, room[0].held
        if mover(room[0].state[0]) == head.side or begin == NOWHERE:
            raise ValueError("The two sides must move in turns.")
        for slot in range(begin, begin + nodes[room[0].node].count):
            new, share, share_held = head.worlds, chance * slots[slot].chance, held * slots[slot].held
            worlds[new] = room[0]
            message = attempt(worlds[new].state[0], slots[slot].move)
            if message == REFUSED:
                last += 1
                if last == len(room):
                    raise ValueError("The policy has too many tries in vain.")
                room[last] = room[0]
                room[last].node = after[slot, place(messages, REFUSED)]
                room[last].chance, room[last].held = share, share_held
            elif over(worlds[new].state[0]):
                row.ended += share * result(worlds[new].state[0])
                row.ended_held += share_held * result(worlds[new].state[0])
            else:
                worlds[new].node = after[slot, place(messages, told(worlds[new].state[0], message))]
                worlds[new].heard = heard * len(messages) + place(messages, message)
                worlds[new].chance, worlds[new].held = 0.0, 0.0
                add_edge(head, row, edges, world_like(head, worlds, words, table, facts, new), share, share_held)


@kernel
def follow(head, worlds, words, table, facts, rows, edges, nodes, slots, messages, after, hears, room, into):
    """Work out what follows from every try in every world, until no new world is met."""
    done = 0
    while done < head.worlds and not head.stop:
        if head.worlds + ROOM > len(worlds) or head.rows + ROOM > len(rows) or head.edges + ROOM > len(edges):
            head.full = 1
            return
        count = tries(worlds[done].state[0], into)
        if count > MOST_TRIES:
            raise ValueError("The responder has too many tries.")
        facts[done].first, facts[done].tries = head.rows, count
        for k in range(count):
            row = rows[head.rows]
            row.refused, row.ended, row.ended_held, row.first, row.count = 0, 0.0, 0.0, head.edges, 0
            head.rows += 1
            room[1] = worlds[done]
            state = room[1].state[0]
            message = attempt(state, np.int64(into[k]))
            if message == REFUSED:
                row.refused = 1
            elif over(state):
                row.ended, row.ended_held = result(state), result(state)
            else:
                room[1].node = hears[room[1].node, place(messages, message)]
                room[1].chance, room[1].held = 1.0, 1.0
                heard = place(messages, told(state, message))
                reply(head, row, worlds, words, table, facts, edges, nodes, slots, messages, after, room, heard)
        done += 1


@kernel
def begin(head, frames, turns, level, first, top, refused, depth, likely, facts):
    """A frame for the worlds from `first` to before `top`."""
    frame = frames[level]
    frame.first, frame.top, frame.refused, frame.depth = first, top, refused, depth
    frame.k, frame.stage, frame.highest = -1, NEXT, -np.inf
    head.sets += 1
    if refused == 0:
        turns[depth].count = facts[likely[first].world].tries
        for k in range(1 << turns[depth].count):
            turns[depth].values[k] = np.nan


@kernel
def make_try(head, frame, likely, marks, facts, rows, edges):
    """Try the frame's k-th move in all its worlds, and let the policy reply: what may come of it are the worlds from
    `top` to before `end`."""
    sign = 1.0 if head.side == 1 else -1.0
    frame.value, frame.held, frame.vain, frame.end = 0.0, 0.0, 0, frame.top
    head.stamp += 1
    for w in range(frame.first, frame.top):
        row, weight, held = rows[facts[likely[w].world].first + frame.k], likely[w].weight, likely[w].held
        if row.refused:
            frame.vain += 1
            continue
        frame.value += sign * weight * row.ended
        frame.held += sign * held * row.ended_held
        for e in range(row.first, row.first + row.count):
            mark = marks[edges[e].to]
            if mark.stamp != head.stamp:
                mark.stamp, mark.place = head.stamp, frame.end
                likely[frame.end].world, likely[frame.end].weight, likely[frame.end].held = edges[e].to, 0.0, 0.0
                frame.end += 1
            likely[mark.place].weight += weight * edges[e].chance
            likely[mark.place].held += held * edges[e].held


@kernel
def compare(frame):
    """The try that was looked at is the best one so far, or is not; the next one comes."""
    if frame.value > frame.highest:
        frame.highest, frame.highest_held = frame.value, frame.held
    frame.stage = NEXT


@kernel
def best(head, frames, turns, likely, marks, facts, rows, edges, count, heards):
    """V of the first `count` of the `likely` worlds, times their probability. A frame is an information set of which it
    is worked out which try is the best: its tries in turn (NEXT), for each the messages that may come (GROUPS), then
    the worlds that refuse it (VAIN)."""
    level = 0
    begin(head, frames, turns, 0, 0, count, 0, 0, likely, facts)
    while not head.stop:
        frame = frames[level]
        turn = turns[frame.depth]
        if frame.stage == NEXT:
            frame.k += 1
            if frame.k == turn.count:
                if frame.highest == -np.inf:
                    raise ValueError("The responder knows no legal move.")
                if level == 0:
                    head.held += frame.highest_held
                    return frame.highest
                level -= 1
                above = frames[level]
                above.value += frame.highest
                above.held += frame.highest_held
                if above.stage == VAIN:
                    turns[above.depth].values[above.refused | 1 << above.k] = frame.highest
                    turns[above.depth].held[above.refused | 1 << above.k] = frame.highest_held
                    compare(above)
            elif frame.refused >> frame.k & 1 == 0:
                make_try(head, frame, likely, marks, facts, rows, edges)
                if frame.vain < frame.top - frame.first:  # else it is known to be in vain
                    frame.stage, frame.heard = GROUPS, 0
                if frame.end + (frame.end - frame.first) > len(likely):
                    head.full = 1
                    return 0.0
        elif frame.stage == GROUPS and frame.heard == heards:
            frame.stage = VAIN
        elif frame.stage == GROUPS:
            last = frame.end
            for w in range(frame.top, frame.end):
                if facts[likely[w].world].heard == frame.heard:
                    likely[last] = likely[w]
                    last += 1
            frame.heard += 1
            if last > frame.end:
                level += 1
                if level == len(frames) or frame.depth + 1 == len(turns):
                    raise ValueError("The game is too long.")
                begin(head, frames, turns, level, frame.end, last, 0, frame.depth + 1, likely, facts)
        elif frame.vain == 0:
            compare(frame)
        elif not np.isnan(turn.values[frame.refused | 1 << frame.k]):
            frame.value += turn.values[frame.refused | 1 << frame.k]
            frame.held += turn.held[frame.refused | 1 << frame.k]
            compare(frame)
        else:
            last = frame.top
            for w in range(frame.first, frame.top):
                if rows[facts[likely[w].world].first + frame.k].refused:
                    likely[last] = likely[w]
                    last += 1
            level += 1
            begin(head, frames, turns, level, frame.top, last, frame.refused | 1 << frame.k, frame.depth, likely, facts)
    return 0.0


@kernel
def after_try(states, move, messages, heard):
    """Try a move in all of these positions: the umpire's whole messages, and what the author hears."""
    for k in range(len(states)):
        messages[k] = attempt(states[k], move)
        heard[k] = told(states[k], messages[k]) if messages[k] != REFUSED else REFUSED


@kernel
def after_any(states, into, messages, room):
    """All that the player to move may make of these positions; how many they are."""
    count = 0
    for k in range(len(states)):
        for j in range(tries(states[k], room)):
            into[count] = states[k]
            messages[count] = attempt(into[count], np.int64(room[j]))
            if messages[count] != REFUSED:
                count += 1
    return count


@kernel
def all_over(states, ended):
    for k in range(len(states)):
        ended[k] = over(states[k])


def world_of(game: Game) -> np.dtype:
    """A world: a position, the policy's node, what the responder has just heard; its chances are for a moment only."""
    chances = ("chance", "f8"), ("held", "f8")
    return record(("state", game.dtype, (1,)), ("node", "i8"), ("heard", "i8"), *chances)


def new_head(policy: Policy) -> np.recarray:
    head = zeros(HEAD)
    head.side = 3 - policy.side
    return head


def best_response(policy: Policy, game: Game, states: np.recarray, head: np.recarray) -> float:
    """What the other side gets against this policy from this position on if it plays as well as it can, from -1 to +1;
    `head.held` is what it then gets by the held-out answers. MemoryError if the game is too large. Setting `head.stop`
    from another thread ends it."""
    worlds, room = zeros(world_of(game), WORLDS), zeros(world_of(game), ROOM)
    words, table = worlds.view(np.uint64).reshape(WORLDS, -1), np.full(2 * WORLDS, NOWHERE, np.int64)
    facts, rows, edges = zeros(FACTS, WORLDS), zeros(ROW, ROWS), zeros(EDGE, EDGES)
    one: Any = plain(head)[0]
    tables = plain(policy.nodes), plain(policy.slots), policy.messages, policy.after
    known = plain(worlds), words, table, plain(facts)
    first, begins = zeros(ROW), policy.side == int(game.mover(states[0]))
    start: Any = room[1:2] if begins else worlds[0:1]
    start.state[0, 0] = states[0]
    start.state.rng, start.node = 0, policy.root
    start.chance = start.held = 1.0 if begins else 0.0
    if begins:
        reply(one, plain(first)[0], *known, plain(edges), *tables, plain(room), 0)
    else:
        edges[0] = int(world_like(one, *known, 0)), 1.0, 1.0
        first.count, head.edges = 1, 1
    follow(one, *known, plain(rows), plain(edges), *tables, policy.hears, plain(room), np.zeros(MOST_MOVES, np.int32))
    if one["full"]:
        raise MemoryError(f"{game.name} is too large for an exact best response: it has more than {WORLDS:,} worlds.")
    sign = 1 if policy.side == 2 else -1
    value = sign * float(first["ended"][0])
    head.held += sign * first["ended_held"]
    frames, turns, marks = zeros(FRAME, DEEPEST * MOST_TRIES), zeros(TURN, DEEPEST), zeros(MARK, WORLDS)
    likely, roots = zeros(LIKELY, 4 * WORLDS), edges[: int(first["count"][0])].copy()
    tools = plain(frames), plain(turns), plain(likely), plain(marks), plain(facts), plain(rows), plain(edges)
    heard = facts["heard"][roots["to"]]
    for message in np.unique(heard):
        chosen = roots[heard == message]
        for name, of in (("world", "to"), ("weight", "chance"), ("held", "held")):
            likely[name][: len(chosen)] = chosen[of]
        value += best(one, *tools, len(chosen), len(policy.messages) ** 2)
    if one["full"]:
        raise MemoryError(f"{game.name} is too large for an exact best response.")
    return float(value)
