"""How many mistakes that were made in games a program does not make: the share solved of five kinds of positions.

    python -m bench.kriegspiel_mistakes --player kriegspiel-e --simulations 3000

The player has heard all that was said to the side to move, and tries until the umpire allows a move. That is judged on
the umpire's board, by exchanges on a square which both sides go on with as long as it pays:

    guarded     the man that moves is not lost to a pawn
    announced   the enemy's man that has just taken something takes no other one
    free        a man is won that a pawn can take, or that has just taken something
    passed      a passed pawn that runs whenever it can is taken, also just after it has promoted, or held
    progress    far ahead, it has won more within the next plies against a program that defends, or has mated

To win or to lose is by MUCH at least. Of all but the last another move is known to solve it; `by chance` is the mean
share of the legal moves that do, where one move decides. `--make results.db` prints a suite of the mistakes in the
games of a store: shipped is that of `kaya reproduce kriegspiel-more-search`, where each program plays itself.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import chess

from kaya.kriegspiel.files.pgn import KriegspielRecord, load
from kaya.kriegspiel.rules import KriegspielPosition
from kaya.lab.matches.store import Store
from kaya.lab.statistics.results import wilson
from kaya.players import make_player
from kaya.search import Budget
from kaya.table import PersonSeat, PlayerSeat, Table

SUITE = Path(__file__).parent / "mistakes.txt"
KINDS = ("guarded", "announced", "free", "passed", "progress")
VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 100}
MUCH = 2  # pawns
AHEAD, MEN = 5, 2  # pawns ahead; men of the enemy besides his king, at least
STILL = 40  # plies in which nothing happens, and within which something should
NEAR, LATER = 3, 2  # steps of a passed pawn to go, at most; own moves for which it must be held when it could be there
NODES = 4000  # in the search for a way to stop it
DEFENDER, DEFENCE = "kriegspiel-minimax", Budget(simulations=300)


class Mistake(NamedTuple):
    """A position by the tries that led to it, refused ones too, who went wrong there, and how it moved."""

    kind: str
    author: str
    move: str
    tries: list[str]

    def __str__(self) -> str:
        return " ".join((self.kind, self.author, self.move, *self.tries))

    @property
    def position(self) -> KriegspielPosition:
        position = KriegspielPosition()
        for name in self.tries:
            position.attempt(position.parse_move(name))
        return position

    @property
    def board(self) -> chess.Board:
        """The umpire's board, with the moves that led to it."""
        board = chess.Board()
        for move in map(chess.Move.from_uci, self.tries):
            if board.is_legal(move):
                board.push(move)
        return board


def read_suite() -> list[Mistake]:
    lines = (line.split() for line in SUITE.read_text().splitlines())
    return [Mistake(kind, author, move, tries) for kind, author, move, *tries in lines]


# What is lost and won


def victim(board: chess.Board, move: chess.Move) -> int:
    """What a move takes, in pawns."""
    return 1 if board.is_en_passant(move) else VALUES.get(board.piece_type_at(move.to_square) or 0, 0)


def gain(board: chess.Board, move: chess.Move) -> int:
    """What a move wins on its square, if both sides go on taking there as long as it pays."""
    taken = victim(board, move)
    board.push(move)
    gain_back = max((gain(board, m) for m in takers(board, move.to_square)), default=0)
    board.pop()
    return taken - max(gain_back, 0)


def takers(board: chess.Board, square: int) -> list[chess.Move]:
    """The legal moves that take what stands there; a pawn becomes a queen."""
    moves = board.generate_legal_captures(chess.BB_ALL, chess.BB_SQUARES[square])
    return [m for m in moves if m.promotion in (None, chess.QUEEN)]


def lost_to(board: chess.Board, move: chess.Move, source: int, target: int) -> int:
    """What the enemy's men on one set of squares win on another after this move, less what it took."""
    taken = victim(board, move)
    board.push(move)
    captures = board.generate_legal_captures(source, target)
    worst = max((gain(board, m) for m in captures), default=0)
    board.pop()
    return worst - taken


