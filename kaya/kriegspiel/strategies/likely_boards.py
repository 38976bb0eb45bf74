"""Likely boards (`kriegspiel/knowledge/particles`): one is drawn before each simulation, and what is reached on it is
evaluated; no game is played to its end."""

from math import exp, tanh

import numpy as np

from ...games.players_game import OTHER
from ...games.rules import over, result
from ...kernel import Parameters, at, kernel, parameter, random_below
from ...kernel.addresses import fill_from
from ...search import best_first, strategy
from ..knowledge.particles.evaluation import best_threat, drawn_value, standing, value_after, value_of_try
from ..rules.game import kriegspiel
from ..rules.moves import is_legal
from ..rules.rule_sets import ENDLESS, STALEMATE_LOSES
from ..rules.squares import QUEEN, WHITE

ENDINGS = STALEMATE_LOSES | ENDLESS
SIZE = kriegspiel.dtype.itemsize


@strategy("sample")
def likely_board(state, p):
    """Draw one of the likely boards. The random numbers move to it until the simulation is over. Its umpire speaks by
    the ICC's rules: what others leave untold is found out by tries that cost nothing."""
    board = state.boards[0]
    board.rng = state.rng
    drawn = random_below(board, state.count)
    rng = board.rng
    fill_from(board, state.place + drawn * SIZE)
    board.rng = rng
    board.rules &= ENDINGS


class Scale(Parameters):
    """What pawns are as a result."""

    scale: float = parameter(10.0, "pawns that count as 0.76 of a win", low=0.5, high=100.0)


@kernel
def as_result(state, pawns, scale):
    """What a board is worth to the player, in pawns, as a result of White's."""
    value = tanh(pawns / scale)
    return value if state.side == WHITE else -value


@strategy("simulate", Scale, evaluates=True)
def value_of_board(state, work, policy, policy_p, p):
    """No game is simulated: the result is tanh(V / scale) with V of the try that was just made (see
    `particles/evaluation.py`), or, if the opponent has moved since, of the board as it stands and the best own
    capture."""
    board, weights = state.boards[0], state.evaluation[0]
    state.rng = board.rng
    if over(state):
        ended = result(state)
        return ended if ended != 0.0 else as_result(state, drawn_value(board, state.side), p.scale)
    if state.phase == OTHER:
        value = value_after(board, state.pending, state.heard, state)
    else:
        value = standing(board, state.side, weights) + weights.hope * best_threat(board, state.side, state.gains)
    return as_result(state, value, p.scale)


class Softmax(Parameters):
    """How what tries are worth becomes probabilities."""

    temperature: float = parameter(
        1.0, "pawns by which a try must be better to be e times as likely", low=0.05, high=20.0
    )


@strategy("prior", Softmax)
def by_value(state, work, count, p):
    """H_i = exp(V_i / temperature) / sum, with V of the try on the board of this simulation; where it is not legal, the
    mean of the others. A pawn becomes a queen."""
    board, best, mean, legal = state.boards[0], -np.inf, 0.0, 0
    for k in range(count):
        move = np.int64(work.moves[at(k)])
        work.heuristic[at(k)] = np.nan
        if move >> 12 in (0, QUEEN) and is_legal(board, move):
            state.spare[0] = board
            value = value_of_try(state.spare[0], move, state)
            work.heuristic[at(k)] = value
            best, mean, legal = max(best, value), mean + value, legal + 1
    if legal == 0:
        for k in range(count):
            work.heuristic[at(k)] = 1.0 / count
        return
    mean, whole = mean / legal, 0.0
    for k in range(count):
        value = work.heuristic[at(k)] if work.heuristic[at(k)] == work.heuristic[at(k)] else mean
        work.heuristic[at(k)] = exp((value - best) / p.temperature)
        if np.int64(work.moves[at(k)]) >> 12 not in (0, QUEEN):
            work.heuristic[at(k)] = 0.0
        whole += work.heuristic[at(k)]
    for k in range(count):
        work.heuristic[at(k)] /= whole
    best_first(work, count)
