"""Is anything going on? A program that only looks ahead a move or two likes to move to and fro in a won game."""

from collections import Counter
from collections.abc import Iterable

from ...rules import View
from ...rules.board import castles, castling_corner
from ...rules.squares import PAWN, ROOK, move_parts

Pieces = dict[int, int]


def moved(pieces: Pieces, move: int) -> Pieces:
    """The own pieces, kind by square, after this move."""
    source, target, promotion = move_parts(move)
    after = dict(pieces)
    kind = after.pop(source)
    after[target] = promotion or kind
    if castles(kind, source, target):
        after.pop(castling_corner(source, target))
        after[(source + target) >> 1] = ROOK
    return after


def comebacks(view: View, moves: Iterable[int]) -> list[int]:
    """For each move, how often the own pieces have stood before as they would after it, since the last capture or own
    pawn's move. A position that has been there twice may be a draw when it comes again: prefer a small number."""
    pieces: Pieces = dict(view.start.pieces)
    stood: Counter[frozenset] = Counter()
    for heard in view.log:
        if not heard.legal:
            continue
        where = heard.capture
        if heard.by == view.side:
            pawn = pieces[heard.move & 63] == PAWN
            pieces = moved(pieces, heard.move)
            if pawn or where is not None:
                stood.clear()
            stood[frozenset(pieces.items())] += 1
        elif where is not None:
            pieces.pop(where)
            stood.clear()
    return [stood[frozenset(moved(pieces, move).items())] for move in moves]
