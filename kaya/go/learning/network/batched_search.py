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
"""

from math import exp, log
from typing import Any, NamedTuple

import numba
import numpy as np

from ....kernel import at, kernel, parameter, plain, random_below, random_unit, record, split_seed, zeros
from ....kernel.compile import get_thread_id, on_all_processors
from ....search import best_first
from ....search.gumbel import considered_visits, sigma
from ....search.puct import Puct, highest_puct
from ....search.tree import NODE, TREE, blank
from ...knowledge.planes import FACTS, TURN_FACT, describe, place_of
from ...rules import go
from ...rules.board import (
    BLACK,
    CELLS,
    EDGE,
    LARGEST,
    LATEST,
    PASS,
    WHITE,
    area_of,
    clear,
    in_atari,
    moves,
    over,
    play,
    put,
)
from ...rules.coordinates import handicap_points, star_points
from ...rules.zobrist import TABLE, zobrist

DEEPEST = 64
IDLE, ASKING, KNOWN = 0, 1, 2
NARROW = 24  # children that are stored below the root, the most
FAINT = 0.002  # below the root a move with a smaller P is left out
NEAR, FAR = 10, 40  # points by which komi may differ from the usual one
STONE = 14.0  # points that a stone more is worth, about
MOST_SHARE = np.float32(65535)  # by which policies that are kept are multiplied
COMPENSATED = 0.25  # share of the handicap games in which White has points for the stones


def _handicaps() -> np.ndarray:
    """[lines, count]: the points of so many handicap stones, up to 4 on small boards and 9 on large ones."""
    table = np.zeros((LARGEST + 1, 10, 9), np.int64)
    for lines in range(7, LARGEST + 1):
        stars = star_points(lines)
        for count in range(1, 10 if len(stars) == 9 else 5):
            table[lines, count, :count] = handicap_points(count, lines) if count > 1 else stars[:1]
    return table


HANDICAPS = _handicaps()
MOST_STONES = (HANDICAPS[:, :, 0] > 0).sum(1)


class SelfPlay(Puct):
    """How games are played to learn from; `puct` is what it is in players."""

    c_init: float = parameter(1.1, "exploration below the root", low=0.0, high=10.0)

    considered: int = parameter(16, "moves that are considered at the root", low=2, high=362)
    c_visit: float = parameter(50.0, "what is added to the visits in the weight of values", low=0.0, high=1000.0)
    c_scale: float = parameter(0.6, "weight of values against log P", low=0.0, high=10.0)
    opening: int = parameter(8, "a game begins with up to so many moves drawn by P", low=0, high=100)
    longest: float = parameter(2.0, "moves per point of the board after which a game is scored", low=1.0, high=5.0)
    sure: float = parameter(0.85, "value at which a game is taken to be decided", low=0.0, high=1.0)
    plies: int = parameter(5, "full searches in a row that must find it, both players agreeing", low=1, high=50)
    to_the_end: float = parameter(0.2, "share of the games that are played to the end all the same", low=0.0, high=1.0)
    even: float = parameter(0.7, "share of the games with the usual komi, among the others", low=0.0, high=1.0)
    wide: float = parameter(0.0, "share of the games with any komi up to 40 points from it", low=0.0, high=1.0)
    handicap: float = parameter(0.0, "share of the games with handicap stones", low=0.0, high=1.0)
    surprise: float = parameter(
        0.5, "share of the positions that are learned for how much the search changed the policy", low=0.0, high=1.0
    )


# fmt: off
GAME = record(
    ("depth", "i8"), ("waiting", "i8"), ("count", "i8"),
    ("result", "f8"),    # of a leaf where the game is over, for Black
    ("raw", "f8"),       # what the evaluator said of the root, for the player to move
    ("drawn", "i8"),     # moves that are drawn by P at the beginning
    ("plies", "i8"),     # moves made in this game
    ("lead", "i8"),      # for how many moves a side has been sure to win: above 0 Black
    ("patient", "i8"),   # this game is played to the end
    ("foretold", "i8"),  # who would have been taken to be the winner of a patient game
    ("captured", "i8"),  # a stone was captured: positions may repeat
    ("ended", "i8"),
    ("outcome", "f8"),   # of an ended game, for Black: 0.9 for the win and 0.1 by the points
    ("margin", "f8"),    # its points for Black, less komi
    ("counted", "i8"),   # and whether they were counted
    ("path", "i4", DEEPEST + 1),
)
# fmt: on


class Games(NamedTuple):
    """The games under way; one row each."""

    game: Any
    root: Any
    tree: Any
    nodes: Any
    unvisited: Any  # by node: the move of a child that is not laid out yet,
    unvisited_logs: Any  # and its log P
    cells: Any  # of the root's board without the room for larger boards: colours,
    chains: Any  # heads, next stones, numbers of stones, empty points and their places,
    liberties: Any
    moves: Any  # of the leaf
    codes: Any  # what the evaluator is asked
    facts: Any
    seen: Any  # hashes of the positions of the game
    past_codes: Any  # the positions of the game, and what is learned of them
    past_facts: Any
    past_policy: Any
    past_value: Any
    past_surprise: Any  # KL divergence of what the search found from P; -1 where the search was a cheap one
    owner: Any  # at the end


def cells_of(lines: int) -> int:
    """Cells of a board with its edges."""
    return (lines + 2) * (lines + 1) + 1


def new_games(count: int, lines: int, komi: float, simulations: int, p: Any, seed: int) -> Games:
    """So many games at their beginning, with room for their trees."""
    points, longest = lines * lines, int(p.longest * lines * lines) + 1
    game, root, tree = zeros(GAME, count), zeros(go.dtype, count), zeros(TREE, count)
    tree["capacity"] = 2 + points + simulations * NARROW
    root.rng = [split_seed(seed, k) for k in range(count)]
    for k in range(count):
        begin(game[k], root[k], lines, komi, p)
    return Games(
        plain(game),
        plain(root),
        plain(tree),
        plain(zeros(NODE, count * int(tree.capacity[0])).reshape(count, -1)),
        np.zeros((count, int(tree.capacity[0]) + points), np.int16),
        np.zeros((count, int(tree.capacity[0]) + points), np.float64),
        np.zeros((count, cells_of(lines)), np.uint8),
        np.zeros((count, 5, cells_of(lines)), np.uint16),
        np.zeros((count, cells_of(lines)), np.int64),
        np.zeros((count, points + 1), np.int16),
        np.zeros((count, points), np.uint8),
        np.zeros((count, FACTS), np.int16),
        np.zeros((count, longest + 1), np.uint64),
        np.zeros((count, longest, points), np.uint8),
        np.zeros((count, longest, FACTS), np.int16),
        np.zeros((count, longest, points + 1), np.uint16),
        np.zeros((count, longest), np.float32),
        np.zeros((count, longest), np.float32),
        np.zeros((count, CELLS), np.uint8),
    )


@kernel
def begin(game, root, lines, komi, p):
    """A new game. It may have any komi, and in a half of these games the side whom that hurts has stones for it; or
    handicap stones, most often at a komi of 0.5. Of the others some have another komi than the usual one."""
    kind, stones, colour, turn = random_unit(root), 0, BLACK, BLACK
    if kind < p.wide:
        far = min(FAR, lines * lines // 2)
        more = random_below(root, 2 * far + 1) - far
        komi += more
        if random_unit(root) < 0.5:
            stones = min(np.int64(np.round(abs(more) / STONE)), MOST_STONES[lines])
            colour = BLACK if more > 0 else WHITE
    elif kind < p.wide + p.handicap and MOST_STONES[lines] > 1:
        stones, turn = 2 + random_below(root, MOST_STONES[lines] - 1), WHITE
        if random_unit(root) < COMPENSATED:
            komi += min(STONE * (stones - 1), FAR) + random_below(root, 2 * NEAR + 1) - NEAR
        else:
            komi = 0.5
    elif random_unit(root) >= p.even:
        komi += random_below(root, 2 * NEAR + 1) - NEAR
    clear(root, lines, komi)
    for k in range(stones):
        put(root, HANDICAPS[lines, stones, k], colour)
    root.turn = turn
    game.plies, game.lead, game.foretold, game.captured, game.ended, game.counted = 0, 0, 0, 0, 0, 0
    game.drawn = random_below(root, p.opening + 1)
    game.patient = random_unit(root) < p.to_the_end
    game.waiting, game.depth = IDLE, 0


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
def follow(root, moves):
    """Begin a game with these moves."""
    for k in range(len(moves)):
        play(root, np.int64(moves[k]))


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


@on_all_processors
def begin_again(games, which, lines, komi, parameters):
    """New games in place of these."""
    for k in numba.prange(len(which)):
        g = which[k]
        begin(games.game[g], games.root[g], lines, komi, parameters[0])


@kernel
def looking_ahead(values, outcome, moves, ahead):
    """For each position the mean of the values after it, for one player, with weights that fall by a factor e in about
    so many moves; the last is the outcome."""
    decay = moves / (1.0 + moves)
    old, new, later, kept = np.float32(decay), np.float32(1.0 - decay), np.float32(outcome), np.float32(decay * outcome)
    for k in range(len(values) - 1, -1, -1):
        ahead[k] = later
        later = kept + new * values[k]
        kept = old * later


class Learned(NamedTuple):
    """What is learned of positions, a row each: columns of `Memory`, but that `result` and `found` make its value."""

    codes: np.ndarray
    facts: np.ndarray
    version: np.ndarray
    policy: np.ndarray
    reply: np.ndarray
    reply_weight: np.ndarray
    result: np.ndarray
    found: np.ndarray
    short: np.ndarray
    score: np.ndarray
    owner: np.ndarray
    owner_weight: np.ndarray


def room_to_learn(count: int, lines: int) -> Learned:
    """Room for so many positions."""
    points = lines * lines
    numbers = {name: np.empty(count, np.float32) for name in Learned._fields}
    policies = {name: np.empty((count, points + 1), np.float32) for name in ("policy", "reply")}
    return Learned(
        **numbers
        | policies
        | dict(
            codes=np.empty((count, points), np.uint8),
            facts=np.empty((count, FACTS), np.int16),
            version=np.empty(count, np.int32),
            owner=np.empty((count, points), np.int8),
        )
    )


@kernel
def write_game(games, versions, g, game, first, plies, short, weight, learned):
    """Write these plies of game g, whose record was `game` when it ended, into the rows from `first` on."""
    root, n = games.root[g], game.plies
    points, ahead, values = root.lines * root.lines, np.empty(n, np.float32), np.empty(n, np.float32)
    for ply in range(n):
        value = games.past_value[g, ply]
        values[ply] = value if games.past_facts[g, ply, TURN_FACT] == BLACK else -value
    looking_ahead(values, game.outcome, short, ahead)
    for k in range(len(plies)):
        row, ply = first + k, plies[k]
        sign, last = 1 if games.past_facts[g, ply, TURN_FACT] == BLACK else -1, ply == n - 1
        learned.version[row] = versions[g, ply]
        learned.reply_weight[row] = 0.0 if last else 1.0
        learned.result[row] = sign * game.outcome
        learned.found[row] = games.past_value[g, ply]
        learned.short[row] = sign * ahead[ply]
        learned.score[row] = sign * game.margin * game.counted
        learned.owner_weight[row] = weight * game.counted
        for i in range(FACTS):
            learned.facts[row, i] = games.past_facts[g, ply, i]
        for i in range(points + 1):
            reply = np.uint16(0) if last else games.past_policy[g, ply + 1, i]
            learned.policy[row, i] = np.float32(games.past_policy[g, ply, i]) / MOST_SHARE
            learned.reply[row, i] = np.float32(reply) / MOST_SHARE
        for y in range(root.lines):
            for x in range(root.lines):
                place, owner = y * root.lines + x, games.owner[g, (y + 1) * root.stride + x + 1]
                learned.codes[row, place] = games.past_codes[g, ply, place]
                learned.owner[row, place] = sign * (np.int64(owner == BLACK) - np.int64(owner == WHITE))


@on_all_processors
def write_learned(games, versions, which, ended, starts, plies, short, weights, learned):
    """Of ended games `which`, whose records were `ended`, write the positions plies[starts[k]:starts[k + 1]] of the
    k-th; `short` says how many moves the short-term value looks ahead, `weights` what the owners of each count."""
    for k in numba.prange(len(which)):
        some = plies[starts[k] : starts[k + 1]]
        write_game(games, versions, which[k], ended[k], starts[k], some, short, weights[k], learned)


def halving(considered: int, steps: int) -> np.ndarray:
    """schedule[m, step]: the visits of the move that is visited in this step where m moves are considered."""
    return np.array([[considered_visits(step, steps, m) for step in range(steps)] for m in range(considered + 1)])
