"""Each rule of H matches where it must and nowhere else, and H is their sum."""

from itertools import product

import numpy as np
import pytest

from kaya import Budget, make_player
from kaya.go.knowledge.expert_rules import FORGET, RULES, find_extensions, remember_owners, rules_at, third
from kaya.go.knowledge.features import count_liberties, features, log_move_strength
from kaya.go.knowledge.ladders import ladder_capture, saves
from kaya.go.knowledge.large_patterns import pattern_value
from kaya.go.knowledge.self_atari import is_bad_self_atari
from kaya.go.rules import BLACK, PASS, WHITE, GoPosition, column_row, parse_vertex
from kaya.go.rules.board import moves as list_moves
from kaya.go.strategies import by_rules
from kaya.search.tree import new_work

from ..boards import drawn
from ..slow_board import SlowBoard
from .positions import of_slow, random_position, slow
from .test_rules_shapes import SHOWN, slow_shapes

EVERYWHERE = by_rules(shapes_from=2)
NO_SHAPES = by_rules(shapes_from=20)
GRADED = ("border", "last_move", "move_before", "third")


def rules_of(game: GoPosition, move: str, last: str = "pass", ko: str = "pass", p=NO_SHAPES) -> set[str]:
    """The names of the rules that a move of the player to move matches."""
    board, work, lines = game.states.copy()[0], new_work()[0], game.lines
    board.last, board.ko = parse_vertex(last, lines), parse_vertex(ko, lines)
    count_liberties(board, work)
    find_extensions(board, work, True)
    place = parse_vertex(move, lines)
    found = int(rules_at(board, place, board.turn, features(board, place, board.turn, work), work, p.record))
    return {name for k, name in enumerate(RULES) if found >> k & 1}


CAPTURE = """
    . . . . . .
    . X O X . .
    . O X . . .
    . . {c3} . . .
    . . . . . .
    . . . . . ."""


def test_capture_and_the_string_beside_a_new_atari():
    game = drawn(CAPTURE.format(c3="O"))
    assert rules_of(game, "C6") == {"capture"}
    assert rules_of(game, "C6", last="C3") == {"capture", "capture_beside_atari"}, "C3 has just put C4 into atari"
    assert rules_of(game, "C6", last="F1") == {"capture"}, "an old atari"
    assert rules_of(game, "F6", last="C3") == set()


LADDER = """
    . . . . . . . . .
    . . O O . . . . .
    . O X . . . . . .
    . . {c6} . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . {g3} . .
    . . . . . . . . .
    . . . . . . . . ."""


def test_out_of_a_ladder_only_if_the_ladder_fails():
    assert rules_of(drawn(LADDER.format(c6="O", g3=".")), "D7") == set(), "it would be caught"
    assert rules_of(drawn(LADDER.format(c6="O", g3="O")), "D7") == set()
    assert rules_of(drawn(LADDER.format(c6="O", g3="X")), "D7") == {"extension", "out_of_ladder"}


def test_out_of_a_ladder_before_it_begins():
    assert rules_of(drawn(LADDER.format(c6=".", g3=".")), "D7") == {"out_of_ladder"}
    assert rules_of(drawn(LADDER.format(c6=".", g3=".")), "C6") == {"out_of_ladder"}
    assert rules_of(drawn(LADDER.format(c6=".", g3=".")), "D6") == set(), "no extension"
    assert rules_of(drawn(LADDER.format(c6=".", g3="X")), "D7") == set(), "nothing to fear"


def test_an_extension_to_three_liberties_needs_no_ladder():
    game = drawn("""
        . . . . . .
        . O . . . .
        O X . X . .
        . O . . . .
        . . . . . .
        . . . . . .""")
    assert rules_of(game, "C4") == {"extension"}
    assert rules_of(game, "F1") == set()


def test_self_atari_unless_it_is_worth_it():
    game = drawn("""
        . . O . .
        . . O . .
        O O . . .
        . . . . .
        . . . . .""")
    assert rules_of(game, "A5") == set(), "two liberties"
    game = drawn("""
        . O O . .
        . O . . .
        O . . . .
        . . . . .
        . . . . .""")
    assert rules_of(game, "A5") == {"self_atari"}
    assert rules_of(drawn(CAPTURE.format(c3="O")), "C6") == {"capture"}, "a capture is none"


def test_atari_and_ko():
    game = drawn("""
        . . . . . .
        . . X . . .
        . X O . . .
        . . . . . .
        . . . . . .
        . . . . O .""")
    assert rules_of(game, "D4") == rules_of(game, "C3") == {"atari"}
    assert rules_of(game, "D4", ko="F6") == {"atari", "atari_with_ko"}
    assert rules_of(game, "E2", ko="F6") == set(), "it has two liberties left"
    assert rules_of(game, "A1", ko="F6") == set()


