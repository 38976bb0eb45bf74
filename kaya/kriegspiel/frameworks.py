"""Kriegspiel for other frameworks: planes for learners, and OpenSpiel's `kriegspiel`."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..frameworks import needed
from ..frameworks.encoding import Encoding
from ..frameworks.translation import Translation
from ..kernel import plain, split_seed, zeros
from .knowledge.densities import densities
from .knowledge.sampling.boards import sample_boards
from .knowledge.sampling.known import known_to
from .rules import KriegspielPosition, View
from .rules.board import LONG, SHORT
from .rules.fen import START, to_chess
from .rules.messages import CHECK_NAMES
from .rules.squares import BISHOP, KNIGHT, PAWN, QUEEN, ROOK, WHITE, move_name, move_parts, new_move, parse_move

if TYPE_CHECKING:
    import chess

ATTEMPTS = 300  # boards that are drawn for a determinization


def all_moves() -> tuple[int, ...]:
    """The 1968 moves of chess pieces from square to square: those of queens and knights, and promotions."""
    found = []
    for source, target in ((s, t) for s in range(64) for t in range(64) if s != t):
        dx, dy = abs((source & 7) - (target & 7)), abs((source >> 3) - (target >> 3))
        if dx in (0, dy) or dy == 0 or {dx, dy} == {1, 2}:
            found.append(new_move(source, target))
        if dx <= 1 and dy == 1 and (source >> 3, target >> 3) in ((6, 7), (1, 0)):
            found += [new_move(source, target, kind) for kind in (KNIGHT, BISHOP, ROOK, QUEEN)]
    return tuple(found)


MOVES = all_moves()


class OwnPieces(Encoding):
    """8 x 8 x 24, row 8 above and file a on the left for both sides: the six kinds of own pieces; where tries of this
    turn that were refused began, and ended; where the last own move began, and ended; where the opponent's last move
    captured, and the last own move; and in whole planes the five directions of a check, the pawn tries (of 16), the own
    castling rights, the opponent's pawns (of 8) and pieces (of 7) that are left, whether the game is over, and whether
    the own pieces are white. The moves are those of `all_moves`."""

    def moves(self, view: View) -> Sequence[int]:
        return MOVES

    def planes(self, view: View, side: int) -> np.ndarray:
        planes = np.zeros((64, 24), self.kind)
        for square, kind in view.pieces.items():
            planes[square, kind - PAWN] = 1
        for move in view.tried:
            source, target, _ = move_parts(move)
            planes[source, 6] = planes[target, 7] = 1
        legal = [a for a in view.log if a.legal]
        mine = next((a for a in reversed(legal) if a.by == side), None)
        other = next((a for a in reversed(legal) if a.by != side), None)
        if mine is not None:
            source, target, _ = move_parts(mine.move)
            planes[source, 8] = planes[target, 9] = 1
        for k, said in ((10, other), (11, mine)):
            if said is not None and said.capture is not None:
                planes[said.capture, k] = 1
        rights = int(view.board.castling) >> (0 if side == WHITE else 2)
        whole = (
            *(view.checks & check for check in CHECK_NAMES),
            view.pawn_tries / 16,
            rights & SHORT,
            rights & LONG,
            view.enemy_pawns / 8,
            view.enemy_pieces / 7,
            view.over,
            side == WHITE,
        )
        planes[:, 12:] = [min(float(value), 1.0) for value in whole]
        return planes.reshape(8, 8, -1)[::-1]


class OpenSpielKriegspiel(Translation):
    """OpenSpiel's `kriegspiel`, whose player 1 is White. Its umpire does not say that the game is over: who is mated
    finds all tries refused. It lets pawns try to capture where no pawn try was announced, and draws after 50 plies
    without a capture or a pawn's move."""

    sides = (2, 1)

    def start(self, parameters: Mapping[str, Any]) -> Any:
        if parameters.get("board_size", 8) != 8:
            raise ValueError("Kaya plays Kriegspiel on 8 x 8 squares.")
        return KriegspielPosition(parameters.get("fen") or START)

    def parameters(self, position: Any) -> dict[str, Any]:
        return {} if position.start_fen == START else {"fen": position.start_fen}

    def move(self, state: Any, action: int) -> int:
        return parse_move(state.action_to_string(state.current_player(), action))

    def action(self, state: Any, move: int) -> int | None:
        wanted, player = move_name(move), state.current_player()
        return next((a for a in state.legal_actions() if state.action_to_string(player, a) == wanted), None)

    def sample(self, view: View, state: Any, chance: random.Random) -> Any:
        """A determinization, one move of the opponent before it, and that move."""
        game = state.get_game()
        if not any(a.legal for a in view.log):
            return game.new_initial_state()
        boards = plain(zeros(view.game.dtype, 1))
        boards["rng"] = split_seed(chance.getrandbits(63))
        if not sample_boards(known_to(view, densities())[0], boards, ATTEMPTS):
            return None
        before, move = self._moved(view, to_chess(boards.view(np.recarray)[0]), chance)
        if move is None:
            return None
        parameters = {**game.get_parameters(), "fen": before.fen()}
        found = needed("pyspiel", "openspiel").load_game(game.get_type().short_name, parameters).new_initial_state()
        action = self.action(found, parse_move(move.uci()))
        if action is not None:
            found.apply_action(action)
        return found

    def _moved(
        self, view: View, board: "chess.Board", chance: random.Random
    ) -> "tuple[chess.Board, chess.Move | None]":
        """A position from which a move of the opponent leads to this board, as it was heard, and the move; None for the
        move if there is none."""
        import chess

        candidates = list(taken_back(board))
        chance.shuffle(candidates)
        for source, target, kind in candidates:
            before, piece = before_move(view, board, source, target, kind), board.piece_type_at(target)
            move = chess.Move(source, target, piece if kind != piece else None)
            if before.is_valid() and before.is_legal(move):
                after = before.copy()
                after.push(move)
                if after.board_fen() == board.board_fen():
                    return before, move
        return board, None


def taken_back(board: "chess.Board") -> Iterator[tuple[int, int, int]]:
    """From where, to where and as what kind of piece the opponent can have moved, by the squares alone; no castling."""
    import chess

    them, free = not board.turn, ~board.occupied & chess.BB_ALL
    for target in chess.SquareSet(board.occupied_co[them]):
        piece = board.piece_type_at(target)
        assert piece is not None
        if piece == PAWN or (chess.square_rank(target) in (0, 7) and KNIGHT <= piece <= QUEEN):
            yield from ((source, target, PAWN) for source in chess.SquareSet(free))
        if piece != PAWN:
            yield from ((source, target, piece) for source in chess.SquareSet(board.attacks_mask(target) & free))


def before_move(view: View, board: "chess.Board", source: int, target: int, kind: int) -> "chess.Board":
    """The board before such a move of the opponent, which may have captured."""
    import chess

    last = next(a for a in reversed(view.log) if a.legal)
    before = board.copy(stack=False)
    before.turn, before.ep_square = not board.turn, None
    before.remove_piece_at(target)
    before.set_piece_at(source, chess.Piece(kind, before.turn))
    if last.capture == target:
        before.set_piece_at(target, chess.Piece(view.lost[-1], board.turn))
    return before
