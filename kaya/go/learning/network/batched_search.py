"""Many games at once, searched in step, for an evaluator that answers many questions at a time: self-play for learning.

In each step every game descends its tree to a leaf (`descend`), the evaluator is asked about all leaves together, and
every tree is told what it said (`complete`). After so many steps every game makes a move (`move`). The search is that
of Gumbel AlphaZero (Danihelka et al. 2022, "Policy improvement by planning with Gumbel"): at the root the `considered`
moves with the highest noise + log P are halved again and again by

    noise + log P + sigma(q),    sigma(q) = (c_visit + max n) c_scale (q + 1) / 2,

and the policy that is learned is softmax(log P + sigma(completed q)). Below the root moves are selected by `puct`.
Nodes and averages are those of every search, without what threads of one tree need. Children lie in the order of P, and
one is laid out when the one before it is visited: the others have room behind it, and are moves and log P in arrays of
their own, in no order. Most are never visited, and cost no more than that. `next` of a node is where its room ends.
Children of the root lie in the order of noise + log P (slot1; log P is in slot2), all at once, so the considered ones
come first.

The games themselves are in `games_in_step.py`, and what is learned of those that have ended in `learned.py`.
"""

from math import exp, log

import numba
import numpy as np

from ....kernel import at, kernel, random_unit
from ....kernel.compile import get_thread_id, on_all_processors
from ....search import best_first
from ....search.gumbel import considered_visits, sigma
from ....search.puct import highest_puct
from ....search.tree import blank
from ...knowledge.planes import TURN_FACT, describe, place_of
from ...rules.board import BLACK, EDGE, LATEST, PASS, WHITE, area_of, in_atari, moves, over, play
from ...rules.zobrist import TABLE, zobrist
from .games_in_step import ASKING, DEEPEST, IDLE, KNOWN, MOST_SHARE, NARROW

FAINT = 0.002  # below the root a move with a smaller P is left out


@kernel
def hash_after(board, before, move):
    """The Zobrist hash of the position after a legal move of the player to move, `before` being the one before it."""
    w, value, enemy = board.stride, before ^ TABLE[move, board.turn], EDGE - board.turn
    one, two, three = 0, 0, 0
    for d in (-w, w, -1, 1):
        q = move + d
        if board.colour[at(q)] == enemy:
            head = np.int64(board.head[at(q)])
            if in_atari(board, head) and head != one and head != two and head != three:
                one, two, three = head, one, two
                stone = head
                while True:
                    value ^= TABLE[stone, enemy]
                    stone = np.int64(board.next_in_chain[at(stone)])
                    if stone == head:
                        break
    return value


@kernel
def first_moves(board, game, seen, into):
    """The moves of the root: those that repeat no position of the game. Only captures make that possible."""
    found, count = moves(board, into), 0
    if not game.captured:
        return found
    before = zobrist(board)
    for k in range(found):
        move = np.int64(into[at(k)])
        repeated = False
        if move != PASS:
            value = hash_after(board, before, move)
            for ply in range(game.plies):
                repeated |= seen[at(ply)] == value
        into[at(count)] = move
        count += not repeated
    return count


@kernel
def mixed_value(nodes, raw, considered):
    """What an untried move of the root is taken to be worth, and the most visits of a child: the evaluator's value and
    the visited children's, weighted by P, as much as there are visits (Danihelka et al. 2022, appendix D)."""
    root, weight, value, visits, most = nodes[0], 0.0, 0.0, 0, 0
    for i in range(root.first, root.first + min(root.count, considered)):
        child = nodes[at(i)]
        if child.visits > 0:
            weight += child.heuristic
            value += child.heuristic * child.reward / child.visits
            visits += child.visits
            most = max(most, np.int64(child.visits))
    if visits == 0:
        return raw, 0
    return (raw + visits * value / weight) / (1 + visits), most


@kernel
def considered_child(nodes, schedule, step, p):
    """The child of the root that is visited in this step. schedule[m, step] is how many visits it must have had where
    m moves are considered; among those that have, the highest noise + log P + sigma(q): where it is none, the first."""
    root = nodes[0]
    first, count = np.int64(root.first), min(np.int64(root.count), np.int64(p.considered))
    wanted, most = schedule[count, step], 0
    for i in range(first, first + count):
        if wanted == 0 and nodes[at(i)].visits == 0:
            return i
        most = max(most, np.int64(nodes[at(i)].visits))
    best, best_score = first, -np.inf
    for i in range(first, first + count):
        child = nodes[at(i)]
        if child.visits == wanted:
            score = child.slot1 + p.c_scale * sigma(child.reward / child.visits, most, p.c_visit)
            if score > best_score:
                best, best_score = i, score
    return best


