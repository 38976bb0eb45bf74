"""Likely boards: the habits by which they are drawn, exchanges, what a try is worth on them, and the program."""

from collections import Counter

import numpy as np
import pytest

from kaya import Budget
from kaya.kernel import plain, split_seed, zeros
from kaya.kriegspiel.knowledge.particles.evaluation import (
    EVALUATING,
    MATE,
    EvaluationWeights,
    evaluate_boards,
    struck_loss,
)
from kaya.kriegspiel.knowledge.particles.exchanges import capture_wins
from kaya.kriegspiel.knowledge.particles.filter import DRAWING, Particles, metropolis_step, wander
from kaya.kriegspiel.knowledge.particles.habits import EAGER, HABITS, KINDS_OF_MOVES, kind_of_move, weigh
from kaya.kriegspiel.knowledge.particles.learned import Learned, learned_habits
from kaya.kriegspiel.learning.habit_fitting import Choices, choices_of, fit, log_densities, log_likelihood
from kaya.kriegspiel.rules import BLACK, WHITE, KriegspielPosition, move_name, parse_move, square, square_name
from kaya.kriegspiel.rules.messages import FILE, MOVED, PIECE_TAKEN, TAKEN_AT, TRIES_AT
from kaya.kriegspiel.rules.moves import MOST_TRIES, moves
from kaya.players import make_player

NONE = np.uint64(0)


def board_of(fen):
    return KriegspielPosition(fen).states


def bits(*names):
    return np.uint64(sum(1 << square(name) for name in names))