def announced(board: chess.Board) -> int:
    """Where a man of the enemy has just taken something, as a set of squares."""
    if not board.move_stack:
        return 0
    last = board.pop()
    captured = board.is_capture(last)
    board.push(last)
    return chess.BB_SQUARES[last.to_square] if captured else 0


def is_guarded(board: chess.Board, move: chess.Move) -> bool:
    """Is the man that moves lost to a pawn?"""
    pawns = board.pieces_mask(chess.PAWN, not board.turn)
    return lost_to(board, move, pawns, chess.BB_SQUARES[move.to_square]) >= MUCH


def is_left(board: chess.Board, move: chess.Move) -> bool:
    """Does the man that has just taken something win more?"""
    return lost_to(board, move, announced(board), chess.BB_ALL) >= MUCH


def takes_free(board: chess.Board, move: chess.Move) -> bool:
    """Does it win a man that a pawn can take, or that has just taken something? Mate is as good."""
    by_pawn = board.piece_type_at(move.from_square) == chess.PAWN
    if victim(board, move) > 1 and (by_pawn or chess.BB_SQUARES[move.to_square] & announced(board)):
        return gain(board, move) >= MUCH
    board.push(move)
    mates = board.is_checkmate()
    board.pop()
    return mates


def steps_to_go(board: chess.Board, pawn: int) -> int:
    """Of a pawn of the side that is not to move."""
    return chess.square_rank(pawn) if board.turn else 7 - chess.square_rank(pawn)


def passed_pawn(board: chess.Board) -> int | None:
    """The passed pawn of the side that is not to move that is next to promote, if it is near."""
    own, found = board.pieces(chess.PAWN, board.turn), []
    for pawn in board.pieces(chess.PAWN, not board.turn):
        file, steps = chess.square_file(pawn), steps_to_go(board, pawn)
        before = [s for s in own if abs(chess.square_file(s) - file) < 2 and steps_to_go(board, s) < steps]
        if steps <= NEAR and not before:
            found.append((steps, pawn))
    return min(found)[1] if found else None


def run(board: chess.Board, pawn: int) -> chess.Move:
    """The move of a side whose pawn runs whenever it can; else its king goes after it."""
    own = [m for m in board.legal_moves if m.from_square == pawn and m.promotion in (None, chess.QUEEN)]
    if own:
        return min(own, key=lambda m: (board.is_capture(m), m.uci()))

    def near(move: chess.Move) -> tuple:
        king = board.piece_type_at(move.from_square) == chess.KING
        return not king, chess.square_distance(move.to_square, pawn) if king else 0, move.uci()

    return min(board.legal_moves, key=near)


class Runner(NamedTuple):
    """A passed pawn that runs, and for how many moves it is to be held."""

    pawn: int
    left: int

    @classmethod
    def before(cls, board: chess.Board) -> "Runner":
        """The enemy's, the side to move having to stop it."""
        pawn = passed_pawn(board)
        assert pawn is not None
        return cls(pawn, steps_to_go(board, pawn) + LATER)

    def after(self, board: chess.Board) -> "Runner":
        """After a move of its side, which is made on the board."""
        move = run(board, self.pawn)
        board.push(move)
        return Runner(move.to_square if move.from_square == self.pawn else self.pawn, self.left - 1)

    def verdict(self, board: chess.Board) -> bool | None:
        """After a move of the other side: is the pawn stopped? None: that is not decided."""
        piece = board.piece_at(self.pawn)
        if piece is None or piece.color != board.turn or board.is_checkmate():
            return True
        if piece.piece_type != chess.PAWN or board.is_game_over():
            return False
        return True if self.left == 0 else None


