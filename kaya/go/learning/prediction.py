"""Positions of recorded games as competitions between their legal moves, and how well a table predicts the winners."""

import numpy as np

from ...kernel import kernel
from ..knowledge.features import SUPERSEDED, count_liberties, features, log_move_strength
from ..knowledge.large_patterns import BOARD_NOTES, box_from_rows, largest_shapes, log_probability
from ..rules.board import CELLS, PASS, is_legal, play
from .harvest import begin, is_sampled

WORK = np.dtype([("scratch", "i8", BOARD_NOTES.itemsize // 8), ("value", "f8", CELLS)], align=True)
TOPS = (1, 5, 10, 20)
PHASE, PHASES = 30, 11  # moves 1-30, 31-60, …, 271-300, more


@kernel
def gather_games(
    boards, table, work, lines, handicaps, starts, moves, first, one_in, seed, classes, participants, ends
):
    """Write the legal moves of a sample of the positions into `participants`, the played one first, and where each
    position ends into `ends`. How many positions; it stops when either array is full."""
    board, positions, count = boards[0], 0, 0
    for game in range(len(lines)):
        begin(board, lines[game], moves, starts[game], handicaps[game])
        for k in range(starts[game] + handicaps[game], starts[game + 1]):
            move = np.int64(moves[k])
            if move != PASS and is_sampled(first + game, board.moves, one_in, seed):
                if positions == len(ends) or count + board.empties > len(participants):
                    return positions
                count_liberties(board, work[0])
                winner = count
                for e in range(board.empties):
                    p = np.int64(board.empty[e])
                    if is_legal(board, p, board.turn):
                        plain, size, answer, answer_size = largest_shapes(
                            board, p, board.turn, table[0], box_from_rows(board, p, work[0]), None
                        )
                        superseded = answer >= 0 and answer_size == size
                        team = participants[count]
                        team.levels = features(board, p, board.turn, work[0])
                        team.shape, team.answer = -1 if superseded else plain, answer
                        team.shape_class = SUPERSEDED if superseded else classes[plain] if plain >= 0 else 0
                        team.answer_class = classes[answer] if answer >= 0 else 0
                        if p == move:
                            winner = count
                        count += 1
                start = ends[positions - 1] if positions > 0 else 0
                swap(participants, start, winner)
                ends[positions] = count
                positions += 1
            play(board, move)
    return positions


@kernel
def swap(participants, i, j):
    a, b = participants[i], participants[j]
    a.levels, b.levels = b.levels, a.levels
    a.shape, b.shape = b.shape, a.shape
    a.answer, b.answer = b.answer, a.answer
    a.shape_class, b.shape_class = b.shape_class, a.shape_class
    a.answer_class, b.answer_class = b.answer_class, a.answer_class


@kernel
def predict_games(boards, table, work, lines, handicaps, starts, moves, first, one_in, seed, with_features, hits, seen):
    """Rank the legal moves of a sample of the positions by strength (or, without features, by the probability of the
    largest known shape). hits[phase, k] counts how often the played move is among the best TOPS[k]; moves of equal
    value share their places evenly. seen[phase] counts positions. The sum of ln P(played move)."""
    board, likelihood = boards[0], 0.0
    value = work[0].value
    for game in range(len(lines)):
        begin(board, lines[game], moves, starts[game], handicaps[game])
        for k in range(starts[game] + handicaps[game], starts[game + 1]):
            move = np.int64(moves[k])
            if move != PASS and is_sampled(first + game, board.moves, one_in, seed):
                count_liberties(board, work[0])
                total, better, equal = 0.0, 0, 0
                for e in range(-1, board.empties):
                    p = np.int64(board.empty[e]) if e >= 0 else move
                    if is_legal(board, p, board.turn):
                        if with_features:
                            value[p] = log_move_strength(board, p, board.turn, work[0], table[0])
                        else:
                            plain, _, _, _ = largest_shapes(
                                board, p, board.turn, table[0], box_from_rows(board, p, work[0]), None
                            )
                            value[p] = log_probability(plain) if plain >= 0 else -30.0
                        if e >= 0:
                            total += np.exp(value[p])
                            better += value[p] > value[move]
                            equal += value[p] == value[move]
                likelihood += value[move] - np.log(total)
                phase = min(board.moves // PHASE, PHASES - 1)
                seen[phase] += 1
                for t in range(len(TOPS)):
                    hits[phase, t] += min(max((TOPS[t] - better) / equal, 0.0), 1.0)
            play(board, move)
    return likelihood
