"""A search of games with an umpire in which both sides decide at information sets of their own.

The tree of `loop.py` holds what one player hears, and the opponent in it is chance. Here both sides learn: a node is
what one side knows, a table holds those of both, and a simulated game passes through nodes of either side in turn
(multiple-observer information-set MCTS: Cowling, Powley and Whitehouse 2012; "smooth UCT": Heinrich and Silver 2015).
That is no tree of moves, as one move of the opponent's leads to different nodes of its own and none of the player's: it
is the reason why this is not a set of strategies for the loop.

1. A past is sampled that agrees with all that the player was told: it makes its own tries, the opponent any that it
   may, and what contradicts the messages is rejected. So is known what the opponent has heard, too. Where marks stay,
   in which order the own ones came is forgotten, and drawn.
2. From there both sides choose by what they have learned. A new node ends that for its side, which goes on at random.
3. The result is told to all nodes that were passed.

Two ways to choose:

- SMOOTH: with probability max(0.1, 0.9 / (1 + 0.01 sqrt(n))) the try with the highest v + C sqrt(ln n / n_i), else one
  in proportion to how often each was chosen. The answer is that proportion.
- REGRET: in proportion to the positive part of the regret (Hart and Mas-Colell 2000), a share of the time at random. Of
  a result u for a try that had probability p, the regret of this try grows by u / p - u and of all others by -u. The
  answer is the average of what was chosen by (Zinkevich et al. 2007).

What a side knows is known by a sum over what it has heard, so that pasts with the same tries and answers in another
order are one node.
"""

from math import log, sqrt

import numpy as np

from ..games.game import MOST_MOVES
from ..games.rules import REFUSED, attempt, mover, over, result, told, tries  # by the state's record type
from ..kernel import Parameters, kernel, parameter, random_below, random_unit, record

SMOOTH, REGRET = 0, 1
LONGEST = 1024  # announcements of a game, and decisions of one simulation
U64 = np.uint64

SET = record(("key", "u8"), ("first", "i8"), ("count", "i8"), ("visits", "i8"))
ENTRY = record(  # a try at a node
    ("move", "i8"),
    ("visits", "f8"),
    ("reward", "f8"),  # for the side that decides
    ("regret", "f8"),
    ("average", "f8"),  # sum of the probabilities that it was chosen by
)
SAID = record(("by", "i8"), ("message", "i8"), ("move", "i8"))  # an announcement
STEP = record(("set", "i8"), ("entry", "i8"), ("side", "i8"), ("chance", "f8"))
SIDE = record(  # one side in a simulation
    ("key", "u8"),  # what it knows
    ("alone", "i8"),  # it has passed a new node
    ("vain", "i8"),  # tries that it knows to be in vain
    ("vains", "i4", MOST_MOVES),
)
HEAD = record(
    ("rng", "u8"),
    ("side", "i8"),  # the player
    ("length", "i8"),  # what it has heard
    ("sets", "i8"),
    ("entries", "i8"),
    ("rule", "i8"),  # SMOOTH or REGRET
    ("lasting", "i8"),  # what was refused once is never legal later
    ("patience", "i8"),  # pasts that are rejected before a simulation is given up
    ("C", "f8"),
    ("explores", "f8"),
    ("simulations", "i8"),  # that were not given up
    ("stop", "i8"),
)


class Choosing(Parameters):
    """Parameters of the search."""

    rule: str = parameter("smooth", "how a side chooses", choices=("smooth", "regret"))
    C: float = parameter(1.0, "exploration of smooth UCT", low=0.0, high=5.0)
    explores: float = parameter(0.2, "share of random tries in regret matching", low=0.01, high=1.0)
    least: float = parameter(
        0.3, "a try with less than this share of the likeliest one's probability is left out", low=0.0, high=1.0
    )
    patience: int = parameter(2000, "pasts rejected before a simulation is given up", low=1, high=1_000_000)


@kernel
def scattered(number):
    z = U64(number) * U64(0x9E3779B97F4A7C15) + U64(0xD1B54A32D192ED03)
    z = (z ^ (z >> U64(30))) * U64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U64(27))) * U64(0x94D049BB133111EB)
    return z ^ (z >> U64(31))


@kernel
def heard_own(head, one, move, message):
    """A side hears of its own try."""
    one.key += scattered((move << 32 | message) << 1 | 1)
    if message == REFUSED:
        one.vains[one.vain] = move
        one.vain += 1
    elif not head.lasting:
        one.vain = 0


@kernel
def heard_other(one, message):
    one.key += scattered(message << 1)


@kernel
def could_try(state, one, into):
    """What a side may try, without what it knows to be in vain; how many."""
    count = 0
    for k in range(tries(state, into)):
        new = True
        for j in range(one.vain):
            new &= one.vains[j] != into[k]
        if new:
            into[count] = into[k]
            count += 1
    return count


@kernel
def was_made(head, said):
    """It is a move of the player's own."""
    return said.by == head.side and said.message != REFUSED


@kernel
def reorder(head, log):
    """Own moves in an order drawn at random."""
    for k in range(1, head.length):
        if was_made(head, log[k]):
            other = random_below(head, k + 1)
            while not was_made(head, log[other]):
                other = random_below(head, k + 1)
            log[k].move, log[other].move = log[other].move, log[k].move