@kernel
def lay_out(games, g, parent, place):
    """Let the likeliest move that waits be the child of `parent` at this place, behind its other children."""
    node, nodes, waiting, logs = games.nodes[g, parent], games.nodes[g], games.unvisited[g], games.unvisited_logs[g]
    best = place
    for i in range(place + 1, np.int64(node.next)):
        if logs[at(i)] > logs[at(best)]:
            best = i
    move, log_p = waiting[at(best)], logs[at(best)]
    waiting[at(best)], logs[at(best)] = waiting[at(place)], logs[at(place)]
    blank(nodes[at(place)], move, EDGE - node.mover)
    nodes[at(place)].heuristic = exp(log_p)
    node.count += 1


@kernel
def enter(nodes, game, depth, index):
    """Put a node on the path, and count the visit."""
    game.path[at(depth)] = index
    nodes[at(index)].visits += 1


@kernel
def backup(nodes, game, result):
    """The average, as `search/backpropagation.py` has it."""
    for depth in range(game.depth + 1):
        node = nodes[at(game.path[at(depth)])]
        node.reward += -result if node.mover == WHITE else result


@kernel
def pack_root(games, g):
    """Keep the cells of the root's board together, for every simulation begins with a copy of it: a record has room for
    19 lines, so that most of the time would go by waiting for memory."""
    root, cells, chains, liberties = games.root[g], games.cells[g], games.chains[g], games.liberties[g]
    for p in range(len(cells)):
        cells[at(p)], liberties[at(p)] = root.colour[at(p)], root.liberties[at(p)]
        chains[0, at(p)], chains[1, at(p)] = root.head[at(p)], root.next_in_chain[at(p)]
        chains[2, at(p)], chains[3, at(p)], chains[4, at(p)] = root.stones[at(p)], root.empty[at(p)], root.place[at(p)]


@kernel
def unpack_root(games, g, board):
    """Let `board` be what the root is. Loops are four times as fast here as slices."""
    root, cells, chains, liberties = games.root[g], games.cells[g], games.chains[g], games.liberties[g]
    board.rng, board.lines, board.stride, board.turn, board.ko = (
        root.rng,
        root.lines,
        root.stride,
        root.turn,
        root.ko,
    )
    board.last, board.before_last, board.passes = root.last, root.before_last, root.passes
    board.moves, board.empties, board.komi = root.moves, root.empties, root.komi
    count = len(cells)
    for k in range(LATEST):
        board.latest[k] = root.latest[k]
    for p in range(count):
        board.colour[at(p)] = cells[at(p)]
    for p in range(count):
        board.head[at(p)] = chains[0, at(p)]
    for p in range(count):
        board.next_in_chain[at(p)] = chains[1, at(p)]
    for p in range(count):
        board.stones[at(p)] = chains[2, at(p)]
    for p in range(count):
        board.empty[at(p)] = chains[3, at(p)]
    for p in range(count):
        board.place[at(p)] = chains[4, at(p)]
    for p in range(count):
        board.liberties[at(p)] = liberties[at(p)]


@kernel
def descend(games, g, board, schedule, step, p):
    """Go down the tree of game g on `board` to a leaf, and ask about it; or, where the game is over, know."""
    game, nodes = games.game[g], games.nodes[g]
    unpack_root(games, g, board)
    index, depth = 0, 0
    enter(nodes, game, depth, index)
    limit = p.longest * board.lines * board.lines
    while True:
        node = nodes[at(index)]
        if over(board) or board.moves >= limit:
            game.waiting, game.result = KNOWN, outcome_of(area_of(board, games.owner[g]) - board.komi)
            break
        if node.count == 0 or depth == DEEPEST:
            game.waiting, into = ASKING, games.moves[g]
            game.count = moves(board, into) if depth > 0 else first_moves(board, game, games.seen[g], into)
            describe(board, games.codes[g], games.facts[g])
            break
        if depth == 0:
            index = considered_child(nodes, schedule, step, p)
        else:
            parent, index = index, highest_puct(nodes, index, p)
            if nodes[at(index)].visits == 0 and index + 1 < node.next:
                lay_out(games, g, parent, index + 1)
        play(board, np.int64(nodes[at(index)].move))
        depth += 1
        enter(nodes, game, depth, index)
    game.depth = depth


