"""Endings against a bare king: random starts, kings that defend themselves, and games to the end."""

import random
import re
from collections.abc import Callable

from kaya.kriegspiel.knowledge.endings.finish import finish
from kaya.kriegspiel.rules import WHITE, KriegspielPosition, View
from kaya.kriegspiel.rules.squares import KING

Defender = Callable[[KriegspielPosition, random.Random], int]


def apart(a: int, b: int) -> int:
    """In moves of a king."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def random_king(game: KriegspielPosition, chance: random.Random) -> int:
    return chance.choice(game.legal_moves())


def clever_king(game: KriegspielPosition, chance: random.Random) -> int:
    """He sees everything: takes what he can, stays in the middle, and goes after pieces that their king does not
    guard."""
    theirs = int(game.state.of_colour[3 - game.mover])
    pieces = {s: int(game.state.kind_at[s]) for s in range(64) if theirs >> s & 1}
    king = next(s for s, kind in pieces.items() if kind == KING)

    def value(move: int) -> float:
        target = move >> 6 & 63
        x, y = abs(2 * (target & 7) - 7), abs(2 * (target >> 3) - 7)
        chase = sum(apart(s, target) for s in pieces if apart(s, king) > 1)
        return 1000 * (target in pieces) - 2 * max(x, y) - 0.5 * (x + y) - 0.7 * chase + 0.5 * chance.random()

    return max(game.legal_moves(), key=value)


def fen_of(pieces: dict[int, str], turn: str = "w") -> str:
    rows = ["".join(pieces.get(8 * y + x, ".") for x in range(8)) for y in range(7, -1, -1)]
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "/".join(rows)) + f" {turn} - - 0 1"


def random_ending(material: str, chance: random.Random, known: bool = False) -> KriegspielPosition:
    """White, to move, has a king and this material somewhere. Black's bare king may be anywhere; or, if `known`, he has
    just taken a knight, so that White knows where he is."""
    while True:
        squares = chance.sample(range(64), len(material) + 3)
        pieces = dict(zip(squares, "K" + material, strict=False))
        bishops = {(s + (s >> 3)) % 2 for s, letter in pieces.items() if letter == "B"}
        if material.count("B") == 2 and len(bishops) == 1:
            continue
        king, prey = squares[-2:]
        pieces |= {king: "k", prey: "N"} if known else {king: "k"}
        try:
            game = KriegspielPosition(fen_of(pieces, "b" if known else "w"))
        except ValueError:
            continue
        if known and game.is_legal(king | prey << 6):
            game.play(king | prey << 6)
        if not game.over and (game.mover == WHITE):
            return game


def play_out(
    game: KriegspielPosition, defender: Defender, chance: random.Random, choose=finish, side: int = WHITE
) -> int:
    """This side finishes the game; in how many moves."""
    view, moves = View(game.start_for(side)), 0
    for announcement in game.announcements(side):
        view.hear(announcement)
    while not game.over:
        if game.mover == side:
            move = choose(view, None)
            assert move is not None, f"no try in {game.fen}"
            moves += game.try_move(move) != 0
        else:
            game.try_move(defender(game, chance))
        view.hear(game.last_announcement(side))
    return moves