def can_be_stopped(board: chess.Board, runner: Runner, nodes: list[int]) -> bool:
    """Whether some moves of the side to move stop the pawn; a search that gives up when no nodes are left."""
    file = runner.pawn % 8
    for move in sorted(board.legal_moves, key=lambda m: (m.to_square != runner.pawn, m.to_square % 8 != file)):
        nodes[0] -= 1
        if nodes[0] < 0:
            return False
        board.push(move)
        found = runner.verdict(board)
        if found is None:
            found = can_be_stopped(board, runner.after(board), nodes)
            board.pop()
        board.pop()
        if found:
            return True
    return False


def lead(board: chess.Board, colour: bool) -> int:
    """How many pawns a side is ahead."""
    return sum((1 if piece.color == colour else -1) * VALUES[piece.piece_type] for piece in board.piece_map().values())


JUDGED = {  # by one move: does it solve the position?
    "guarded": lambda board, move: not is_guarded(board, move),
    "announced": lambda board, move: not is_left(board, move),
    "free": takes_free,
}


# Asking a player


def solved(mistake: Mistake, player: str, budget: Budget, seed: int) -> bool:
    """Whether a player solves a position."""
    position, board = mistake.position, mistake.board
    side = position.mover
    asked = PlayerSeat(make_player(player, game="kriegspiel", seed=seed), budget)
    if mistake.kind == "progress":
        return makes_progress(position, board, asked, seed)
    table = Table(position, {side: asked, 3 - side: PersonSeat()})
    if mistake.kind == "passed":
        return stops(table, board)
    return JUDGED[mistake.kind](board, own_move(table))


def own_move(table: Table) -> chess.Move:
    """The move that the umpire allows of those that the player to move tries."""
    number = len(table.position.plies)
    while len(table.position.plies) == number:
        table.ask()
    return chess.Move.from_uci(table.position.move_name(table.position.plies[-1].move))


def stops(table: Table, board: chess.Board) -> bool:
    """Whether a player stops the passed pawn that runs."""
    runner, found = Runner.before(board), None
    while found is None and not table.over:
        board.push(own_move(table))
        found = runner.verdict(board)
        if found is None and not table.over:
            runner = runner.after(board)
            table.put(board.peek().uci())
    return bool(found)


def makes_progress(position: KriegspielPosition, board: chess.Board, asked: PlayerSeat, seed: int) -> bool:
    side, colour = position.mover, board.turn
    defender = PlayerSeat(make_player(DEFENDER, game="kriegspiel", seed=seed + 1), DEFENCE)
    table, last = Table(position, {side: asked, 3 - side: defender}), len(position.plies) + STILL
    while not table.over and len(position.plies) < last:
        table.ask()
    if table.over:
        return position.verdict().points == float(colour)
    return lead(chess.Board(position.fen), colour) > lead(board, colour)


# Finding mistakes in games


def mistakes(record: KriegspielRecord) -> Iterator[Mistake]:
    """Those of a game, one of each kind at most."""
    position, board, kinds, tries = record.position, chess.Board(), set(), []
    moves = [chess.Move.from_uci(position.move_name(ply.move)) for ply in position.plies]
    for n, (ply, move) in enumerate(zip(position.plies, moves, strict=True)):
        author = (record.white if board.turn else record.black).split(":")[0]
        for kind in kinds_of(board, moves[n:]):
            if kind not in kinds:
                kinds.add(kind)
                yield Mistake(kind, author, move.uci(), tries.copy())
        tries += map(position.move_name, (*ply.tried, ply.move))
        board.push(move)


def new_suite(store: str, size: int) -> Iterator[Mistake]:
    """So many mistakes of each kind in the games of a store, of all programs as equally many as there are."""
    found: dict[str, dict[str, list[Mistake]]] = {kind: defaultdict(list) for kind in KINDS}
    with Store(store) as kept:
        for match in (m for m in kept.matches() if m.game == "kriegspiel"):
            for stored in kept.games(match.id):
                for mistake in mistakes(load(stored.record)):
                    found[mistake.kind][mistake.author].append(mistake)
    for by_author in found.values():
        ranked = sorted((n, author) for author, made in by_author.items() for n in range(len(made)))
        yield from (by_author[author][n] for n, author in ranked[:size])