@kernel
def outcome_of(margin):
    """0.9 for the win and 0.1 for the points, for Black."""
    return 0.9 * np.sign(margin) + 0.1 * np.tanh(0.1 * margin)


@kernel
def write_logits(root, moves, count, logits, work):
    """Write the logit of each move into `work`; log P is the logit less the number that is returned."""
    highest, total, passing = np.float32(-np.inf), np.float32(0.0), root.lines * root.lines
    for k in range(count):
        place = place_of(root, np.int64(moves[at(k)]))
        logit = logits[at(place if place >= 0 else passing)]
        work.heuristic[at(k)] = logit
        highest = max(highest, logit)
    for k in range(count):
        total += exp(np.float32(work.heuristic[at(k)]) - highest)
    return np.float64(highest) + log(total)


@kernel
def expand_root(games, g, count, turn, logits, shift, work):
    """All moves of the root become its children, the highest noise + log P first. The place of each is found by
    comparing it with all others, which needs no branches."""
    root, nodes, first = games.root[g], games.nodes[g], np.int64(games.tree[g].used)
    nodes[0].first, nodes[0].count = first, count
    games.tree[g].used = first + count
    for k in range(count):
        work.heuristic[at(k)] += gumbel(root) - shift
    for k in range(count):
        score, place, move = work.heuristic[at(k)], first, np.int64(games.moves[g, k])
        for other in range(k):
            place += np.int64(work.heuristic[at(other)] >= score)
        for other in range(k + 1, count):
            place += np.int64(work.heuristic[at(other)] > score)
        child, on_board = nodes[at(place)], place_of(root, move)
        blank(child, move, turn)
        child.slot1 = score
        child.slot2 = logits[on_board if on_board >= 0 else root.lines * root.lines] - shift
        child.heuristic = exp(child.slot2)


@kernel
def expand(games, g, index, shift, work):
    """Room for the children of a node below the root, the first of which is laid out: for the moves of the leaf that
    are not FAINT, no more than the NARROW likeliest of them. A node that has its children is left as it is."""
    node, tree, moves = games.nodes[g, index], games.tree[g], games.moves[g]
    unvisited, logs = games.unvisited[g], games.unvisited_logs[g]
    first, left, faint = np.int64(tree.used), 0, log(FAINT) + shift
    if node.count > 0 or first + NARROW > tree.capacity:
        return
    for k in range(games.game[g].count):
        unvisited[at(first + left)], logs[at(first + left)] = moves[at(k)], work.heuristic[at(k)] - shift
        left += work.heuristic[at(k)] > faint
    if left > NARROW:
        for k in range(left):
            work.moves[at(k)], work.heuristic[at(k)] = unvisited[at(first + k)], logs[at(first + k)]
        best_first(work, left)
        left = NARROW
        for k in range(left):
            unvisited[at(first + k)], logs[at(first + k)] = work.moves[at(k)], work.heuristic[at(k)]
    node.first, node.next = first, first + left
    tree.used = first + left
    lay_out(games, g, index, first)


@kernel
def complete(games, g, logits, value, work, p):
    """Tell the tree of game g what the evaluator says of its leaf: `logits` of all places and the pass, and the value
    for the player to move there."""
    game, nodes, root = games.game[g], games.nodes[g], games.root[g]
    result = game.result
    if game.waiting == ASKING:
        turn = np.int64(games.facts[g, TURN_FACT])
        result = value if turn == BLACK else -value
        index, count = np.int64(game.path[at(game.depth)]), game.count
        shift = write_logits(root, games.moves[g], count, logits, work)
        if index == 0:
            game.raw = value
            expand_root(games, g, count, turn, logits, shift, work)
        else:
            expand(games, g, index, shift, work)
    backup(nodes, game, result)


@kernel
def gumbel(root):
    return -log(-log((random_unit(root) + 1e-9) / (1.0 + 2e-9)))


@kernel
def begin_search(game, tree, nodes, root):
    """An empty tree."""
    blank(nodes[0], PASS, EDGE - root.turn)
    tree.used, tree.full, game.waiting = 1, 0, IDLE