def test_a_threat_is_an_atari_on_a_large_board():
    rows = [row.split() for row in SHOWN["threat"].strip().splitlines()]
    game = drawn(SHOWN["threat"].replace("+", "."))
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if cell in ".+":
                name = f"{'ABCDEFG'[x]}{7 - y}"
                assert ("threat" in rules_of(game, name, p=EVERYWHERE)) == (cell == "+")
                assert "threat" not in rules_of(game, name)


def test_shapes_are_for_large_boards_but_cuts_for_all():
    for lines, expected in ((13, set()), (18, set()), (19, {"territory_line"})):
        assert rules_of(GoPosition(lines), "C9", p=by_rules) == expected
    assert rules_of(drawn(SHOWN["cut"].replace("+", ".")), "B5") == {"cut"}


def slow_degrees(game: GoPosition, other: SlowBoard, move: int, large: bool, owned: np.ndarray) -> dict[str, float]:
    """How far a move matches each rule, by looking at the whole board; `other` has the same stones as `game`."""
    colour, lines = game.mover, game.lines
    enemy, here, found = 3 - colour, column_row(move, lines), dict.fromkeys((*RULES, *GRADED), 0.0)
    before, after = other.stones, other.after(here, colour)
    assert after is not None
    last = None if game.state.last == PASS else column_row(int(game.state.last), lines)
    captured = [p for p, stone in before.items() if stone == enemy and p not in after]
    if captured:
        found["capture"] = 1.0
        for p in captured:
            for q in other.neighbours[p]:
                if before.get(q) == colour and last:
                    stones, liberties = other.chain(before, q)
                    if len(liberties) == 1 and stones & set(other.neighbours[last]):
                        found["capture_beside_atari"] = 1.0
    for q in other.neighbours[here]:
        if q not in before:
            continue
        liberties, stone = other.chain(before, q)[1], of_slow(q, lines)
        if before[q] == enemy and len(liberties) == 2:
            found["atari"] = 1.0
            found["threat"] = float(large)
            found["atari_with_ko"] = float(game.state.ko != 0)
        if before[q] == colour and not captured and len(other.chain(after, here)[1]) > 1:
            if len(liberties) == 1 and saves(game.states[0], stone, move):
                found["extension"] = 1.0
                found["out_of_ladder"] = max(found["out_of_ladder"], len(other.chain(after, here)[1]) == 2)
            if len(liberties) == 2 and ladder_capture(game.states[0], stone) and saves(game.states[0], stone, move):
                found["out_of_ladder"] = 1.0
    if not captured and len(other.chain(after, here)[1]) == 1:
        found["self_atari"] = float(is_bad_self_atari(game.states[0], move, colour))
    shapes = slow_shapes(other, here, colour)
    found.update(dict.fromkeys(shapes if large else shapes & {"cut"}, 1.0))
    line = 1 + min(*here, lines - 1 - here[0], lines - 1 - here[1])
    found["border"] = {3: 1.0, 2: 0.5, 4: 0.5}.get(line, 0.0)
    for name, former in (("last_move", int(game.state.last)), ("move_before", int(game.state.before_last))):
        if former != PASS:
            x, y = (abs(a - b) for a, b in zip(here, column_row(former, lines), strict=True))
            found[name] = max(0.0, 1 - (max(2, x + y + max(x, y)) - 2) / 8)
    probability = (1 + owned[move] * (1 if colour == BLACK else -1)) / 2
    found["third"] = max(0.0, 1 - 6 * abs(probability - 1 / 3))
    return found


def heuristics(strategy, game: GoPosition, owned: np.ndarray) -> dict[int, float]:
    """H of every move, in the order in which the children would lie."""
    states, work = game.states.copy(), new_work()
    work[0].lasting[:] = owned
    count = list_moves(states[0], work[0].moves)
    strategy.function(states[0], work[0], count, strategy.record)
    return dict(zip(work[0].moves[:count].tolist(), work[0].heuristic[:count].tolist(), strict=True))


def some_positions():
    """Random positions with short captures, ladders and kos; and a memory of owners."""
    chance = np.random.default_rng(11)
    for lines, moves in ((5, 14), (7, 25), (7, 45), (9, 20), (9, 45), (9, 70), (13, 90)):
        yield random_position(lines, moves, chance), chance.uniform(-1, 1, 512)
    yield after_a_ko(), np.zeros(512)
    atari = drawn(CAPTURE.format(c3="."))
    atari.play(parse_vertex("C3", 6), WHITE)
    yield atari, np.zeros(512)