@pytest.mark.parametrize(
    ("fen", "move", "heard", "known", "home", "kind"),
    [
        (
            "4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1",
            "e4d5",
            MOVED | PIECE_TAKEN | square("d5") << TAKEN_AT,
            (),
            (),
            "takes back with a pawn",
        ),
        ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", MOVED, ("d5",), (), "takes a known piece with a pawn"),
        ("3qk3/8/8/6B1/8/8/8/4K3 w - - 0 1", "g5d8", MOVED, (), ("d8",), "takes at home with a bishop"),
        ("4r1k1/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1e5", MOVED | FILE, (), (), "leaves check with a queen"),
        ("4r1k1/8/8/8/1B6/8/8/4K3 w - - 0 1", "e1f1", MOVED | FILE, (), (), "leaves check with a king"),
        ("4k3/8/8/3n4/8/8/3R4/4K3 w - - 0 1", "d2d5", MOVED, (), (), "takes with a rook"),
        ("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "g1f3", MOVED, (), (), "develops a knight"),
        ("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "e2e4", MOVED, (), (), "two steps with a pawn"),
        ("7k/8/8/8/8/5N2/8/K7 w - - 0 1", "f3e1", MOVED, (), (), "goes elsewhere with a knight"),
        ("7k/8/8/8/8/5n2/8/K7 b - - 0 1", "f3h2", MOVED, (), (), "goes ahead with a knight"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", MOVED, (), (), "castles"),
        ("7k/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", MOVED, (), (), "promotes"),
    ],
)
def test_kinds_of_moves(fen, move, heard, known, home, kind):
    found = kind_of_move(board_of(fen)[0], parse_move(move), heard, bits(*known), bits(*home))
    assert KINDS_OF_MOVES[int(found)] == kind


def test_a_move_weighs_what_its_kind_does_times_the_attraction_of_where_it_goes():
    habits, room, weights = zeros(HABITS), np.zeros(MOST_TRIES, np.int32), np.zeros(MOST_TRIES)
    habits.weight[0] = 1.0
    habits.weight[0, KINDS_OF_MOVES.index("takes with a pawn")] = 6.0
    habits.attraction[0] = 1.0
    habits.attraction[0, 1, square("e5")] = 3.0
    for pieces, eager in ("3NNBBR", 1.0), ("8", EAGER):  # few pieces: pawns run, wherever they stand
        fen = f"8/8/8/3n4/4P3/8/{pieces}/k1K5 w - - 0 1"
        board = board_of(fen)[0]
        count = moves(board, room)
        weigh(board, MOVED, NONE, NONE, room, count, habits[0], weights)
        found = {move_name(int(m)): w for m, w in zip(room[:count], weights, strict=False)}
        assert found["e4e5"] == (3.0 if eager == 1.0 else EAGER)
        assert found["e4d5"] == 6.0 * eager
        assert found["c1d1"] == 1.0
    assert weigh(board, MOVED, NONE, NONE, room, count, habits[0], weights) == pytest.approx(7 * EAGER + 3)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fen", "move", "victim", "won"),
    [
        ("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", 1.0, 1.0 - 9.0),  # a pawn takes the queen
        ("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", 1.0, 1.0),  # nobody does
        ("3r1k2/8/8/8/3p4/8/3R4/3R1K2 w - - 0 1", "d2d4", 1.0, 1.0),  # rook for rook, and the last one stays
        ("8/8/2k5/3r4/8/8/3R4/3R1K2 w - - 0 1", "d2d5", 5.0, 5.0),  # the king may not take a protected rook
        ("8/8/2k5/3r4/8/8/3R4/5K2 w - - 0 1", "d2d5", 5.0, 0.0),
    ],
)
def test_exchanges_worked_out_by_hand(fen, move, victim, won):
    m = parse_move(move)
    assert capture_wins(board_of(fen)[0], m & 63, m >> 6 & 63, victim, np.zeros(32)) == pytest.approx(won)


def values_of_tries(fen, *names, **changes):
    """What tries are worth on a board, with habits under which all moves are alike."""
    habits = zeros(HABITS)
    habits.weight[0], habits.attraction[0] = 1.0, 1.0
    boards, tries = board_of(fen), np.array([parse_move(name) for name in names])
    values = np.zeros((1, len(tries)))
    mind = zeros(EVALUATING)[0]
    mind.habits[0], mind.evaluation[0] = habits[0], EvaluationWeights().changed(**changes).as_record()[0]
    evaluate_boards(boards, 0, 1, tries, mind, values)
    return values[0].tolist()


@pytest.mark.slow
def test_mate_stalemate_and_what_is_illegal():
    assert values_of_tries("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1a8", "a1b2")[0] == MATE
    assert np.isnan(values_of_tries("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "a1b2")[0])
    assert values_of_tries("7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", "g5g6") == [-MATE / 2], "stalemate in a won game"
    assert values_of_tries("k7/8/1K6/8/8/8/8/8 w - - 99 99", "b6c6") == [0.0], "there was nothing to win"


def test_a_lone_knight_wins_nothing():
    fen, none = "4k3/8/8/8/8/8/N7/4K3 w - - 0 1", dict(hope=0.0, caution=0.0)
    assert values_of_tries(fen.replace("N7", "R7"), "e1d2", **none)[0] > 3.0
    assert values_of_tries(fen.replace("k3/8", "k3/7p"), "e1d2", **none)[0] <= 0.0


def test_what_a_reply_costs_is_its_chance_times_what_it_wins():
    """After Kf2 the king on b2 can take the rook on c1, or go to a2, a3 or b3: a quarter of 5 is lost; all of it if the
    worst is expected."""
    plain = dict(safety=1.0, caution=0.0, doubt=0.0, hope=0.0, places=0.0, mobility=0.0, confine=0.0, approach=0.0)
    fen = "8/8/8/8/8/8/1k6/2R2K2 w - - 0 1"
    assert values_of_tries(fen, "f1f2", **plain)[0] == pytest.approx(5.0 - 5.0 / 4)
    assert values_of_tries(fen, "f1f2", **(plain | dict(caution=1.0)))[0] == pytest.approx(0.0)


def test_what_it_costs_if_somebody_takes_who_was_not_expected():
    assert struck_loss(board_of("4k3/8/8/3Q4/8/8/8/4K3 w - - 0 1")[0], square("d5"), WHITE) == 9.0
    assert struck_loss(board_of("4k3/8/8/3Q4/4P3/8/8/4K3 w - - 0 1")[0], square("d5"), WHITE) == 6.0
    assert struck_loss(board_of("4k3/8/8/3P4/4P3/8/8/4K3 w - - 0 1")[0], square("d5"), WHITE) == 0.0


def play_and_follow(side, seed, plies, size=200):
    """A random game, with the particles of one side; after each of the opponent's moves, the view and the particles."""
    game, chance = KriegspielPosition(), np.random.default_rng(seed)
    view = game.start_for(side).view()
    particles = Particles(size, view, seed)
    while not game.over and game.state.ply < plies:
        tries = game.possible_tries()
        for who, told in game.attempt(int(chance.choice(tries))).items():
            if who == side:
                view.hear(told)
        if game.mover == side and not game.over:
            particles.follow(view)
            yield view, particles


@pytest.mark.parametrize("side", [WHITE, BLACK])
def test_all_boards_agree_with_what_was_heard(side):
    for view, particles in play_and_follow(side, 3 + side, 40):
        boards = particles.boards[: particles.count].view(np.recarray)
        assert particles.count
        assert (boards.of_colour[:, side] == view.board.of_colour[side]).all()
        assert (boards.turn == side).all()
        assert (boards.tries == view.pawn_tries).all()
        pieces = [int(board.of_colour[3 - side]).bit_count() - 1 for board in boards]
        assert set(pieces) == {view.enemy_pawns + view.enemy_pieces}


def after_first_move(count, bare):
    """Black's boards after White's first move, all kinds of moves being alike."""
    game = KriegspielPosition()
    view = game.start_for(BLACK).view()
    particles = Particles(count, view, 1, Learned(np.ones(len(KINDS_OF_MOVES)), 0.0, bare))
    view.hear(game.attempt(parse_move("e2e4"))[BLACK])
    particles.follow(view)
    return particles.boards[:count]


def test_first_moves_are_as_frequent_as_the_habits_make_them():
    """Twenty first moves; with equal habits each is made on a twentieth of the boards, give or take one of each."""
    hashes, counts = np.unique(after_first_move(400, 1.0)["hash"], return_counts=True)
    assert len(hashes) == 20
    assert counts.min() >= 18
    assert counts.max() <= 22


def test_moves_that_leave_men_unprotected_are_less_likely():
    """Of twenty first moves five leave a pawn alone: b4, c4, e4, f4 and g4. With bare = 0.5 these have half the weight
    of the others, 17.5 in all, and three moves in twenty are careless."""
    pawns = after_first_move(1000, 0.5)["of_kind"][:, 1]
    for name in ("b2b4", "c2c4", "d2d4", "e2e4", "e2e3", "g2g4"):
        move = parse_move(name)
        seen = int((pawns >> np.uint64(move >> 6 & 63) & np.uint64(1)).sum())
        weight = 0.5 if name[0] in "bcefg" and name[3] == "4" else 1.0
        assert seen == pytest.approx(1000 * (0.85 * weight / 17.5 + 0.15 / 20), abs=2), name


def test_what_nothing_explains_is_explained_from_some_turns_ago():
    looked_back = 0
    for view, particles in play_and_follow(WHITE, 8, 24):
        assert particles.count > 0
        if view.ply == 12 and not view.tried:
            particles.count = 0  # nothing is left
        looked_back += view.ply == 14
        boards = particles.boards[: particles.count]
        assert (boards["of_colour"][:, WHITE] == view.board.of_colour[WHITE]).all()
    assert looked_back


def test_the_king_of_an_ending_may_stand_a_step_aside():
    """Where nothing attacks him and nobody stands; on a full board, and where no share is to wander, he stays."""
    few = "8/8/8/3k4/8/8/7R/K7 w - - 0 1"

    def kings(fen, share):
        boards = np.repeat(plain(board_of(fen)), 400)
        holder = zeros(DRAWING)
        holder.rng = split_seed(4)
        wander(boards, 400, share, holder[0])
        return Counter(int(b.of_kind[6] & b.of_colour[BLACK]).bit_length() - 1 for b in boards.view(np.recarray))

    around = kings(few, 1.0)
    assert set(around) == {s for s in range(64) if max(abs(s % 8 - 3), abs(s // 8 - 4)) <= 1}
    assert 20 < min(around.values()) <= max(around.values()) < 80, "nine squares for 400 kings"
    assert set(kings("8/8/8/3k4/7R/8/8/K7 w - - 0 1", 1.0)) == {s for s in around if s // 8 != 3}, "a rook has row 4"
    assert kings(few, 0.0) == {35: 400}
    assert set(kings("rnbqkbnr/8/8/8/8/8/8/K7 w - - 0 1", 1.0)) == {60}


def after_steps(fen, said=MOVED, bare=1.0, **attraction):
    """Where Black's one pawn stands on 600 boards, each after sixty steps."""
    boards, spare = np.repeat(plain(board_of(fen)), 600).view(np.recarray), plain(board_of(fen)).view(np.recarray)
    habits, holder = zeros(HABITS), zeros(DRAWING)
    habits.attraction[0], habits.bare, holder.rng = 1.0, bare, split_seed(5)
    for name, chance in attraction.items():
        habits.attraction[0, :, square(name)] = chance
    for board in boards:
        for _ in range(60):
            metropolis_step(board, spare, said, habits[0], holder[0])
    black = boards.of_colour[:, BLACK] & boards.of_kind[:, 1]
    return {square_name(int(pawn).bit_length() - 1): n / 600 for pawn, n in Counter(black.tolist()).items()}


@pytest.mark.slow
def test_moved_boards_are_as_frequent_as_the_habits_make_them():
    """A pawn has six squares: a(e4) = 3 makes e4 three of eight parts; a king on d8 protects e7, which makes it, with
    bare = 1/2, two of seven."""
    seen = after_steps("7k/8/8/4p3/8/8/8/K7 w - - 0 1", e4=3.0)
    assert seen == pytest.approx({f"e{k}": 3 / 8 if k == 4 else 1 / 8 for k in range(2, 8)}, abs=0.06)
    seen = after_steps("3k4/8/8/4p3/8/8/8/K7 w - - 0 1", bare=0.5)
    assert seen == pytest.approx({f"e{k}": 2 / 7 if k == 7 else 1 / 7 for k in range(2, 8)}, abs=0.06)


@pytest.mark.slow
def test_moved_boards_agree_with_what_was_heard():
    """White's pawn on d3 has no try while the other stays above e4, and one where it stands there; a pawn that takes is
    seen where it is, and one that keeps its king from check cannot step aside."""
    fen = "7k/8/8/{}/{}/3P4/8/K7 w - - 0 1"
    assert set(after_steps(fen.format("4p3", 8))) == {"e5", "e6", "e7"}
    assert after_steps(fen.format(8, "4p3"), MOVED | 1 << TRIES_AT) == {"e4": 1.0}
    assert after_steps(fen.format("4p3", 8), MOVED | PIECE_TAKEN | square("e5") << TAKEN_AT) == {"e5": 1.0}
    assert after_steps("8/8/8/R3p2k/8/8/8/K7 w - - 0 1") == {"e5": 1.0}


def test_the_weights_of_the_likeliest_habits_are_found():
    """Two kinds of moves: with 300 choices of one and 100 of the other, the first weighs three times as much."""
    one, two = (KINDS_OF_MOVES.index(f"goes ahead with a {piece}") for piece in ("pawn", "knight"))
    begins = np.arange(0, 800, 2)
    kinds = np.tile([two, one], 400)
    chosen = begins + (np.arange(400) >= 300)
    learned = fit(Choices(kinds, np.zeros((800, 2)), begins, chosen, np.ones(400)))
    assert learned.weights[one] == 1.0
    assert learned.weights[two] == pytest.approx(3.0, rel=0.03)
    expected = 0.75 * np.log(0.75) + 0.25 * np.log(0.25)
    whole = Choices(kinds, np.zeros((800, 2)), begins, chosen, np.ones(400))
    assert log_likelihood(whole, learned) == pytest.approx(expected, abs=0.01)


def test_what_an_unprotected_man_weighs_is_found():
    """Of two moves one leaves a piece more unprotected, and is chosen in 80 of 400 cases: it weighs a quarter."""
    kind = KINDS_OF_MOVES.index("goes ahead with a knight")
    begins, pulls = np.arange(0, 800, 2), np.zeros((800, 2))
    pulls[::2, 1] = 1.0
    chosen = begins + (np.arange(400) >= 80)
    learned = fit(Choices(np.full(800, kind), pulls, begins, chosen, np.ones(400)))
    assert learned.bare == pytest.approx(0.25, rel=0.05)


@pytest.mark.slow
def test_the_choices_of_a_game_are_its_moves_among_all_legal_ones():
    played = np.array([parse_move(m) for m in ("e2e4", "d7d5", "e4d5", "d8d5")])
    choices, answered = choices_of(played, BLACK, log_densities())
    assert len(choices) == 2
    assert [KINDS_OF_MOVES[k] for k in choices.kinds[choices.chosen]] == [
        "two steps with a pawn",
        "takes back with a queen",
    ]
    assert answered.tolist() == [0, 2]
    assert choices.begins.tolist() == [0, 20]


def test_habits_that_are_none_are_named(tmp_path):
    (tmp_path / "habits.json").write_text("{}")
    with pytest.raises(ValueError, match=r"habits\.json: no habits that"):
        learned_habits(tmp_path / "habits.json")


@pytest.mark.parametrize("name", ["kriegspiel-particles", "kriegspiel-d"])
def test_a_try_of_the_book_may_be_refused(name):
    """The program hears of a refusal in a turn in which it has not evaluated anything yet."""
    game = KriegspielPosition("4k3/8/8/8/3p4/8/3Q4/4K3 w - - 0 1")
    player, view = make_player(name, game="kriegspiel"), game.start_for(WHITE).view()
    player.choose(view, Budget(simulations=50))
    for move in ("e1e2", "e8e7", "d2d5"):
        view.hear(game.attempt(parse_move(move))[WHITE])
    assert view.tried == [parse_move("d2d5")]
    decision = player.decide(view, Budget(simulations=50))
    assert decision.move in view.tries()


@pytest.mark.parametrize("name", ["kriegspiel-particles", "kriegspiel-d"])
def test_a_pawn_that_becomes_no_queen_becomes_no_rook_either(name):
    """What is refused is taken for a queen's promotion; and where every board is refuted, no rook's is tried."""
    game = KriegspielPosition("7k/8/8/8/8/8/p7/R6K b - - 0 1")
    player, view = make_player(name, game="kriegspiel"), game.start_for(BLACK).view()
    player.choose(view, Budget(simulations=20))
    for move in ("a2a1q", "a2a1r"):
        view.hear(game.attempt(parse_move(move))[BLACK])
    assert player.choose(view, Budget(simulations=20)).move not in view.tried
    assert view.tries()[0] >> 12, "the pawn's other promotions come first"
    assert player._any_left(view) >> 12 == 0


def test_after_a_refusal_nothing_is_evaluated_twice():
    game = KriegspielPosition("4k3/8/8/3q4/3R4/8/8/4K3 w - - 0 1")
    player, view = make_player("kriegspiel-particles:boards=100", seed=1), game.start_for(WHITE).view()
    player.choose(view, Budget(simulations=60))
    before = player.values[: player.evaluated].copy()
    refused = parse_move("d4d8")
    k = player.tries.tolist().index(refused)
    view.hear(game.attempt(refused)[WHITE])
    decision = player.choose(view, Budget(simulations=1))
    stay = before[np.isnan(before[:, k])]
    np.testing.assert_array_equal(player.values[: len(stay)], stay)
    assert decision.move != refused
    assert decision.report.simulations <= 1


@pytest.mark.parametrize(("rules", "first"), [("icc", "a2a3"), ("berkeley", "e4d5")])
def test_where_no_pawn_tries_are_told_a_capture_comes_first_that_is_better_where_it_is_legal(rules, first):
    """a2a3 is worth 1, 1 and -2, e4d5 -1 on the third board, e4f5 -3 on the second, and no credit is given: by the
    means 0, -1 and -3; but where it is legal, e4d5 is better by 1, e4f5 worse by 4."""
    position = KriegspielPosition("4k3/8/8/3p1p2/4P3/8/P7/4K3 w - - 0 1", rules=rules)
    view = position.start_for(WHITE).view()
    player = make_player("kriegspiel-particles:credit=0,again=0", game="kriegspiel", seed=1)
    player.begin(view)
    player.tries = np.array([parse_move(name) for name in ("a2a3", "e4d5", "e4f5")])
    player.again, player.evaluated, nan = np.zeros(3), 3, np.nan
    player.values = np.array([[1.0, nan, nan], [1.0, nan, -3.0], [-2.0, -1.0, nan]])
    _, means, order = player._ranked(view)
    assert means.tolist() == [0.0, -1.0, -3.0]
    assert move_name(int(player.tries[order[0]])) == first


def test_a_protected_pawn_is_not_for_the_queen():
    """After four quiet half-moves everybody knows who protects f7 and h7."""
    game = KriegspielPosition()
    view = game.start_for(WHITE).view()
    player = make_player("kriegspiel-particles:boards=300", seed=1)
    for name in ("e2e4", "e7e6", "d1h5", "a7a6"):
        view.hear(game.attempt(parse_move(name))[WHITE])
    assert move_name(player.choose(view, Budget(simulations=200)).move) not in ("h5h7", "h5f7")


def test_the_same_seed_gives_the_same_moves():
    said = []
    for _ in range(2):
        game, player = KriegspielPosition(), make_player("kriegspiel-particles:boards=100", seed=5)
        view = game.start_for(WHITE).view()
        for k in range(6):
            if game.mover == WHITE:
                move = player.choose(view, Budget(simulations=40)).move
            else:
                move = parse_move(("e7e5", "b8c6", "a7a6")[k // 2])
            for who, told in game.attempt(move).items():
                if who == WHITE:
                    view.hear(told)
        said.append([move_name(ply.move) for ply in game.plies])
    assert said[0] == said[1]


def test_a_try_is_taken_apart_with_what_the_umpire_would_say():
    """The parts add up to what the try is worth; it is refused on the boards on which it is not legal."""
    game = KriegspielPosition("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
    player, view = make_player("kriegspiel-particles", seed=2), game.start_for(WHITE).view()
    player.begin(view)
    report = player.decide(view, Budget(simulations=60)).report
    for found, expected in zip(report.moves, player.values_of_tries(view), strict=True):
        said = player.terms(view, found.move)
        assert said.score == pytest.approx(expected)
        assert said.facts["chance to be legal"] == pytest.approx(found.visits / player.evaluated)
        assert sum(chance for _, chance, _ in said.outcomes) == pytest.approx(1.0)
        refused = sum(chance for words, chance, _ in said.outcomes if words == "refused")
        assert refused == pytest.approx(1.0 - found.visits / player.evaluated)
        legal = [(chance, value) for words, chance, value in said.outcomes if words != "refused"]
        assert all(words.startswith(("moved", "refused")) for words, _, _ in said.outcomes)
        mean = sum(chance * value for chance, value in legal) / (1.0 - refused)
        first = next(iter(said.parts.values()))
        assert first == pytest.approx(mean * found.visits / (found.visits + player.p.credit))


def test_who_fears_that_the_other_takes_back_thinks_less_of_a_capture():
    """A knight takes a pawn that a queen protects, and the belief stays as it is."""
    fen, found = "3qk3/ppp2ppp/8/3p4/8/2N5/PPP2PPP/4K3 w - - 0 1", {}
    for retaliation in (1.0, 50.0):
        player = make_player(f"kriegspiel-particles:doubt=0,retaliation={retaliation}", seed=2)
        view = KriegspielPosition(fen).start_for(WHITE).view()
        player.begin(view)
        player.particles.boards[0], player.particles.count = KriegspielPosition(fen).states[0], 1
        report = player.decide(view, Budget(simulations=1)).report
        values_of_tries = dict(
            zip([move_name(m.move) for m in report.moves], player.values_of_tries(view), strict=True)
        )
        found[retaliation] = values_of_tries["c3d5"] - values_of_tries["c3b1"], player.particles.habits.weight[0, 0]
    (bold, belief), (afraid, same) = found.values()
    assert afraid < bold - 0.1
    assert belief == same