def kinds_of(board: chess.Board, moves: list[chess.Move]) -> Iterator[str]:
    """The mistakes that the next of these moves is, by what came of it."""
    move, answer = moves[0], moves[1] if len(moves) > 1 else None
    piece = board.piece_type_at(move.from_square)
    if answer and piece not in (chess.PAWN, chess.KING) and answer.to_square == move.to_square:
        by_pawn = board.piece_type_at(answer.from_square) == chess.PAWN
        if by_pawn and is_guarded(board, move) and solvable("guarded", board):
            yield "guarded"
    if answer and chess.BB_SQUARES[answer.from_square] & announced(board) and answer.to_square != move.to_square:
        man = board.piece_type_at(answer.to_square)
        if man not in (None, chess.PAWN) and is_left(board, move) and solvable("announced", board):
            yield "announced"
    if not takes_free(board, move) and solvable("free", board):
        yield "free"
    pawn = passed_pawn(board)
    runs = pawn is not None and promotes(moves, pawn, steps_to_go(board, pawn))
    if runs and can_be_stopped(board.copy(), Runner.before(board), [NODES]):
        yield "passed"
    if stands_still(board, moves):
        yield "progress"


def solvable(kind: str, board: chess.Board) -> bool:
    return any(JUDGED[kind](board, move) for move in board.legal_moves)


def promotes(moves: list[chess.Move], pawn: int, steps: int) -> bool:
    """Does this pawn promote in the next moves, the first being the other side's, and stay?"""
    for n, move in enumerate(moves[: 2 * (steps + LATER)]):
        if move.from_square == pawn and n % 2:
            pawn = move.to_square
            if move.promotion:
                return n + 1 < len(moves) and moves[n + 1].to_square != pawn
        elif move.to_square == pawn:
            return False
    return False


def stands_still(board: chess.Board, moves: list[chess.Move]) -> bool:
    """Is the side to move far ahead, and is nothing taken, and no pawn of its moved, for STILL plies?"""
    colour, men = board.turn, board.occupied_co[not board.turn].bit_count() - 1
    if lead(board, colour) < AHEAD or men < MEN or len(moves) < STILL:
        return False
    board = board.copy(stack=False)
    for move in moves[:STILL]:
        own_pawn = board.turn == colour and board.piece_type_at(move.from_square) == chess.PAWN
        if board.is_capture(move) or own_pawn or move.promotion:
            return False
        board.push(move)
    return True


def by_chance(kind: str) -> str:
    """The mean share of the legal moves that solve a position of a kind which one move decides."""
    if kind not in JUDGED:
        return ""
    boards = [mistake.board for mistake in read_suite() if mistake.kind == kind]
    shares = [[JUDGED[kind](board, move) for move in board.legal_moves] for board in boards]
    return f", by chance {sum(sum(s) / len(s) for s in shares) / len(shares):.0%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="kriegspiel-e")
    parser.add_argument("--simulations", type=int, default=3000)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--make", metavar="STORE", help="print a new suite from these games")
    parser.add_argument("--size", type=int, default=12, help="of each kind in it")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    budget, found = Budget(simulations=args.simulations), defaultdict(list)
    if args.make:
        for mistake in new_suite(args.make, args.size):
            print(mistake, flush=True)
        return
    for number, mistake in enumerate(read_suite()):
        if mistake.kind in args.kinds:
            began = time.process_time()
            found[mistake.kind].append(ok := solved(mistake, args.player, budget, args.seed + 2 * number))
            took = time.process_time() - began
            print(f"{number:3} {mistake.kind:10} {'solved' if ok else 'not solved'}, {took:.1f} CPU-s", flush=True)
    for kind, results in [*found.items(), ("all", [*chain(*found.values())])]:
        low, high = wilson(sum(results), len(results))
        share = f"{sum(results) / len(results):.0%} [{low:.0%}, {high:.0%}]"
        print(f"{args.player}: {kind:10} {sum(results)} of {len(results)}, {share}{by_chance(kind)}")


if __name__ == "__main__":
    main()