@on_all_processors
def steps(games, boards, work, logits, values, schedule, step, parameters):
    """In every game: hand on the answers of the last step, and ask the next question; step -1 asks about the root.
    Each thread has one of the `boards` to play on and a `work`; `parameters` is an array of one record, since Numba
    hands none to its threads."""
    for g in numba.prange(len(games.game)):
        if step < 0:
            begin_search(games.game[g], games.tree[g], games.nodes[g], games.root[g])
            pack_root(games, g)
        else:
            complete(games, g, logits[g], values[g], work[get_thread_id()], parameters[0])
        if step < schedule.shape[1]:
            descend(games, g, boards[get_thread_id()], schedule, step, parameters[0])


@kernel
def decide(games, g, full, p):
    """The move of game g after its search, and what is learned of the position, as its next past position; nothing but
    the value and a reply if the search was not a `full` one."""
    game, nodes, root = games.game[g], games.nodes[g], games.root[g]
    node, target = nodes[0], games.past_policy[g, game.plies]
    first, count, points = np.int64(node.first), np.int64(node.count), root.lines * root.lines
    mean, most = mixed_value(nodes, game.raw, p.considered)
    highest, total, best, best_score = -np.inf, 0.0, first, -np.inf
    drawing = game.plies < game.drawn
    for i in range(first, first + count):
        child = nodes[at(i)]
        value, noise = child.reward / child.visits if child.visits else mean, child.slot1 - child.slot2
        improved = child.slot2 + p.c_scale * sigma(value, most, p.c_visit)
        child.slot1 = improved
        highest = max(highest, improved)
        score = 0.8 * child.slot2 + noise if drawing else improved + noise
        if (child.move != PASS if drawing else child.visits == most) and score > best_score:
            best, best_score = i, score
    for i in range(first, first + count):
        nodes[at(i)].slot1 = exp(nodes[at(i)].slot1 - highest)
        total += nodes[at(i)].slot1
    target[:] = 0
    surprise = 0.0
    for k in range(count):
        child = nodes[at(first + k)]
        place, share = place_of(root, np.int64(child.move)), child.slot1 / total
        target[place if place >= 0 else points] = np.uint16(np.round(MOST_SHARE * share))
        if share > 0.0:
            surprise += share * (log(share) - child.slot2)
    games.past_surprise[g, game.plies] = max(surprise, 0.0) if full else -1.0
    describe(root, games.past_codes[g, game.plies], games.past_facts[g, game.plies])
    games.past_value[g, game.plies] = mean
    return np.int64(nodes[at(best)].move)


@kernel
def make(games, g, move, p):
    """Play a move of game g, and see whether it is over, or as good as that."""
    game, root = games.game[g], games.root[g]
    games.seen[g, game.plies] = zobrist(root)
    mean = games.past_value[g, game.plies]
    black = mean if root.turn == BLACK else -mean
    if games.past_surprise[g, game.plies] < 0.0:
        pass  # a cheap search is not sure enough
    elif abs(black) < p.sure:
        game.lead = 0
    elif black > 0:
        game.lead = max(game.lead, 0) + 1
    else:
        game.lead = min(game.lead, 0) - 1
    empties = root.empties
    play(root, move)
    game.captured |= move != PASS and root.empties != empties - 1
    game.plies += 1
    decided = abs(game.lead) >= p.plies
    if decided and game.foretold == 0:
        game.foretold = 1 if game.lead > 0 else -1
    if over(root) or root.moves >= p.longest * root.lines * root.lines:
        game.margin, game.counted, game.ended = area_of(root, games.owner[g]) - root.komi, 1, 1
        game.outcome = outcome_of(game.margin)
    elif decided and not game.patient:
        game.outcome, game.counted, game.ended = 0.95 * game.foretold, 0, 1


@on_all_processors
def move(games, full, parameters):
    """Let every game make a move, after a search that was a `full` one or a cheap one."""
    for g in numba.prange(len(games.game)):
        make(games, g, decide(games, g, full, parameters[0]), parameters[0])


def halving(considered: int, steps: int) -> np.ndarray:
    """schedule[m, step]: the visits of the move that is visited in this step where m moves are considered."""
    return np.array([[considered_visits(step, steps, m) for step in range(steps)] for m in range(considered + 1)])
