"""Phantom Go as a search of one player sees it: an open game of Go on its own board, on which the hidden stones are
sampled once in each simulation. When, is what programs differ in (Borsboom, Saito, Chaslot and Uiterwijk 2007):

    late     before the simulated game: in the tree only known stones, and those of the moves in it, are on the board
    early    after the first move, which is legal so: the rest of the tree is on a whole board, another each time

A move of the tree that is illegal on the determinization is passed over: selection is asked about the others.
"""

from typing import Any

import numpy as np

from ...games.game import Game, Position
from ...games.rules import CHANCE
from ...go.rules import board as go_rules
from ...go.rules import go
from ...go.rules.board import EDGE, EMPTY, PASS, is_legal
from ...go.rules.drawing import searched_svg
from ...kernel import at, kernel, zeros
from ..rules import View
from ..rules.board import FIELDS, put_hidden

FIRST, DETERMINIZE, IN_TREE, SIMULATED = 0, 1, 2, 3
LATE, EARLY = IN_TREE, FIRST  # the phase in which a search begins
DETERMINIZED = 1  # the only outcome of chance: boards have no names in the tree


@kernel
def mover(state):
    return np.int64(CHANCE) if state.phase == DETERMINIZE else np.int64(state.turn)


@kernel
def may_play(state, move):
    """Is the move legal on the determinization? (The first one is made on the player's own board.)"""
    if state.phase == FIRST or move == PASS:
        return True
    return state.colour[at(move)] == EMPTY and is_legal(state, move, state.turn)


@kernel
def play(state, move):
    go_rules.play(state, move)
    if state.phase == FIRST:
        state.phase = DETERMINIZE


@kernel
def draw(state):
    """Sample the hidden stones."""
    put_hidden(state, EDGE - state.side)
    state.phase = IN_TREE
    return DETERMINIZED


def _start(state: Any, view: View, phase: int = LATE) -> None:
    """The turn of the player who has this view."""
    for name, *_ in FIELDS:
        state[name] = view.board[name]
    state.phase = phase


players_game = Game(
    "phantom-go as one player sees it",
    [*FIELDS, ("phase", "i8")],
    over=go_rules.over,
    mover=mover,
    play=play,
    moves=go_rules.moves,
    result=go_rules.result,
    may_play=may_play,
    draw=draw,
    start=_start,
    extends=go,
)
players_game.picture = searched_svg


def players_position(view: View, phase: int) -> Position:
    """The position that a player with this view searches."""
    return players_game.start(view, phase)


def determinized(position: Position, seed: np.uint64) -> Position:
    """The same with the hidden stones sampled."""
    states = zeros(players_game.dtype)
    states[0] = position.states[0]
    states.rng = seed
    put_hidden(states[0], EDGE - states[0].side)
    states.phase = IN_TREE
    return Position(players_game, states)
