"""A metaposition always holds the true position, and learns what follows from each announcement."""

import pytest

from kaya.kriegspiel.knowledge.metapositions.metaposition import EMPTY, Metaposition
from kaya.kriegspiel.rules import BLACK, START, WHITE, KriegspielPosition, parse_move, square
from kaya.kriegspiel.rules.squares import KING, KNIGHT, PAWN, QUEEN

from .games import STARTS, random_games, scripted_games

START_ONLY = (START,)


def told(position: KriegspielPosition, side: int) -> Metaposition:
    """The metaposition of a side that has heard all so far."""
    metaposition = Metaposition(position.start_for(side))
    for announcement in position.announcements(side):
        metaposition.hear(announcement)
    return metaposition


def after(fen: str, moves: str, side: int) -> Metaposition:
    """The metaposition of a side after these tries."""
    position = KriegspielPosition(fen)
    for name in moves.split():
        position.try_move(parse_move(name))
    return told(position, side)


def faults(position: KriegspielPosition, side: int, metaposition: Metaposition) -> list[str]:
    """In what the metaposition differs from the truth."""
    board, m = position.state, metaposition.record
    own, enemy = int(board.of_colour[side]), int(board.of_colour[3 - side])
    may, kinds = m.may.tolist(), [~(own | enemy) & (1 << 64) - 1] + [enemy & k for k in board.of_kind.tolist()[1:]]
    found = [f"kind {k}: {kinds[k] & ~may[k]:x} was held impossible" for k in range(7) if kinds[k] & ~may[k]]
    if any(own & squares for squares in may):
        found.append("an enemy under an own piece")
    if [k if own >> s & 1 else 0 for s, k in enumerate(board.kind_at.tolist())] != m.kind_at.tolist():
        found.append("the own pieces")
    pawns = kinds[PAWN]
    if m.pawns + m.pieces != enemy.bit_count() - 1 or m.pawns < pawns.bit_count():
        found.append("the counts of pieces")
    for x, most in enumerate(m.files.tolist()):
        if most < (pawns & 0x0101010101010101 << x).bit_count():
            found.append(f"pawns on file {x}")
    return found


def follow(fen: str, tried: list[str]) -> int:
    """Play a game and look at both metapositions after every announcement; how often that was."""
    position = KriegspielPosition(fen)
    both = {side: told(position, side) for side in (WHITE, BLACK)}
    looked = 0
    for name in tried:
        heard = position.attempt(parse_move(name))
        if position.over:
            break
        for side, announcement in heard.items():
            both[side].hear(announcement)
            assert faults(position, side, both[side]) == [], f"{position.fen} after {name}"
            looked += 1
    return looked


@pytest.mark.slow
@pytest.mark.parametrize("starts", [START_ONLY, STARTS], ids=["start", "positions"])
def test_the_truth_is_always_possible(starts):
    games = random_games(12, 120, seed=11, starts=starts)
    assert sum(follow(game.fen, game.tried) for game in games) > 1500


def test_the_truth_is_possible_in_rare_things():
    for game in scripted_games():
        follow(game.fen, game.tried)


def squares(names: str) -> set[int]:
    return {square(name) for name in names.split()}


def kings(metaposition: Metaposition) -> set[int]:
    return {s for s in range(64) if KING in metaposition.possible(s)}


def test_at_the_start_everything_is_known():
    m = Metaposition(KriegspielPosition().start_for(WHITE))
    assert [m.possible(square(s)) for s in ("e8", "d8", "a7", "e5", "e2")] == [{KING}, {QUEEN}, {PAWN}, {EMPTY}, set()]
    assert m.record.material == pytest.approx(8 + 2 * 3 + 2 * 3.25 + 2 * 5 + 9)


def test_an_anonymous_move_may_be_any():
    m = after(START, "e2e4 b8c6", WHITE)
    assert m.possible(square("c6")) == {EMPTY, KNIGHT, PAWN}
    assert m.possible(square("b8")) == {EMPTY, KNIGHT}
    assert m.possible(square("d8")) == {QUEEN}, "she cannot have moved yet"
    assert m.possible(square("d5")) == {EMPTY}, "no pawn try was announced"
    assert m.possible(square("c5")) == {EMPTY, PAWN}


def test_knowledge_grows_old_and_comes_back():
    m = after(START, "e2e4 b8c6 d1h5 g8f6", WHITE).record
    assert m.age[square("a5")] == 2
    assert m.age[square("g4")] == 1, "the queen has passed there"


def test_who_captured_stands_there():
    m = after(START, "b1c3 d7d5 c3d5 d8d5", WHITE)
    assert m.possible(square("d5")) == {PAWN, KNIGHT, QUEEN}, "from e6 or c6, from f6, from d8"
    assert EMPTY in m.possible(square("d8"))
    assert (m.record.pawns, m.record.files[3]) == (7, 1), "another pawn may have come to the file"


def test_a_capture_en_passant_leaves_two_squares():
    m = after("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4 d4e3", WHITE)
    assert PAWN in m.possible(square("e3"))
    assert EMPTY in m.possible(square("e4"))


def test_a_refused_step_finds_the_man_in_the_way():
    assert after(START, "e2e4 e7e5 e4e5", WHITE).possible(square("e5")) == {PAWN}


def test_a_refused_pawn_try_shows_emptiness():
    m = after(START, "e2e4 d7d5 e4f5", WHITE)
    assert m.possible(square("f5")) == {EMPTY}
    assert m.record.noticed[square("d5")] == pytest.approx(0.5)


def test_as_many_tries_as_chances_are_certain():
    m = after(START, "a2a4 a7a6 a4a5 b7b5 a5a6", WHITE)
    assert EMPTY not in m.possible(square("a6"))
    m = after(START, "a2a4 b7b5", WHITE)
    assert m.possible(square("b5")) == {PAWN}


def test_a_check_tells_where_the_king_is():
    m = after("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "a1a5", WHITE)
    assert kings(m) == squares("b5 c5 d5 e5 f5 g5 h5")
    m = after("8/8/3k4/8/8/8/8/R3K3 w - - 0 1", "a1a5", WHITE)
    assert not kings(m) & squares("b5 c5 d5 e5 f5 g5 h5"), "it was no check"


def test_a_king_that_may_not_go_on_has_met_the_other():
    m = after("8/8/8/8/3k4/8/4K3/R7 w - - 0 1", "e2e3", WHITE)
    assert kings(m) == squares("d4 e4 f4"), "next to e3, and not next to e2"


def test_a_check_of_one_possible_man_finds_him():
    m = after(START, "e2e4 e7e6 d2d3 f8b4", WHITE)
    assert [m.record.noticed[square(s)] for s in ("b4", "a5", "c3")] == [0.5, 0.5, 0], "a bishop, or the queen"
    m = after(START, "f2f3 e7e6 a2a3 d8h4", WHITE)
    assert m.possible(square("h4")) == {QUEEN}
