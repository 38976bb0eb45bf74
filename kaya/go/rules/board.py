"""The Go board as one record, and the rules as kernels on it.

A point is an index into arrays that hold the board row by row, each row `stride` = lines + 1 cells wide; the cell in
front of each row, and the rows above and below, are the EDGE. Point 0 is never on the board, so it means "pass".

Chains are rings of stones (`next_in_chain`), each stone knowing its `head`. The head carries the chain's
*pseudo-liberties*: every pair (stone, empty neighbour) counts once. Three sums over them, the number, the sum of the
points and the sum of their squares, share one 64-bit word, so that one addition keeps all three; the chain is in atari
exactly when all its pseudo-liberties are the same point, that is when number x squares = sum^2 (Cauchy-Schwarz).
"""

import numpy as np

from ...kernel import at, inlined, kernel, random_below

EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 3
PASS = 0
SMALLEST, LARGEST = 2, 19
LATEST = 32  # moves that a board remembers
CELLS = 424  # (19 + 2) rows of 20 cells, one more at the end, rounded up to a multiple of 8

# fmt: off
FIELDS = [
    ("lines", "i8"),            # lines of the board, 2 to 19
    ("stride", "i8"),           # distance from a point to the one below
    ("turn", "i8"),             # BLACK or WHITE
    ("ko", "i8"),               # where the ko rule forbids to play now, or 0
    ("last", "i8"),             # the last move, PASS included
    ("before_last", "i8"),      # and the one before it
    ("passes", "i8"),           # passes in a row
    ("moves", "i8"),            # moves played, passes included
    ("empties", "i8"),          # empty points on the board
    ("latest", "u2", LATEST),   # the latest moves, each at (its number) % LATEST
    ("komi", "f8"),             # White's compensation
    ("colour", "u1", CELLS),
    ("head", "u2", CELLS),
    ("next_in_chain", "u2", CELLS),
    ("stones", "u2", CELLS),    # of the chain, at its head
    ("empty", "u2", CELLS),     # the empty points, in no order
    ("place", "u2", CELLS),     # where in `empty` a point stands
    ("liberties", "i8", CELLS), # of the chain, at its head: the three sums
]
# fmt: on

NUMBER_BITS, SUM_BITS = 12, 21
SQUARES_SHIFT = NUMBER_BITS + SUM_BITS
NUMBER_MASK, SUM_MASK = (1 << NUMBER_BITS) - 1, (1 << SUM_BITS) - 1


@inlined
def liberty(p):
    """What the empty point p adds to the three sums of a chain beside it."""
    return (p * p << SQUARES_SHIFT) | (p << NUMBER_BITS) | 1


@inlined
def in_atari(board, head):
    """Has this chain only one liberty?"""
    sums = board.liberties[at(head)]
    total = (sums >> NUMBER_BITS) & SUM_MASK
    return (sums & NUMBER_MASK) * (sums >> SQUARES_SHIFT) == total * total


@kernel
def last_liberty(board, head):
    """The only liberty of a chain in atari."""
    sums = board.liberties[at(head)]
    return ((sums >> NUMBER_BITS) & SUM_MASK) // (sums & NUMBER_MASK)


@kernel
def clear(board, lines, komi):
    """An empty board, Black to move. The random state is left as it is."""
    board.lines, board.stride, board.komi = lines, lines + 1, komi
    board.turn, board.ko, board.last, board.before_last = BLACK, 0, 0, 0
    board.passes, board.moves, board.empties = 0, 0, 0
    for k in range(LATEST):
        board.latest[k] = PASS
    for p in range(CELLS):
        board.colour[p] = EDGE
        board.head[p], board.next_in_chain[p], board.stones[p], board.liberties[p] = 0, 0, 0, 0
        board.empty[p], board.place[p] = 0, 0
    for y in range(1, lines + 1):
        for x in range(1, lines + 1):
            p = y * (lines + 1) + x
            board.colour[p] = EMPTY
            board.place[p], board.empty[board.empties] = board.empties, p
            board.empties += 1


@kernel
def is_legal(board, p, colour):
    """May `colour` put a stone on the empty point p, by the rules of capture, suicide and simple ko? The ko is taken to
    forbid the point to both colours: asked for the player who is not to move, the answer may be too strict."""
    if p == board.ko:
        return False
    w = board.stride
    for d in (-w, w, -1, 1):
        q = p + d
        v = board.colour[at(q)]
        if v == EMPTY:
            return True
        # an own chain with another liberty, or an enemy chain that is captured
        if v != EDGE and (v == colour) != in_atari(board, board.head[at(q)]):
            return True
    return False