def after_a_ko() -> GoPosition:
    """White has taken a ko, and Black may give atari."""
    game = drawn("""
        . O X . . .
        O X . X . .
        . O X . X .
        . . . . O .
        . . . O X .
        . . . . . .""")
    game.set_turn(WHITE)
    game.play(parse_vertex("C5", 6))
    assert game.state.ko != 0
    return game


@pytest.mark.slow
def test_h_is_the_weighted_sum_of_all_rules_and_the_learned_probability():
    chance, matched = np.random.default_rng(3), set()
    names = (*RULES, *GRADED)
    weights = dict(zip(names, chance.uniform(-1, 1, len(names)).tolist(), strict=True))
    for shapes_from in (2, 20):
        strategy = by_rules(shapes_from=shapes_from, patterns=0.7, sharpness=0.5, **weights)
        for game, owned in some_positions():
            found, work, board = heuristics(strategy, game, owned), new_work()[0], game.states[0]
            other = slow(game)
            assert list(found.values()) == sorted(found.values(), reverse=True)
            assert found.pop(PASS) == 0.0
            count_liberties(board, work)
            strengths = {m: np.exp(log_move_strength(board, m, board.turn, work, strategy.record)) for m in found}
            total = sum(strengths.values())
            for move, h in found.items():
                degrees = slow_degrees(game, other, move, shapes_from == 2, owned)
                expected = sum(weights[name] * degree for name, degree in degrees.items())
                expected += 0.7 * (strengths[move] / total) ** 0.5
                assert h == pytest.approx(expected, rel=1e-9, abs=1e-9), [n for n, d in degrees.items() if d]
                matched |= {name for name, degree in degrees.items() if degree}
    assert matched == set(names), "every rule was met"


@pytest.mark.slow
def test_a_rule_that_is_off_makes_no_difference_to_the_others():
    whole = by_rules(shapes_from=2, third=0.1)
    positions = list(some_positions())[2:5]
    all_on = [heuristics(whole, game, owned) for game, owned in positions]
    degrees = [
        {m: slow_degrees(game, slow(game), m, True, owned) for m in found if m != PASS}
        for found, (game, owned) in zip(all_on, positions, strict=True)
    ]
    weights = {d.name: d.value for d in whole.parameters.describe()}
    for name in (*RULES, *GRADED):
        without = whole(**{name: 0})
        for (game, owned), on, matches in zip(positions, all_on, degrees, strict=True):
            off = heuristics(without, game, owned)
            for move, h in off.items():
                lost = weights[name] * matches[move][name] if move != PASS else 0.0
                assert h == pytest.approx(on[move] - lost, abs=1e-9)


def starts(strategy, game: GoPosition) -> dict[int, tuple[float, float, float]]:
    """H of every move, and the RAVE simulations that it begins with: how many, and the sum of their results."""
    states, work = game.states.copy(), new_work()
    count = list_moves(states[0], work[0].moves)
    strategy.function(states[0], work[0], count, strategy.record)
    return {
        int(work[0].moves[k]): (float(work[0].heuristic[k]), float(work[0].slot1[k]), float(work[0].slot2[k]))
        for k in range(count)
    }


def test_rules_are_initial_rave_simulations_and_an_additive_term():
    """A capture is worth 0.1, a self-atari -0.2: 50 x 0.1 = 5 won, 50 x 0.2 = 10 lost simulations; H 0.3 and -0.6."""
    nothing = dict(patterns=0, **dict.fromkeys((*RULES, *GRADED), 0))
    weights = {**nothing, "capture": 0.1, "self_atari": -0.2}
    game = drawn("""
        . O O . . .
        . O . . . .
        O . X . . .
        . X O X . .
        . . . . . .
        . . . . . .""")
    for additive, initial in ((3.0, 50.0), (0.0, 50.0), (3.0, 0.0)):
        found = starts(by_rules(additive=additive, initial=initial, **weights), game)
        expected = {
            "C2": (0.1 * additive, 0.1 * initial, 0.1 * initial),
            "A6": (-0.2 * additive, 0.2 * initial, -0.2 * initial),
            "F1": (0, 0, 0),
            "pass": (0, 0, 0),
        }
        for name, (h, simulations, won) in expected.items():
            assert found[parse_vertex(name, 6)] == pytest.approx((h, simulations, won), abs=1e-6), name


