"""Games of Phantom Go as pages get them."""

from typing import Any

from ...go.files.compact import coded
from ...go.rules import BLACK, WHITE
from .sgf import at_start, load_views, umpires_words


def encode(text: str) -> dict[str, Any]:
    """As a game of Go, with the umpire's words and the refused tries by the number of the move; and in `knows` for each
    side, after each move, the stones of the opponent that it knows, as letters in the order of the board."""
    position, views = load_views(text.encode())
    lines = position.lines
    plies = list(enumerate(position.plies, start=1))
    said = {n: umpires_words(position, n) for n, _ in plies}
    begun = at_start(position)
    setup = "".join(coded(c, p, lines) for c in (BLACK, WHITE) for p in begun.stones(c))
    return {
        "size": lines,
        **({"setup": setup} if setup else {}),
        "moves": "".join(coded(c, p, lines) for c, p in position.line),
        "said": {n: words for n, words in said.items() if words not in ("moved", "passed")},
        "tried": {n: " ".join(position.move_name(m) for m in p.tried) for n, p in plies if p.tried},
        "knows": [["".join(coded(1, p, lines) for p in sorted(known)) for known in side] for side in views],
    }
