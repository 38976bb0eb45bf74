"""The evaluation's terms with numbers worked out by hand, and what the minimax program does in plain positions."""

import numpy as np
import pytest

from kaya.kernel import zeros
from kaya.kriegspiel.knowledge.metapositions.evaluation import Weights, risk, standing, watch
from kaya.kriegspiel.knowledge.metapositions.likelihood import ESTIMATE, MINIMAX_VALUES, expected
from kaya.kriegspiel.knowledge.metapositions.mating import finality
from kaya.kriegspiel.knowledge.metapositions.metaposition import EMPTY, Metaposition
from kaya.kriegspiel.knowledge.metapositions.own_turn import Minimax, chance_of_silence
from kaya.kriegspiel.players import MinimaxPlayer, RandomPlayer
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, View, move_name, parse_move, square
from kaya.kriegspiel.rules.squares import KING, LETTERS, PAWN
from kaya.players import make_player
from kaya.search import Budget

from .tables import played, seated, view_of
from .test_hidden import findings

SOME = Budget(simulations=2000)


def certain(position: KriegspielPosition, side: int = WHITE) -> Metaposition:
    """A metaposition in which everything is known."""
    metaposition = Metaposition(position.start_for(side))
    m, board = metaposition.record, position.state
    enemy = board.of_colour[3 - side]
    m.may[:] = board.of_kind & enemy
    m.may[EMPTY] = ~(enemy | board.of_colour[side])
    m.material = sum(MINIMAX_VALUES[kind] for s, kind in enumerate(board.kind_at) if int(enemy) >> s & 1)
    return metaposition


def evaluated(fen: str, exposed: str = "", **changes):
    """What White's metaposition is worth if all of it is known, with these weights and no others."""
    nothing = {d.name: d.low for d in Weights().describe() if d.name not in ("mate", "stalemate")}
    weights = Weights().changed(**{**nothing, **changes}).as_record()[0]
    m, g = certain(KriegspielPosition(fen)).record, zeros(ESTIMATE)[0]
    m.exposed = np.uint64(sum(1 << square(s) for s in exposed.split()))
    watch(m, g)
    return standing(m, g, weights), risk(m, g, weights), finality(m, g, weights)


@pytest.mark.slow
def test_material_alone():
    assert evaluated("7k/8/8/3p4/4N3/8/8/K7 w - - 0 1")[0] == pytest.approx(3 - 1)


def test_position():
    pawn = "7k/pppppppp/8/4P3/8/8/8/K7 w - - 0 1"  # the enemy has 8 of 39.5 left
    assert evaluated(pawn, advance=0.1)[0] == pytest.approx(1 - 8 + 9 * 0.1 * (2 - 8 / 39.5))
    knight = "7k/pppppppp/8/8/4N3/8/8/K7 w - - 0 1"
    assert evaluated(knight, centre=0.1)[0] == pytest.approx(3 - 8 + 3 * 0.1)
    assert evaluated(knight, develop=1)[0] == pytest.approx(3 - 8 + 8 / 39.5)


def test_a_passed_pawn_counts_more():
    passed = evaluated("7k/7p/8/4P3/8/8/8/K7 w - - 0 1", passed=0.1)[0]
    assert passed == pytest.approx(9 * 0.1 * (2 - 1 / 39.5))
    stopped = evaluated("7k/5p2/8/4P3/8/8/8/K7 w - - 0 1", passed=0.1)[0]
    assert stopped == pytest.approx(passed * np.exp(-2))


def test_protection():
    rates = dict(pawn_takes=0.8, known_takes=0.6, blind_takes=0.1, open_line=1, retake=0.8, others=0)
    assert evaluated("7k/8/8/3p4/4N3/8/8/K7 w - - 0 1", **rates)[1] == pytest.approx(0.8 * 3), "a pawn takes"
    assert evaluated("7k/8/8/3p4/4N3/3K4/8/8 w - - 0 1", **rates)[1] == pytest.approx(0.8 * (3 - 0.8 * 1))
    rook = "7k/8/8/4r3/4N3/8/8/K7 w - - 0 1"
    assert evaluated(rook, **rates)[1] == pytest.approx(0.1 * 3), "by accident"
    assert evaluated(rook, "e4", **rates)[1] == pytest.approx(0.6 * 3), "it is known"
    assert evaluated("7k/8/8/4r3/4N3/3K4/8/8 w - - 0 1", "e4", **rates)[1] == 0, "protected from a rook"


def test_information():
    rook = "k7/8/8/8/4r3/8/8/K3R3 w - - 0 1"
    assert evaluated(rook, hunt=0.1)[0] == pytest.approx(5 - 5 + 0.1 * 5)
    assert evaluated("4k3/8/8/8/8/8/8/K3R3 b - - 0 1", check=0.3)[0] == pytest.approx(5 + 0.3)