@inlined
def is_surrounded(board, p, colour):
    """Is every neighbour of p an own stone or the edge?"""
    w = board.stride
    return (
        (board.colour[at(p - w)] | EDGE ^ colour) == EDGE
        and (board.colour[at(p + w)] | EDGE ^ colour) == EDGE
        and (board.colour[at(p - 1)] | EDGE ^ colour) == EDGE
        and (board.colour[at(p + 1)] | EDGE ^ colour) == EDGE
    )


@kernel
def is_eye(board, p, colour):
    """Is p an own eye: surrounded, and with fewer than two enemy stones on the diagonals (one at the edge)?"""
    if not is_surrounded(board, p, colour):
        return False
    w = board.stride
    enemies, at_edge = 0, 0
    for d in (-w - 1, -w + 1, w - 1, w + 1):
        v = board.colour[at(p + d)]
        enemies += v == EDGE - colour
        at_edge |= v == EDGE
    return enemies + at_edge < 2


@kernel
def is_playable(board, p, colour):
    """Is the empty point p legal and no own eye? The same as `is_legal and not is_eye`, in one look around."""
    w = board.stride
    north, south = board.colour[at(p - w)], board.colour[at(p + w)]
    west, east = board.colour[at(p - 1)], board.colour[at(p + 1)]
    if north == EMPTY or south == EMPTY or west == EMPTY or east == EMPTY:
        return True  # no ko here: a ko is closed on all sides
    return not is_eye(board, p, colour) and is_legal(board, p, colour)


@kernel
def join(board, a, b):
    """Unite two chains, given by their heads; the smaller one gets the larger one's head."""
    if board.stones[at(a)] < board.stones[at(b)]:
        a, b = b, a
    board.liberties[at(a)] += board.liberties[at(b)]
    board.stones[at(a)] += board.stones[at(b)]
    p = b
    while True:
        board.head[at(p)] = a
        p = np.int64(board.next_in_chain[at(p)])
        if p == b:
            break
    after = board.next_in_chain[at(a)]
    board.next_in_chain[at(a)] = board.next_in_chain[at(b)]
    board.next_in_chain[at(b)] = after


@kernel
def remove(board, head):
    """Take a chain off the board; its neighbours get their liberties back. How many stones it had."""
    w = board.stride
    p, removed = head, 0
    while True:
        board.colour[at(p)] = EMPTY
        board.place[at(p)] = board.empties
        board.empty[at(board.empties)] = p
        board.empties += 1
        removed += 1
        gained = liberty(p)
        for d in (-w, w, -1, 1):
            q = p + d
            v = board.colour[at(q)]
            if v == BLACK or v == WHITE:
                board.liberties[at(board.head[at(q)])] += gained
        p = np.int64(board.next_in_chain[at(p)])
        if p == head:
            return removed


@kernel
def put(board, p, colour):
    """Put a legal stone on p: join, capture, and set the ko. How many stones were captured."""
    board.ko = 0
    board.empties -= 1
    hole, moved = board.place[at(p)], board.empty[at(board.empties)]
    board.empty[at(hole)], board.place[at(moved)] = moved, hole
    board.colour[at(p)] = colour
    board.head[at(p)] = p
    board.next_in_chain[at(p)] = p
    board.stones[at(p)] = 1
    w = board.stride
    enemy = EDGE - colour
    own_liberties, lost, closed = 0, liberty(p), True
    for d in (-w, w, -1, 1):
        q = p + d
        v = board.colour[at(q)]
        if v == EMPTY:
            own_liberties += liberty(q)
            closed = False
        elif v != EDGE:
            board.liberties[at(board.head[at(q)])] -= lost
            if v == colour:
                closed = False
    board.liberties[at(p)] = own_liberties
    captured, where = 0, 0
    for d in (-w, w, -1, 1):
        q = p + d
        v = board.colour[at(q)]
        if v == colour:
            mine, other = np.int64(board.head[at(p)]), np.int64(board.head[at(q)])
            if mine != other:
                join(board, mine, other)
        elif v == enemy:
            other = np.int64(board.head[at(q)])
            if board.liberties[at(other)] == 0:
                captured += remove(board, other)
                where = q
    if captured == 1 and closed:
        board.ko = where
    return captured


@kernel
def play(board, move):
    """Play a legal move, or PASS, for the player to move."""
    colour = board.turn
    board.turn = EDGE - colour
    board.latest[at(board.moves & LATEST - 1)] = move
    board.moves += 1
    board.before_last, board.last = board.last, move
    if move == PASS:
        board.ko = 0
        board.passes += 1
    else:
        board.passes = 0
        put(board, move, colour)