def test_patterns_are_no_rave_simulations():
    game = random_position(9, 30, np.random.default_rng(5))
    rules = starts(by_rules(patterns=0, initial=7), game)
    for large in (False, True):
        found = starts(by_rules(large=large, initial=7), game)
        assert {m: s[1:] for m, s in found.items()} == {m: s[1:] for m, s in rules.items()}
        assert any(found[m][0] > rules[m][0] + 0.01 for m in found)


def test_the_probability_may_be_that_of_the_largest_pattern():
    game = random_position(9, 30, np.random.default_rng(5))
    found, rules = (starts(by_rules(patterns=patterns, large=True), game) for patterns in (2, 0))
    for move in found.keys() - {PASS}:
        p = pattern_value(game.states[0], move, game.mover, by_rules.record)
        assert found[move][0] == pytest.approx(rules[move][0] + 2 * p, abs=1e-9)


def test_the_nodes_of_a_tree_begin_with_what_the_prior_starts():
    """`uct` keeps nothing in the slots, so they stay as they were, at the root and below; T = 3 links children at
    first."""
    player = make_player("uct:prior=by_rules,T=3,initial=50", seed=2)
    game = random_position(5, 8, np.random.default_rng(2))
    player.think(game, Budget(simulations=200))
    tree = player.search.tree
    first = max(tree.children(), key=lambda k: tree.nodes["visits"][k])
    assert tree.nodes["count"][first] > 0
    after = game.copy()
    after.play(int(tree.nodes["move"][first]))
    for position, parent in ((game, 0), (after, first)):
        expected = starts(player.strategies["prior"], position)
        children = tree.nodes[tree.children(parent)]
        assert any(s for _, s, _ in expected.values())
        for node in children:
            found = float(node["heuristic"]), float(node["slot1"]), float(node["slot2"])
            assert found == expected[int(node["move"])]


def test_moves_that_were_known_before_the_root_was_expanded_start_too():
    """With T = 1000 the children of the second position are linked when it becomes the root."""
    player = make_player("uct:prior=by_rules,T=1000,initial=50", seed=2)
    game = random_position(5, 8, np.random.default_rng(2))
    for _ in range(2):
        best = player.think(game, Budget(simulations=200)).best
        assert best is not None
        tree, expected = player.search.tree, starts(player.strategies["prior"], game)
        for node in tree.nodes[tree.children()]:
            assert (float(node["slot1"]), float(node["slot2"])) == expected[int(node["move"])][1:]
        game.play(best)


def test_nothing_but_the_rules():
    game, owned = next(some_positions())
    found = heuristics(by_rules(patterns=0, **dict.fromkeys((*RULES, *GRADED), 0)), game, owned)
    assert set(found.values()) == {0.0}


def test_owners_are_remembered_and_a_third_is_best():
    game = drawn("""
        . X X O .
        X X X O O
        . X O O .
        X X O O O
        . X O . O""")
    work = new_work()[0]
    remember_owners(game.states[0], work)
    for name, owner in (("A5", 1), ("A4", 1), ("E5", -1), ("D1", -1), ("C5", 1), ("A1", 1)):
        assert work.lasting[parse_vertex(name, 5)] == pytest.approx(owner * FORGET)
    neutral = drawn("X . O\n. . .\n. . .")
    work = new_work()[0]
    remember_owners(neutral.states[0], work)
    assert work.lasting[parse_vertex("B3", 3)] == 0.0, "both reach it"
    for _ in range(3):
        remember_owners(neutral.states[0], work)
    assert work.lasting[parse_vertex("A3", 3)] == pytest.approx(1 - (1 - FORGET) ** 4)
    for value, colour in product((-1.0, -2 / 3, -0.5, -1 / 3, 0.0, 1 / 3, 1.0), (BLACK, WHITE)):
        work.lasting[:] = value
        p = (1 + value) / 2 if colour == BLACK else (1 - value) / 2
        degree = {1 / 3: 1.0, 1 / 4: 0.5}
        expected = next((d for third_of, d in degree.items() if p == pytest.approx(third_of)), 0.0)
        assert third(work, 5, colour) == pytest.approx(expected, abs=1e-9)


@pytest.mark.slow
def test_the_player_thinks_by_rules_and_learns_who_owns_what():
    def visits(settings: str) -> list:
        player = make_player(f"mogo:prior=by_rules,{settings}", seed=1)
        report = player.choose(GoPosition(5), Budget(simulations=300)).report
        assert report.simulations == 300
        return [(m.move, m.visits) for m in report.moves]

    assert visits("third=1,owners=on") == visits("third=1,owners=on")
    assert visits("third=1,owners=on") != visits("third=0,owners=on")
    assert visits("third=1,owners=off") == visits("third=0,owners=off"), "nothing is known of owners"