def test_mate_and_stalemate():
    w = Weights()
    assert evaluated("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1")[2] == pytest.approx(w.mate)
    assert evaluated("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")[2] == pytest.approx(-w.stalemate)
    assert evaluated("2R4k/6pp/8/8/8/8/2r5/7K b - - 0 1")[2] == pytest.approx(w.mate * np.exp(-1)), "a rook can take"
    assert evaluated("2R4k/6p1/8/8/8/8/2r5/7K b - - 0 1")[2] == 0, "the king steps aside"


@pytest.mark.parametrize(
    ("fen", "silence"),
    [
        ("7k/8/8/3p4/4N3/8/8/K7 w - - 0 1", 1 - 0.8),  # a pawn takes
        ("7k/8/8/3p4/2P1N3/8/8/K7 w - - 0 1", (1 - 0.8) ** 2),  # one or the other
        ("7k/8/8/4r3/4N3/8/8/K7 w - - 0 1", 1 - 0.1 * 0.6),  # a rook by accident
        ("7k/8/8/3p4/8/4N3/8/K7 w - - 0 1", 1),
    ],
)
def test_the_chance_that_the_reply_takes_nothing(fen, silence):
    m, g = certain(KriegspielPosition(fen)).record, zeros(ESTIMATE)[0]
    watch(m, g)
    assert chance_of_silence(m, g, Minimax(silence=1.0).as_record()[0]) == pytest.approx(silence)


def test_at_home_is_certain_at_first():
    m, g = Metaposition(KriegspielPosition().start_for(WHITE)).record, zeros(ESTIMATE)[0]
    watch(m, g)
    everywhere = np.uint64(2**64 - 1)
    assert [expected(m, g, kind, everywhere) for kind in range(PAWN, KING + 1)] == [8, 2, 2, 2, 1, 1]
    assert expected(m, g, LETTERS.index("Q"), np.uint64(1 << square("d8"))) == 1


def told(moves: str, side: int) -> View:
    """What a side knows after these tries of both."""
    position = KriegspielPosition()
    for name in moves.split():
        position.try_move(parse_move(name))
    return view_of(position, side)


def tried(view: View, player: MinimaxPlayer | None = None) -> str:
    """What the program tries."""
    move = (player or MinimaxPlayer(seed=1)).choose(view, SOME).move
    assert move is not None
    return move_name(move)


def tried_by_white(fen: str) -> str:
    """What the program tries as White, if it knows everything."""
    position, player = KriegspielPosition(fen), MinimaxPlayer(seed=1)
    view = view_of(position, WHITE)
    player.begin(view)
    player.metaposition = certain(position)
    return tried(view, player)


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("7k/8/8/3r4/8/8/8/3QK3 w - - 0 1", "d1d5"),  # a rook for nothing
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q"),  # a queen
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8"),  # mate
        ("k7/pp6/8/8/8/8/r7/2R3K1 w - - 0 1", "c1c8"),  # mate, not the pawn
    ],
)
def test_it_does_what_is_plain(fen, move):
    assert tried_by_white(fen) == move


def test_it_takes_back_with_the_cheapest_piece():
    assert tried(told("e2e4 d7d5 b1c3 d5e4", WHITE)) == "c3e4"
    assert tried(told("d2d3 d7d5 d1d2 d5d4 e2e3 d4e3", WHITE)) == "f2e3"


def test_it_takes_what_a_pawn_can_take():
    assert tried(told("e2e4 d7d5", WHITE)) in ("e4d5", "e4f5")
    assert tried(told("e2e4 d7d5 e4f5", WHITE)) == "e4d5"


def test_it_does_not_stalemate_a_bare_king():
    assert tried_by_white("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1") not in ("b1b6", "c6c7")


def test_one_seed_one_move():
    view = told("e2e4 e7e5 g1f3", BLACK)
    assert tried(view) == tried(view)
    player = MinimaxPlayer(seed=1)
    player.choose(view, Budget(simulations=10_000))
    assert player.reached >= 3
    assert 4000 < player.work.count[0] < 12_000


def test_seconds_are_kept():
    player, view = MinimaxPlayer(seed=1), told("", WHITE)
    player.choose(view, SOME)
    assert player.choose(view, Budget(simulations=10_000_000, seconds=0.1)).report.simulations < 10_000_000


def test_parameters_are_set_by_name():
    player = make_player("kriegspiel-minimax:metapositions=500,centre=0.1")
    assert player.parameters()["metapositions"].value == 500
    with pytest.raises(ValueError, match="centre must be a number from 0 to 1"):
        player.set("centre", 7)
    with pytest.raises(ValueError, match="no parameter 'colour'"):
        player.set("colour", 7)


@pytest.mark.slow
def test_nothing_of_the_other_side_hangs_on_it():
    table = played(MinimaxPlayer(seed=1), MinimaxPlayer(seed=2), budget=Budget(simulations=100))
    assert len(table.position.plies) == 21
    for side, seat in table.seats.items():
        assert findings(seat, side, table.position) == []


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_it_beats_a_random_mover(side):
    player, other = MinimaxPlayer(seed=3), RandomPlayer(seed=4)
    table = seated(*((player, other) if side == WHITE else (other, player)), budget=Budget(simulations=1000))
    assert table.play().outcome == ("1-0" if side == WHITE else "0-1")