@kernel
def sample_past(head, states, sides, log, room):
    """Play states[1] from the start so that the player hears what it has heard; False if it came otherwise."""
    states[1] = states[0]
    state, side, k = states[1], head.side, 0
    if head.lasting:
        reorder(head, log)
    for who in (1, 2):
        sides[who].key, sides[who].alone, sides[who].vain = U64(who), 0, 0
    while k < head.length:
        if over(state):
            return False
        who = mover(state)
        if who == side:
            move = np.int64(log[k].move)
        else:
            count = could_try(state, sides[who], room)
            if count == 0:
                return False
            move = np.int64(room[random_below(head, count)])
        message = attempt(state, move)
        own = told(state, message) if message != REFUSED else np.int64(REFUSED)
        heard_own(head, sides[who], move, own)
        if message != REFUSED:
            heard_other(sides[3 - who], message)
        if who == side or message != REFUSED:
            if log[k].by != who or log[k].message != (own if who == side else message):
                return False
            k += 1
    return not over(state)


@kernel
def find_set(head, sets, table, key):
    """The node of this key, and whether it is new; -1 if there is no room for it."""
    mask = U64(len(table) - 1)
    spot = key & mask
    while table[spot] >= 0:
        if sets[table[spot]].key == key:
            return np.int64(table[spot]), False
        spot = (spot + U64(1)) & mask
    if head.sets == len(sets):
        return -1, False
    table[spot] = head.sets
    sets[head.sets].key = key
    head.sets += 1
    return np.int64(head.sets - 1), True


@kernel
def node_of(head, sets, entries, table, key, listed, count):
    """The node of this key, a new one with the tries that are listed, and whether it is new; -1 if there is no room."""
    node, new = find_set(head, sets, table, key)
    if new and head.entries + count > len(entries):
        head.stop = 1  # it ends here
        return np.int64(-1), False
    if new:
        sets[node].first, sets[node].count, sets[node].visits = head.entries, count, 0
        for k in range(count):
            entry = entries[head.entries + k]
            entry.move, entry.visits, entry.reward, entry.regret, entry.average = listed[k], 0.0, 0.0, 0.0, 0.0
        head.entries += count
    return node, new


@kernel
def probabilities(head, node, entries, chances):
    """What a node is chosen by; a single try for certain where smooth UCT takes the highest."""
    first, count, total = node.first, node.count, 0.0
    if head.rule == SMOOTH:
        if node.visits == 0 or random_unit(head) < max(0.1, 0.9 / (1.0 + 0.01 * sqrt(node.visits))):
            best, highest = 0, -np.inf
            for k in range(count):
                entry = entries[first + k]
                value = 1e6 + random_unit(head)
                if entry.visits > 0:
                    bound = head.C * sqrt(log(node.visits) / entry.visits)
                    value = entry.reward / entry.visits + bound
                if value > highest:
                    best, highest = k, value
            for k in range(count):
                chances[k] = 1.0 if k == best else 0.0
        else:
            for k in range(count):
                chances[k] = entries[first + k].visits / node.visits
        return
    for k in range(count):
        chances[k] = max(entries[first + k].regret, 0.0)
        total += chances[k]
    for k in range(count):
        chances[k] = chances[k] / total if total > 0.0 else 1.0 / count


@kernel
def decide(head, node, entries, chances):
    """Which of a node's tries is made, and its probability."""
    probabilities(head, node, entries, chances)
    random = head.explores if head.rule == REGRET else 0.0
    left, chosen = random_unit(head), node.count - 1
    for k in range(node.count):
        entries[node.first + k].average += chances[k]
        left -= (1.0 - random) * chances[k] + random / node.count
        if left < 0.0 and chosen == node.count - 1:
            chosen = k
            left = np.inf
    return chosen, (1.0 - random) * chances[chosen] + random / node.count


@kernel
def learn(head, node, entries, chosen, chance, reward):
    """A node hears what its side got."""
    node.visits += 1
    entries[node.first + chosen].visits += 1
    entries[node.first + chosen].reward += reward
    if head.rule == REGRET:
        for k in range(node.count):
            entries[node.first + k].regret -= reward
        entries[node.first + chosen].regret += reward / chance


@kernel
def simulate(head, state, sides, sets, entries, table, steps, room, chances):
    """Play to the end, and let all nodes on the way learn."""
    depth = 0
    while not over(state) and depth < len(steps):
        who = mover(state)
        one, node = sides[who], np.int64(-1)
        count = could_try(state, one, room)
        if count == 0:
            break
        if not one.alone:
            node, new = node_of(head, sets, entries, table, one.key, room, count)
            one.alone = 1 if new or node < 0 else 0
        if node >= 0:
            chosen, chance = decide(head, sets[node], entries, chances)
            steps[depth].set, steps[depth].entry, steps[depth].side, steps[depth].chance = node, chosen, who, chance
            depth += 1
            move = np.int64(entries[sets[node].first + chosen].move)
        else:
            move = np.int64(room[random_below(head, count)])
        message = attempt(state, move)
        heard_own(head, one, move, told(state, message) if message != REFUSED else np.int64(REFUSED))
        if message != REFUSED:
            heard_other(sides[3 - who], message)
    won = result(state)
    for d in range(depth):
        step = steps[d]
        learn(head, sets[step.set], entries, step.entry, step.chance, won if step.side == 1 else -won)


@kernel
def run(head, states, sides, log, sets, entries, table, steps, room, chances, simulations):
    """So many simulations; one for which no past is found is given up. The key of the player's own node."""
    for _ in range(simulations):
        if head.stop:
            break
        for _ in range(head.patience):
            if sample_past(head, states, sides, log, room):
                head.simulations += 1
                simulate(head, states[1], sides, sets, entries, table, steps, room, chances)
                break


@kernel
def key_of(head, sides, log):
    """What the player knows now."""
    one = sides[head.side]
    one.key, one.vain = U64(head.side), 0
    for k in range(head.length):
        if log[k].by == head.side:
            heard_own(head, one, log[k].move, log[k].message)
        else:
            heard_other(one, log[k].message)
    return one.key
