"""Games of Kriegspiel as pages get them."""

from typing import Any

from ..rules import KriegspielPosition, move_name
from .pgn import load


def encode(text: str) -> dict[str, Any]:
    """The moves in coordinates; `said` and `tried` have the umpire's words and the refused tries by the number of the
    move, from 1. `first` is how many half-moves were played before, `ending` how the umpire ended it."""
    return compact(load(text).position)


def compact(position: KriegspielPosition) -> dict[str, Any]:
    plies = list(enumerate(position.plies, start=1))
    said = {n: position.said(n).removeprefix("moved; ") for n, _ in plies}
    return {
        "fen": position.start_fen.split()[0],
        "first": 2 * int(position.start_fen.split()[5]) - 2 + (" b " in position.start_fen),
        "moves": [move_name(p.move) for _, p in plies],
        "said": {n: words for n, words in said.items() if words != "moved"},
        "tried": {n: " ".join(map(move_name, p.tried)) for n, p in plies if p.tried},
        "ending": position.ending,
    }