ALLOWED, NOT_ON_THE_BOARD, OCCUPIED, KO, SUICIDE = 0, 1, 2, 3, 4


@kernel
def try_move(before, after, move, colour):
    """Play a move of either colour from before[0] to after[0]; ALLOWED, or why it is not (superko apart)."""
    after[0] = before[0]
    board = after[0]
    if move != PASS:
        if not 0 < move < CELLS or board.colour[move] == EDGE:
            return NOT_ON_THE_BOARD
        if board.colour[move] != EMPTY:
            return OCCUPIED
        if move == board.ko and colour == board.turn:
            return KO
        board.ko = 0
        if not is_legal(board, move, colour):
            return SUICIDE
    board.turn = colour
    play(board, move)
    return ALLOWED


@kernel
def over(board):
    """Two passes in a row end the game."""
    return board.passes >= 2


@kernel
def mover(board):
    """BLACK or WHITE."""
    return np.int64(board.turn)


@kernel
def area_of(board, owner):
    """Write into owner[p] who owns each point of the board by area scoring, all stones being alive: BLACK, WHITE, or
    EMPTY where both reach. The sum: Black's points minus White's."""
    w, score = board.stride, 0
    owner[:] = 0
    waiting = np.zeros(CELLS, np.int16)
    for y in range(1, board.lines + 1):
        for start in range(y * w + 1, y * w + 1 + board.lines):
            if board.colour[start] != EMPTY:
                owner[start] = board.colour[start]
            elif owner[start] == 0:
                owner[start], waiting[0] = 4, start  # 4: seen, part of the region that grows now
                count, done, touches = 1, 0, 0
                while done < count:
                    p = np.int64(waiting[done])
                    done += 1
                    for d in (-w, w, -1, 1):
                        v = board.colour[p + d]
                        if v != EMPTY:
                            touches |= (1 << v) & 6
                        elif owner[p + d] == 0:
                            owner[p + d] = 4
                            waiting[count] = p + d
                            count += 1
                for k in range(count):
                    owner[waiting[k]] = 4 + (BLACK if touches == 2 else WHITE if touches == 4 else EMPTY)
    for y in range(1, board.lines + 1):
        for p in range(y * w + 1, y * w + 1 + board.lines):
            owner[p] &= 3
            score += np.int64(owner[p] == BLACK) - np.int64(owner[p] == WHITE)
    return np.int64(score)


@kernel
def area_score(board):
    """Black's area minus White's, all stones being alive. Where a playout has left only single empty points, one look
    at the neighbours is enough."""
    w, score = board.stride, 0
    for y in range(1, board.lines + 1):
        for p in range(y * w + 1, y * w + 1 + board.lines):
            v = board.colour[at(p)]
            if v == BLACK:
                score += 1
            elif v == WHITE:
                score -= 1
            else:
                touches = 1 << board.colour[at(p - w)] | 1 << board.colour[at(p + w)]
                touches |= 1 << board.colour[at(p - 1)] | 1 << board.colour[at(p + 1)]
                if touches & 1:
                    return area_of(board, np.zeros(CELLS, np.uint8))
                touches &= 6
                score += np.int64(touches == 2) - np.int64(touches == 4)
    return score


@kernel
def result(board):
    """+1 if Black wins, -1 if White wins, 0 for a draw."""
    margin = area_score(board) - board.komi
    return 1.0 if margin > 0 else (-1.0 if margin < 0 else 0.0)


@kernel
def moves(board, into):
    """Write the legal moves that fill no own eye into `into`, then PASS; how many."""
    count = 0
    for k in range(board.empties):
        p = np.int64(board.empty[at(k)])
        if is_playable(board, p, board.turn):
            into[at(count)] = p
            count += 1
    into[at(count)] = PASS
    return count + 1


@inlined
def set_aside(board, k, left):
    """Move the k-th empty point behind the first `left`, so that it is not drawn again."""
    p, other = board.empty[at(k)], board.empty[at(left)]
    board.empty[at(k)], board.place[at(other)] = other, k
    board.empty[at(left)], board.place[at(p)] = p, left


@kernel
def random_move(board):
    """A random legal move that fills no own eye, or PASS where there is none: the light simulation strategy. Each point
    is drawn once."""
    left, colour = board.empties, board.turn
    while left > 0:
        k = random_below(board, left)
        p = np.int64(board.empty[at(k)])
        if is_playable(board, p, colour):
            return p
        left -= 1
        set_aside(board, k, left)
    return 0
