"""Pictures of what a player of Kriegspiel knows and believes, for `kaya.show`."""

from typing import Any

from ..drawing import style
from ..show import Picture
from ..show.picture import boards_beside
from .knowledge.belief.belief import Belief
from .knowledge.densities import densities
from .knowledge.metapositions.metaposition import EMPTY, Metaposition
from .knowledge.sampling.determinizations import determinizations
from .rules import View
from .rules.drawing import STYLE, board_svg, drawn, shaded, symbols
from .rules.squares import KINDS, LETTERS, WHITE

MATRICES = {"Pk": "the king", "Pw": "pawns", "Pc": "other pieces"}


def belief(thing: Any) -> Picture:
    """The matrices P_k, P_w and P_c of section 5.2: where the opponent's king, pawns and pieces may be, in per cent.
    Of a view, a belief, or a player that keeps one."""
    known = getattr(thing, "belief", thing)
    if isinstance(known, View):
        known = Belief(known, None, densities())
    if not isinstance(known, Belief):
        raise TypeError(f"{thing!r} believes nothing: give a view of Kriegspiel, or a player that keeps a belief.")
    state = known.state
    side = int(state.turn)
    pieces = {s: (int(kind), side == WHITE) for s, kind in enumerate(state.kind_at) if kind}
    boards = []
    for name, words in MATRICES.items():
        chances = {s: float(chance) for s, chance in enumerate(state[name])}
        title = f"{words}: {sum(chances.values()):.1f}"
        boards.append((title, drawn(pieces, side, over=shaded(chances, side, most=max(chances.values())))))
    spread = sum(float(c) > 0.01 for c in state.Pk)
    where = f"on {spread} squares" if spread > 1 else "on one square"
    words = f"The king may be {where} with more than 1 %, on the likeliest with {100 * float(max(state.Pk)):.0f} %."
    return Picture("What it believes", _row(boards), words)


def _row(boards: list[tuple[str, str]]) -> str:
    return boards_beside(boards, style(STYLE), symbols())


def metaposition(view: View) -> Picture:
    """Which kinds of enemy men may stand on each square (section 4.3): letters, and the darker the more kinds."""
    found = Metaposition(view.start)
    for announcement in view.log:
        found.hear(announcement)
    texts, empty = [], 0
    for s in range(64):
        kinds = found.possible(s)
        empty += kinds == {EMPTY}
        letters = "".join(LETTERS[kind] for kind in sorted(kinds - {EMPTY}))
        if letters:
            texts.append((s, letters, len(letters) / 6, EMPTY in kinds))
    side = view.side
    pieces = {s: (kind, side == WHITE) for s, kind in view.pieces.items()}
    over = "".join(_possible(text, side) for text in texts)
    words = f"{empty} squares are known to be empty; somebody may stand on {len(texts)}."
    return Picture("The metaposition", board_svg(pieces, side, over=f'<g class="shaded">{over}</g>'), words)


def _possible(found: tuple[int, str, float, bool], side: int) -> str:
    s, letters, share, maybe = found
    x, y = (s & 7, 7 - (s >> 3)) if side == WHITE else (7 - (s & 7), s >> 3)
    rect = f'<rect x="{x}" y="{y}" width="1" height="1" class="chance" style="--share:{share:.2f}"/>'
    kind = "percent" if maybe else "percent sure"
    return f'{rect}<text x="{x + 0.5}" y="{y + 0.5}" class="{kind}" style="font-size:.19px">{letters}</text>'


def boards(view: View, count: int = 3, seed: int = 0) -> Picture:
    """Whole boards that agree with what a player knows, as program A draws them for each simulation (section 5.1):
    where the opponent's men stand on each."""
    found, _ = determinizations(view, count, seed)
    own = {s: (kind, view.side == WHITE) for s, kind in view.pieces.items()}
    drawings = [
        (f"board {k + 1}", drawn(own, view.side, over=shaded(dict.fromkeys(squares, 1.0), view.side)))
        for k, squares in enumerate(found)
    ]
    return Picture(
        "Random boards", _row(drawings).replace(">100</text>", "></text>"), f"{len(found)} of endlessly many."
    )


def density(kind: int, time: int, side: int = WHITE) -> Picture:
    """Where pieces of a kind stand in recorded games when their owner has made so many moves: D_w and D_b of
    section 5."""
    table = densities()[side, kind, time]
    chances = {s: float(chance) for s, chance in enumerate(table)}
    over = shaded(chances, side, most=max(max(chances.values()), 0.01))
    best = max(chances, key=lambda s: chances[s])
    words = f"Most often on {'abcdefgh'[best & 7]}{(best >> 3) + 1}, in {100 * chances[best]:.0f} % of the games."
    return Picture(f"{KINDS[kind].capitalize()}s after {time} moves", board_svg({}, side, over=over), words)
